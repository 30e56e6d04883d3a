"""What players ask of a game of Warzone, beside what every game understands (companion.table.commands)."""

from collections.abc import Mapping
from typing import Annotated

import msgspec

from companion.table.commands import Begin, Command, End, Pause, Resume
from companion.table.seats import Side
from companion.warzone.attacks.actions import Action
from companion.warzone.attacks.resolved import Rolls
from companion.warzone.cards.card import Faction
from companion.warzone.force.force import ForceEntry
from companion.warzone.match.parts import (
    AgreedCommand,
    Assistance,
    BattlefieldPlace,
    CloudZone,
    Counter,
    Declaration,
    Die,
    LeadershipRoll,
    Pips,
    Reaction,
    SideCommand,
    TableDice,
    UnitCommand,
)
from companion.warzone.match.refusals import Designate
from companion.warzone.scenarios import Deployment, DeploymentArea, Primary, Secondary, WarzoneScenario
from companion.warzone.sums.sight import Stand

# What players ask of a fight: an attack with its outcome, or another action of a Unit.

MOST_TESTS, MOST_ARMOR_TESTS, MOST_WOUNDS = 20, 400, 80
Faces = Annotated[tuple[Pips, ...], msgspec.Meta(max_length=MOST_TESTS)]
ArmorFaces = Annotated[tuple[Pips, ...], msgspec.Meta(max_length=MOST_ARMOR_TESTS)]


class AttackDealt(msgspec.Struct, frozen=True, kw_only=True):
    """Holds the result of an attack's dice (companion.warzone.attacks.resolved).

    `hits` counts the tests that hit, `wounds` the Wound Counters. `pinned`: the target gets a Pinned Counter. `failed`:
    the attack failed critically. `casualty`: by its card, the target is gone. That matters where the match does not
    know its W.
    """

    hits: Annotated[int, msgspec.Meta(ge=0, le=MOST_TESTS)] = 0
    wounds: Annotated[int, msgspec.Meta(ge=0, le=MOST_WOUNDS)] = 0
    pinned: bool = False
    failed: bool = False
    casualty: bool | msgspec.UnsetType = msgspec.UNSET


class Blow(msgspec.Struct, frozen=True, kw_only=True):
    """Describes one attack as it was made: with the action SHOOT, STRIKE or CHARGE, at `target`, an Enemy Unit.

    `weapon` is its name, empty without one. `reaction`: it was made as one, whose counters it costs. `dive`: the target
    dived for cover. `apart`: they did not come into contact, as with Reach. `same_action`: it goes with the attack
    before, as against a further target of its area. `rolls` and `armor` are the dice, empty where the players did not
    say. `real`: the dice were on the table. `prepared` is the Aim or Brace before it, recorded with it. `how` is the
    attack with all that its odds need. `cloud` is the Cloud that its hit left behind. `thrown` are the dice that the
    table rolled for it, as the log has them.
    """

    action: Action
    target: str
    weapon: str = ""
    reaction: Reaction | None = None
    dive: bool = False
    apart: bool = False
    same_action: bool = False
    dealt: AttackDealt
    rolls: Faces = ()
    armor: ArmorFaces = ()
    real: bool = False
    prepared: Annotated[tuple[Action, ...], msgspec.Meta(max_length=2)] | msgspec.UnsetType = msgspec.UNSET
    how: Declaration | msgspec.UnsetType = msgspec.UNSET
    cloud: CloudZone | msgspec.UnsetType = msgspec.UNSET
    thrown: Rolls | msgspec.UnsetType = msgspec.UNSET


class Fight(AgreedCommand, frozen=True, kw_only=True):
    """Makes the Unit attack, with everything that follows.

    `after` is how many attacks it had made when the player meant this one (see UnitState.blows). So the same command
    sent twice is recorded once. None skips that check.
    """

    blow: Blow
    after: int | None = None


class Do(AgreedCommand, frozen=True, kw_only=True):
    """Performs an action that is not an attack. It is recorded where a player says so, and never required.

    `weapon` is what a Reload is for, `test` a Recruit's to Rally.
    """

    action: Action
    weapon: str = ""
    test: LeadershipRoll | None = None


class Assist(AgreedCommand, frozen=True, kw_only=True):
    """Uses the Unit's ability for a friend, or its Impact on an Enemy Unit, of the id `other`.

    `die` is tested against `needed`: the Unit's LD (Command), the X of First Aid (X), or the LD of the Unit nearby
    (Impact).
    """

    ability: Assistance
    other: str
    needed: int | None = None
    die: Die | None = None


# What players ask about Scenario Objective counters and about what they are worth (Chapter 13).


class Interact(AgreedCommand, frozen=True, kw_only=True):
    """Performs an Interact Action: a TN(LD) Test by `dice` against `needed`, or `success` as the players say.

    A second die counts only where a failed test is rolled again. `place` is where the counter is then, if it can move
    and the players say so.
    """

    counter: str
    needed: int | None = None
    dice: tuple[Die, ...] = ()
    success: bool = True
    place: BattlefieldPlace | None = None


class SetControl(Command, frozen=True, kw_only=True):
    """Sets who controls a counter of Key Positions, by the players' own word; None: neither side."""

    counter: str
    control: Side | None = None


class SetDamage(SideCommand, frozen=True, kw_only=True):
    """Sets how often this side damaged a counter of Sabotage this Turn, by the players' own word."""

    counter: str
    damage: int


class PlaceObjective(Command, frozen=True, kw_only=True):
    """Sets where a counter of Escort or Intercept Transmissions is, by the players' own word."""

    counter: str
    place: BattlefieldPlace


class SetConnection(Command, frozen=True, kw_only=True):
    """Sets which Unit made a connection at a counter of Intercept Transmissions this Turn, by the players' own word.

    None means that no Unit did.
    """

    counter: str
    unit: str | None = None


class MeasureCommanders(Command, frozen=True, kw_only=True):
    """Measures how far both Commanders are from their own Sides, at the end of the Turn."""

    gold: Stand
    red: Stand


class AnswerTracked(Command, frozen=True, kw_only=True):
    """Answers every question of this Turn's end that follows from what was tracked."""


# What players may record of an action and of the Reactions to it. The table never requires any of it.


class Declare(AgreedCommand, frozen=True, kw_only=True):
    """Declares that the Unit moves, shoots, strikes or charges now.

    `target` is the Enemy Unit that it is at, if that is known. `how` is the attack with all that its odds need.
    `forced` is what a Compulsory Movement is, such as "4” away".
    """

    action: Action
    target: str | None = None
    how: Declaration | None = None
    forced: str = ""


class Roll(AgreedCommand, frozen=True, kw_only=True):
    """Rolls for the Unit's attack at the table, for every phone to see. `again` replaces dice that are there."""

    dice: TableDice
    again: bool = False


class Forgo(SideCommand, frozen=True, kw_only=True):
    """Gives up this side's Reactions to what the other is doing."""


class Spare(UnitCommand, frozen=True, kw_only=True):
    """Tests whether a Unit is spared a counter of its Reaction: by Guerilla (X) or Dodge.

    `lowest` is the lowest die of the shot that it dived from, where the shot was not recorded.
    """

    die: Die
    lowest: Pips | None = None


# Setup (Chapters 12 and 13)


class SetSize(Command, frozen=True, kw_only=True):
    """Sets the Game Size in DPs."""

    size: int


class Muster(SideCommand, frozen=True, kw_only=True):
    """Brings a Force, whole, in place of the one before.

    Without `entries` it has `activations` nameless Units. `designated` has the id of the card whose Unit each asset is
    for.
    """

    faction: Faction | None = None
    name: str = ""
    entries: tuple[ForceEntry, ...] = ()
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
    """Says that the Battlefield has its Terrain Features, and that both sides agree on their traits."""


class RollAreas(Command, frozen=True, kw_only=True):
    """Rolls for the areas: the lower may select a Deployment Area, or leave that to the other."""

    gold: Die
    red: Die


class SelectArea(SideCommand, frozen=True, kw_only=True):
    """Selects this side's Deployment Area. It deploys first, and the other has the Initiative in the first Turn."""

    area: DeploymentArea


class Seal(SideCommand, frozen=True, kw_only=True):
    """Seals Secondary Objectives, picked in secret. `owner` is the phone that may read them until they are revealed."""

    owner: str
    picks: tuple[Secondary, ...]


class SealPrimary(SideCommand, frozen=True, kw_only=True):
    """Seals the Primary Objective of Key Positions, picked in secret."""

    owner: str
    pick: Primary


class Reveal(Command, frozen=True, kw_only=True):
    """Reveals both sides' Secondary Objectives, at once."""


class RevealPrimaries(Command, frozen=True, kw_only=True):
    """Reveals both sides' Primary Objectives, at once, at the end of the fifth Turn."""


class NameCommander(UnitCommand, frozen=True, kw_only=True):
    """Names the Commander of Lead from the Front."""


# The Turn (Chapter 4)


class RollInitiative(SideCommand, frozen=True, kw_only=True):
    """`again` where an effect makes this side roll once more: `misdirected`, the other's Intel Misdirection."""

    die: Die
    again: bool = False
    misdirected: bool = False


class KeepInitiative(SideCommand, frozen=True, kw_only=True):
    """Goes first. In the first Turn, the side with the Initiative begins with this."""


class PassInitiative(SideCommand, frozen=True, kw_only=True):
    """Lets the other side go first."""


class GoFirst(SideCommand, frozen=True, kw_only=True):
    """Makes this side go first, whatever the dice said: the players' own word."""


class Activate(SideCommand, frozen=True, kw_only=True):
    """Activates these Units: one, or several of one Group; none for a Unit without a name.

    Sent again before its end, it names another.
    """

    units: tuple[str, ...] = ()


class EndActivation(SideCommand, frozen=True, kw_only=True):
    """Ends the Activation. Where none was begun, a Unit without a name is Activated and done."""


class UsePass(SideCommand, frozen=True, kw_only=True):
    pass


class SetPasses(SideCommand, frozen=True, kw_only=True):
    """Puts the number of Pass Counters left right."""

    passes: int


class SetActive(SideCommand, frozen=True, kw_only=True):
    """Makes this side the Active Player, whatever the Turn said: the players' own word."""


class EndActivations(Command, frozen=True, kw_only=True):
    """Ends the Activations: neither side wants another. The End Turn Phase begins."""


class EndTurn(Command, frozen=True, kw_only=True):
    """Ends the Turn once all is answered and rolled: the next Turn, or after the fifth the end of the game."""


# Units and the counters beside them


class React(UnitCommand, frozen=True, kw_only=True):
    reaction: Reaction


class Mark(UnitCommand, frozen=True, kw_only=True):
    """Places or removes a counter beside a Unit: being pinned and rallying, and every correction."""

    counter: Counter
    on: bool = True


class Wound(UnitCommand, frozen=True, kw_only=True):
    """Wound Counters given (or, below 0, taken away). `by` is the Enemy Unit that did it, `strike` whether by a Strike
    Action."""

    count: int = 1
    by: str | None = None
    strike: bool = False


class Remove(UnitCommand, frozen=True, kw_only=True):
    """Makes the Unit a Casualty; `by` and `strike` are as for a wound."""

    by: str | None = None
    strike: bool = False


class Return(UnitCommand, frozen=True, kw_only=True):
    """Returns a Casualty to the Battlefield."""


class Jam(UnitCommand, frozen=True, kw_only=True):
    """Jams a weapon: it needs a Reload Action."""

    weapon: str = ""


class Reload(UnitCommand, frozen=True, kw_only=True):
    weapon: str = ""


class PlaceCloud(Command, frozen=True, kw_only=True):
    """`size` is the X of Cloud (X), `owner` whose it is, where somebody says."""

    name: str = ""
    size: int | None = None
    owner: Side | None = None


class RollCloud(Command, frozen=True, kw_only=True):
    """Rolls for the Cloud in the End Turn Phase: on 11 and above it is gone."""

    cloud: int
    die: Die


class RemoveCloud(Command, frozen=True, kw_only=True):
    cloud: int


class AnswerCloud(Command, frozen=True, kw_only=True):
    """Says that every Unit in the Cloud at the end of this Activation has been hit again, or that it is empty."""

    cloud: int


class HitByCloud(UnitCommand, frozen=True, kw_only=True):
    """Hits the Unit that is in the Cloud at the end of an Activation.

    `armor` are the dice of its Armor Tests, `dealt` is their result.
    """

    cloud: int
    dealt: AttackDealt
    armor: ArmorFaces = ()
    real: bool = False


class ScatterCloud(Command, frozen=True, kw_only=True):
    """Moves the Cloud so far in the direction that the die shows (Scatter)."""

    cloud: int
    inches: int
    die: Die


class UseEffect(SideCommand, frozen=True, kw_only=True):
    """Uses a Faction Asset, or another effect that is used once a game.

    `test` is To the Last Warrior's, of each Turn. `agreed`: now, though its moment is another.
    """

    effect: str
    test: LeadershipRoll | None = None
    agreed: bool = False


# Victory points (Chapter 13)


class Answer(Command, frozen=True, kw_only=True):
    """Answers a question of this Turn's End Turn Phase, or of an earlier one's. Sent again, it corrects the answer."""

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
"""Lists all that can be asked of a game of Warzone."""
