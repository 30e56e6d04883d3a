"""Keeps the phones that have joined: the seat of each, and which were here lately."""

import threading
from collections import Counter, OrderedDict
from collections.abc import Mapping
from enum import Enum

import msgspec

from companion.clock import SECOND, Clock
from companion.table.seats import Seat
from web.http.problems import RequestPace
from web.http.secrets import Secrets, SecretsFile

# The seat that a phone has at the table.


class PhoneSeat(Enum):
    """Names a phone's seat: a player's, both of a game of two on one phone (all of three), or none.

    A phone without a seat has been let in, and is view-only.
    """

    GOLD = "gold"
    RED = "red"
    AZURE = "azure"
    BOTH = "both"
    LOOK = "look"

    @property
    def side(self) -> Seat | None:
        """Returns the one seat that it is; None for both and for none."""
        return None if self in (PhoneSeat.BOTH, PhoneSeat.LOOK) else Seat(self.value)


class Seating(msgspec.Struct, frozen=True, kw_only=True):
    """Describes a phone that has given the join code: its number, its seat, and its player's name if it gave one."""

    phone: int
    seat: PhoneSeat = PhoneSeat.BOTH
    name: str | None = None


# The phones that have joined: which were here lately, the seat of each, and which were asked to leave.

REMEMBERED = 200
"""Limits the phones that are remembered. One more replaces the phone that was not seen for longest."""
MOST_ASKED = 200
"""Limits the phones that can be asked to leave while one code holds. Beyond it the code itself has to change."""

SEATS, SEATS_A_SECOND = 20, 1 / 30
"""Limits how often a phone may take a side's seat, in a row and in the long run. Each time is a line of the log."""


class SeenPhone(msgspec.Struct, frozen=True):
    """Describes a phone that was seen `ago_s` seconds ago."""

    seating: Seating
    ago_s: int


class Phones:
    """Keeps the phones. Any thread may call any method."""

    def __init__(self, secrets: SecretsFile, clock: Clock) -> None:
        self._secrets = secrets
        self._clock = clock
        self._seen: dict[int, tuple[int, Seating, int]] = {}  # by phone: its code's generation, its seat, when
        self._sat: OrderedDict[int, Seating] = OrderedDict()
        self._lock = threading.Lock()
        self._seats = RequestPace(
            clock, at_once=SEATS, a_second=SEATS_A_SECOND, too_many="This phone changes its seat too often."
        )

    def saw(self, seating: Seating, generation: int) -> None:
        """Records that a phone which has joined with the code of that generation has asked for something."""
        now = self._clock.now()
        with self._lock:
            self._seen.pop(seating.phone, None)
            self._seen[seating.phone] = generation, seating, now
            if len(self._seen) > REMEMBERED:
                del self._seen[next(iter(self._seen))]

    def may_sit_down(self, phone: int) -> None:
        """Counts that the phone takes a side's seat. Raises TurnedAway (429) where it does so too often."""
        self._seats.keep(phone)

    def sat_down(self, seating: Seating) -> None:
        """Gives the phone that seat from now on, whichever older cookie it sends."""
        with self._lock:
            self._sat.pop(seating.phone, None)
            self._sat[seating.phone] = seating
            if len(self._sat) > REMEMBERED:
                self._sat.popitem(last=False)

    def latest(self, seating: Seating) -> Seating:
        """Returns the last seat of the phone with that cookie, as far as it was taken since the service started."""
        with self._lock:
            return self._sat.get(seating.phone, seating)

    def here(self) -> list[SeenPhone]:
        """Returns the phones that have joined with today's code and asked for anything since the service started, the
        latest first."""
        secrets, now = self._secrets.read(), self._clock.now()
        with self._lock:
            seen = list(self._seen.values())
        return [
            SeenPhone(seating, (now - at) // SECOND)
            for generation, seating, at in reversed(seen)
            if generation == secrets.generation and seating.phone not in secrets.asked
        ]

    def sitting(self) -> Mapping[PhoneSeat, int]:
        """Returns how many of them have each seat."""
        return Counter(each.seating.seat for each in self.here())

    def asked_by(self, phone: int) -> str | None:
        """Returns who asked this phone to leave, in players' words; None where it was not asked since the code was
        made."""
        return self._secrets.read().asked.get(phone)

    def known(self, phone: int) -> bool:
        """Returns whether any phone was ever given that number."""
        return 0 < phone < self._secrets.read().next_phone

    def ask_to_leave(self, phone: int, *, asker: int, by: str) -> bool:
        """Makes the phone's cookie invalid from now on. Returns False where too many were asked before, or the asker
        itself was."""

        def with_phone(held: Secrets) -> Secrets:
            if asker in held.asked or (phone not in held.asked and len(held.asked) >= MOST_ASKED):
                return held
            return msgspec.structs.replace(held, asked=held.asked | {phone: by})

        return phone in self._secrets.change(with_phone).asked

    def let_in(self, phone: int) -> None:
        """Lets the phone in again, because it has given the code again."""
        if self.asked_by(phone) is None:
            return

        def let_in(held: Secrets) -> Secrets:
            return msgspec.structs.replace(held, asked={each: by for each, by in held.asked.items() if each != phone})

        self._secrets.change(let_in)
