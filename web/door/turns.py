"""Whose request is answered next."""

import threading
import time
from collections import Counter, OrderedDict, deque
from collections.abc import Callable
from typing import TYPE_CHECKING, NamedTuple

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
"""Of these, as many as may be from phones that have joined, but have asked for much lately, see Spent."""
STRANGERS = 1
"""And as many as may be from who has not joined: with all that they ask, a tap shares the interpreter with one."""


class Turns(ThreadedTaskDispatcher):  # type: ignore[misc]
    """Waitress's threads, which take a request of one household after another's, however many one of them asks: first
    of those that have joined, and among equals of who has asked for least."""

    def __init__(self, threads: int, *, now: Callable[[], int]) -> None:
        super().__init__()
        self.queue = _Lines(now)
        self.set_thread_count(threads)

    def rest(self) -> None:
        """Called by a thread that has answered, or from here on only waits: the next may be taken up."""
        with self.lock:
            if self.queue.leave():
                self.queue_cv.notify()


class _Work(NamedTuple):
    """What a thread is at: for whom, whether they have joined, and its processor time when it began."""

    household: str
    joined: bool
    since_ns: int


class _Lines:
    """What waitress takes for its queue: as long as there are connections to take up now. Locked by its owner."""

    def __init__(self, now: Callable[[], int]) -> None:
        self._waiting: dict[bool, OrderedDict[str, deque[Channel]]] = {True: OrderedDict(), False: OrderedDict()}
        """By whether they have joined, and by household."""
        self._worked_at: Counter[tuple[str, bool]] = Counter()
        self._spent = Spent(now)
        self._here = threading.local()

    def __len__(self) -> int:
        return 0 if self._next() is None else 1

    def append(self, channel: "Channel") -> None:
        self._waiting[channel.joined].setdefault(channel.household, deque()).append(channel)

    def popleft(self) -> "Channel":
        found = self._next()
        assert found is not None
        household, joined = found
        lines = self._waiting[joined]
        channel = lines[household].popleft()
        lines.move_to_end(household)
        if not lines[household]:
            del lines[household]
        self._worked_at[found] += 1
        self._here.work = _Work(household, joined, time.thread_time_ns())
        return channel

    def leave(self) -> bool:
        """Whether the thread that calls was at work until now."""
        work: _Work | None = getattr(self._here, "work", None)
        if work is None:
            return False
        self._here.work = None
        self._spent.add(work.household, time.thread_time_ns() - work.since_ns)
        done = work.household, work.joined
        self._worked_at[done] -= 1
        if not self._worked_at[done]:
            del self._worked_at[done]
        return True

    def _next(self) -> tuple[str, bool] | None:
        """Whose request is taken up now, and whether they have joined; None where nobody's may be."""
        if self._worked_at.total() >= TOGETHER:
            return None
        for joined in (True, False):
            may = (household for household in self._waiting[joined] if self._has_room(household, joined))
            found = min(may, key=self._spent.by, default=None)
            if found is not None:
                return found, joined
        return None

    def _has_room(self, household: str, joined: bool) -> bool:
        at_work = self._worked_at.items()
        if not joined:
            return sum(count for (_, known), count in at_work if not known) < STRANGERS
        if self._worked_at[household, True] >= AT_ONCE:
            return False
        dear = sum(count for (each, known), count in at_work if known and self._spent.much(each))
        return dear < DEAR or not self._spent.much(household)
