"""The state of a game of Warzone, its names and effects, and how a Force or a Unit of it changes."""

from collections.abc import Mapping
from enum import Enum

import msgspec
from msgspec.structs import replace

from companion.ledger import Ledger
from companion.names import like, same
from companion.table.errors import NotHere
from companion.table.seats import Seat, Side
from companion.table.state import MatchState, SandClock, Stage
from companion.warzone.attacks.actions import Action
from companion.warzone.cards.card import Allegiance, Faction
from companion.warzone.choices import WarzoneChoices
from companion.warzone.force.force import Unit
from companion.warzone.match.parts import Declaration, Die, EnemyAction, Reaction, Scoring, TableDice
from companion.warzone.scenarios import Area, Deployment, Primary, Secondary, WarzoneScenario

# The state of a game of Warzone, and the questions everyone asks of it.

LAST_TURN = 5


class TurnPhase(Enum):
    """Warzone Eternal, Chapter 4, The Game Turn."""

    START = "start"
    ACTIVATION = "activation"
    END = "end"

    @property
    def title(self) -> str:
        return {TurnPhase.START: "Start", TurnPhase.ACTIVATION: "Activation", TurnPhase.END: "End Turn"}[self]


class Casualty(msgspec.Struct, frozen=True, kw_only=True):
    """How a Unit became a Casualty: in which Turn, by which Enemy Unit if that was said, by a Strike Action or not."""

    turn: int
    by: str | None = None
    strike: bool = False


class UnitState(msgspec.Struct, frozen=True, kw_only=True):
    """A Unit and the counters beside it; `jammed` has a weapon's name, or "", for each Reload Counter. `actions` are
    those of its Activation, `hits` how many of its shots hit whom in it, `engaged` the Enemy Units that it is in
    contact with, as far as anybody tapped them. `blows` counts its attacks that were recorded, `reactions` are its
    Reaction Counters, and `reacting` is what it declared and has not made yet. `dice` are those that the table rolled
    for its attack, until it is recorded; `lent` counts the actions that others have given it."""

    unit: Unit
    activated: bool = False
    reactions: int = 0
    reacting: Reaction | None = None
    pinned: bool = False
    wounds: int = 0
    jammed: tuple[str, ...] = ()
    fall: Casualty | None = None
    actions: tuple[Action, ...] = ()
    hits: dict[str, int] = {}
    engaged: tuple[str, ...] = ()
    blows: int = 0
    dice: TableDice | None = None
    lent: int = 0

    @property
    def reacted(self) -> bool:
        """Whether a Reaction Counter lies beside it."""
        return self.reactions > 0

    @property
    def ready(self) -> bool:
        """Whether it can still be Activated this Turn."""
        return self.fall is None and not self.activated


class Force(msgspec.Struct, frozen=True, kw_only=True):
    """One side.

    `anonymous` counts this Turn's Activations of Units that nobody named, `score` is the Initiative Score once rolled,
    `designated` has the Unit that each asset is for, `used` the Turn in which each effect was used. `owner` and
    `sealed` are the phone and its secret Secondary Objectives, `primary_owner` and `sealed_primary` likewise;
    `secondaries` and `primary` what is revealed.
    """

    faction: Faction | None = None
    name: str = ""
    listed: bool = False
    units: dict[str, UnitState] = {}
    assets: tuple[str, ...] = ()
    designated: dict[str, str] = {}
    used: dict[str, int] = {}
    passes: int = 0
    anonymous: int = 0
    die: Die | None = None
    score: Ledger | None = None
    commander: str | None = None
    first_commander: str | None = None
    owner: str | None = None
    sealed: tuple[Secondary, ...] = ()
    secondaries: tuple[Secondary, ...] = ()
    primary_owner: str | None = None
    sealed_primary: Primary | None = None
    primary: Primary | None = None

    def unit(self, unit: str) -> UnitState:
        """Raises NotHere."""
        try:
            return self.units[unit]
        except KeyError:
            raise NotHere("unit", unit) from None

    @property
    def standing(self) -> list[UnitState]:
        """The Units that are no Casualties."""
        return [unit for unit in self.units.values() if unit.fall is None]


class Cloud(msgspec.Struct, frozen=True, kw_only=True):
    """A Cloud on the Battlefield; `stayed` is the last Turn whose dispersal roll it outlived. `size` is the X of Cloud
    (X), `owner` whose it is, `unit` and `how` the attack that left it, as far as that is known. `asked`: at the end of
    an Activation it hits again, and nobody has said yet who is in it."""

    id: int
    name: str
    stayed: int = 0
    size: int | None = None
    owner: Side | None = None
    unit: str | None = None
    how: Declaration | None = None
    asked: bool = False


class State(MatchState, frozen=True, kw_only=True):
    """The whole match, immutable. `first` has the Initiative this Turn, `last_first` had it in the last; `active`
    is the Active Player, `acting` the Units of the Activation that is going on (none where nobody named them; None
    between two), `declared` what one of them does or has just done. `answers` has the option given to each question
    of each Turn, `scoring` what is known of Objective counters."""

    choices: WarzoneChoices
    forces: dict[Side, Force]
    size: int = 40
    light: Side | None = None
    allegiance_dice: dict[Side, Die] = msgspec.field(default_factory=dict)
    deployment: Deployment | None = None
    scenario: WarzoneScenario | None = None
    terrain_placed: bool = False
    area_dice: dict[Side, Die] = msgspec.field(default_factory=dict)
    selector: Side | None = None
    area: Area | None = None
    turn: int = 0
    turn_phase: TurnPhase = TurnPhase.START
    first: Side | None = None
    last_first: Side | None = None
    active: Side | None = None
    acting: tuple[str, ...] | None = None
    declared: EnemyAction | None = None
    clouds: tuple[Cloud, ...] = ()
    clouds_placed: int = 0
    answers: dict[tuple[int, str], str] = msgspec.field(default_factory=dict)
    conceded: Side | None = None
    scoring: Scoring = Scoring()

    @classmethod
    def opened(cls, *, choices: WarzoneChoices, now: int) -> "State":
        """A table with nothing on it, at the monotonic instant `now`."""
        clock = SandClock().started(sand_ns=0, now=now)
        return cls(choices=choices, clock=clock, forces={side: Force() for side in Side})

    @property
    def opening(self) -> bool:
        """Whether the first Activation Phase is still to come."""
        first_start = self.turn == 1 and self.turn_phase is TurnPhase.START
        return self.stage is Stage.SETUP or (self.stage is Stage.PLAY and first_start)

    def allegiance(self, side: Side) -> Allegiance | None:
        if self.light is None:
            return None
        return Allegiance.LIGHT if side is self.light else Allegiance.DARKNESS

    def area_of(self, side: Side) -> Area | None:
        """The Deployment Area of this side, once one is selected."""
        if self.area is None:
            return None
        return self.area if side is self.selector else self.area.other


# What the sides are called.


def names(state: State) -> Mapping[Seat, str]:
    """Each side by its Force's name, else its Faction, else its colour; by its colour too where that would be another's
    name, or its colour."""
    return {Seat(side.value): called(state, side) for side in state.forces}


def called(state: State, side: Side) -> str:
    """This side's name among them."""
    name, colour = _own(state, side), side.value.title()
    taken = (_own(state, side.other), side.other.value)
    return colour if not name else f"{name} ({colour})" if like(name, taken) else name


def unit_name(state: State, side: Side, unit: str) -> str:
    """What this side's Unit of that id is called, also where an undo has left it behind."""
    known = state.forces[side].units
    return known[unit].unit.name if unit in known else f"Unit {unit}"


def _own(state: State, side: Side) -> str:
    force = state.forces[side]
    return force.name or (force.faction.value if force.faction else "")


# Faction Assets that are spent by one use, or hold for one Turn (Chapter 12, Faction Assets).

IGNORES_VPS = "Seize the Initiative"
COUNTS_AS_ONE = "The Moment Has Come!"
REROLLS_THEIRS = "Intel Misdirection"
RALLIES = "To the Last Warrior"
RELIABILITY, HONORED_CHARGE = "Reliability", "Honored Charge"
AIR_STRIKE, SELF_REPAIR = "Air Strike", "Self Repair"
AT_START = ("Mission Critical", RELIABILITY, HONORED_CHARGE, "Distort", "Fire Support", "Supply Drop")
"""Used in the Start Turn Phase, once a game or for one Turn."""
_ONCE = frozenset(
    name.casefold() for name in (*AT_START, COUNTS_AS_ONE, REROLLS_THEIRS, AIR_STRIKE, "Clan Rivalry", SELF_REPAIR)
)


def once_a_game(asset: str) -> bool:
    """Whether the asset is used up; the others hold for the whole game."""
    return asset.casefold() in _ONCE


def at_start(asset: str) -> bool:
    """Whether it is chosen in the Start Turn Phase, and needs nothing else."""
    return any(same(asset, each) for each in AT_START)


def has(force: Force, asset: str) -> bool:
    return any(same(asset, each) for each in force.assets)


def used_in(force: Force, effect: str) -> int | None:
    """The Turn in which the Force used it; None while it has not."""
    return next((turn for used, turn in force.used.items() if same(used, effect)), None)


def in_hand(force: Force, asset: str) -> bool:
    """Whether the Force has the asset and has not used it yet."""
    return has(force, asset) and used_in(force, asset) is None


# The state with one Force, or one Unit of it, changed.


def with_force(state: State, side: Side, **changes: object) -> State:
    return replace(state, forces={**state.forces, side: replace(state.forces[side], **changes)})


def with_unit(state: State, side: Side, unit: str, **changes: object) -> State:
    """Nothing changes where the Force has no such Unit any more: an undo can leave its events behind."""
    units = state.forces[side].units
    if unit not in units:
        return state
    return with_force(state, side, units={**units, unit: replace(units[unit], **changes)})


def with_used(state: State, side: Side, effect: str) -> State:
    """With the effect used in this Turn."""
    return with_force(state, side, used={**state.forces[side].used, effect: state.turn})
