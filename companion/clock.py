"""Time as integer nanoseconds, taken from a clock that tests can turn by hand."""

import threading
import time
from typing import Protocol

MS = 1_000_000
SECOND = 1_000_000_000


class Clock(Protocol):
    """Where the table's time comes from. Both methods may be called from any thread."""

    def now(self) -> int:
        """Monotonic nanoseconds: the kernel's CLOCK_MONOTONIC, which GPIO events are stamped with too."""

    def wall(self) -> int:
        """Unix time in nanoseconds. Written beside events for the log, never computed with."""


class SystemClock:
    """The machine's own clocks."""

    def now(self) -> int:
        return time.monotonic_ns()

    def wall(self) -> int:
        return time.time_ns()


class ManualClock:
    """A clock that stands still until it is told to advance."""

    def __init__(self, *, now: int = 1000 * SECOND, wall: int = 1_767_225_600 * SECOND) -> None:
        self._lock = threading.Lock()
        self._now = now
        self._wall = wall

    def now(self) -> int:
        with self._lock:
            return self._now

    def wall(self) -> int:
        with self._lock:
            return self._wall

    def advance(self, *, seconds: float = 0, ns: int = 0) -> None:
        """Moves both clocks forward."""
        step = round(seconds * SECOND) + ns
        with self._lock:
            self._now += step
            self._wall += step
