"""The state of a game of Warzone, and the questions everyone asks of it."""

from enum import Enum

import msgspec

from companion.ledger import Ledger
from companion.table.errors import NotHere
from companion.table.sandclock import SandClock
from companion.table.sides import Side
from companion.table.state import MatchState, Stage
from companion.warzone.attacks.actions import Action
from companion.warzone.cards.factions import Allegiance, Faction
from companion.warzone.choices import WarzoneChoices
from companion.warzone.force.roster import Unit
from companion.warzone.match.counters import Reaction
from companion.warzone.match.dice import Die
from companion.warzone.match.objectives.tracked import Scoring
from companion.warzone.match.reactions.going import EnemyAction
from companion.warzone.scenario.deployment import Area, Deployment
from companion.warzone.scenario.objectives import Primary, Secondary
from companion.warzone.scenario.scenarios import WarzoneScenario

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
    Reaction Counters, and `reacting` is what it declared and has not made yet."""

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
    """A Cloud on the Battlefield; `stayed` is the last Turn whose dispersal roll it outlived."""

    id: int
    name: str
    stayed: int = 0


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
