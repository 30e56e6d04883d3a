"""Who stays connected when it gets tight: whoever has most gives way first."""

from collections import Counter
from collections.abc import Callable, Iterable, MutableMapping
from typing import TYPE_CHECKING, Any

from waitress.adjustments import Adjustments
from waitress.server import TcpWSGIServer

from companion.clock import SECOND, Clock
from web.door.channel import Channel
from web.door.turns import Turns
from web.http.limits import LARGEST_BODY

if TYPE_CHECKING:
    from _typeshed.wsgi import WSGIApplication

CONNECTIONS = 200
CONNECTIONS_EACH = 50
"""From one household: a phone has six or so, and behind a router that hides addresses there are some phones."""
BROUGHT = 16 * 1024 * 1024
"""Bytes of bodies that are kept; small ones go without counting."""
UNREAD = 32 * 1024 * 1024
"""Bytes of answers that are kept for phones that do not read them."""


LOOK_S, IDLE_S = 1.0, 60.0
"""How often whatever keeps it waiting is looked for, and how often where there is nobody."""


class Listener(TcpWSGIServer):  # type: ignore[misc]
    """Waitress's server, which besides hangs up on what keeps it waiting and shares its room out fairly.

    A new connection is always accepted. Beyond the limits the household with most loses what it misses least: a
    connection of which nothing is being answered, the one that has been idle for longest.
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
            patience = LOOK_S if self.active_channels else IDLE_S
            self.asyncore.loop(timeout=patience, use_poll=self.adj.asyncore_use_poll, map=self._map, count=1)

    @property
    def channels(self) -> list[Channel]:
        """Those that are open."""
        return list(self.active_channels.values())

    def readable(self) -> bool:
        """Asked in every turn of the loop, at the least once a second while anybody is connected."""
        now = self.clock.now()
        if now >= self._look_at:
            self._look_at = now + SECOND
            self._look_over(now)
        return bool(self.accepting)

    def handle_accept(self) -> None:
        super().handle_accept()
        channels = self.channels
        if not channels:
            return
        house, most = Counter(each.household for each in channels).most_common(1)[0]
        if most > CONNECTIONS_EACH:
            _longest_idle(each for each in channels if each.household == house).handle_close()
        elif len(channels) > CONNECTIONS:
            _longest_idle(_of_greediest(channels, lambda each: int(each.idle))).handle_close()

    def made_room(self, channel: Channel) -> None:
        """Keeps bodies from filling the memory: what is still arriving gives way, what is whole is answered."""
        if channel.brought <= LARGEST_BODY:
            return
        arriving = [each for each in self.channels if each.idle]
        if arriving and sum(each.brought for each in self.channels) > BROUGHT:
            _heaviest(arriving, lambda each: each.brought).handle_close()

    def _look_over(self, now: int) -> None:
        for channel in self.channels:
            if channel.overdue(now):
                channel.handle_close()
        while sum(each.unread for each in self.channels) > UNREAD:
            _heaviest(self.channels, lambda each: each.unread).handle_close()


def _of_greediest(channels: Iterable[Channel], weight: Callable[[Channel], int]) -> list[Channel]:
    """The connections of the household with most."""
    found = list(channels)
    sums: Counter[str] = Counter()
    for each in found:
        sums[each.household] += weight(each)
    greediest = max(sums, key=sums.__getitem__)
    return [each for each in found if each.household == greediest]


def _heaviest(channels: Iterable[Channel], weight: Callable[[Channel], int]) -> Channel:
    """The heaviest connection of that household."""
    return max(_of_greediest(channels, weight), key=weight)


def _longest_idle(channels: Iterable[Channel]) -> Channel:
    return min(channels, key=lambda each: (not each.idle, each.idle_since))
