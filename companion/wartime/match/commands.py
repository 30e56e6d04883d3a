"""What players ask of a game of WarTime."""

from companion.table.commands import Begin, Command, End, Pause, Resume
from companion.table.seats import Seat, Side
from companion.wartime.disputes.corrections import Correction
from companion.wartime.referee.board import Feature, Hex, Terrain

__all__ = [
    "Act", "Agree", "AgreeEnd", "Assign", "Begin", "Damage", "DamageFeature", "Deal", "Decline", "DrawLine",
    "Eliminate", "End", "Flip", "Free", "LayTile", "Muster", "Pause", "PlaceFeature", "PlaceItem", "PlaceUnit",
    "PlayOn", "Propose", "Reinforce", "Resume", "Revive", "Tick", "TimerCommand", "Touch", "Turn", "WarTimeCommand",
]  # fmt: skip


class TimerCommand(Command, frozen=True, kw_only=True):
    timer: str

    @property
    def subject(self) -> str | None:
        return self.timer


class Flip(TimerCommand, frozen=True, kw_only=True):
    """Turns an available timer to start its sand, for a unit's action or on a spell card, which `caster` casts."""

    unit: str | None = None
    card: str | None = None
    caster: str | None = None


class Free(TimerCommand, frozen=True, kw_only=True):
    """Makes a running timer available again: a flip that was a mistake is taken back, and its card with it; or `card`
    says that it is, and then what was played stays played."""

    card: str | None = None


class Turn(TimerCommand, frozen=True, kw_only=True):
    """Turns a timer over while it runs: what has run through becomes what is left."""


class Assign(TimerCommand, frozen=True, kw_only=True):
    """Says whose action a running timer is for: names it, or moves it to another unit or card; or who casts."""

    unit: str | None = None
    card: str | None = None
    caster: str | None = None


class Eliminate(Command, frozen=True, kw_only=True):
    """The unit is gone. `side` is needed only where both armies know a unit of that name."""

    unit: str
    side: Side | None = None


class Damage(Command, frozen=True, kw_only=True):
    """So many tokens come off a unit's stack. `side` is needed only where both armies know a unit of that name."""

    unit: str
    side: Side | None = None
    tokens: int


class Reinforce(Command, frozen=True, kw_only=True):
    """So many tokens go onto a unit's stack; one that is eliminated comes back with them."""

    unit: str
    side: Side | None = None
    tokens: int


class Revive(Command, frozen=True, kw_only=True):
    """A unit that is eliminated comes back, whose tokens nobody counts."""

    unit: str
    side: Side | None = None


class DamageFeature(Command, frozen=True, kw_only=True):
    """So many tokens come off the Terrain Feature in this hex."""

    hex: str
    tokens: int


class Touch(Command, frozen=True, kw_only=True):
    """That side begins to act, right now: its hand is on a unit or a token."""

    side: Side

    @property
    def subject(self) -> str | None:
        return self.side.value


class Deal(Command, frozen=True, kw_only=True):
    """Deals a side its Action cards. `lot` is any number, drawn at random by whoever asks."""

    side: Side
    lot: int


class Tick(Command, frozen=True, kw_only=True):
    """One side chooses a card, in secret, or puts it back."""

    side: Side
    card: str
    on: bool = True


class Muster(Command, frozen=True, kw_only=True):
    """The units on the board and the cards chosen by one side, the whole list anew each time. No `cards`: those that it
    may have with these units stay chosen."""

    side: Side
    units: tuple[str, ...] = ()
    cards: tuple[str, ...] | None = None


class Act(TimerCommand, frozen=True, kw_only=True):
    """A whole action of an available unit's, its timer included: a move `to` a hex, an attack on an enemy unit
    (`target`) or on the Terrain Feature in a hex (`feature`), or both, which is a charge.

    `tokens` is how many come off, where the board does not say or a card changes it.
    """

    unit: str
    card: str | None = None
    to: Hex | None = None
    target: str | None = None
    feature: Hex | None = None
    tokens: int | None = None


class PlaceUnit(Command, frozen=True, kw_only=True):
    """The unit stands in that hex, or no longer on the board: no action of its own, so no timer is flipped. `side` is
    needed only where it is not known whose it is."""

    unit: str
    side: Side | None = None
    hex: Hex | None = None


class LayTile(Command, frozen=True, kw_only=True):
    """Another Terrain Tile lies in that hex; plains take it away."""

    hex: Hex
    terrain: Terrain


class PlaceFeature(Command, frozen=True, kw_only=True):
    """A Terrain Feature of so many tokens stands in that hex."""

    hex: Hex
    feature: Feature
    tokens: int


class DrawLine(Command, frozen=True, kw_only=True):
    """A solid black line between two hexes that touch; where there is one, it goes."""

    one: Hex
    other: Hex


class PlaceItem(Command, frozen=True, kw_only=True):
    """The item lies in that hex, or no longer on the board."""

    item: str
    hex: Hex | None = None


class Propose(Command, frozen=True, kw_only=True):
    """That seat proposes to put something right, in place of what was proposed before; who sits for both agrees at
    once."""

    correction: Correction
    seat: Seat | None = None


class Agree(Command, frozen=True, kw_only=True):
    """The other side agrees to what is proposed: to nothing at all where `number` is given and that was another
    proposal."""

    number: int | None = None
    seat: Seat | None = None


class Decline(Command, frozen=True, kw_only=True):
    """What is proposed is not agreed to, or taken back by who proposed it. `number` as in Agree."""

    number: int | None = None
    seat: Seat | None = None


class AgreeEnd(Command, frozen=True, kw_only=True):
    """That seat agrees to the end that the table asks about; the game ends when both do. Without a seat both agree.

    `winner` guards against an answer to an earlier question.
    """

    winner: Side | None = None
    seat: Seat | None = None


class PlayOn(Command, frozen=True, kw_only=True):
    """The game goes on, although a victory condition has come true. `winner` as in AgreeEnd."""

    winner: Side | None = None


WarTimeCommand = (
    Flip
    | Free
    | Turn
    | Assign
    | Act
    | Eliminate
    | Damage
    | Reinforce
    | Revive
    | DamageFeature
    | PlaceUnit
    | LayTile
    | PlaceFeature
    | DrawLine
    | PlaceItem
    | Propose
    | Agree
    | Decline
    | Touch
    | Deal
    | Tick
    | Muster
    | Begin
    | Pause
    | Resume
    | End
    | AgreeEnd
    | PlayOn
)
"""All that can be asked of a game of WarTime."""
