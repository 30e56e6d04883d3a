"""Defines the events of a game of WarTime. All times are sand time, in nanoseconds."""

from typing import ClassVar, Self

import msgspec

from companion.table.events import Event
from companion.table.seats import Side
from companion.wartime.disputes.corrections import Correction, Given, Proposal, Restored
from companion.wartime.referee.board import Feature, Hex, Terrain


class TimerEvent(Event, frozen=True, kw_only=True):
    timer: str


class Flipped(TimerEvent, frozen=True, kw_only=True):
    """Records that a timer was flipped. `caster` casts `card`; it is absent where it was not named, and more than one
    unit could."""

    unit: str | None = None
    card: str | None = None
    caster: str | msgspec.UnsetType = msgspec.UNSET


class Freed(TimerEvent, frozen=True, kw_only=True):
    """Records that a timer was made available with `left_ns` of sand left; `unit` is available again.

    `returned` is the card that is not played after all, `card` the one that freed the timer.
    """

    left_ns: int
    unit: str | None = None
    returned: str | msgspec.UnsetType = msgspec.UNSET
    card: str | msgspec.UnsetType = msgspec.UNSET


class Turned(TimerEvent, frozen=True, kw_only=True):
    """Records that a running timer was turned over; `left_ns` is left now."""

    left_ns: int


class Assigned(TimerEvent, frozen=True, kw_only=True):
    """Records that the timer now stands beside `unit` or on `card`; it stood beside or on `was`. `caster` casts it; it
    is absent where that did not change."""

    unit: str | None = None
    card: str | None = None
    was: str | None = None
    caster: str | msgspec.UnsetType = msgspec.UNSET


LeftOff = dict[Side, tuple[str, ...]]
"""Lists by side the units that are not on the board when set-up ends."""


class RanOut(TimerEvent, frozen=True, kw_only=True):
    """Records that a timer's last grain fell at `sand_ns`. `means` is what the scenario says of a neutral timer in
    play."""

    unit: str | None = None
    means: str | msgspec.UnsetType = msgspec.UNSET
    left_off: LeftOff | msgspec.UnsetType = msgspec.UNSET


class Acted(TimerEvent, frozen=True, kw_only=True, omit_defaults=True):
    """Records a whole action, after which its timer was flipped.

    The unit moved `to` a hex, from `was` where its hex was known. Or it attacked an enemy `target`, or the Terrain
    Feature in `feature` (`terrain` is which). Both together are a charge. The target lost `tokens` and has `left` where
    its stack is known.
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
    """Records that `tokens` came off the unit's stack. `left` are left; at 0 the unit is eliminated."""

    side: Side
    unit: str
    tokens: int
    left: int


class Reinforced(Event, frozen=True, kw_only=True):
    """Records that `tokens` went onto the unit's stack, which has `left` now. An eliminated unit is back on the
    board."""

    side: Side
    unit: str
    tokens: int
    left: int


class Revived(Event, frozen=True, kw_only=True):
    """Records that a unit is back on the board whose tokens the table does not count."""

    side: Side
    unit: str


class FeatureDamaged(Event, frozen=True, kw_only=True):
    """Records that `tokens` came off the Terrain Feature. `left` are left; at 0 the hex is plains."""

    hex: str
    tokens: int
    left: int


class UnitPlaced(Event, frozen=True, kw_only=True, omit_defaults=True):
    """Records that the unit stands in `hex` now, or not on the board. It stood in `was`, where that was known."""

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
    """Records a change of a solid black line. `drawn` says whether there is one now."""

    one: Hex
    other: Hex
    drawn: bool


class ItemPlaced(Event, frozen=True, kw_only=True, omit_defaults=True):
    item: str
    hex: Hex | None = None


class Touched(Event, frozen=True, kw_only=True):
    """Records that the side's hand began to act at the instant of the press."""

    side: Side


class Dealt(Event, frozen=True, kw_only=True):
    """Records the Action cards that fell to this side at random. Only that side may know them."""

    side: Side
    cards: tuple[str, ...]

    def public(self) -> Self:
        return msgspec.structs.replace(self, cards=())


class Ticked(Event, frozen=True, kw_only=True):
    """Records a chosen card in secret: only the journal shows `card`, and `on`, which says whether it was chosen or put
    back."""

    TIMELESS: ClassVar[bool] = True

    side: Side
    card: str = ""
    on: bool = True

    def public(self) -> Self:
        return msgspec.structs.replace(self, card="", on=True)


class Mustered(Event, frozen=True, kw_only=True):
    """Records the units that the side brings, and the cards that it chose, where it listed them too. The cards are
    secret."""

    side: Side
    units: tuple[str, ...]
    cards: tuple[str, ...] | msgspec.UnsetType = msgspec.UNSET

    def public(self) -> Self:
        return msgspec.structs.replace(self, cards=msgspec.UNSET)


class Ready(Event, frozen=True, kw_only=True):
    """Records that this side gave its start signal. The game begins with the other side's."""

    side: Side


class Begun(Event, frozen=True, kw_only=True):
    left_off: LeftOff | msgspec.UnsetType = msgspec.UNSET


class Paused(Event, frozen=True, kw_only=True):
    pass


class Resumed(Event, frozen=True, kw_only=True):
    """Records that the sand falls again. `mono_ns` is the sand clock's new anchor."""

    mono_ns: int


class Ended(Event, frozen=True, kw_only=True):
    """Records the end. `how` is the victory condition that the table counted."""

    winner: Side | None = None
    how: str | msgspec.UnsetType = msgspec.UNSET


class EndAgreed(Event, frozen=True, kw_only=True):
    """Records that this side agrees that `winner` has won as `how` says. The game ends when the other side agrees
    too."""

    side: Side
    winner: Side
    how: str


class PlayedOn(Event, frozen=True, kw_only=True):
    """Records that the players continue although `winner` has won as `how` says. The table does not ask about that
    again."""

    winner: Side
    how: str


class Won(Event, frozen=True, kw_only=True):
    """Records who won a game that is over already: its time had run out, or it was ended without a winner."""

    winner: Side


Righted = Given | RanOut | Freed | Damaged | Reinforced | Revived | UnitPlaced | FeatureDamaged | Restored
"""Lists the events that can be part of a correction."""


class Proposed(Event, frozen=True, kw_only=True):
    proposal: Proposal


class Declined(Event, frozen=True, kw_only=True):
    """Records that `side` declined the proposal, or took its own back. None where a phone that sits for both did."""

    side: Side | None = None
    proposal: Proposal


class PutRight(Event, frozen=True, kw_only=True):
    """Records that both sides agreed to a correction, and that all of it was `done` at once."""

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
"""Lists all events of a game of WarTime."""
