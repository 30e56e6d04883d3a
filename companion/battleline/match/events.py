"""What happens in a battle. All times are match time, nanoseconds."""

from typing import ClassVar

import msgspec

from companion.battleline.match.state import Piece
from companion.table.events import Event
from companion.table.seats import Seat


class SideEvent(Event, frozen=True, kw_only=True):
    side: Seat


class Laid(SideEvent, frozen=True, kw_only=True):
    flag: int
    piece: Piece


class Scouted(SideEvent, frozen=True, kw_only=True):
    pass


class TakenFrom(SideEvent, frozen=True, kw_only=True):
    """A card leaves its flag. `off` are the cards that lay there beyond a flag's three slots: where it was the Mud,
    they are discarded with it."""

    piece: Piece
    flag: int
    off: tuple[Piece, ...] | msgspec.UnsetType = msgspec.UNSET


class Redeployed(TakenFrom, frozen=True, kw_only=True):
    """`to` is None for a discard."""

    to: int | None


class Deserted(TakenFrom, frozen=True, kw_only=True):
    pass


class Betrayed(SideEvent, frozen=True, kw_only=True):
    piece: Piece
    flag: int
    to: int


class Passed(SideEvent, frozen=True, kw_only=True):
    pass


class Claimed(SideEvent, frozen=True, kw_only=True):
    flag: int


class Pointed(SideEvent, frozen=True, kw_only=True):
    flag: int

    def hides(self, earlier: Event) -> bool:
        return isinstance(earlier, Pointed) and earlier.side is self.side


class Agreed(SideEvent, frozen=True, kw_only=True):
    """This side has seen the proof of the claim of that flag."""

    TIMELESS: ClassVar[bool] = True

    flag: int


class TakenUp(Event, frozen=True, kw_only=True):
    """A Guile Tactic that moved a card is taken back with its move."""

    piece: Piece


class Shifted(Event, frozen=True, kw_only=True):
    piece: Piece
    flag: int
    side: Seat


class Exchanged(Event, frozen=True, kw_only=True):
    """`mover` is the Guile Tactic that took `instead`, and not `piece`. `off` are the cards that go with `instead`."""

    piece: Piece
    instead: Piece
    mover: Piece | msgspec.UnsetType = msgspec.UNSET
    off: tuple[Piece, ...] | msgspec.UnsetType = msgspec.UNSET


class Begun(Event, frozen=True, kw_only=True):
    pass


class Ended(Event, frozen=True, kw_only=True):
    winner: Seat | None = None


Play = Laid | Scouted | Redeployed | Deserted | Betrayed | Passed
"""What a side did with its turn."""
Corrected = TakenUp | Shifted | Exchanged
"""A mis-tap put right."""
BattleEvent = Play | Claimed | Pointed | Agreed | Corrected | Begun | Ended
"""All that can happen in a battle."""
