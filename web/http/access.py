"""Who may change the table: phones that have given the join code."""

import re
import threading
from collections.abc import Iterable, Mapping
from hmac import compare_digest
from pathlib import Path

from itsdangerous import BadSignature, URLSafeSerializer

from companion.clock import Clock
from companion.daytime.phone_time import PhoneTime
from web.door.guesses import Guesses, Hosts, Token, household
from web.http.phones import Phones, PhoneSeat, Seating
from web.http.problems import Pace
from web.http.secrets import CODE_LENGTH, Secrets, SecretsFile, renewed

COOKIE = "warglass"
"""Of the site at PLAIN_PORT. That of any other has its port behind it: browsers tell cookies of one address apart by
name alone."""
PLAIN_PORT = 80
MONTH_S = 30 * 24 * 3600
"""How long a phone keeps what it is given."""
LONGEST_COOKIE, MOST_COOKIES = 500, 20
"""Characters, and how many are looked through: ours has some 100, and this host gives two."""
CHANGES, CHANGES_A_SECOND = 300, 1.0
"""So many changes a phone may make in a row, and in the long run: two thumbs over one phone stay below."""
NEW_PHONES, NEW_PHONES_A_SECOND = 40, 1 / 60
"""So many phones with a new number may come from one household in a row, and in the long run: each has a pace of its
own."""


class Access:
    """The join code and the phones it has let in. Any thread may call."""

    def __init__(
        self,
        state_dir: Path,
        clock: Clock,
        *,
        port: int = PLAIN_PORT,
        hostnames: Iterable[str] | None = None,
        more_names: Iterable[str] = (),
    ) -> None:
        """`port` is the one that pages are served at; `hostnames` and `more_names`: see web.door.guesses."""
        self.cookie = COOKIE if port == PLAIN_PORT else f"{COOKIE}-{port}"
        """What phones keep its cookie as."""
        self.hosts = Hosts(hostnames, more=more_names)
        self.pace = Pace(
            clock,
            at_once=CHANGES,
            a_second=CHANGES_A_SECOND,
            too_many="This phone asks for more than anybody can play.",
        )
        self._newcomers = Pace(
            clock, at_once=NEW_PHONES, a_second=NEW_PHONES_A_SECOND, too_many="Too many new phones from one address."
        )
        self._secrets = SecretsFile(state_dir, clock)
        self._guesses = Guesses(clock)
        self._token = Token()
        self._token_for = self.code
        self.joined = Phones(self._secrets, clock)
        self.phone_time = PhoneTime(state_dir, clock)
        self._clock = clock
        self._lock = threading.Lock()

    @property
    def code(self) -> str:
        """The join code now."""
        return self._secrets.read().code

    @property
    def token(self) -> str:
        """What the panel's QR code has behind the join code, see web.door.guesses; another one once it was used, and
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

    def renew_as(self, cookie: str | None) -> str | None:
        """Makes a new join code. Every phone but the one with this cookie has to join again: returns its new one, or
        None where it has not joined itself, and then nothing has changed."""
        found = self._read(cookie)
        if found is None:
            return None
        generation, seating = found
        made: list[Secrets] = []

        def new(held: Secrets) -> Secrets:
            if held.generation != generation or seating.phone in held.asked:
                return held
            made.append(renewed(held, self._clock))
            return made[-1]

        self._secrets.change(new)
        return self._cookie(seating, made[-1].generation) if made else None

    def fits(self, code: str, *, address: str) -> bool:
        """Whether this is the code; what is behind its six symbols may be the token.

        Raises TurnedAway (429) for who has guessed too much and brings no token, see web.door.guesses.
        """
        return self._heard(code, address=address, spend=False) is not None

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
        the phone keeps its number. Raises TurnedAway, see `fits`, and for too many new phones."""
        generation = self._heard(code, address=address, spend=True)
        if generation is None:
            return None
        known = self._read(cookie)
        if known is None:
            self._newcomers.keep(household(address))
        phone = self._secrets.next_phone() if known is None else known[1].phone
        self.joined.let_in(phone)
        return self._cookie(Seating(phone=phone, seat=seat, name=name), generation)

    def reseated(self, cookie: str | None, seating: Seating) -> str:
        """The cookie of the phone that had this one, for that seat: it lets in with the same code, not with a newer."""
        found = self._read(cookie)
        return self._cookie(seating, 0 if found is None else found[0])

    def seating(self, cookie: str | None) -> Seating | None:
        """Where the phone with this cookie sits; None where it has not joined, or with an older code, or was asked to
        leave."""
        found = self._let_in(cookie)
        if found is None:
            return None
        generation, cookies = found
        seating = self.joined.latest(cookies)
        self.joined.saw(seating, generation)
        return seating

    def brought(self, cookies: Mapping[str, str]) -> str | None:
        """This site's, of all that a browser sends: under the name that all had once, where it has none under its own.
        Another site's is signed by another, and is none here."""
        return cookies.get(self.cookie, cookies.get(COOKIE))

    def lets_in(self, header: str) -> bool:
        """Whether the cookies of that header have one that lets its phone play. Costs a signature at the most."""
        pairs = [each.strip().partition("=") for each in header.split(";", MOST_COOKIES)]
        cookie = self.brought({name: value for name, _, value in reversed(pairs)}) or ""
        return len(cookie) <= LONGEST_COOKIE and self._let_in(cookie) is not None

    def asked_by(self, cookie: str | None) -> str | None:
        """Who asked the phone with this cookie to leave; None where nobody did, or a code is new since."""
        earlier = self.earlier(cookie)
        return None if earlier is None else self.joined.asked_by(earlier.phone)

    def earlier(self, cookie: str | None) -> Seating | None:
        """Where the phone with this cookie sat, with whichever code it had joined."""
        found = self._read(cookie)
        return None if found is None else found[1]

    @property
    def phones(self) -> int:
        """How many phones are here."""
        return len(self.joined.here())

    def _let_in(self, cookie: str | None) -> tuple[int, Seating] | None:
        """What `_read` does, of a cookie that is good still."""
        found = self._read(cookie)
        if found is None or found[0] != self._secrets.read().generation:
            return None
        return found if self.joined.asked_by(found[1].phone) is None else None

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

    def _cookie(self, seating: Seating, generation: int) -> str:
        return str(self._signer().dumps([generation, seating.phone, seating.seat.value, seating.name]))

    def _signer(self) -> URLSafeSerializer:
        return URLSafeSerializer(self._secrets.read().key, salt="phone")

    def _heard(self, typed: str, *, address: str, spend: bool) -> int | None:
        """The generation of the code if it is right. A token beside it is used up if it is wrong, or if `spend`."""
        held = self._secrets.read()  # once: a code that is made meanwhile is another
        plain = _plain(typed)
        code, token = plain[:CODE_LENGTH], plain[CODE_LENGTH:]
        with self._lock:
            vouched = self._token_now().fits(token)
            if not vouched:
                self._guesses.may_try(address)
            right = compare_digest(code.encode(), held.code.encode())
            if vouched and (spend or not right):
                self._token.renew()
            if right:
                self._guesses.was_right(address)
            elif not vouched:
                self._guesses.was_wrong(address)
            return held.generation if right else None

    def _token_now(self) -> Token:
        code = self.code
        if self._token_for != code:
            self._token_for = code
            self._token.renew()
        return self._token


def _plain(code: str) -> str:
    return re.sub(r"[\s-]", "", code).upper()
