"""Work that players wait for, one piece at a time for the whole table; a few more wait their turn."""

import logging
import secrets
import threading
from collections.abc import Callable
from typing import Generic, TypeVar

from companion.clock import SECOND, Clock
from companion.errors import WarglassError
from companion.system.confined import Told
from companion.system.worker import Failed

_logger = logging.getLogger(__name__)
R = TypeVar("R")

MOST_WAITING = 4
"""Pieces of work that are not over; each may hold a thread of the server's, of which 16 are for taps."""
MOST_KEPT = 4
KEPT_S = 600
"""For so long, and so many at most, is remembered what came of them."""


class Busy(WarglassError):
    """Too much is waiting already."""

    def __init__(self) -> None:
        super().__init__("Others are waiting for the same. Try again in a moment.")


class Job(Generic[R]):
    """One piece of work. Any thread may read it."""

    def __init__(self) -> None:
        self.id = secrets.token_urlsafe(9)
        self.begun = False
        self.share = 0.0
        """What is done, of 1."""
        self._over = threading.Event()
        self._stopped = threading.Event()
        self._came_of_it: R | Failed | None = None
        self.over_at: int | None = None
        """The monotonic instant (ns) since which it is over."""

    @property
    def over(self) -> bool:
        return self._over.is_set()

    def wait(self, timeout_s: float) -> None:
        """Waits until it is over, or for that long."""
        self._over.wait(timeout_s)

    def result(self) -> R:
        """What came of it, as soon as it is over. Raises Failed."""
        self._over.wait()
        assert self._came_of_it is not None
        if isinstance(self._came_of_it, Failed):
            raise self._came_of_it
        return self._came_of_it

    def stop(self) -> None:
        """It fails within moments, unless it is over."""
        self._stopped.set()

    @property
    def stopped(self) -> bool:
        return self._stopped.is_set()

    def end(self, came_of_it: R | Failed, *, at: int) -> None:
        self._came_of_it = came_of_it
        self.over_at = at
        self._over.set()


class Jobs(Generic[R]):
    """Begins work and remembers it for a while. Any thread may call."""

    def __init__(
        self, do: Callable[[bytes, Told, Callable[[], bool]], R], *, clock: Clock, stopped: Callable[[], bool]
    ) -> None:
        """`do` is given a request, whom to tell how far it is, and what says that it is to stop; it may raise Failed.
        `stopped`: whether the table is."""
        self._do = do
        self._clock = clock
        self._stopped = stopped
        self._jobs: dict[str, Job[R]] = {}
        self._lock = threading.Lock()
        self._turn = threading.Lock()

    def begin(self, request: bytes) -> Job[R]:
        """Raises Busy."""
        with self._lock:
            self._forget()
            if sum(1 for job in self._jobs.values() if job.over_at is None) >= MOST_WAITING:
                raise Busy
            job: Job[R] = Job()
            self._jobs[job.id] = job
        threading.Thread(target=self._run, args=(job, request), name="job", daemon=True).start()
        return job

    def find(self, id: str) -> Job[R] | None:
        """None where there is none of that id, or none any more."""
        with self._lock:
            self._forget()
            return self._jobs.get(id)

    def _run(self, job: Job[R], request: bytes) -> None:
        def stopped() -> bool:
            return job.stopped or self._stopped()

        with self._turn:
            job.begun = True
            came_of_it: R | Failed
            try:
                if stopped():
                    raise Failed("It was stopped.")
                came_of_it = self._do(request, lambda share: setattr(job, "share", share), stopped)
            except Failed as failed:
                came_of_it = failed
            except Exception:
                _logger.exception("a job broke")
                came_of_it = Failed("Something is broken here; the table goes on. The service's log says what.")
            job.end(came_of_it, at=self._clock.now())

    def _forget(self) -> None:
        """What has been over for long, and the oldest of what is more than there is room for."""
        over = {id: job.over_at for id, job in self._jobs.items() if job.over_at is not None}
        since = self._clock.now() - KEPT_S * SECOND
        for number, (id, at) in enumerate(sorted(over.items(), key=lambda each: -each[1])):
            if at <= since or number >= MOST_KEPT:
                del self._jobs[id]
