"""What players ask of a game of Warzone, beside what every game understands (companion.table.commands)."""

from collections.abc import Mapping
from typing import Annotated

import msgspec

from companion.table.commands import Begin, Command, End, Pause, Resume
from companion.table.seats import Side
from companion.warzone.attacks.actions import Action
from companion.warzone.attacks.resolved import Rolls
from companion.warzone.cards.card import Faction
from companion.warzone.force.force import Entry
from companion.warzone.match.parts import (
    AgreedCommand,
    Assistance,
    CloudZone,
    Counter,
    Declaration,
    Die,
    LeadershipRoll,
    Pips,
    Place,
    Reaction,
    SideCommand,
    TableDice,
    UnitCommand,
)
from companion.warzone.match.refusals import Designate
from companion.warzone.scenarios import Area, Deployment, Primary, Secondary, WarzoneScenario
from companion.warzone.sums.sight import Stand

# What players ask of a fight: an attack with its outcome, or another action of a Unit.

MOST_TESTS, MOST_ARMOR_TESTS, MOST_WOUNDS = 20, 400, 80
Faces = Annotated[tuple[Pips, ...], msgspec.Meta(max_length=MOST_TESTS)]
ArmorFaces = Annotated[tuple[Pips, ...], msgspec.Meta(max_length=MOST_ARMOR_TESTS)]


class Dealt(msgspec.Struct, frozen=True, kw_only=True):
    """What the dice of an attack came to (companion.warzone.attacks.resolved): tests that hit, Wound Counters, whether
    the target gets a Pinned Counter, and whether the attack failed critically. `casualty`: the target is gone, by its
    card; it matters where the match does not know its W."""

    hits: Annotated[int, msgspec.Meta(ge=0, le=MOST_TESTS)] = 0
    wounds: Annotated[int, msgspec.Meta(ge=0, le=MOST_WOUNDS)] = 0
    pinned: bool = False
    failed: bool = False
    casualty: bool | msgspec.UnsetType = msgspec.UNSET


class Blow(msgspec.Struct, frozen=True, kw_only=True):
    """One attack as it was made: with the action SHOOT, STRIKE or CHARGE, at `target`, an Enemy Unit.

    `weapon` is its name, "" without one. `reaction`: it was made as one, whose counters it costs. `dive`: the target
    dived for cover. `apart`: they did not come into contact, as with Reach. `same_action`: it goes with the attack
    before, as against a further target of its area. `rolls` and `armor` are the dice, `real` where they lay on the
    table; none where nobody said. `prepared`: the Aim or Brace before it, recorded with it. `how` is the attack with
    all that its odds need. `cloud`: it hit, and left that behind. `thrown` are the dice that the table rolled for it,
    as the log has them."""

    action: Action
    target: str
    weapon: str = ""
    reaction: Reaction | None = None
    dive: bool = False
    apart: bool = False
    same_action: bool = False
    dealt: Dealt
    rolls: Faces = ()
    armor: ArmorFaces = ()
    real: bool = False
    prepared: Annotated[tuple[Action, ...], msgspec.Meta(max_length=2)] | msgspec.UnsetType = msgspec.UNSET
    how: Declaration | msgspec.UnsetType = msgspec.UNSET
    cloud: CloudZone | msgspec.UnsetType = msgspec.UNSET
    thrown: Rolls | msgspec.UnsetType = msgspec.UNSET


class Fight(AgreedCommand, frozen=True, kw_only=True):
    """The Unit attacks, and all that comes of it. `after`: how many attacks it had made when this one was meant (see
    UnitState.blows), so that sent twice it is recorded once; None where nobody says."""

    blow: Blow
    after: int | None = None


class Do(AgreedCommand, frozen=True, kw_only=True):
    """The Unit performs an action that attacks nobody: recorded when somebody says so, never called for. `weapon` is
    what a Reload is for, `test` a Recruit's to Rally."""

    action: Action
    weapon: str = ""
    test: LeadershipRoll | None = None


class Assist(AgreedCommand, frozen=True, kw_only=True):
    """The Unit uses an ability for a friend, or its Impact on an Enemy Unit, of the id `other`. `die` is tested against
    `needed`: the Unit's LD (Command), the X of First Aid (X), the LD of the Unit that stands near (Impact)."""

    ability: Assistance
    other: str
    needed: int | None = None
    die: Die | None = None


# What players ask about Scenario Objective counters and about what they are worth (Chapter 13).


class Interact(AgreedCommand, frozen=True, kw_only=True):
    """The Unit performs an Interact Action: a TN(LD) Test by `dice` against `needed`, of which a second counts only
    where a failed test is rolled again; or, without dice, `success` as the players say. `place` is where the counter is
    then, if it can move and somebody says."""

    counter: str
    needed: int | None = None
    dice: tuple[Die, ...] = ()
    success: bool = True
    place: Place | None = None


class SetControl(Command, frozen=True, kw_only=True):
    """Who controls a counter of Key Positions, by the players' own word; None: nobody."""

    counter: str
    control: Side | None = None


class SetDamage(SideCommand, frozen=True, kw_only=True):
    """How often this side damaged a counter of Sabotage this Turn, by the players' own word."""

    counter: str
    damage: int


class PlaceObjective(Command, frozen=True, kw_only=True):
    """Where a counter of Escort or Intercept Transmissions is, by the players' own word."""

    counter: str
    place: Place


class SetConnection(Command, frozen=True, kw_only=True):
    """Which Unit made a connection at a counter of Intercept Transmissions this Turn, by the players' own word; None:
    none did."""

    counter: str
    unit: str | None = None


class MeasureCommanders(Command, frozen=True, kw_only=True):
    """How far both Commanders are from their own Sides, at the end of the Turn."""

    gold: Stand
    red: Stand


class AnswerTracked(Command, frozen=True, kw_only=True):
    """Whatever is asked at the end of this Turn, and follows from what was tracked, is answered so."""


# What players say of an action and of those who answer it. None of it is ever called for.


class Declare(AgreedCommand, frozen=True, kw_only=True):
    """The Unit moves, shoots, strikes or charges now; `target` is the Enemy Unit that it is at, if that is known, and
    `how` the attack with all that its odds need. `forced` is what a Compulsory Movement is, such as "4” away"."""

    action: Action
    target: str | None = None
    how: Declaration | None = None
    forced: str = ""


class Roll(AgreedCommand, frozen=True, kw_only=True):
    """The table rolls for the Unit's attack, and everyone sees it. `again`: once more, in place of dice that lie."""

    dice: TableDice
    again: bool = False


class Forgo(SideCommand, frozen=True, kw_only=True):
    """Nobody of this side reacts to what the other is doing."""


class Spare(UnitCommand, frozen=True, kw_only=True):
    """The test that can spare a Unit a counter of its Reaction: by Guerilla (X) or Dodge. `lowest` is the lowest die of
    the shot that it dived from, where the shot was not recorded."""

    die: Die
    lowest: Pips | None = None


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
    """`factions`: those that the sides say they play, where their Forces are still to come."""

    gold: Die
    red: Die
    factions: Mapping[Side, Faction] = msgspec.field(default_factory=dict)


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


class PlaceTerrain(Command, frozen=True, kw_only=True):
    """The Battlefield has its Terrain Features, and both sides agree on their traits."""


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
    """`size` is the X of Cloud (X), `owner` whose it is, where somebody says."""

    name: str = ""
    size: int | None = None
    owner: Side | None = None


class RollCloud(Command, frozen=True, kw_only=True):
    """In the End Turn Phase: 11 and above, and it is gone."""

    cloud: int
    die: Die


class RemoveCloud(Command, frozen=True, kw_only=True):
    cloud: int


class AnswerCloud(Command, frozen=True, kw_only=True):
    """Everyone who is in the Cloud at the end of this Activation has been hit again, or nobody is in it."""

    cloud: int


class HitByCloud(UnitCommand, frozen=True, kw_only=True):
    """The Unit is in the Cloud at the end of an Activation. `armor` are the dice of its Armor Tests, `dealt` is what
    they came to."""

    cloud: int
    dealt: Dealt
    armor: ArmorFaces = ()
    real: bool = False


class ScatterCloud(Command, frozen=True, kw_only=True):
    """The Cloud moves so far in the direction that the die shows (Scatter)."""

    cloud: int
    inches: int
    die: Die


class UseEffect(SideCommand, frozen=True, kw_only=True):
    """A Faction Asset, or whatever else is used once a game; `test` is To the Last Warrior's, of each Turn. `agreed`:
    now, though its moment is another."""

    effect: str
    test: LeadershipRoll | None = None
    agreed: bool = False


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
    | PlaceTerrain
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
UnitsCommand = (
    React
    | Mark
    | Wound
    | Remove
    | Return
    | Jam
    | Reload
    | PlaceCloud
    | RollCloud
    | RemoveCloud
    | AnswerCloud
    | HitByCloud
    | ScatterCloud
    | UseEffect
)
ObjectiveCommand = (
    Interact | SetControl | SetDamage | PlaceObjective | SetConnection | MeasureCommanders | AnswerTracked
)
FightCommand = Fight | Do | Assist
ReactionCommand = Declare | Roll | Forgo | Spare
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
