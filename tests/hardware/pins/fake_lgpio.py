"""lgpio's module, as far as gpiozero's factory for it goes: lines of a chip, and a thread that calls back."""

from collections.abc import Callable
from queue import SimpleQueue
from threading import Thread
from types import ModuleType

from tests.hardware.pins.board import Board

_OUTPUT, _PULLED_UP = 1 << 1, 1 << 5
_US = "lg"


class FakeLgpio(ModuleType):
    """To be put into sys.modules as `lgpio`. A line stays claimed until it is freed or its chip is closed."""

    RISING_EDGE, FALLING_EDGE, BOTH_EDGES = 1, 2, 3
    SET_PULL_UP, SET_PULL_DOWN, SET_PULL_NONE = 32, 64, 128

    class error(Exception):  # noqa: N801
        pass

    class Callback:
        def __init__(self, cancel: Callable[[], None]) -> None:
            self.cancel = cancel

    def __init__(self, board: Board) -> None:
        super().__init__("lgpio")
        self._board = board
        self._alerts: set[int] = set()
        self._callbacks: dict[int, Callable[[int, int, int, int], None]] = {}
        self.pulses: dict[int, tuple[float, float]] = {}
        self._reports: SimpleQueue[tuple[int, int, bool] | None] = SimpleQueue()
        self._thread = Thread(target=self._run, name="lgpio", daemon=True)

    def gpiochip_open(self, chip: int) -> int:
        self._board.moved.append(self._moved)
        self._thread.start()
        return 1

    def gpiochip_close(self, handle: int) -> None:
        for gpio in [gpio for gpio, user in self._board.users.items() if user == _US]:
            self.gpio_free(handle, gpio)
        self._board.moved.remove(self._moved)
        self._reports.put(None)
        self._thread.join()

    def gpio_claim_input(self, handle: int, gpio: int, flags: int = 0) -> None:
        self._claim(gpio)
        self._board.configure(gpio, output=None, pulled_up=bool(flags & self.SET_PULL_UP))

    def gpio_claim_output(self, handle: int, gpio: int) -> None:
        self._claim(gpio)
        self._board.configure(gpio, output=False)

    def gpio_claim_alert(self, handle: int, gpio: int, edges: int, flags: int) -> None:
        self._claim(gpio)
        self._alerts.add(gpio)

    def _claim(self, gpio: int) -> None:
        if self._board.users.setdefault(gpio, _US) != _US:
            raise self.error("GPIO busy")
        self._alerts.discard(gpio)
        self.pulses.pop(gpio, None)

    def gpio_free(self, handle: int, gpio: int) -> None:
        self._alerts.discard(gpio)
        self.pulses.pop(gpio, None)
        del self._board.users[gpio]

    def gpio_get_mode(self, handle: int, gpio: int) -> int:
        return _OUTPUT * (gpio in self._board.outputs) | _PULLED_UP * (gpio in self._board.pulled_up)

    def gpio_read(self, handle: int, gpio: int) -> int:
        return int(self._board.level(gpio))

    def gpio_write(self, handle: int, gpio: int, level: bool) -> None:
        self._board.outputs[gpio] = level

    def gpio_set_debounce_micros(self, handle: int, gpio: int, micros: int) -> None:
        raise AssertionError("debouncing is ours")

    def tx_pwm(self, handle: int, gpio: int, hertz: float, duty: float) -> None:
        self.pulses[gpio] = (hertz, duty)

    def callback(self, handle: int, gpio: int, edges: int, call: Callable[[int, int, int, int], None]) -> Callback:
        self._callbacks[gpio] = call
        return self.Callback(lambda: self._callbacks.pop(gpio, None))  # type: ignore[arg-type,return-value]

    def _moved(self, gpio: int, at: int, high: bool) -> None:
        if gpio in self._alerts:
            self._reports.put((gpio, at, high))

    def _run(self) -> None:
        # As in the real one, what a callback raises ends the thread.
        while (report := self._reports.get()) is not None:
            gpio, at, high = report
            if gpio in self._callbacks:
                self._callbacks[gpio](1, gpio, int(high), at)
