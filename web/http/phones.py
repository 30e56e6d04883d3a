"""The phones that have joined: where each sits, and which were there lately."""

import threading
from collections import Counter, OrderedDict
from collections.abc import Mapping
from enum import Enum

import msgspec

from companion.clock import SECOND, Clock
from companion.table.seats import Seat
from web.http.problems import Pace
from web.http.secrets import Secrets, SecretsFile

# Where a phone sits at the table.


class PhoneSeat(Enum):
    """A player's seat, both of a game of two on one phone (all of three), or none: such a phone has been let in, but
    only looks."""

    GOLD = "gold"
    RED = "red"
    AZURE = "azure"
    BOTH = "both"
    LOOK = "look"

    @property
    def side(self) -> Seat | None:
        """The one seat that it is; None for both and for none."""
        return None if self in (PhoneSeat.BOTH, PhoneSeat.LOOK) else Seat(self.value)


class Seating(msgspec.Struct, frozen=True, kw_only=True):
    """A phone that has given the join code: its number, where it sits, and what its player is called, if it said so."""

    phone: int
    seat: PhoneSeat = PhoneSeat.BOTH
    name: str | None = None


# The phones that have joined: which were there lately, where each sits, and which were asked to leave.

REMEMBERED = 200
"""Phones. Who would be the next pushes out the one that was not seen for longest."""
MOST_ASKED = 200
"""Phones that can be asked to leave as long as one code holds: then it is the code that has to go."""

SEATS, SEATS_A_SECOND = 20, 1 / 30
"""So many times a phone may sit down at a side in a row, and in the long run: each is a line of the log."""


class Here(msgspec.Struct, frozen=True):
    """A phone that was seen `ago_s` seconds ago."""

    seating: Seating
    ago_s: int


class Phones:
    """Any thread may call."""

    def __init__(self, secrets: SecretsFile, clock: Clock) -> None:
        self._secrets = secrets
        self._clock = clock
        self._seen: dict[int, tuple[int, Seating, int]] = {}  # by phone: the code it joined with, where it sits, when
        self._sat: OrderedDict[int, Seating] = OrderedDict()
        self._lock = threading.Lock()
        self._seats = Pace(
            clock, at_once=SEATS, a_second=SEATS_A_SECOND, too_many="This phone changes its seat too often."
        )

    def saw(self, seating: Seating, generation: int) -> None:
        """A phone that has joined with the code of that generation has asked for something."""
        now = self._clock.now()
        with self._lock:
            self._seen.pop(seating.phone, None)
            self._seen[seating.phone] = generation, seating, now
            if len(self._seen) > REMEMBERED:
                del self._seen[next(iter(self._seen))]

    def may_sit_down(self, phone: int) -> None:
        """Counts that it sits down at a side. Raises TurnedAway (429) where it does so too often."""
        self._seats.keep(phone)

    def sat_down(self, seating: Seating) -> None:
        """From now on the phone sits there, whichever older cookie it brings."""
        with self._lock:
            self._sat.pop(seating.phone, None)
            self._sat[seating.phone] = seating
            if len(self._sat) > REMEMBERED:
                self._sat.popitem(last=False)

    def latest(self, seating: Seating) -> Seating:
        """Where the phone with that cookie sat down last, as far as that was since this was made."""
        with self._lock:
            return self._sat.get(seating.phone, seating)

    def here(self) -> list[Here]:
        """Those that have joined with the code of now and have asked for anything since this was made, the last one
        first."""
        secrets, now = self._secrets.read(), self._clock.now()
        with self._lock:
            seen = list(self._seen.values())
        return [
            Here(seating, (now - at) // SECOND)
            for generation, seating, at in reversed(seen)
            if generation == secrets.generation and seating.phone not in secrets.asked
        ]

    def sitting(self) -> Mapping[PhoneSeat, int]:
        """How many these are, by seat."""
        return Counter(each.seating.seat for each in self.here())

    def asked_by(self, phone: int) -> str | None:
        """Who asked this phone to leave, in players' words; None where nobody did since the code was made."""
        return self._secrets.read().asked.get(phone)

    def known(self, phone: int) -> bool:
        """Whether any phone was ever given that number."""
        return 0 < phone < self._secrets.read().next_phone

    def ask_to_leave(self, phone: int, *, asker: int, by: str) -> bool:
        """From now on what it has joined with is worth nothing; False where too many were asked before, or the asker
        itself was."""

        def asked(held: Secrets) -> Secrets:
            if asker in held.asked or (phone not in held.asked and len(held.asked) >= MOST_ASKED):
                return held
            return msgspec.structs.replace(held, asked=held.asked | {phone: by})

        return phone in self._secrets.change(asked).asked

    def let_in(self, phone: int) -> None:
        """It has given the code again."""
        if self.asked_by(phone) is None:
            return

        def let_in(held: Secrets) -> Secrets:
            return msgspec.structs.replace(held, asked={each: by for each, by in held.asked.items() if each != phone})

        self._secrets.change(let_in)
