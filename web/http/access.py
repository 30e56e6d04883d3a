"""Who may change the table: phones that have given the join code."""

import re
import threading
from collections import Counter
from collections.abc import Iterable, Mapping
from hmac import compare_digest
from pathlib import Path

from itsdangerous import BadSignature, URLSafeSerializer

from companion.clock import Clock
from web.http.guesses import Guesses
from web.http.hosts import Hosts
from web.http.pace import MOST_PHONES, Pace
from web.http.seating import PhoneSeat, Seating
from web.http.secrets import CODE_LENGTH, SecretsFile
from web.http.tokens import Token

COOKIE = "warglass"
MONTH_S = 30 * 24 * 3600
"""How long a phone keeps what it is given."""


class Access:
    """The join code and the phones it has let in. Any thread may call."""

    def __init__(self, state_dir: Path, clock: Clock, *, hostnames: Iterable[str] | None = None) -> None:
        """`hostnames`: see web.http.hosts."""
        self.hosts = Hosts(hostnames)
        self.pace = Pace(clock)
        self._secrets = SecretsFile(state_dir, clock)
        self._guesses = Guesses(clock)
        self._token = Token()
        self._token_for = self.code
        self._seen: dict[int, tuple[int, PhoneSeat]] = {}  # by phone: the code it joined with, and where it sits
        self._lock = threading.Lock()

    @property
    def code(self) -> str:
        """The join code now."""
        return self._secrets.read().code

    @property
    def token(self) -> str:
        """What the panel's QR code has behind the join code, see web.http.tokens; another one once it was used, and
        with every code."""
        with self._lock:
            return self._token_now().text

    @property
    def guesser(self) -> str | None:
        """Whose address somebody is guessing codes from; None while nobody is."""
        with self._lock:
            return self._guesses.who

    @property
    def key(self) -> str:
        """The key for what the site signs."""
        return self._secrets.read().key

    @property
    def trouble(self) -> str | None:
        """Why who has joined would be forgotten with a restart, to end a sentence with; None where it would not."""
        return self._secrets.trouble

    def renew(self) -> str:
        """Makes a new join code and returns it. Every phone has to join again."""
        return self._secrets.renew()

    def fits(self, code: str, *, address: str) -> bool:
        """Whether this is the code; what is behind its six symbols may be the token.

        Raises TurnedAway (429) for who has guessed too much and brings no token, see web.http.guesses.
        """
        return self._heard(code, address=address, spend=False)

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
        if not self._heard(code, address=address, spend=True):
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

    def _heard(self, typed: str, *, address: str, spend: bool) -> bool:
        """Whether the code is right. A token beside it is used up if it is wrong, or if `spend`."""
        plain = _plain(typed)
        code, token = plain[:CODE_LENGTH], plain[CODE_LENGTH:]
        with self._lock:
            vouched = self._token_now().fits(token)
            if not vouched:
                self._guesses.may_try(address)
            right = compare_digest(code.encode(), self.code.encode())
            if vouched and (spend or not right):
                self._token.renew()
            if right:
                self._guesses.was_right(address)
            elif not vouched:
                self._guesses.was_wrong(address)
            return right

    def _token_now(self) -> Token:
        code = self.code
        if self._token_for != code:
            self._token_for = code
            self._token.renew()
        return self._token


def _plain(code: str) -> str:
    return re.sub(r"[\s-]", "", code).upper()
