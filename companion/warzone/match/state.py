"""Holds the state of a game of Warzone, its names and effects, and changes of a Force or a Unit."""

from collections.abc import Iterable, Mapping
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
from companion.warzone.scenarios import Deployment, DeploymentArea, Primary, Secondary, WarzoneScenario

# The state of a game of Warzone, and the questions everyone asks of it.

LAST_TURN = 5


class TurnPhase(Enum):
    """Names the phases of a Turn (Warzone Eternal, Chapter 4, The Game Turn)."""

    START = "start"
    ACTIVATION = "activation"
    END = "end"

    @property
    def title(self) -> str:
        return {TurnPhase.START: "Start", TurnPhase.ACTIVATION: "Activation", TurnPhase.END: "End Turn"}[self]


class Casualty(msgspec.Struct, frozen=True, kw_only=True):
    """Says how a Unit became a Casualty.

    `turn` is the Turn, `by` the Enemy Unit, if that was recorded. `strike`: by a Strike Action.
    """

    turn: int
    by: str | None = None
    strike: bool = False


class UnitState(msgspec.Struct, frozen=True, kw_only=True):
    """Describes a Unit and the counters beside it.

    `jammed` has a weapon's name, or an empty text, for each Reload Counter. `actions` are those of its Activation.
    `hits` counts its shots in it that hit, by their target. `engaged` are the Enemy Units in contact with it, as far as
    players tapped them. `blows` counts its attacks that were recorded. `reacting` is the Reaction that it
    declared and has not made yet. `dice` are those that the table rolled for its attack, until it is recorded. `lent`
    counts the actions that others have given it.
    """

    unit: Unit
    activated: bool = False
    reaction_counters: int = 0
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
    def ready(self) -> bool:
        """Returns True where it can still be Activated this Turn."""
        return self.fall is None and not self.activated


class Force(msgspec.Struct, frozen=True, kw_only=True):
    """Describes one side.

    `anonymous` counts this Turn's Activations of Units without a name. `score` is the Initiative Score once rolled.
    `designated` has the Unit that each asset is for, `used` the Turn in which each effect was used. `owner` and
    `sealed` are the phone and its secret Secondary Objectives; `primary_owner` and `sealed_primary` likewise.
    `secondaries` and `primary` are those that are revealed.
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
        """Returns the Units that are not Casualties."""
        return [unit for unit in self.units.values() if unit.fall is None]


class Cloud(msgspec.Struct, frozen=True, kw_only=True):
    """Describes a Cloud on the Battlefield.

    `stayed` is the last Turn whose dispersal roll it outlived. `size` is the X of Cloud (X). `owner` is its side, and
    `unit` and `how` are the attack that left it, as far as that is known. `asked`: at the end of an Activation it hits
    again, and the players have not said yet which Units are in it.
    """

    id: int
    name: str
    stayed: int = 0
    size: int | None = None
    owner: Side | None = None
    unit: str | None = None
    how: Declaration | None = None
    asked: bool = False


class State(MatchState, frozen=True, kw_only=True):
    """Holds the whole match, immutable.

    `first` has the Initiative this Turn, `last_first` had it in the last. `active` is the Active Player. `acting` has
    the Units of the Activation that is going on: empty for a nameless one, None between two. `declared` is what one of
    them does or has just done. `answers` has the option given to each question of each Turn. `scoring` is what is known
    of Objective counters.
    """

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
    area: DeploymentArea | None = None
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
    def start(cls, *, choices: WarzoneChoices, now: int) -> "State":
        """Returns an empty table at the monotonic instant `now`."""
        clock = SandClock().started(sand_ns=0, now=now)
        return cls(choices=choices, clock=clock, forces={side: Force() for side in Side})

    @property
    def opening(self) -> bool:
        """Returns True while the first Activation Phase is still to come."""
        first_start = self.turn == 1 and self.turn_phase is TurnPhase.START
        return self.stage is Stage.SETUP or (self.stage is Stage.PLAY and first_start)

    def allegiance(self, side: Side) -> Allegiance | None:
        if self.light is None:
            return None
        return Allegiance.LIGHT if side is self.light else Allegiance.DARKNESS

    def area_of(self, side: Side) -> DeploymentArea | None:
        """Returns the Deployment Area of this side, once one is selected."""
        if self.area is None:
            return None
        return self.area if side is self.selector else self.area.other


# What the sides are called.


def names(state: State) -> Mapping[Seat, str]:
    """Names each side by its Force's name, else its Faction, else its colour.

    Its colour joins a name that would be the other's name, or the other's colour.
    """
    return {Seat(side.value): called(state, side) for side in state.forces}


def called(state: State, side: Side) -> str:
    """Returns this side's name among them."""
    name, colour = _own(state, side), side.value.title()
    taken = (_own(state, side.other), side.other.value)
    return colour if not name else f"{name} ({colour})" if like(name, taken) else name


def possessive(name: str) -> str:
    """Returns a name as an owner, such as "Gold’s" or "the Marines’"."""
    return f"{name}’" if name.endswith("s") else f"{name}’s"


def unit_name(state: State, side: Side, unit: str) -> str:
    """Returns the name of this side's Unit of that id, also where an undo has left it behind."""
    known = state.forces[side].units
    return known[unit].unit.name if unit in known else f"Unit {unit}"


def unit_names(state: State, side: Side, units: Iterable[str]) -> str:
    """Returns the names of these Units of the side's."""
    return ", ".join(unit_name(state, side, unit) for unit in units)


def of_both(state: State, gold: object, red: object, *, between: str = ", ") -> str:
    """Returns what each side has behind its name, as the log says it of both."""
    return f"{called(state, Side.GOLD)} {gold}{between}{called(state, Side.RED)} {red}"


def count_of(number: int, word: str) -> str:
    """Returns the number with its noun, such as "1 Unit" or "2 Units"."""
    return f"1 {word}" if number == 1 else f"{number} {word}s"


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
"""Lists what is used in the Start Turn Phase, once a game or for one Turn."""
_ONCE = frozenset(
    name.casefold() for name in (*AT_START, COUNTS_AS_ONE, REROLLS_THEIRS, AIR_STRIKE, "Clan Rivalry", SELF_REPAIR)
)


def once_a_game(asset: str) -> bool:
    """Returns True where the asset is used up; the others hold for the whole game."""
    return asset.casefold() in _ONCE


def at_start(asset: str) -> bool:
    """Returns True where it is chosen in the Start Turn Phase, and has no other condition."""
    return any(same(asset, each) for each in AT_START)


def has(force: Force, asset: str) -> bool:
    return any(same(asset, each) for each in force.assets)


def used_in(force: Force, effect: str) -> int | None:
    """Returns the Turn in which the Force used it, or None while it has not."""
    return next((turn for used, turn in force.used.items() if same(used, effect)), None)


def in_hand(force: Force, asset: str) -> bool:
    """Returns True where the Force has the asset and has not used it yet."""
    return has(force, asset) and used_in(force, asset) is None


# The state with one Force, or one Unit of it, changed.


def with_force(state: State, side: Side, **changes: object) -> State:
    return replace(state, forces={**state.forces, side: replace(state.forces[side], **changes)})


def with_unit(state: State, side: Side, unit: str, **changes: object) -> State:
    """Returns the state with a changed Unit. Without such a Unit, as after an undo, it stays the same."""
    units = state.forces[side].units
    if unit not in units:
        return state
    return with_force(state, side, units={**units, unit: replace(units[unit], **changes)})


def with_used(state: State, side: Side, effect: str) -> State:
    """Returns the state with the effect used in this Turn."""
    return with_force(state, side, used={**state.forces[side].used, effect: state.turn})


def with_declared(state: State, **changes: object) -> State:
    """Returns the state with its declared action changed, where there is one."""
    return state if state.declared is None else replace(state, declared=replace(state.declared, **changes))
