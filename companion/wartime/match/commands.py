"""Defines what players can ask of a game of WarTime."""

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
    """Makes a running timer available again. It takes back a flip that was a mistake, and its card with it. With
    `card`, that card frees the timer, and what was played stays played."""

    card: str | None = None


class Turn(TimerCommand, frozen=True, kw_only=True):
    """Turns a timer over while it runs: what has run through becomes what is left."""


class Assign(TimerCommand, frozen=True, kw_only=True):
    """Says whose action a running timer is for: names it, or moves it to another unit or card; or who casts."""

    unit: str | None = None
    card: str | None = None
    caster: str | None = None


class Eliminate(Command, frozen=True, kw_only=True):
    """Eliminates the unit. `side` is needed only where both armies have a unit of that name."""

    unit: str
    side: Side | None = None


class Damage(Command, frozen=True, kw_only=True):
    """Takes so many tokens off a unit's stack. `side` is needed only where both armies have a unit of that name."""

    unit: str
    side: Side | None = None
    tokens: int


class Reinforce(Command, frozen=True, kw_only=True):
    """Puts so many tokens onto a unit's stack. An eliminated unit comes back with them."""

    unit: str
    side: Side | None = None
    tokens: int


class Revive(Command, frozen=True, kw_only=True):
    """Brings back an eliminated unit whose tokens are not counted."""

    unit: str
    side: Side | None = None


class DamageFeature(Command, frozen=True, kw_only=True):
    """Takes so many tokens off the Terrain Feature in this hex."""

    hex: str
    tokens: int


class Touch(Command, frozen=True, kw_only=True):
    """Says that the side begins to act right now: its hand is on a unit or a token."""

    side: Side

    @property
    def subject(self) -> str | None:
        return self.side.value


class Deal(Command, frozen=True, kw_only=True):
    """Deals a side its Action cards. `lot` is any number, which the caller draws at random."""

    side: Side
    lot: int


class Tick(Command, frozen=True, kw_only=True):
    """Chooses a card for one side, in secret, or puts it back."""

    side: Side
    card: str
    on: bool = True


class Muster(Command, frozen=True, kw_only=True):
    """Sets one side's units on the board and its chosen cards, the whole list each time. Without `cards`, those stay
    chosen that it may have with these units."""

    side: Side
    units: tuple[str, ...] = ()
    cards: tuple[str, ...] | None = None


class Act(TimerCommand, frozen=True, kw_only=True):
    """Carries out a whole action of an available unit, its timer included.

    It is a move `to` a hex, or an attack on an enemy unit (`target`) or on the Terrain Feature in a hex (`feature`).
    Both together are a charge.

    `tokens` is how many come off, where the board does not say or a card changes it.
    """

    unit: str
    card: str | None = None
    to: Hex | None = None
    target: str | None = None
    feature: Hex | None = None
    tokens: int | None = None


class PlaceUnit(Command, frozen=True, kw_only=True):
    """Puts the unit into that hex, or takes it off the board. It is not an action of its own, so it flips no timer.
    `side` is needed only where the unit's side is not known."""

    unit: str
    side: Side | None = None
    hex: Hex | None = None


class LayTile(Command, frozen=True, kw_only=True):
    """Lays another Terrain Tile into that hex; plains remove it."""

    hex: Hex
    terrain: Terrain


class PlaceFeature(Command, frozen=True, kw_only=True):
    """Puts a Terrain Feature of so many tokens into that hex."""

    hex: Hex
    feature: Feature
    tokens: int


class DrawLine(Command, frozen=True, kw_only=True):
    """Draws a solid black line between two hexes that touch, or removes the one that is there."""

    one: Hex
    other: Hex


class PlaceItem(Command, frozen=True, kw_only=True):
    """Puts the item into that hex, or takes it off the board."""

    item: str
    hex: Hex | None = None


class Propose(Command, frozen=True, kw_only=True):
    """Proposes a correction for that seat, in place of any earlier proposal. A phone that sits for both agrees at
    once."""

    correction: Correction
    seat: Seat | None = None


class Agree(Command, frozen=True, kw_only=True):
    """Agrees to the other side's proposal. Refused where `number` is given and the open proposal is another one."""

    number: int | None = None
    seat: Seat | None = None


class Decline(Command, frozen=True, kw_only=True):
    """Declines the proposal, or takes the seat's own proposal back. `number` is as in Agree."""

    number: int | None = None
    seat: Seat | None = None


class AgreeEnd(Command, frozen=True, kw_only=True):
    """Agrees for that seat to the end that the table asks about; the game ends when both do. Without a seat both agree.

    `winner` guards against an answer to an earlier question.
    """

    winner: Side | None = None
    seat: Seat | None = None


class PlayOn(Command, frozen=True, kw_only=True):
    """Continues the game although a victory condition has come true. `winner` is as in AgreeEnd."""

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
"""Lists all commands of a game of WarTime."""
