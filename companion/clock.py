"""Provides clocks, waits for news, and limits how much of something there may be in the long run."""

import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from threading import Event
from typing import Protocol

# Time as integer nanoseconds, taken from a clock that tests can turn by hand.

MS = 1_000_000
SECOND = 1_000_000_000


class Clock(Protocol):
    """Provides the table's time. Any thread may call both methods."""

    def now(self) -> int:
        """Returns monotonic nanoseconds: the kernel's CLOCK_MONOTONIC, which also stamps GPIO events."""

    def wall(self) -> int:
        """Returns Unix time in nanoseconds. It is written beside events for the log, never computed with."""


class SystemClock:
    """Reads the machine's own clocks."""

    def now(self) -> int:
        return time.monotonic_ns()

    def wall(self) -> int:
        return time.time_ns()


class ManualClock:
    """Stands still until `advance` moves it."""

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


# A number that grows, and threads that wait until it has.


class News:
    """Holds the version of something that one owner changes. Any thread may wait and read.

    A waiting thread holds no lock of the owner's. Of the many that wake at once none delays the next version. Each
    version has an event of its own, which is set once and left behind.
    """

    def __init__(self) -> None:
        self.version = 0
        self.over = False
        """Says that there will be no more news to wait for."""
        self._next = Event()

    def tell(self) -> None:
        """Announces a newer version. For one thread at a time."""
        self.version += 1
        self._wake()

    def end(self) -> None:
        """Ends every wait, now and from here on. For one thread at a time."""
        self.over = True
        self._wake()

    def wait(self, version: int | None, timeout: float) -> int | None:
        """Waits up to `timeout` seconds until the version differs from `version`. Returns the new version, or None."""
        coming = self._next  # before reading the version: news in between sets this one
        if self.version == version and not self.over:
            coming.wait(timeout)
        newest = self.version
        return None if newest == version else newest

    def _wake(self) -> None:
        said, self._next = self._next, Event()
        said.set()


# Long work in pieces.

_unhurried = threading.local()


@contextmanager
def unhurried(rest: Callable[[], None]) -> Iterator[None]:
    """Makes this thread rest between the pieces of its work, so that others go first."""
    _unhurried.rest = rest
    try:
        yield
    finally:
        del _unhurried.rest


def breathe() -> None:
    """Rests between two pieces of work, in a thread that is `unhurried`. Any other continues at once."""
    rest: Callable[[], None] | None = getattr(_unhurried, "rest", None)
    if rest is not None:
        rest()


# A token bucket: how much of something there may be at once, and how much in the long run.


class Allowance:
    """Holds a token bucket of so many coins that refills by so many a second. It has no lock: its owner has one."""

    def __init__(self, *, most: int, a_second: float, now: int) -> None:
        """Fills the bucket at the monotonic instant `now`."""
        self._most = most
        self._a_second = a_second
        self._coins = float(most)
        self._at = now

    def take(self, now: int, coins: int = 1) -> bool:
        """Takes so many coins out at that instant. Returns False, and takes none, where there are fewer."""
        self._fill(now)
        if self._coins < coins:
            return False
        self._coins -= coins
        return True

    def wait_s(self, now: int, coins: int = 1) -> float:
        """Returns in how many seconds there will be so many coins, or all that it holds."""
        self._fill(now)
        return max(0.0, min(coins, self._most) - self._coins) / self._a_second

    def _fill(self, now: int) -> None:
        elapsed_s = max(0, now - self._at) / SECOND
        self._at = max(self._at, now)
        self._coins = min(self._most, self._coins + elapsed_s * self._a_second)
