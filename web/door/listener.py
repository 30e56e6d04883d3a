"""Who stays connected when it gets tight, and whose request is answered next."""

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

# Who has had much of the processor lately.

HALF_LIFE_NS = 5 * SECOND
"""After so long, what was spent counts half."""
MUCH_NS = 400 * MS
"""So much at once is more than a player asks for: 100 taps, or ten of the dearest questions. It is what 5 % of a
processor come to in the long run."""
REMEMBERED = 256
"""Households. Of more, the one is forgotten that has asked for nothing for longest."""


class Spent:
    """Processor time by household, what is past counting ever less. Not locked: its owner is."""

    def __init__(self, now: Callable[[], int]) -> None:
        """`now` tells monotonic nanoseconds."""
        self._now = now
        self._spent: OrderedDict[str, tuple[float, int]] = OrderedDict()

    def add(self, household: str, ns: int) -> None:
        """So many nanoseconds of a processor went to that household just now."""
        self._spent[household] = self.by(household) + ns, self._now()
        self._spent.move_to_end(household)
        if len(self._spent) > REMEMBERED:
            self._spent.popitem(last=False)

    def by(self, household: str) -> float:
        """Nanoseconds, as they count now."""
        ns, at = self._spent.get(household, (0.0, 0))
        return ns * math.exp2((at - self._now()) / HALF_LIFE_NS)

    def much(self, household: str) -> bool:
        return self.by(household) >= MUCH_NS


# Whose request is answered next.

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

    def forget(self, channel: Channel) -> None:
        """Drops a connection that has been closed: nobody waits for its answers. What opening it has cost counts."""
        with self.lock:
            self.queue.remove(channel)
            if not channel.known:
                self.queue.spent[False].add(channel.household, OPENING_NS)

    def spent(self, households: Iterable[str], *, joined: bool) -> dict[str, float]:
        """Nanoseconds of a processor that each has had, as they count now: its phones that have joined, or others."""
        with self.lock:
            return {each: self.queue.spent[joined].by(each) for each in households}


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
        self.spent = {True: Spent(now), False: Spent(now)}
        """By whether they have joined: players answer for no stranger of their household."""
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
        """Whose request is taken up now, and whether they have joined; None where nobody's may be."""
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


# Who stays connected when it gets tight: strangers give way first, and of them whoever holds most.

CONNECTIONS = 200
CONNECTIONS_EACH = 50
"""From one household: a phone has six or so, and behind a router that hides addresses there are some phones."""
OF_PLAYERS = 150
"""So many connections of phones that have joined give way to no stranger; the rest is for phones that come to join."""
AS_CONNECTION_NS = 50 * MS
"""So much of a processor lately weighs as much as one connection, or as one request that waits in a row."""
OPENING_NS = 5 * MS
"""What a stranger's connection counts once it is closed: who comes again and again weighs ever more."""
TAKEN_AT_ONCE = 50
"""New connections that are taken before those that are there are heard again: who knocks waits behind no crowd."""
COMING_NS = SECOND
"""So long may a new connection be silent before it counts as one that asks for nothing."""
BROUGHT = 16 * 1024 * 1024
"""Bytes of bodies that are kept; small ones go without counting."""
UNREAD = 32 * 1024 * 1024
"""Bytes of answers that are kept for phones that do not read them."""
LOOK_S, ALONE_S = 1.0, 60.0
"""How often whatever keeps it waiting is looked for, and how often where there is nobody."""


class Listener(TcpWSGIServer):  # type: ignore[misc]
    """Waitress's server, which besides hangs up on what keeps it waiting and shares its room out fairly.

    A new connection is always accepted. Beyond the limits one of a stranger's gives way, see OF_PLAYERS. It is one of
    the household that holds most: connections, requests that wait, and what it has had of the processor lately. That
    household loses what it misses least, see _least_missed_first.
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
        """`joined` tells from a Cookie header whether it is that of a phone that has joined."""
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
        """Serves until it is closed. Where nobody is connected the processor may sleep."""
        while self._map:
            patience = LOOK_S if self.active_channels else ALONE_S
            self.asyncore.loop(timeout=patience, use_poll=self.adj.asyncore_use_poll, map=self._map, count=1)

    @property
    def channels(self) -> list[Channel]:
        """Returns those that are open."""
        return list(self.active_channels.values())

    def readable(self) -> bool:
        """Asked in every turn of the loop, at the least once a second while anybody is connected."""
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
        """Hangs up on what is beyond the limits. Counts once, however many have come."""
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
        spent = self.task_dispatcher.spent({each.household for each in channels}, joined=joined)
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
        """Returns what has asked for nothing for longest, then what waits for longest; what is being answered last."""
        came = self.clock.now() - COMING_NS

        def missed(each: Channel) -> tuple[bool, bool, int]:
            return each.is_answered, not each.idle or each.idle_since > came, each.idle_since

        return sorted(self.channels, key=missed)


def _before_players(channels: Iterable[Channel]) -> list[Channel]:
    """Returns those of strangers; all of them where there are none."""
    found = list(channels)
    return [each for each in found if not each.known] or found


def _heaviest(channels: Sequence[Channel], weight: Callable[[Channel], int]) -> Channel:
    """The heaviest connection of the household with most."""
    sums: Counter[str] = Counter()
    for each in channels:
        sums[each.household] += weight(each)
    greediest = max(sums, key=sums.__getitem__)
    return max((each for each in channels if each.household == greediest), key=weight)
