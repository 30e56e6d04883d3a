"""What happens in a game of WarTime. All times are sand time, nanoseconds."""

from typing import ClassVar, Self

import msgspec

from companion.table.events import Event
from companion.table.seats import Side
from companion.wartime.disputes.corrections import Correction, Given, Proposal, Restored
from companion.wartime.referee.board import Feature, Hex, Terrain


class TimerEvent(Event, frozen=True, kw_only=True):
    timer: str


class Flipped(TimerEvent, frozen=True, kw_only=True):
    """`caster` casts `card`: not there where nobody said, and more than one could."""

    unit: str | None = None
    card: str | None = None
    caster: str | msgspec.UnsetType = msgspec.UNSET


class Freed(TimerEvent, frozen=True, kw_only=True):
    """`left_ns` of sand had not run through; `unit` is available again. `returned` is the card that is not played after
    all; `card` the one that freed the timer."""

    left_ns: int
    unit: str | None = None
    returned: str | msgspec.UnsetType = msgspec.UNSET
    card: str | msgspec.UnsetType = msgspec.UNSET


class Turned(TimerEvent, frozen=True, kw_only=True):
    """`left_ns` is left now."""

    left_ns: int


class Assigned(TimerEvent, frozen=True, kw_only=True):
    """The timer stands beside `unit` or on `card` now; it stood beside or on `was`. `caster` casts it: not there where
    that is as it was."""

    unit: str | None = None
    card: str | None = None
    was: str | None = None
    caster: str | msgspec.UnsetType = msgspec.UNSET


LeftOff = dict[Side, tuple[str, ...]]
"""By side the units that are not on the board when set-up ends."""


class RanOut(TimerEvent, frozen=True, kw_only=True):
    """The last grain fell at `sand_ns`. `means` is what the scenario says of a neutral timer in play."""

    unit: str | None = None
    means: str | msgspec.UnsetType = msgspec.UNSET
    left_off: LeftOff | msgspec.UnsetType = msgspec.UNSET


class Acted(TimerEvent, frozen=True, kw_only=True, omit_defaults=True):
    """A whole action, and then its timer was flipped.

    The unit moved `to` a hex, from `was` where it was known where it stood, or it attacked: an enemy `target`, or the
    Terrain Feature in `feature` (`terrain` is which), lost `tokens` and has `left` where its stack is known; or both,
    which is a charge.
    """

    unit: str
    card: str | None = None
    to: Hex | None = None
    was: Hex | None = None
    target: str | None = None
    feature: Hex | None = None
    terrain: Feature | None = None
    tokens: int = 0
    left: int | None = None


class Eliminated(Event, frozen=True, kw_only=True):
    side: Side
    unit: str


class Damaged(Event, frozen=True, kw_only=True):
    """`tokens` came off the unit's stack; `left` are left, and none means that it is eliminated."""

    side: Side
    unit: str
    tokens: int
    left: int


class Reinforced(Event, frozen=True, kw_only=True):
    """`tokens` went onto the unit's stack, which has `left` now; one that was eliminated is back on the board."""

    side: Side
    unit: str
    tokens: int
    left: int


class Revived(Event, frozen=True, kw_only=True):
    """A unit whose tokens the table does not count is back on the board."""

    side: Side
    unit: str


class FeatureDamaged(Event, frozen=True, kw_only=True):
    """`tokens` came off the Terrain Feature; `left` are left, and none means that the hex is plains."""

    hex: str
    tokens: int
    left: int


class UnitPlaced(Event, frozen=True, kw_only=True, omit_defaults=True):
    """The unit stands in `hex` now, or nowhere on the board; it stood in `was`, where that was known."""

    side: Side
    unit: str
    hex: Hex | None = None
    was: Hex | None = None


class TileLaid(Event, frozen=True, kw_only=True):
    hex: Hex
    terrain: Terrain


class FeaturePlaced(Event, frozen=True, kw_only=True):
    hex: Hex
    feature: Feature
    tokens: int


class LineDrawn(Event, frozen=True, kw_only=True):
    """`drawn`: whether there is a solid black line now."""

    one: Hex
    other: Hex
    drawn: bool


class ItemPlaced(Event, frozen=True, kw_only=True, omit_defaults=True):
    item: str
    hex: Hex | None = None


class Touched(Event, frozen=True, kw_only=True):
    """The side's hand: it began to act at the instant of the press."""

    side: Side


class Dealt(Event, frozen=True, kw_only=True):
    """The Action cards that fell to this side at random: for it alone to know."""

    side: Side
    cards: tuple[str, ...]

    def public(self) -> Self:
        return msgspec.structs.replace(self, cards=())


class Ticked(Event, frozen=True, kw_only=True):
    """Secret: outside the journal nobody sees `card` and `on`, whether it was chosen or put back."""

    TIMELESS: ClassVar[bool] = True

    side: Side
    card: str = ""
    on: bool = True

    def public(self) -> Self:
        return msgspec.structs.replace(self, card="", on=True)


class Mustered(Event, frozen=True, kw_only=True):
    """The units that the side brings, and the cards that it chose, if those were said too, which are secret."""

    side: Side
    units: tuple[str, ...]
    cards: tuple[str, ...] | msgspec.UnsetType = msgspec.UNSET

    def public(self) -> Self:
        return msgspec.structs.replace(self, cards=msgspec.UNSET)


class Ready(Event, frozen=True, kw_only=True):
    """This side gave its start signal; the game begins with the other's."""

    side: Side


class Begun(Event, frozen=True, kw_only=True):
    left_off: LeftOff | msgspec.UnsetType = msgspec.UNSET


class Paused(Event, frozen=True, kw_only=True):
    pass


class Resumed(Event, frozen=True, kw_only=True):
    """`mono_ns` anchors the sand clock."""

    mono_ns: int


class Ended(Event, frozen=True, kw_only=True):
    """`how`: the victory condition that the table counted."""

    winner: Side | None = None
    how: str | msgspec.UnsetType = msgspec.UNSET


class EndAgreed(Event, frozen=True, kw_only=True):
    """This side agrees that `winner` has won as `how` says; the game ends when the other side agrees too."""

    side: Side
    winner: Side
    how: str


class PlayedOn(Event, frozen=True, kw_only=True):
    """The players go on although `winner` has won as `how` says: the table asks no more about that."""

    winner: Side
    how: str


class Won(Event, frozen=True, kw_only=True):
    """It was said who won a game that is over already: its time had run out, or it was ended without that."""

    winner: Side


Righted = Given | RanOut | Freed | Damaged | Reinforced | Revived | UnitPlaced | FeatureDamaged | Restored
"""What can be put right by agreement."""


class Proposed(Event, frozen=True, kw_only=True):
    proposal: Proposal


class Declined(Event, frozen=True, kw_only=True):
    """`side` did not agree to it, or took its own proposal back; None where somebody did who sits for both."""

    side: Side | None = None
    proposal: Proposal


class PutRight(Event, frozen=True, kw_only=True):
    """Both sides agreed, and all of it was `done` at once."""

    correction: Correction
    done: tuple[Righted, ...]


WarTimeEvent = (
    Flipped
    | Freed
    | Turned
    | Assigned
    | Acted
    | RanOut
    | Eliminated
    | Damaged
    | Reinforced
    | Revived
    | FeatureDamaged
    | UnitPlaced
    | TileLaid
    | FeaturePlaced
    | LineDrawn
    | ItemPlaced
    | Proposed
    | Declined
    | PutRight
    | Touched
    | Dealt
    | Ticked
    | Mustered
    | Ready
    | Begun
    | Paused
    | Resumed
    | Ended
    | EndAgreed
    | PlayedOn
    | Won
)
"""All that can happen in a game of WarTime."""
