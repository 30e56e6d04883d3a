"""What happens in a battle. All times are match time, nanoseconds."""

from companion.battleline.match.tactics import Piece
from companion.table.events import Event, Recovered, Refusal, Undone
from companion.table.seats import Seat


class SideEvent(Event, frozen=True, kw_only=True):
    side: Seat


class Play(SideEvent, frozen=True, kw_only=True):
    """What a side did with its turn."""


class Laid(Play, frozen=True, kw_only=True):
    flag: int
    piece: Piece


class Scouted(Play, frozen=True, kw_only=True):
    pass


class Redeployed(Play, frozen=True, kw_only=True):
    """`to` is None for a discard."""

    piece: Piece
    flag: int
    to: int | None


class Deserted(Play, frozen=True, kw_only=True):
    piece: Piece
    flag: int


class Betrayed(Play, frozen=True, kw_only=True):
    piece: Piece
    flag: int
    to: int


class Passed(Play, frozen=True, kw_only=True):
    pass


class Claimed(SideEvent, frozen=True, kw_only=True):
    flag: int


class Pointed(SideEvent, frozen=True, kw_only=True):
    flag: int


class TakenUp(Event, frozen=True, kw_only=True):
    piece: Piece


class Shifted(Event, frozen=True, kw_only=True):
    piece: Piece
    flag: int
    side: Seat


class Begun(Event, frozen=True, kw_only=True):
    pass


class Ended(Event, frozen=True, kw_only=True):
    winner: Seat | None = None


BattleEvent = (
    Laid
    | Scouted
    | Redeployed
    | Deserted
    | Betrayed
    | Passed
    | Claimed
    | Pointed
    | TakenUp
    | Shifted
    | Begun
    | Ended
    | Recovered
    | Refusal
    | Undone
)
"""The tagged union the journal reads."""

BY_ITSELF: tuple[type[Event], ...] = (Pointed, Recovered, Refusal, Undone)
"""Events that `undo` passes over: nothing of the game changes with them."""
