"""A square wave on a pin that has no hardware for it."""

import logging
import time
from collections.abc import Callable
from threading import Event, Thread

_logger = logging.getLogger(__name__)

_TOO_SHORT_TO_SLEEP_S = 150e-6
"""A thread that sleeps comes back some 60 us late: a narrow pulse is waited out awake."""


class Pulses:
    """Makes `hz` pulses a second, each as long as `duty` (0 to 1) of its period, in a thread of its own.

    Where the wave is flat the thread sleeps. Flanks go by the clock and not by the last one, so a late one is not heard
    in those that follow; while another thread keeps the interpreter, up to milliseconds, a tone wavers.
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
        """Takes effect with the next flank."""
        self._hz = self._hz if hz is None else hz
        self._duty = self._duty if duty is None else duty
        self._news.set()

    def close(self) -> None:
        """Ends the thread; whatever the wave was, the pin is low then."""
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
