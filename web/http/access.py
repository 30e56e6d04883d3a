"""Who may change the table: phones that have given the join code."""

import ipaddress
import re
import socket
import threading
from collections import Counter, deque
from collections.abc import Iterable, Mapping
from pathlib import Path

from itsdangerous import BadSignature, URLSafeSerializer

from companion.clock import SECOND, Clock
from web.http.pace import MOST_PHONES, Pace
from web.http.problems import TurnedAway
from web.http.seating import PhoneSeat, Seating
from web.http.secrets import SecretsFile

COOKIE = "warglass"
MONTH_S = 30 * 24 * 3600
"""How long a phone keeps what it is given."""
WINDOW_S = 60
TRIES_EACH = 5
TRIES_IN_ALL = 20

_HOST = re.compile(r"(?P<name>\[[0-9a-fA-F:.]+\]|[A-Za-z0-9_.-]+)(:\d{1,5})?")


class Access:
    """The join code, the phones it has let in, and the names this host goes by. Any thread may call."""

    def __init__(self, state_dir: Path, clock: Clock, *, hostnames: Iterable[str] | None = None) -> None:
        """`hostnames` are this host's names, each known as NAME.local too; by default what the system calls itself."""
        self._clock = clock
        self.pace = Pace(clock)
        self._secrets = SecretsFile(state_dir, clock)
        self._wrong: deque[tuple[int, str]] = deque()
        self._seen: dict[int, tuple[int, PhoneSeat]] = {}  # by phone: the code it joined with, and where it sits
        self._lock = threading.Lock()
        names = [socket.gethostname()] if hostnames is None else hostnames
        short = {name.lower().partition(".")[0] for name in names}
        self._names = {"localhost", *short, *(f"{name}.local" for name in short), *(name.lower() for name in names)}

    @property
    def code(self) -> str:
        """The join code now."""
        return self._secrets.read().code

    @property
    def key(self) -> str:
        """The key for what the site signs."""
        return self._secrets.read().key

    def renew(self) -> str:
        """Makes a new join code and returns it. Every phone has to join again."""
        return self._secrets.renew()

    def fits(self, code: str, *, address: str) -> bool:
        """Whether this is the code.

        Raises TurnedAway (429) after five wrong codes from one address, or twenty in all, within a minute; the right
        one has to wait then too, or trying on would tell.
        """
        now = self._clock.now()
        with self._lock:
            self._may_try(address, now)
            fits = _plain(code) == self.code
            if not fits:
                self._wrong.append((now, address))
            return fits

    def join(
        self,
        code: str,
        *,
        address: str,
        seat: PhoneSeat = PhoneSeat.BOTH,
        name: str | None = None,
        cookie: str | None = None,
    ) -> str | None:
        """The cookie for a phone that gives the right code, None for a wrong one. `cookie` is the one it had: with it
        the phone keeps its number. Raises TurnedAway, see `fits`."""
        if not self.fits(code, address=address):
            return None
        known = self._read(cookie)
        phone = self._secrets.next_phone() if known is None else known[1].phone
        return self.seated(Seating(phone=phone, seat=seat, name=name))

    def seated(self, seating: Seating) -> str:
        """The cookie of a phone that has joined, for that seat."""
        generation = self._secrets.read().generation
        return str(self._signer().dumps([generation, seating.phone, seating.seat.value, seating.name]))

    def seating(self, cookie: str | None) -> Seating | None:
        """Where the phone with this cookie sits; None where it has not joined, or with an older code."""
        found = self._read(cookie)
        if found is None or found[0] != self._secrets.read().generation:
            return None
        generation, seating = found
        with self._lock:
            self._seen.pop(seating.phone, None)
            self._seen[seating.phone] = generation, seating.seat
            if len(self._seen) > MOST_PHONES:
                del self._seen[next(iter(self._seen))]
        return seating

    def earlier(self, cookie: str | None) -> Seating | None:
        """Where the phone with this cookie sat, with whichever code it had joined."""
        found = self._read(cookie)
        return None if found is None else found[1]

    def sitting(self) -> Mapping[PhoneSeat, int]:
        """How many phones that have joined with the code of now have asked for anything since this was made, by
        seat."""
        generation = self._secrets.read().generation
        with self._lock:
            return Counter(seat for each, seat in self._seen.values() if each == generation)

    @property
    def phones(self) -> int:
        """How many these are in all."""
        return sum(self.sitting().values())

    def knows_host(self, host: str) -> bool:
        """Whether a Host header means this machine: an address, localhost, or one of its names, with any port.

        A page elsewhere can point its own name at this address (DNS rebinding); its requests carry that name.
        """
        found = _HOST.fullmatch(host)
        if found is None:
            return False
        name = found["name"].lower().removesuffix(".")
        if name in self._names:
            return True
        try:
            ipaddress.ip_address(name.strip("[]"))
        except ValueError:
            return False
        return True

    def _read(self, cookie: str | None) -> tuple[int, Seating] | None:
        """The code's generation and the seating that a cookie of ours was made for."""
        if not cookie:
            return None
        try:
            generation, phone, *rest = self._signer().loads(cookie)
            seat, name = rest or (PhoneSeat.BOTH.value, None)  # as written before phones had seats
            return generation, Seating(phone=int(phone), seat=PhoneSeat(seat), name=name)
        except (BadSignature, ValueError, TypeError):
            return None

    def _signer(self) -> URLSafeSerializer:
        return URLSafeSerializer(self._secrets.read().key, salt="phone")

    def _may_try(self, address: str, now: int) -> None:
        while self._wrong and now - self._wrong[0][0] >= WINDOW_S * SECOND:
            self._wrong.popleft()
        mine = [at for at, tried in self._wrong if tried == address]
        if len(self._wrong) >= TRIES_IN_ALL:
            oldest = self._wrong[0][0]
        elif len(mine) >= TRIES_EACH:
            oldest = mine[0]
        else:
            return
        wait = -(-(oldest + WINDOW_S * SECOND - now) // SECOND)
        raise TurnedAway(429, f"Too many wrong codes. Wait {wait} s, then try again.", retry_after=wait)


def _plain(code: str) -> str:
    return re.sub(r"[\s-]", "", code).upper()
