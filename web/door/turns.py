"""Whose request is answered next."""

import threading
from collections import Counter, OrderedDict, deque
from typing import TYPE_CHECKING

from waitress.task import ThreadedTaskDispatcher

if TYPE_CHECKING:
    from web.door.channel import Channel

AT_ONCE = 3
"""Requests of one household that are worked at together. All threads share one interpreter: more would be done no
sooner, and a player's tap would have to wait its turn among them."""


class Turns(ThreadedTaskDispatcher):  # type: ignore[misc]
    """Waitress's threads, which take a request of one household after another's, however many one of them asks."""

    def __init__(self, threads: int) -> None:
        super().__init__()
        self.queue = _Line()
        self.set_thread_count(threads)

    def rest(self) -> None:
        """Called by a thread that has answered, or from here on only waits: the next of that household may be taken
        up."""
        with self.lock:
            if self.queue.leave():
                self.queue_cv.notify()


class _Line:
    """What waitress takes for its queue: as long as there are connections to take up now. Locked by its owner."""

    def __init__(self) -> None:
        self._waiting: OrderedDict[str, deque[Channel]] = OrderedDict()
        self._worked_at: Counter[str] = Counter()
        self._here = threading.local()

    def __len__(self) -> int:
        return sum(min(len(line), self._room(household)) for household, line in self._waiting.items())

    def append(self, channel: "Channel") -> None:
        self._waiting.setdefault(channel.household, deque()).append(channel)

    def popleft(self) -> "Channel":
        household = next(each for each in self._waiting if self._room(each))
        line = self._waiting[household]
        channel = line.popleft()
        self._waiting.move_to_end(household)
        if not line:
            del self._waiting[household]
        self._worked_at[household] += 1
        self._here.household = household
        return channel

    def leave(self) -> bool:
        """Whether the thread that calls was at work until now."""
        household: str | None = getattr(self._here, "household", None)
        if household is None:
            return False
        self._here.household = None
        self._worked_at[household] -= 1
        if not self._worked_at[household]:
            del self._worked_at[household]
        return True

    def _room(self, household: str) -> int:
        return AT_ONCE - self._worked_at[household]
