"""Finds the household of an address, the names of this machine, and the household that seems to be guessing the
code."""

import ipaddress
import re
import secrets
import socket
from collections import OrderedDict, deque
from collections.abc import Iterable
from hmac import compare_digest

from companion.clock import SECOND, Clock
from web.http.problems import TurnedAway
from web.http.secrets import ALPHABET

# The household of an address, as far as the address shows it.

_NETWORK = 64
"""Is the bits of an IPv6 address that are its network's. A single machine makes as many others as it likes."""


def household(address: str) -> str:
    """Returns what limits count by: an IPv4 address as it is, of an IPv6 address its network, "2001:db8:0:1::/64"."""
    try:
        read = ipaddress.ip_address(address.partition("%")[0])
    except ValueError:
        return address
    if isinstance(read, ipaddress.IPv4Address):
        return str(read)
    if read.ipv4_mapped is not None:
        return str(read.ipv4_mapped)
    return str(ipaddress.IPv6Network((read, _NETWORK), strict=False))


# The names of this machine.

_HOST = re.compile(r"(?P<name>\[[0-9a-fA-F:.]+\]|[A-Za-z0-9_.-]+)(?::(?P<port>[0-9]{1,5}))?")
_LAST_PORT = 65_535
ROUTERS = ("fritz.box", "home", "home.arpa", "internal", "lan", "localdomain", "speedport.ip")
"""Lists what home routers put behind the names of their network's machines."""


class Hosts:
    """Knows this host's names. `names` are its own, each known as NAME.local too; by default the system's. `more` are
    other names that its owner has listed."""

    def __init__(self, names: Iterable[str] | None = None, *, more: Iterable[str] = ()) -> None:
        whole = {name.lower() for name in (*([socket.gethostname()] if names is None else names), *more)}
        short = {name.partition(".")[0] for name in whole}
        self._names = {"localhost", *whole, *short, *(f"{name}.local" for name in short)}

    def given_by_router(self, host: str) -> bool:
        """Returns whether a Host header is what a router calls this machine. Another machine may have that name on the
        internet, so it only leads to the address."""
        name, _, behind = host.partition(":")[0].lower().removesuffix(".").partition(".")
        return name in self._names and behind in ROUTERS

    def known(self, host: str) -> bool:
        """Returns whether a Host header means this machine: an address, localhost, or one of its names, with any port.

        A page elsewhere can point its own name at this address (DNS rebinding); its requests carry that name.
        """
        found = _HOST.fullmatch(host)
        if found is None or int(found["port"] or 1) not in range(1, _LAST_PORT + 1):
            return False
        name = found["name"].lower().removesuffix(".")
        if name in self._names:
            return True
        try:
            ipaddress.ip_address(name[1:-1] if name.startswith("[") else name)
        except ValueError:
            return False
        return True


# What the panel's QR code has besides the join code. It shows that the phone has just seen the panel.

LENGTH = 4
"""Makes 331,776 tokens. At a thousand guesses a second one is hit, and used up, every five minutes. That gives a
guesser of codes 130 more tries in a night and leaves a scanning phone time. A longer token would make the QR code
finer."""


class GuessToken:
    """Holds one token at a time, good for one try. A phone that sends it gets its try however many others are guessing.

    It is not a key: without the join code it opens no table. A wrong code uses it up, so that it gives no second try.
    It has no lock: its owner calls from one thread at a time.
    """

    def __init__(self) -> None:
        self.renew()

    def renew(self) -> None:
        self.text = "".join(secrets.choice(ALPHABET) for _ in range(LENGTH))

    def fits(self, text: str) -> bool:
        return compare_digest(text.encode(), self.text.encode())


# Wrong join codes: how many are let through, and which household seems to be guessing.

WINDOW_S = 60
EACH = 5
"""Limits the wrong codes a minute from one household."""
AGAIN = 60
"""Limits the wrong codes a minute from all households together that were wrong before."""
FIRST = 240
"""Limits the wrong codes a minute from all households together that were not: nearly a whole /24 once."""
TYPOS = 10
"""Limits the wrong codes without a right one, however slowly they come: a player has looked at the screen by then."""
REMEMBERED = 1024
"""Limits the households that are remembered. One more replaces the one that has not tried for longest."""
CALM_S = 120
"""Is how long after a guesser's last try the table still reports it."""


class Guesses:
    """Lets a player who mistypes try again, makes a guesser wait, and keeps both from shutting others out.

    A household has five wrong codes a minute. All together have two counts: one for households that were wrong before,
    one for the others. So a guesser with a few addresses uses up what guessers share, while a new phone still gets its
    try. Only a guesser with endless new addresses, 240 a minute, uses that up too. Then the panel's QR code still lets
    in (see GuessToken).

    The sums: there are 24^6 = 191,102,976 codes, and a code lasts twelve hours, 720 minutes. One household gets 3,600
    tries, 1 chance in 53,000. All that share the 60 a minute get 43,200, 1 in 4,400. Endless new addresses get 216,000,
    1 in 880.

    It has no lock: its owner calls from one thread at a time.
    """

    def __init__(self, clock: Clock) -> None:
        self._clock = clock
        self._wrong: OrderedDict[str, _Recent] = OrderedDict()
        self._again = _Recent(AGAIN)
        self._first = _Recent(FIRST)
        self._who = ""
        self._calm_at = 0

    def may_try(self, address: str) -> None:
        """Raises TurnedAway (429) for a household that has to wait. It does so with the right code too, or more tries
        would reveal it."""
        now, who = self._clock.now(), household(address)
        own = self._wrong.get(who)
        wait = self._first.wait(now) if own is None else max(own.wait(now), self._again.wait(now))
        if wait <= 0:
            return
        if own is not None and own.wait(now) > 0:
            self._guessing(who, now)
        seconds = -(-wait // SECOND)
        raise TurnedAway(
            429,
            f"Too many wrong codes. Wait {seconds} s, or scan the QR code on the table's screen.",
            retry_after=seconds,
        )

    def was_wrong(self, address: str) -> None:
        now, who = self._clock.now(), household(address)
        own = self._wrong.get(who)
        (self._first if own is None else self._again).add(now)
        own = self._wrong.setdefault(who, _Recent(EACH))
        own.add(now)
        self._wrong.move_to_end(who)
        if len(self._wrong) > REMEMBERED:
            self._wrong.popitem(last=False)
        if own.count >= TYPOS or any(recent.wait(now) > 0 for recent in (own, self._again, self._first)):
            self._guessing(who, now)

    def was_right(self, address: str) -> None:
        """Forgets the household's wrong codes: a player who knows the code had only mistyped."""
        self._wrong.pop(household(address), None)

    @property
    def who(self) -> str | None:
        """Returns the guessing household, by address; None while none is guessing."""
        return self._who if self._clock.now() < self._calm_at else None

    def _guessing(self, who: str, now: int) -> None:
        """Names the first guesser while any guessing continues. A name that changed with every try would make a log
        line each time."""
        if now >= self._calm_at:
            self._who = who
        self._calm_at = now + CALM_S * SECOND


class _Recent:
    """Holds the moments of the last `most` events, of which as many are allowed in a minute."""

    def __init__(self, most: int) -> None:
        self._moments: deque[int] = deque(maxlen=most)
        self.count = 0
        """Counts all events ever."""

    def add(self, now: int) -> None:
        self._moments.append(now)
        self.count += 1

    def wait(self, now: int) -> int:
        """Returns the nanoseconds until there may be one more; 0 or less for now."""
        if len(self._moments) < (self._moments.maxlen or 0):
            return 0
        return self._moments[0] + WINDOW_S * SECOND - now
