"""Whom an address belongs to, which names this machine goes by, and who seems to be guessing the code."""

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

# Whom an address belongs to, as far as an address tells.

_NETWORK = 64
"""Bits of an IPv6 address that are its network's: of the rest a single machine makes as many as it likes."""


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


# The names that this machine goes by.

_HOST = re.compile(r"(?P<name>\[[0-9a-fA-F:.]+\]|[A-Za-z0-9_.-]+)(?::(?P<port>[0-9]{1,5}))?")
_LAST_PORT = 65_535
ROUTERS = ("fritz.box", "home", "home.arpa", "internal", "lan", "localdomain", "speedport.ip")
"""What home routers put behind the names of their network's machines."""


class Hosts:
    """`names` are this host's, each known as NAME.local too; by default what the system calls itself. `more` are what
    its owner says that it is called besides."""

    def __init__(self, names: Iterable[str] | None = None, *, more: Iterable[str] = ()) -> None:
        whole = {name.lower() for name in (*([socket.gethostname()] if names is None else names), *more)}
        short = {name.partition(".")[0] for name in whole}
        self._names = {"localhost", *whole, *short, *(f"{name}.local" for name in short)}

    def given_by_router(self, host: str) -> bool:
        """Whether a Host header is what a router calls this machine. Somebody else may own that name on the internet,
        so it only leads to the address."""
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


# What the panel's QR code says besides the join code: that whoever sends it has just seen the panel.

LENGTH = 4
"""331,776 of them: at a thousand guesses a second one is hit, and used up, every five minutes, which gives a guesser of
codes 130 more in a night and leaves whoever scans time. More would make the QR code finer."""


class Token:
    """One at a time, and good for one try: whoever brings it is heard however many others are guessing.

    It is no key: without the join code it opens nothing, and a wrong code uses it up, so that it gives no second try.
    Not locked: its owner calls from one thread at a time.
    """

    def __init__(self) -> None:
        self.renew()

    def renew(self) -> None:
        self.text = "".join(secrets.choice(ALPHABET) for _ in range(LENGTH))

    def fits(self, text: str) -> bool:
        return compare_digest(text.encode(), self.text.encode())


# Wrong join codes: how many are heard, and who seems to be guessing.

WINDOW_S = 60
EACH = 5
"""Wrong codes a minute from one household."""
AGAIN = 60
"""Wrong codes a minute from all households together that were wrong before."""
FIRST = 240
"""Wrong codes a minute from all households together that were not: nearly a whole /24 once."""
TYPOS = 10
"""Wrong codes with no right one among them, however slowly they come: a player has looked at the screen by then."""
REMEMBERED = 1024
"""Households. Who would be the next pushes out the one that has not tried for longest."""
CALM_S = 120
"""So long after the last try of somebody who guesses does the table still say so."""


class Guesses:
    """Whoever mistypes may try again, whoever guesses waits, and neither keeps anyone else out.

    A household has five wrong codes a minute. What all together have is counted apart for those who were wrong before
    and for those who were not, so a guesser with a few addresses uses up what guessers share, while a phone that comes
    for the first time is heard. Only who makes up new addresses without end, 240 a minute, uses that up too; then the
    panel's QR code still lets in (web.door.guesses).

    The sums: there are 24^6 = 191,102,976 codes, and a code lasts twelve hours, 720 minutes. One household gets 3,600
    tries, 1 chance in 53,000; as many as share the 60 a minute 43,200, 1 in 4,400; with new addresses without end
    216,000, 1 in 880.

    Not locked: its owner calls from one thread at a time.
    """

    def __init__(self, clock: Clock) -> None:
        self._clock = clock
        self._wrong: OrderedDict[str, _Recent] = OrderedDict()
        self._again = _Recent(AGAIN)
        self._first = _Recent(FIRST)
        self._who = ""
        self._calm_at = 0

    def may_try(self, address: str) -> None:
        """Raises TurnedAway (429) for who has to wait: with the right code too, or trying on would tell."""
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
        """Who knows the code has mistyped, if anything, and is new again."""
        self._wrong.pop(household(address), None)

    @property
    def who(self) -> str | None:
        """Returns who is guessing, by address; None while nobody is."""
        return self._who if self._clock.now() < self._calm_at else None

    def _guessing(self, who: str, now: int) -> None:
        """The first is named as long as anybody goes on: a name that changed with every try would be a line in the log
        each."""
        if now >= self._calm_at:
            self._who = who
        self._calm_at = now + CALM_S * SECOND


class _Recent:
    """The moments of the last `most` things, of which as many are allowed in a minute."""

    def __init__(self, most: int) -> None:
        self._moments: deque[int] = deque(maxlen=most)
        self.count = 0
        """How many there ever were."""

    def add(self, now: int) -> None:
        self._moments.append(now)
        self.count += 1

    def wait(self, now: int) -> int:
        """Nanoseconds until there may be one more; 0 or less for now."""
        if len(self._moments) < (self._moments.maxlen or 0):
            return 0
        return self._moments[0] + WINDOW_S * SECOND - now
