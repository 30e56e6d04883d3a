"""Serves gpiozero's pins on libgpiod: each is one line of the kernel's, which stamps the edges."""

import logging
import os
import time
from collections.abc import Callable, Sequence
from contextlib import suppress
from threading import Event, RLock, Thread
from typing import Protocol

from gpiod import Chip, EdgeEvent, LineRequest, LineSettings
from gpiod.line import Bias, Direction, Value
from gpiod.line import Edge as Flank
from gpiozero import (
    GPIOPinInUse,
    PinFixedPull,
    PinInvalidEdges,
    PinInvalidFunction,
    PinInvalidPull,
    PinPWMFixedValue,
    PinSetInput,
)
from gpiozero.pins import PinInfo
from gpiozero.pins.local import LocalPiFactory, LocalPiPin

from companion.clock import SECOND
from hardware.pins.edges import EdgeThread, KernelEdge
from hardware.pins.library import OURS, header_chip, holder_of

# A square wave on a pin that has no hardware for it.

_logger = logging.getLogger(__name__)

_TOO_SHORT_TO_SLEEP_S = 150e-6
"""A thread that sleeps comes back some 60 us late, so it stays awake through a narrow pulse."""


class Pulses:
    """Makes `hz` pulses a second, each as long as `duty` (0 to 1) of its period, in a thread of its own.

    Where the wave is flat the thread sleeps. Flanks go by the clock and not by the last one, so a late one does not
    delay those that follow. While another thread keeps the interpreter, up to milliseconds, a tone wavers.
    """

    def __init__(self, write: Callable[[bool], None], *, hz: float) -> None:
        self._write = write
        self._hz = hz
        self._duty = 0.0
        self._ended = False
        self._news = Event()
        self._thread = Thread(target=self._run, name="pulses", daemon=True)
        self._thread.start()

    @property
    def hz(self) -> float:
        return self._hz

    @property
    def duty(self) -> float:
        return self._duty

    def change(self, *, hz: float | None = None, duty: float | None = None) -> None:
        """Sets frequency and duty from the next flank on."""
        self._hz = self._hz if hz is None else hz
        self._duty = self._duty if duty is None else duty
        self._news.set()

    def close(self) -> None:
        """Ends the thread; the pin is low then."""
        self._duty, self._ended = 0.0, True
        self._news.set()
        self._thread.join(timeout=1)

    def _run(self) -> None:
        try:
            while True:
                self._news.clear()
                if self._ended:
                    break
                period, duty = 1 / self._hz, self._duty
                if 0 < duty < 1:
                    self._sound(period, high=period * duty)
                else:
                    self._write(duty == 1)
                    self._news.wait()
            self._write(False)
        except Exception:
            _logger.exception("pulses")

    def _sound(self, period: float, *, high: float) -> None:
        flank = time.monotonic()
        while not self._news.is_set():
            self._write(True)
            _wait_until(flank + high, awake=high < _TOO_SHORT_TO_SLEEP_S)
            self._write(False)
            flank += period
            _wait_until(flank, awake=False)
            now = time.monotonic()
            if now > flank + period / 2:
                # What was missed is left out: pulses in a heap are another tone.
                flank = now


def _wait_until(instant: float, *, awake: bool) -> None:
    left = instant - time.monotonic()
    while left > 0:
        if not awake:
            time.sleep(left)
        left = instant - time.monotonic()


# A pin of gpiozero's as one line of the kernel's, by libgpiod.

_FLANKS = {"both": Flank.BOTH, "rising": Flank.RISING, "falling": Flank.FALLING, "none": Flank.NONE}
_BIASES = {"up": Bias.PULL_UP, "down": Bias.PULL_DOWN, "floating": Bias.DISABLED}


class Lines(Protocol):
    """Gives a pin its line."""

    edges: EdgeThread

    def claim(self, number: int, settings: LineSettings) -> LineRequest:
        """Returns the line, ours alone until it is released. Raises gpiozero.GPIOPinInUse and OSError."""


class GpiodPin(LocalPiPin):  # type: ignore[misc]
    """Has its line from the first use to `close`, then lets go of it: another program may take it at once.

    Each pin is a request of its own, so that one can come and go without the others. Any thread may use it; libgpiod's
    objects are for one at a time, hence the lock.
    """

    def __init__(self, factory: Lines, info: PinInfo) -> None:
        super().__init__(factory, info)
        self._lines = factory
        self._lock = RLock()
        self._request: LineRequest | None = None
        self._watched: int | None = None
        self._pulses: Pulses | None = None
        self._edges = "both"
        self._reset()

    def _reset(self) -> None:
        self._function = "input"
        self._pull = self._info.pull or "floating"
        self._level = False

    def close(self) -> None:
        self._set_frequency(None)
        self.when_changed = None
        with self._lock:
            request, self._request = self._request, None
            was_output = self._function == "output"
            self._reset()
            if request is not None:
                if was_output:
                    # A line that was let go keeps its level on some kernels: a buzzer would sound on.
                    with suppress(OSError):
                        request.reconfigure_lines({self._number: self._settings()})
                request.release()

    # What it is

    def _settings(self) -> LineSettings:
        if self._function == "output":
            return LineSettings(direction=Direction.OUTPUT, output_value=_value(self._level))
        watched = _FLANKS[self._edges] if self._watched is not None else Flank.NONE
        return LineSettings(direction=Direction.INPUT, bias=_BIASES[self._pull], edge_detection=watched)

    def _apply(self) -> LineRequest:
        """Returns the line, with the settings as they are now."""
        with self._lock:
            if self._request is None:
                self._request = self._lines.claim(self._number, self._settings())
                os.set_blocking(self._request.fd, False)
            else:
                self._request.reconfigure_lines({self._number: self._settings()})
            return self._request

    def _get_function(self) -> str:
        return self._function

    def _set_function(self, value: str) -> None:
        if value not in ("input", "output"):
            raise PinInvalidFunction(f'invalid function "{value}" for pin {self!r}')
        if value == "output":
            self.output_with_state(False)
            return
        with self._lock:
            self._function = value
            self._apply()

    def output_with_state(self, state: bool) -> None:
        self.when_changed = None
        with self._lock:
            self._function, self._level = "output", bool(state)
            self._apply()

    def _get_pull(self) -> str:
        return self._pull

    def _set_pull(self, value: str) -> None:
        if self._function != "input":
            raise PinFixedPull(f"cannot set pull on non-input pin {self!r}")
        if self._info.pull not in (value, ""):
            raise PinFixedPull(f"{self!r} has a physical pull-{self._info.pull} resistor")
        if value not in _BIASES:
            raise PinInvalidPull(f'invalid pull "{value}" for pin {self!r}')
        with self._lock:
            self._pull = value
            self._apply()

    # Its level

    def _get_state(self) -> float:
        if self._pulses is not None:
            return self._pulses.duty
        with self._lock:
            request = self._request or self._apply()
            return 1 if request.get_value(self._number) is Value.ACTIVE else 0

    def _set_state(self, value: float) -> None:
        if self._function != "output":
            raise PinSetInput(f"cannot set state of pin {self!r}")
        if self._pulses is not None:
            self._pulses.change(duty=value)
        else:
            self._write(bool(value))

    def _write(self, high: bool) -> None:
        with self._lock:
            self._level = high
            if self._request is not None:
                self._request.set_value(self._number, _value(high))

    def _get_frequency(self) -> float | None:
        return None if self._pulses is None else self._pulses.hz

    def _set_frequency(self, value: float | None) -> None:
        if value and self._pulses is not None:
            self._pulses.change(hz=value)
        elif value:
            if self._function != "output":
                raise PinPWMFixedValue(f"cannot start PWM on pin {self!r}")
            self._pulses = Pulses(self._write, hz=value)
        elif self._pulses is not None:
            self._pulses.close()
            self._pulses = None

    # Its edges

    def _get_edges(self) -> str:
        return self._edges

    def _set_edges(self, value: str) -> None:
        if value not in _FLANKS:
            raise PinInvalidEdges(f'invalid edges "{value}" for pin {self!r}')
        with self._lock:
            self._edges = value
            if self._watched is not None:
                self._apply()

    def _enable_event_detect(self) -> None:
        with self._lock:
            request = self._request or self._apply()
            self._watched = request.fd
            self._apply()
            self._lines.edges.watch(request.fd, self)

    def _disable_event_detect(self) -> None:
        with self._lock:
            if self._watched is not None:
                self._lines.edges.unwatch(self._watched)
                self._watched = None
                # A line that is gone has no edges any more.
                with suppress(OSError):
                    self._apply()

    def read(self) -> Sequence[KernelEdge]:
        """Reads the edges, see `edges.Line`."""
        with self._lock:
            if self._request is None:
                return ()
            try:
                events = self._request.read_edge_events()
            except BlockingIOError:
                return ()
        return [KernelEdge(event.timestamp_ns, event.event_type is EdgeEvent.Type.RISING_EDGE) for event in events]

    def tell(self, edge: KernelEdge) -> None:
        """Passes the edge on, see `edges.Line`.

        A double holds nanoseconds exactly for the first 104 days since the start of the machine, microseconds for
        centuries.
        """
        # Read once: another thread may end it meanwhile.
        wanted = self._when_changed
        if wanted is not None and (callback := wanted()) is not None:
            callback(edge.at / SECOND, 1 if edge.high else 0)


def _value(high: bool) -> Value:
    return Value.ACTIVE if high else Value.INACTIVE


# gpiozero's pins on libgpiod: the kernel stamps the edges, and no thread polls for them in between.

_EDGES_KEPT = 256
"""Limits the edges of a line that the kernel keeps until they are read; beyond that it drops the oldest.

A contact that bounces while the Pi is busy makes dozens; by default the kernel keeps 16.
"""


class GpiodFactory(LocalPiFactory):  # type: ignore[misc]
    """Gives out pins as gpiozero's devices want them, from `/dev/gpiochipN` by libgpiod's own Python package, `gpiod`
    2.

    Raises gpiozero.PinUnknownPi where this is no Raspberry Pi, OSError where there is no chip to open.
    """

    def __init__(self) -> None:
        super().__init__()
        self.pin_class = GpiodPin
        # Asks which Pi this is: without one, another library is to be tried now and not at the first pin.
        self._get_board_info()
        self.chip = header_chip().path
        self.gone: Callable[[], None] = lambda: None
        """Called, in the thread that waits for edges, when lines have gone or that thread ends by itself.

        What was claimed has to be claimed from a new factory then.
        """
        self.edges = EdgeThread(self._have_gone)

    def _have_gone(self) -> None:
        self.gone()

    def close(self) -> None:
        super().close()
        self.edges.close()

    def claim(self, number: int, settings: LineSettings) -> LineRequest:
        """Returns the line, ours alone until it is released. Raises GPIOPinInUse, which names its user, and OSError."""
        try:
            with Chip(self.chip) as chip:
                return chip.request_lines({number: settings}, OURS[0], _EDGES_KEPT)
        except OSError as error:
            holder = holder_of(number)
            if holder is None:
                raise
            raise GPIOPinInUse(f"GPIO{number} is taken by {holder}") from error
