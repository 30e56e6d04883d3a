"""RPi.GPIO's module, as far as gpiozero's factory for it goes: it writes to the processor and asks nobody."""

from collections.abc import Callable
from queue import SimpleQueue
from threading import Thread
from types import ModuleType

from tests.hardware.pins.board import Board


class FakeRpiGpio(ModuleType):
    """To be put into sys.modules as `RPi.GPIO`."""

    BCM = 11
    OUT, IN, SERIAL, SPI, I2C, HARD_PWM, UNKNOWN = 0, 1, 40, 41, 42, 43, -1
    PUD_OFF, PUD_DOWN, PUD_UP = 20, 21, 22
    RISING, FALLING, BOTH = 31, 32, 33

    def __init__(self, board: Board) -> None:
        super().__init__("RPi.GPIO")
        self._board = board
        self._callbacks: dict[int, Callable[[int], None]] = {}
        self.pulses: dict[int, tuple[float, float]] = {}
        self._moves: SimpleQueue[int] = SimpleQueue()
        board.moved.append(self._moved)
        Thread(target=self._run, name="RPi.GPIO", daemon=True).start()

    def setmode(self, mode: int) -> None:
        assert mode == self.BCM

    def setwarnings(self, on: bool) -> None:
        pass

    def setup(self, gpio: int, function: int, pull: int = PUD_OFF, *, initial: bool = False) -> None:
        output = function == self.OUT
        self._board.configure(gpio, output=bool(initial) if output else None, pulled_up=pull == self.PUD_UP)

    def gpio_function(self, gpio: int) -> int:
        return self.OUT if gpio in self._board.outputs else self.IN

    def input(self, gpio: int) -> int:
        return int(self._board.level(gpio))

    def output(self, gpio: int, level: bool) -> None:
        self._board.outputs[gpio] = bool(level)

    def cleanup(self, gpio: int | None = None) -> None:
        for each in list(self._board.outputs) if gpio is None else [gpio]:
            self._board.configure(each, output=None)

    def add_event_detect(self, gpio: int, edges: int, *, callback: Callable[[int], None], bouncetime: int) -> None:
        assert (edges, bouncetime) == (self.BOTH, -666), "debouncing is ours"
        self._callbacks[gpio] = callback

    def remove_event_detect(self, gpio: int) -> None:
        del self._callbacks[gpio]

    def _moved(self, gpio: int, at: int, high: bool) -> None:
        if gpio in self._callbacks:
            self._moves.put(gpio)

    def _run(self) -> None:
        while True:
            gpio = self._moves.get()
            if gpio in self._callbacks:
                self._callbacks[gpio](gpio)

    def PWM(self, gpio: int, hertz: float) -> "Pwm":
        return Pwm(self.pulses, gpio, hertz)


class Pwm:
    def __init__(self, pulses: dict[int, tuple[float, float]], gpio: int, hertz: float) -> None:
        self._pulses = pulses
        self._gpio = gpio
        self._hertz = hertz

    def start(self, duty: float) -> None:
        self.ChangeDutyCycle(duty)

    def ChangeDutyCycle(self, duty: float) -> None:
        self._pulses[self._gpio] = (self._hertz, duty)

    def ChangeFrequency(self, hertz: float) -> None:
        self._hertz = hertz
        self.ChangeDutyCycle(self._pulses[self._gpio][1])

    def stop(self) -> None:
        del self._pulses[self._gpio]
