"""Decides who may change the table: phones that have given the join code."""

import re
import threading
from collections.abc import Iterable, Mapping
from hmac import compare_digest
from pathlib import Path

from itsdangerous import BadSignature, URLSafeSerializer

from companion.clock import Clock
from companion.daytime.phone_time import PhoneTime
from web.door.guesses import Guesses, GuessToken, Hosts, household
from web.http.phones import Phones, PhoneSeat, Seating
from web.http.problems import RequestPace
from web.http.secrets import CODE_LENGTH, Secrets, SecretsFile, renewed

COOKIE = "warglass"
"""Names the cookie of the site at PLAIN_PORT. A site at another port adds its port: browsers distinguish cookies of one
address by name alone."""
PLAIN_PORT = 80
MONTH_S = 30 * 24 * 3600
"""Says how long a phone keeps its cookie."""
LONGEST_COOKIE, MOST_COOKIES = 500, 20
"""Limits a cookie's characters, and how many cookies are looked through. Ours has some 100 characters, and this host
gives two cookies."""
CHANGES, CHANGES_A_SECOND = 300, 1.0
"""Limits how many changes a phone may make in a row, and how many in the long run. Two thumbs on one phone stay
below."""
NEW_PHONES, NEW_PHONES_A_SECOND = 40, 1 / 60
"""Limits how many phones with a new number may come from one household, in a row and in the long run. Each phone has a
pace of its own."""


class Access:
    """Holds the join code and the phones that it has let in. Any thread may call any method."""

    def __init__(
        self,
        state_dir: Path,
        clock: Clock,
        *,
        port: int = PLAIN_PORT,
        hostnames: Iterable[str] | None = None,
        more_names: Iterable[str] = (),
    ) -> None:
        """Takes the `port` that pages are served at. For `hostnames` and `more_names` see web.door.guesses."""
        self.cookie = COOKIE if port == PLAIN_PORT else f"{COOKIE}-{port}"
        """Is the name under which phones keep its cookie."""
        self.hosts = Hosts(hostnames, more=more_names)
        self.pace = RequestPace(
            clock,
            at_once=CHANGES,
            a_second=CHANGES_A_SECOND,
            too_many="This phone asks for more than anybody can play.",
        )
        self._newcomers = RequestPace(
            clock, at_once=NEW_PHONES, a_second=NEW_PHONES_A_SECOND, too_many="Too many new phones from one address."
        )
        self._secrets = SecretsFile(state_dir, clock)
        self._guesses = Guesses(clock)
        self._token = GuessToken()
        self._token_for = self.code
        self.joined = Phones(self._secrets, clock)
        self.phone_time = PhoneTime(state_dir, clock)
        self._clock = clock
        self._lock = threading.Lock()

    @property
    def code(self) -> str:
        """Returns the join code now."""
        return self._secrets.read().code

    @property
    def token(self) -> str:
        """Returns what the panel's QR code has behind the join code, see web.door.guesses. It changes once it was used,
        and with every new code."""
        with self._lock:
            return self._token_now().text

    @property
    def guesser(self) -> str | None:
        """Returns the address from which somebody is guessing codes; None while no guesses come."""
        with self._lock:
            return self._guesses.who

    @property
    def key(self) -> str:
        """Returns the key that the site signs with."""
        return self._secrets.read().key

    @property
    def trouble(self) -> str | None:
        """Returns why a restart would forget the joined phones, as the end of a sentence; None where it would not."""
        return self._secrets.trouble

    def renew(self) -> str:
        """Makes a new join code and returns it. Every phone has to join again."""
        return self._secrets.renew()

    def renew_as(self, cookie: str | None) -> str | None:
        """Makes a new join code, so that every phone but the one with this cookie has to join again.

        Returns that phone's new cookie. Returns None, and leaves the code as it was, where that phone has not joined
        itself.
        """
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
        """Returns whether this is the code. What is behind its six symbols may be the token.

        Raises TurnedAway (429) for a phone that has guessed too much and sends no token, see web.door.guesses.
        """
        return self._check_code(code, address=address, spend=False) is not None

    def join(
        self,
        code: str,
        *,
        address: str,
        seat: PhoneSeat = PhoneSeat.BOTH,
        name: str | None = None,
        cookie: str | None = None,
    ) -> str | None:
        """Returns the cookie for a phone that gives the right code, None for a wrong one. `cookie` is the one it had:
        with it the phone keeps its number.

        Raises TurnedAway, see `fits`, and for too many new phones.
        """
        generation = self._check_code(code, address=address, spend=True)
        if generation is None:
            return None
        known = self._read(cookie)
        if known is None:
            self._newcomers.keep(household(address))
        phone = self._secrets.next_phone() if known is None else known[1].phone
        self.joined.let_in(phone)
        return self._cookie(Seating(phone=phone, seat=seat, name=name), generation)

    def reseated(self, cookie: str | None, seating: Seating) -> str:
        """Returns a cookie with another seat for the phone that had this one. It lets in with the same code, not with a
        newer one."""
        found = self._read(cookie)
        return self._cookie(seating, 0 if found is None else found[0])

    def seating(self, cookie: str | None) -> Seating | None:
        """Returns the seat of the phone with this cookie. Returns None where it has not joined, joined with an older
        code, or was asked to leave."""
        found = self._let_in(cookie)
        if found is None:
            return None
        generation, cookies = found
        seating = self.joined.latest(cookies)
        self.joined.saw(seating, generation)
        return seating

    def find_cookie(self, cookies: Mapping[str, str]) -> str | None:
        """Returns this site's cookie of all that a browser sends. Where it has no cookie under this site's name, that
        under the old common name counts.

        Another site signs with another key, so its cookie is not valid here.
        """
        return cookies.get(self.cookie, cookies.get(COOKIE))

    def lets_in(self, header: str) -> bool:
        """Returns whether that header has a cookie that lets its phone play. It checks at most one signature."""
        pairs = [each.strip().partition("=") for each in header.split(";", MOST_COOKIES)]
        cookie = self.find_cookie({name: value for name, _, value in reversed(pairs)}) or ""
        return len(cookie) <= LONGEST_COOKIE and self._let_in(cookie) is not None

    def asked_by(self, cookie: str | None) -> str | None:
        """Returns who asked the phone with this cookie to leave; None where it was not asked, or the code is new
        since."""
        earlier = self.earlier(cookie)
        return None if earlier is None else self.joined.asked_by(earlier.phone)

    def earlier(self, cookie: str | None) -> Seating | None:
        """Returns the seat of the phone with this cookie, whichever code it had joined with."""
        found = self._read(cookie)
        return None if found is None else found[1]

    @property
    def phones(self) -> int:
        """Returns how many phones are here."""
        return len(self.joined.here())

    def _let_in(self, cookie: str | None) -> tuple[int, Seating] | None:
        """Does what `_read` does, for a cookie that is still good."""
        found = self._read(cookie)
        if found is None or found[0] != self._secrets.read().generation:
            return None
        return found if self.joined.asked_by(found[1].phone) is None else None

    def _read(self, cookie: str | None) -> tuple[int, Seating] | None:
        """Returns the code's generation and the seating that a cookie of ours was made for."""
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

    def _check_code(self, typed: str, *, address: str, spend: bool) -> int | None:
        """Returns the code's generation if the code is right. It uses up a token beside a wrong code, and where `spend`
        is set."""
        held = self._secrets.read()  # read once: a code made meanwhile is another
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

    def _token_now(self) -> GuessToken:
        code = self.code
        if self._token_for != code:
            self._token_for = code
            self._token.renew()
        return self._token


def _plain(code: str) -> str:
    return re.sub(r"[\s-]", "", code).upper()
