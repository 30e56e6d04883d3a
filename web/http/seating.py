"""Where a phone sits at the table."""

from enum import Enum

import msgspec

from companion.table.seats import Seat


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
