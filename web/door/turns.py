"""Whose request is answered next."""

import threading
import time
from collections import Counter, OrderedDict, deque
from collections.abc import Callable
from typing import TYPE_CHECKING

from waitress.task import ThreadedTaskDispatcher

from web.door.spent import Spent

if TYPE_CHECKING:
    from web.door.channel import Channel

AT_ONCE = 3
"""Requests of one household that are worked at together. All threads share one interpreter: more would be done no
sooner, and a player's tap would have to wait its turn among them."""
TOGETHER = 8
"""Requests that are worked at together in all."""
DEAR = 1
"""Of these, as many as may be from households that have asked for much lately, see Spent."""


class Turns(ThreadedTaskDispatcher):  # type: ignore[misc]
    """Waitress's threads, which take a request of one household after another's, however many one of them asks; who has
    asked for little comes first."""

    def __init__(self, threads: int, *, now: Callable[[], int]) -> None:
        super().__init__()
        self.queue = _Line(now)
        self.set_thread_count(threads)

    def rest(self) -> None:
        """Called by a thread that has answered, or from here on only waits: the next may be taken up."""
        with self.lock:
            if self.queue.leave():
                self.queue_cv.notify()


class _Line:
    """What waitress takes for its queue: as long as there are connections to take up now. Locked by its owner."""

    def __init__(self, now: Callable[[], int]) -> None:
        self._waiting: OrderedDict[str, deque[Channel]] = OrderedDict()
        self._worked_at: Counter[str] = Counter()
        self._spent = Spent(now)
        self._here = threading.local()

    def __len__(self) -> int:
        return 0 if self._next() is None else 1

    def append(self, channel: "Channel") -> None:
        self._waiting.setdefault(channel.household, deque()).append(channel)

    def popleft(self) -> "Channel":
        household = self._next()
        assert household is not None
        line = self._waiting[household]
        channel = line.popleft()
        self._waiting.move_to_end(household)
        if not line:
            del self._waiting[household]
        self._worked_at[household] += 1
        self._here.household, self._here.since = household, time.thread_time_ns()
        return channel

    def leave(self) -> bool:
        """Whether the thread that calls was at work until now."""
        household: str | None = getattr(self._here, "household", None)
        if household is None:
            return False
        self._here.household = None
        self._spent.add(household, time.thread_time_ns() - self._here.since)
        self._worked_at[household] -= 1
        if not self._worked_at[household]:
            del self._worked_at[household]
        return True

    def _next(self) -> str | None:
        """Whose request is taken up now: of those with room, who has asked for least; None where none has."""
        if self._worked_at.total() >= TOGETHER:
            return None
        dear = sum(count for household, count in self._worked_at.items() if self._spent.much(household))
        may = (
            household
            for household in self._waiting
            if self._worked_at[household] < AT_ONCE and (dear < DEAR or not self._spent.much(household))
        )
        return min(may, key=self._spent.by, default=None)
