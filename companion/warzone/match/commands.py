"""What players ask of a game of Warzone, beside what every game understands (companion.table.commands)."""

from collections.abc import Mapping

import msgspec

from companion.table.commands import Begin, Command, End, Pause, Resume
from companion.table.sides import Side
from companion.warzone.cards.factions import Faction
from companion.warzone.force.roster import Entry
from companion.warzone.match.counters import Counter, Reaction
from companion.warzone.match.dice import Die
from companion.warzone.match.fight.commands import Do, Fight
from companion.warzone.match.leadership import LeadershipRoll
from companion.warzone.match.objectives.commands import (
    AnswerTracked,
    Interact,
    MeasureCommanders,
    PlaceObjective,
    SetConnection,
    SetControl,
    SetDamage,
)
from companion.warzone.match.reactions.commands import Declare, Forgo, Spare
from companion.warzone.match.setup.designate import Designate
from companion.warzone.match.sided import SideCommand, UnitCommand
from companion.warzone.scenario.deployment import Area, Deployment
from companion.warzone.scenario.objectives import Primary, Secondary
from companion.warzone.scenario.scenarios import WarzoneScenario

# Setup (Chapters 12 and 13)


class SetSize(Command, frozen=True, kw_only=True):
    """The Game Size in DPs."""

    size: int


class Muster(SideCommand, frozen=True, kw_only=True):
    """A Force, whole, anew each time. Without `entries`, `activations` nameless Units. `designated`: for which card's
    Unit an asset is, by the card's id."""

    faction: Faction | None = None
    name: str = ""
    entries: tuple[Entry, ...] = ()
    activations: int = 0
    assets: tuple[str, ...] = ()
    designated: Mapping[str, str] = msgspec.field(default_factory=dict)


class RollAllegiance(Command, frozen=True, kw_only=True):
    gold: Die
    red: Die


class ChooseAllegiance(Command, frozen=True, kw_only=True):
    """`light` are the Agents of Light, the other side follows the Servants of Darkness."""

    light: Side


class SetDeployment(Command, frozen=True, kw_only=True):
    """By `die`, or chosen."""

    deployment: Deployment | None = None
    die: Die | None = None


class SetScenario(Command, frozen=True, kw_only=True):
    """By `die`, or chosen."""

    scenario: WarzoneScenario | None = None
    die: Die | None = None


class RollAreas(Command, frozen=True, kw_only=True):
    """The lower may select a Deployment Area, or leave that to the other."""

    gold: Die
    red: Die


class SelectArea(SideCommand, frozen=True, kw_only=True):
    """This side selects its Deployment Area: it deploys first, and the other has the Initiative in the first Turn."""

    area: Area


class Seal(SideCommand, frozen=True, kw_only=True):
    """Secondary Objectives, picked in secret. `owner` is the phone that may read them until they are revealed."""

    owner: str
    picks: tuple[Secondary, ...]


class SealPrimary(SideCommand, frozen=True, kw_only=True):
    """The Primary Objective of Key Positions, picked in secret."""

    owner: str
    pick: Primary


class Reveal(Command, frozen=True, kw_only=True):
    """Both sides' Secondary Objectives, at once."""


class RevealPrimaries(Command, frozen=True, kw_only=True):
    """Both sides' Primary Objectives, at once, at the end of the fifth Turn."""


class NameCommander(UnitCommand, frozen=True, kw_only=True):
    """The Commander of Lead from the Front."""


# The Turn (Chapter 4)


class RollInitiative(SideCommand, frozen=True, kw_only=True):
    """`again` where an effect makes this side roll once more: `misdirected`, the other's Intel Misdirection."""

    die: Die
    again: bool = False
    misdirected: bool = False


class KeepInitiative(SideCommand, frozen=True, kw_only=True):
    """Goes first; in the first Turn, whoever has the Initiative begins with this."""


class PassInitiative(SideCommand, frozen=True, kw_only=True):
    """Lets the other side go first."""


class GoFirst(SideCommand, frozen=True, kw_only=True):
    """This side goes first, whatever the dice said: the players' own word."""


class Activate(SideCommand, frozen=True, kw_only=True):
    """These Units are Activated: one, or several of one Group; none: one that nobody names. Said again before its end,
    it names another."""

    units: tuple[str, ...] = ()


class EndActivation(SideCommand, frozen=True, kw_only=True):
    """The Activation is over. Where none was begun, one that nobody names is begun and over."""


class UsePass(SideCommand, frozen=True, kw_only=True):
    pass


class SetPasses(SideCommand, frozen=True, kw_only=True):
    """Puts the number of Pass Counters left right."""

    passes: int


class SetActive(SideCommand, frozen=True, kw_only=True):
    """This side is the Active Player, whatever the Turn said: the players' own word."""


class EndActivations(Command, frozen=True, kw_only=True):
    """Nobody wants to Activate any more: on to the End Turn Phase."""


class EndTurn(Command, frozen=True, kw_only=True):
    """All is asked and rolled: the next Turn, or after the fifth the end of the game."""


# Units and what lies beside them


class React(UnitCommand, frozen=True, kw_only=True):
    reaction: Reaction


class Mark(UnitCommand, frozen=True, kw_only=True):
    """Puts a counter beside a Unit or takes it away: being pinned and rallying, and whatever is to be put right."""

    counter: Counter
    on: bool = True


class Wound(UnitCommand, frozen=True, kw_only=True):
    """Wound Counters given (or, below 0, taken away). `by` is the Enemy Unit that did it, `strike` whether by a Strike
    Action."""

    count: int = 1
    by: str | None = None
    strike: bool = False


class Remove(UnitCommand, frozen=True, kw_only=True):
    """The Unit is a Casualty, `by` and `strike` as for a wound."""

    by: str | None = None
    strike: bool = False


class Return(UnitCommand, frozen=True, kw_only=True):
    """The Unit is no Casualty after all."""


class Jam(UnitCommand, frozen=True, kw_only=True):
    """A weapon needs a Reload Action."""

    weapon: str = ""


class Reload(UnitCommand, frozen=True, kw_only=True):
    weapon: str = ""


class PlaceCloud(Command, frozen=True, kw_only=True):
    name: str = ""


class RollCloud(Command, frozen=True, kw_only=True):
    """In the End Turn Phase: 11 and above, and it is gone."""

    cloud: int
    die: Die


class RemoveCloud(Command, frozen=True, kw_only=True):
    cloud: int


class UseEffect(SideCommand, frozen=True, kw_only=True):
    """A Faction Asset, or whatever else is used once a game; `test` is To the Last Warrior's, of each Turn."""

    effect: str
    test: LeadershipRoll | None = None


# Victory points (Chapter 13)


class Answer(Command, frozen=True, kw_only=True):
    """The answer to a question of this Turn's End Turn Phase, or of an earlier one's. Said again, it is corrected."""

    turn: int
    question: str
    option: str


SetupCommand = (
    SetSize
    | Muster
    | Designate
    | RollAllegiance
    | ChooseAllegiance
    | SetDeployment
    | SetScenario
    | RollAreas
    | SelectArea
    | Seal
    | SealPrimary
    | Reveal
    | RevealPrimaries
    | NameCommander
)
TurnCommand = (
    RollInitiative
    | KeepInitiative
    | PassInitiative
    | GoFirst
    | Activate
    | EndActivation
    | UsePass
    | SetPasses
    | SetActive
    | EndActivations
    | EndTurn
    | Answer
)
UnitsCommand = React | Mark | Wound | Remove | Return | Jam | Reload | PlaceCloud | RollCloud | RemoveCloud | UseEffect
ObjectiveCommand = (
    Interact | SetControl | SetDamage | PlaceObjective | SetConnection | MeasureCommanders | AnswerTracked
)
FightCommand = Fight | Do
ReactionCommand = Declare | Forgo | Spare
WarzoneCommand = (
    SetupCommand
    | TurnCommand
    | UnitsCommand
    | ObjectiveCommand
    | FightCommand
    | ReactionCommand
    | Begin
    | Pause
    | Resume
    | End
)
"""All that can be asked of a game of Warzone."""
