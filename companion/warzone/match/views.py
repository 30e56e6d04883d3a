"""Describes a game of Warzone as phones and screens see it: all of it but sealed picks."""

import msgspec

from companion.choices import Chosen
from companion.ledger import Ledger
from companion.table.view import Reason, TableView
from companion.warzone.attacks.actions import Action
from companion.warzone.cards.card import Allegiance, Faction
from companion.warzone.force.force import Unit
from companion.warzone.match.objectives import CounterKind
from companion.warzone.match.parts import BattlefieldPlace, EnemyAction, Reaction, TableDice
from companion.warzone.match.prospects import Prospects
from companion.warzone.match.reactions import May
from companion.warzone.match.state import Casualty, TurnPhase
from companion.warzone.match.suggestions import ScoringWay
from companion.warzone.scenarios import (
    BattlefieldPoint,
    Deployment,
    DeploymentArea,
    Primary,
    Secondary,
    Shape,
    WarzoneScenario,
)


class UnitView(msgspec.Struct, frozen=True, kw_only=True):
    """Describes a Unit and the counters beside it.

    `jammed` has a weapon's name, or an empty text, for each Reload Counter. `fall` says how it became a Casualty.
    `assets` are the Faction Assets that were designated to it.
    """

    unit: Unit
    activated: bool
    reacted: bool
    pinned: bool
    wounds: int
    jammed: tuple[str, ...]
    fall: Casualty | None
    acting: bool
    """Holds True while it is being Activated."""
    actions: tuple[Action, ...] = ()
    """Lists those of its Activation, as far as players tapped them; an Aim or a Brace waits for the next shot."""
    engaged: tuple[str, ...] = ()
    """Lists the Enemy Units that it is in contact with, likewise."""
    assets: tuple[str, ...] = ()
    reaction_counters: int = 0
    reacting: Reaction | None = None
    """Holds what it declared and has not made yet: a dive, or an attack to roll."""
    dice: TableDice | msgspec.UnsetType = msgspec.UNSET
    """Holds those that the table rolled for its attack, until it is recorded."""


class EffectView(msgspec.Struct, frozen=True):
    """Describes a Faction Asset, or another effect that was used.

    `once`: it is used once a game. `turn` is when it was used, None while it was not. `now`: its moment is now.
    """

    name: str
    once: bool
    turn: int | None
    now: bool = False


class ForceView(msgspec.Struct, frozen=True, kw_only=True):
    """Describes one side. `title` is its name on pages: its Force's name, else its Faction, else its colour."""

    title: str
    name: str
    faction: Faction | None
    allegiance: Allegiance | None
    allegiance_roll: Ledger | None
    area: DeploymentArea | None
    area_die: int | None
    listed: bool
    """Holds True where a player typed its Units in; else they are nameless, and only counted."""
    units: tuple[UnitView, ...]
    activations: int
    """Counts those left this Turn, Groups as one."""
    passes: int
    effects: tuple[EffectView, ...]
    initiative: Ledger | None
    """Holds its Initiative Score, once rolled this Turn."""
    commander: str | None
    sealed: bool
    """Holds True where it has sealed Secondary Objectives, which other phones may not see yet."""
    open_secondaries: tuple[Secondary, ...]
    """Lists what it may pick from."""
    secondaries: tuple[Secondary, ...]
    primary_sealed: bool
    primary: Primary | None
    vps: Ledger
    candidates: tuple[str, ...] = ()
    """Lists the Units that it may choose as its Commander now, by their ids."""
    commander_asked: bool = False
    """Holds True where it has no Commander, and may choose one."""


class OptionView(msgspec.Struct, frozen=True, kw_only=True):
    """Describes an answer and the VPs that it is worth before any cap."""

    id: str
    text: str
    gold: int
    red: int


class QuestionView(msgspec.Struct, frozen=True, kw_only=True):
    """Describes a question of the End Turn Phase.

    `side` is the side that it is about; None: both. `suggested` is the option that follows from what was tapped in,
    `answer` the one that was given.
    """

    turn: int
    id: str
    side: str | None
    text: str
    source: str
    options: tuple[OptionView, ...]
    suggested: str | None
    answer: str | None
    grounds: str = ""
    """Says what the suggestion follows from, where numbers were tracked."""
    reach: dict[str, Ledger] = {}
    """Holds how far each side's Commander is, once measured in that Turn."""


class ObjectiveView(msgspec.Struct, frozen=True, kw_only=True):
    """Describes a Scenario Objective counter.

    `point` is its place, in inches. `side` is the one whose Secondary Objective it belongs to, `may` lists the sides
    that may Interact with it. `damage` is this Turn's. `connected` is the Unit that made a connection this Turn.
    """

    id: str
    kind: CounterKind
    name: str
    source: str
    side: str | None
    point: BattlefieldPoint | None
    may: tuple[str, ...]
    told: bool
    """Holds True once the players recorded anything of it."""
    control: str | None
    damage: dict[str, int]
    place: BattlefieldPlace
    moves: int
    connected: str | None


class CloudView(msgspec.Struct, frozen=True, kw_only=True):
    id: int
    name: str
    to_roll: bool
    """Holds True where its dispersal roll is due now."""
    size: int | msgspec.UnsetType = msgspec.UNSET
    """Holds the X of Cloud (X), in inches."""
    owner: str | msgspec.UnsetType = msgspec.UNSET
    asked: bool | msgspec.UnsetType = msgspec.UNSET
    """Holds True where it hits the Units in it at the end of the Activation that is just over."""


class BattlefieldView(msgspec.Struct, frozen=True, kw_only=True):
    """Describes the Battlefield to scale, in inches: x to the right, y away from Side A.

    `check` goes beside any drawing.
    """

    width: float
    depth: float
    centerline: tuple[BattlefieldPoint, BattlefieldPoint]
    areas: dict[str, tuple[Shape, ...]]
    """Maps "a" and "b" to their areas."""
    counters: tuple[BattlefieldPoint, ...]
    counter_diameter: float
    check: str


class InitiativeView(msgspec.Struct, frozen=True, kw_only=True):
    """Describes who has the Initiative.

    `chooser` may keep the Initiative or pass it, None while that is not known. `tie`: both roll again. `first` goes
    first this Turn. `choices` names the rule choice that equal scores depend on.
    """

    chooser: str | None
    tie: bool
    first: str | None
    choices: tuple[Chosen, ...]


class WarzoneView(TableView, frozen=True, kw_only=True):
    """Describes the table, and what only Warzone has. Sides are "gold" and "red"."""

    turn: int
    turn_phase: TurnPhase
    size: int
    deployment: Deployment | None
    scenario: WarzoneScenario | None
    battlefield: BattlefieldView | None
    selector: str | None
    """Names the side that selected its Deployment Area."""
    deploying: str | None
    """Says in words which side deploys when; None until a Deployment Area is selected."""
    area_chooser: str | None
    """Names the side with the lower area die: it selects an area, or has the other select."""
    initiative: InitiativeView
    active: str | None
    acting: bool
    """Holds True while an Activation is going on."""
    sides: dict[str, ForceView]
    clouds: tuple[CloudView, ...]
    questions: tuple[QuestionView, ...]
    """Lists this Turn's, in the End Turn Phase, and those of earlier Turns, for corrections; this Turn's last."""
    waiting: str
    """Says what the table waits for."""
    winner: str | None
    outcome: str | None
    """Says how it ended, once it is over."""
    refused: dict[str, Reason]
    """Holds the last refusal at the panel, under the side whose button it was."""
    objectives: tuple[ObjectiveView, ...] = ()
    """Lists the Scenario Objective counters of this game."""
    scoring: tuple[ScoringWay, ...] = ()
    """Lists each side's open ways to a Victory Point."""
    prospects: Prospects | None = None
    """Holds next Turn's Initiative, before this Turn ends."""
    declared: EnemyAction | None = None
    """Describes what the Active Player's Unit does, or has just done, as far as the players recorded it."""
    reactions: dict[str, tuple[May, ...]] = msgspec.field(default_factory=dict)
    """Maps the Units of the other side to their Reactions: how, at which cost, or why not."""
    terrain_placed: bool | msgspec.UnsetType = msgspec.UNSET
    """Is present once the players said that the Battlefield has its Terrain Features."""
