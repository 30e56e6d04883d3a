"""Decides which connections stay when there are too many, and which request is answered next."""

import math
import threading
import time
from collections import Counter, OrderedDict, deque
from collections.abc import Callable, Iterable, MutableMapping, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

from waitress.adjustments import Adjustments
from waitress.server import TcpWSGIServer
from waitress.task import ThreadedTaskDispatcher

from companion.clock import MS, SECOND, Clock
from web.door.channel import Channel
from web.http.problems import LARGEST_BODY

if TYPE_CHECKING:
    from _typeshed.wsgi import WSGIApplication

# Which household has had much of the processor lately.

HALF_LIFE_NS = 5 * SECOND
"""Is the time after which what was spent counts half."""
MUCH_NS = 400 * MS
"""Is more at once than a player asks for: 100 taps, or ten of the dearest questions. It is what 5 % of a processor come
to in the long run."""
REMEMBERED = 256
"""Limits the households that are remembered. Of more, the one is forgotten that has been idle for longest."""


class Spent:
    """Counts processor time by household; old time counts ever less. It has no lock: its owner has one."""

    def __init__(self, now: Callable[[], int]) -> None:
        """Takes `now`, which returns monotonic nanoseconds."""
        self._now = now
        self._spent: OrderedDict[str, tuple[float, int]] = OrderedDict()

    def add(self, household: str, ns: int) -> None:
        """Adds so many nanoseconds of a processor that just went to that household."""
        self._spent[household] = self.by(household) + ns, self._now()
        self._spent.move_to_end(household)
        if len(self._spent) > REMEMBERED:
            self._spent.popitem(last=False)

    def by(self, household: str) -> float:
        """Returns the household's nanoseconds, as they count now."""
        ns, at = self._spent.get(household, (0.0, 0))
        return ns * math.exp2((at - self._now()) / HALF_LIFE_NS)

    def much(self, household: str) -> bool:
        return self.by(household) >= MUCH_NS


# Which request is answered next.

AT_ONCE = 3
"""Limits the requests of one household that are worked at together. All threads share one interpreter: more would not
be done sooner, and a player's tap would have to wait among them."""
TOGETHER = 8
"""Limits the requests that are worked at together in all."""
DEAR = 1
"""Limits how many of these may be from phones that have joined but have asked for much lately, see Spent."""
STRANGERS = 1
"""Limits how many may be from phones that have not joined. However much they ask, a tap shares the interpreter with
one."""


class Turns(ThreadedTaskDispatcher):  # type: ignore[misc]
    """Hands out waitress's threads. They take one household's request after another's, however many one of them asks.

    Phones that have joined come first; among equals the household that has asked for least.
    """

    def __init__(self, threads: int, *, now: Callable[[], int]) -> None:
        super().__init__()
        self.queue = _Lines(now)
        self.set_thread_count(threads)

    def rest(self) -> None:
        """Frees the calling thread's place, because it has answered, or from here on only waits. The next request may
        start."""
        with self.lock:
            if self.queue.leave():
                self.queue_cv.notify()

    def forget(self, channel: Channel) -> None:
        """Drops a connection that has been closed, so its requests need no answers. The cost of opening it counts."""
        with self.lock:
            self.queue.remove(channel)
            if not channel.known:
                self.queue.spent[False].add(channel.household, OPENING_NS)

    def time_by_household(self, households: Iterable[str], *, joined: bool) -> dict[str, float]:
        """Returns the nanoseconds of a processor that each has had, as they count now: its phones that have joined, or
        others."""
        with self.lock:
            return {each: self.queue.spent[joined].by(each) for each in households}


class _Work(NamedTuple):
    """Says what a thread works at: its household, whether the phone has joined, and the thread's processor time at the
    start."""

    household: str
    joined: bool
    since_ns: int


class _Lines:
    """Stands in for waitress's queue: its length says whether there are connections to take up now. Its owner holds the
    lock."""

    def __init__(self, now: Callable[[], int]) -> None:
        self._waiting: dict[bool, OrderedDict[str, deque[Channel]]] = {True: OrderedDict(), False: OrderedDict()}
        """Keeps them by whether they have joined, and by household."""
        self._worked_at: Counter[tuple[str, bool]] = Counter()
        self.spent = {True: Spent(now), False: Spent(now)}
        """Counts by whether they have joined: players do not answer for a stranger of their household."""
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

    def remove(self, channel: "Channel") -> None:
        for lines in self._waiting.values():
            line = lines.get(channel.household)
            if line is not None and channel in line:
                line.remove(channel)
                if not line:
                    del lines[channel.household]

    def leave(self) -> bool:
        """Returns whether the thread that calls was at work until now."""
        work: _Work | None = getattr(self._here, "work", None)
        if work is None:
            return False
        self._here.work = None
        self.spent[work.joined].add(work.household, time.thread_time_ns() - work.since_ns)
        done = work.household, work.joined
        self._worked_at[done] -= 1
        if not self._worked_at[done]:
            del self._worked_at[done]
        return True

    def _next(self) -> tuple[str, bool] | None:
        """Returns the household whose request is taken up now, and whether the phone has joined; None where none may
        be."""
        at_work = self._worked_at
        if at_work.total() >= TOGETHER:
            return None
        spent = self.spent[True]
        players = (each for each in self._waiting[True] if at_work[each, True] < AT_ONCE)
        found = min(players, key=spent.by, default=None)
        if found is not None:
            dear = sum(count for (each, known), count in at_work.items() if known and spent.much(each))
            if dear < DEAR or not spent.much(found):
                return found, True
        if self._waiting[False] and sum(count for (_, known), count in at_work.items() if not known) < STRANGERS:
            return min(self._waiting[False], key=self.spent[False].by), False
        return None


# Which connections stay when there are too many: strangers give way first, and of them the one that holds most.

CONNECTIONS = 200
CONNECTIONS_EACH = 50
"""Limits the connections of one household: a phone has six or so, and behind a router that hides addresses there are
some phones."""
OF_PLAYERS = 150
"""Says how many connections of joined phones never give way to a stranger. The rest is for phones that come to join."""
AS_CONNECTION_NS = 50 * MS
"""Is the recent processor time that counts as one connection, or as one request that waits in a row."""
OPENING_NS = 5 * MS
"""Is what a stranger's connection counts once it is closed: a stranger who keeps reconnecting counts ever more."""
TAKEN_AT_ONCE = 50
"""Limits the new connections that are taken before the open ones are read again: a new phone does not wait behind a
crowd."""
COMING_NS = SECOND
"""Is how long a new connection may be silent before it counts as idle."""
BROUGHT = 16 * 1024 * 1024
"""Limits the bytes of bodies that are kept. Small bodies do not count."""
UNREAD = 32 * 1024 * 1024
"""Limits the bytes of answers that are kept for phones that do not read them."""
LOOK_S, ALONE_S = 1.0, 60.0
"""Says how often it looks for connections that keep it waiting, and how often where none is open."""


class Listener(TcpWSGIServer):  # type: ignore[misc]
    """Runs waitress's server, which also hangs up on what keeps it waiting and shares its room out fairly.

    A new connection is always accepted. Beyond the limits one of a stranger's gives way, see OF_PLAYERS. It is one of
    the household that holds most: connections, requests that wait, and recent processor time. That household loses what
    it misses least, see _least_missed_first.
    """

    channel_class = Channel

    def __init__(
        self,
        app: "WSGIApplication",
        *,
        map: MutableMapping[int, Any],
        listening: Any,
        clock: Clock,
        threads: int,
        settings: Adjustments,
        joined: Callable[[str], bool],
    ) -> None:
        """Takes `joined`, which says whether a Cookie header is that of a phone that has joined."""
        self.clock = clock
        self.joined = joined
        self._look_at = 0
        info = (listening.family, listening.type, listening.proto, listening.getsockname())
        super().__init__(
            app,
            map=map,
            _sock=listening,
            dispatcher=Turns(threads, now=clock.now),
            adj=settings,
            sockinfo=info,
            bind_socket=False,
        )

    def run(self) -> None:
        """Serves until it is closed. While no phone is connected the processor may sleep."""
        while self._map:
            patience = LOOK_S if self.active_channels else ALONE_S
            self.asyncore.loop(timeout=patience, use_poll=self.adj.asyncore_use_poll, map=self._map, count=1)

    @property
    def channels(self) -> list[Channel]:
        """Returns the open connections."""
        return list(self.active_channels.values())

    def readable(self) -> bool:
        """Looks over the connections in every turn of the loop, at least once a second while anybody is connected."""
        now = self.clock.now()
        if now >= self._look_at:
            self._look_at = now + SECOND
            self._look_over(now)
        return bool(self.accepting)

    def handle_accept(self) -> None:
        for _ in range(TAKEN_AT_ONCE):
            held = len(self.active_channels)
            super().handle_accept()
            if len(self.active_channels) == held:
                break
        self._make_room()

    def made_room(self, channel: Channel) -> None:
        """Keeps bodies from filling the memory: what is still arriving gives way, what is whole is answered."""
        if channel.brought <= LARGEST_BODY:
            return
        arriving = [each for each in self.channels if each.idle]
        if arriving and sum(each.brought for each in self.channels) > BROUGHT:
            _heaviest(_before_players(arriving), lambda each: each.brought).handle_close()

    def _make_room(self) -> None:
        """Hangs up on what is beyond the limits. It counts once, however many have come."""
        channels = self._least_missed_first()
        for house, many in Counter(each.household for each in channels).items():
            if many > CONNECTIONS_EACH:
                theirs = [each for each in channels if each.household == house]
                for each in sorted(theirs, key=lambda each: each.known)[: many - CONNECTIONS_EACH]:
                    each.handle_close()
        channels = [each for each in channels if each.connected]
        players = sum(each.known for each in channels)
        for known in (False, True):
            most = OF_PLAYERS if known else CONNECTIONS - min(players, OF_PLAYERS)
            beyond = min(len(channels) - CONNECTIONS, (players if known else len(channels) - players) - most)
            if beyond > 0:
                self._hang_up(beyond, [each for each in channels if each.known == known], joined=known)
                channels = [each for each in channels if each.connected]

    def _hang_up(self, many: int, channels: list[Channel], *, joined: bool) -> None:
        """Hangs up on so many of these: each time on the least missed of a household that weighs most by then."""
        spent = self.task_dispatcher.time_by_household({each.household for each in channels}, joined=joined)
        weights = Counter({house: int(ns / AS_CONNECTION_NS) for house, ns in spent.items()})
        for each in channels:
            weights[each.household] += max(1, len(each.requests))
        for _ in range(many):
            heaviest = max(weights[each.household] for each in channels)
            at = next(at for at, each in enumerate(channels) if weights[each.household] == heaviest)
            gone = channels.pop(at)
            weights[gone.household] -= max(1, len(gone.requests))
            gone.handle_close()

    def _look_over(self, now: int) -> None:
        for channel in self.channels:
            if channel.overdue(now):
                channel.handle_close()
        while sum(each.unread for each in self.channels) > UNREAD:
            unread = [each for each in self.channels if each.unread]
            _heaviest(_before_players(unread), lambda each: each.unread).handle_close()

    def _least_missed_first(self) -> list[Channel]:
        """Returns the connections in order: first those idle for longest, then those that wait for longest, last those
        being answered."""
        came = self.clock.now() - COMING_NS

        def missed(each: Channel) -> tuple[bool, bool, int]:
            return each.is_answered, not each.idle or each.idle_since > came, each.idle_since

        return sorted(self.channels, key=missed)


def _before_players(channels: Iterable[Channel]) -> list[Channel]:
    """Returns those of strangers; all of them where there are none."""
    found = list(channels)
    return [each for each in found if not each.known] or found


def _heaviest(channels: Sequence[Channel], weight: Callable[[Channel], int]) -> Channel:
    """Returns the heaviest connection of the household with most."""
    sums: Counter[str] = Counter()
    for each in channels:
        sums[each.household] += weight(each)
    greediest = max(sums, key=sums.__getitem__)
    return max((each for each in channels if each.household == greediest), key=weight)
