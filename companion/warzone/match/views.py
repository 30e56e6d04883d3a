"""A game of Warzone as phones and screens see it: all of it but what is sealed."""

import msgspec

from companion.choices import Chosen
from companion.ledger import Ledger
from companion.table.view import Reason, TableView
from companion.warzone.attacks.actions import Action
from companion.warzone.cards.card import Allegiance, Faction
from companion.warzone.force.force import Unit
from companion.warzone.match.objectives import Kind
from companion.warzone.match.parts import EnemyAction, Place, Reaction, TableDice
from companion.warzone.match.prospects import Prospects
from companion.warzone.match.reactions import May
from companion.warzone.match.state import Casualty, TurnPhase
from companion.warzone.match.suggestions import Way
from companion.warzone.scenarios import Area, Deployment, Point, Primary, Secondary, Shape, WarzoneScenario


class UnitView(msgspec.Struct, frozen=True, kw_only=True):
    """A Unit and the counters beside it; `jammed` has a weapon's name, or "", for each Reload Counter, `fall` how it
    became a Casualty, `assets` the Faction Assets that were designated to it."""

    unit: Unit
    activated: bool
    reacted: bool
    pinned: bool
    wounds: int
    jammed: tuple[str, ...]
    fall: Casualty | None
    acting: bool
    """Whether it is being Activated now."""
    actions: tuple[Action, ...] = ()
    """Those of its Activation, as far as anybody tapped them; an Aim or a Brace waits for the next shot."""
    engaged: tuple[str, ...] = ()
    """The Enemy Units that it is in contact with, likewise."""
    assets: tuple[str, ...] = ()
    reaction_counters: int = 0
    reacting: Reaction | None = None
    """What it declared and has not made yet: a dive, or an attack to roll."""
    dice: TableDice | msgspec.UnsetType = msgspec.UNSET
    """Those that the table rolled for its attack, until it is recorded."""


class EffectView(msgspec.Struct, frozen=True):
    """A Faction Asset, or another effect that was used. `once`: it is used once a game; `turn` is when it was, None
    while it was not; `now`: its moment is now."""

    name: str
    once: bool
    turn: int | None
    now: bool = False


class ForceView(msgspec.Struct, frozen=True, kw_only=True):
    """One side. `title` is what to call it: its Force's name, else its Faction, else its colour."""

    title: str
    name: str
    faction: Faction | None
    allegiance: Allegiance | None
    allegiance_roll: Ledger | None
    area: Area | None
    area_die: int | None
    listed: bool
    """Whether somebody typed its Units in; otherwise they are nameless, and only counted."""
    units: tuple[UnitView, ...]
    activations: int
    """How many it has left this Turn, Groups counted as one."""
    passes: int
    effects: tuple[EffectView, ...]
    initiative: Ledger | None
    """Its Initiative Score, once rolled this Turn."""
    commander: str | None
    sealed: bool
    """Whether Secondary Objectives are sealed that nobody else may see yet."""
    open_secondaries: tuple[Secondary, ...]
    """What it may pick from."""
    secondaries: tuple[Secondary, ...]
    primary_sealed: bool
    primary: Primary | None
    vps: Ledger
    candidates: tuple[str, ...] = ()
    """The Units that it may choose as its Commander now, by their ids."""
    commander_asked: bool = False
    """Whether it has no Commander, and may choose one."""


class OptionView(msgspec.Struct, frozen=True, kw_only=True):
    """An answer and the VPs that it is worth before any cap."""

    id: str
    text: str
    gold: int
    red: int


class QuestionView(msgspec.Struct, frozen=True, kw_only=True):
    """A question of the End Turn Phase. `side` is whom it is about, None: both. `suggested` is the option that follows
    from what was tapped in, `answer` the one that was given."""

    turn: int
    id: str
    side: str | None
    text: str
    source: str
    options: tuple[OptionView, ...]
    suggested: str | None
    answer: str | None
    grounds: str = ""
    """What the suggestion follows from, in words, where numbers were tracked."""
    reach: dict[str, Ledger] = {}
    """How far each side's Commander is, once measured in that Turn."""


class ObjectiveView(msgspec.Struct, frozen=True, kw_only=True):
    """A Scenario Objective counter. `point` is where it lies, in inches, `side` whose Secondary Objective it belongs
    to, `may` which sides may Interact with it; `damage` is this Turn's, `connected` the Unit that made a connection
    this Turn."""

    id: str
    kind: Kind
    name: str
    source: str
    side: str | None
    point: Point | None
    may: tuple[str, ...]
    told: bool
    """Whether anything was said of it yet."""
    control: str | None
    damage: dict[str, int]
    place: Place
    moves: int
    connected: str | None


class CloudView(msgspec.Struct, frozen=True, kw_only=True):
    id: int
    name: str
    to_roll: bool
    """Whether its dispersal roll is due now."""
    size: int | msgspec.UnsetType = msgspec.UNSET
    """The X of Cloud (X), in inches."""
    owner: str | msgspec.UnsetType = msgspec.UNSET
    asked: bool | msgspec.UnsetType = msgspec.UNSET
    """It hits whoever is in it at the end of the Activation that is just over."""


class BattlefieldView(msgspec.Struct, frozen=True, kw_only=True):
    """The Battlefield to scale, in inches: x to the right, y away from Side A. `check` goes beside any drawing."""

    width: float
    depth: float
    centerline: tuple[Point, Point]
    areas: dict[str, tuple[Shape, ...]]
    """By "a" and "b"."""
    counters: tuple[Point, ...]
    counter_diameter: float
    check: str


class InitiativeView(msgspec.Struct, frozen=True, kw_only=True):
    """`chooser` may keep the Initiative or pass it, None while that is not known; `tie`: both roll again; `first` goes
    first this Turn. `choices` names the table choice that equal scores lean on."""

    chooser: str | None
    tie: bool
    first: str | None
    choices: tuple[Chosen, ...]


class WarzoneView(TableView, frozen=True, kw_only=True):
    """The table, and what only Warzone has. Sides are "gold" and "red"."""

    turn: int
    turn_phase: TurnPhase
    size: int
    deployment: Deployment | None
    scenario: WarzoneScenario | None
    battlefield: BattlefieldView | None
    selector: str | None
    """Who selected its Deployment Area."""
    deploying: str | None
    """Who deploys when, in words; None until a Deployment Area is selected."""
    area_chooser: str | None
    """Whose area die was lower: selects an area, or has the other select."""
    initiative: InitiativeView
    active: str | None
    acting: bool
    """Whether an Activation is going on."""
    sides: dict[str, ForceView]
    clouds: tuple[CloudView, ...]
    questions: tuple[QuestionView, ...]
    """This Turn's, in the End Turn Phase, and those of earlier Turns, for corrections; this Turn's last."""
    waiting: str
    """What the table waits for, in words."""
    winner: str | None
    outcome: str | None
    """Once it is over: who won, in words."""
    refused: dict[str, Reason]
    """The last refusal at the panel, under the side whose button it was."""
    objectives: tuple[ObjectiveView, ...] = ()
    """The Scenario Objective counters of this game."""
    scoring: tuple[Way, ...] = ()
    """Each side's open ways to a Victory Point."""
    prospects: Prospects | None = None
    """Next Turn's Initiative, before this Turn ends."""
    declared: EnemyAction | None = None
    """What the Active Player's Unit does, or has just done, as far as it was said."""
    reactions: dict[str, tuple[May, ...]] = msgspec.field(default_factory=dict)
    """By the Units of the other side: how each may answer it, at which cost, or why not."""
    terrain_placed: bool | msgspec.UnsetType = msgspec.UNSET
    """Present once the players said that the Battlefield has its Terrain Features."""
