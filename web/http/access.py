"""Who may change the table: phones that have given the join code."""

import ipaddress
import re
import socket
import threading
from collections import deque
from collections.abc import Iterable
from pathlib import Path

from itsdangerous import BadSignature, URLSafeSerializer

from companion.clock import SECOND, Clock
from web.http.problems import TurnedAway
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
        self._secrets = SecretsFile(state_dir, clock)
        self._wrong: deque[tuple[int, str]] = deque()
        self._seen: set[tuple[int, int]] = set()
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

    def join(self, code: str, *, address: str) -> str | None:
        """The cookie for a phone that gives the right code, None for a wrong one.

        Raises TurnedAway (429) after five wrong codes from one address, or twenty in all, within a minute; the right
        one has to wait then too, or trying on would tell.
        """
        now = self._clock.now()
        with self._lock:
            self._may_try(address, now)
            held = self._secrets.read()
            if _plain(code) != held.code:
                self._wrong.append((now, address))
                return None
        return str(self._signer().dumps([held.generation, self._secrets.next_phone()]))

    def phone(self, cookie: str | None) -> int | None:
        """The number of the phone with this cookie; None where it has not joined, or with an older code."""
        if not cookie:
            return None
        try:
            generation, number = self._signer().loads(cookie)
        except (BadSignature, ValueError, TypeError):
            return None
        if generation != self._secrets.read().generation:
            return None
        with self._lock:
            self._seen.add((generation, number))
        return int(number)

    @property
    def phones(self) -> int:
        """How many phones that have joined with the code of now have asked for anything since this was made."""
        generation = self._secrets.read().generation
        with self._lock:
            return sum(each == generation for each, _ in self._seen)

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
