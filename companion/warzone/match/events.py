"""What happens in a game of Warzone. One command makes one event, so one undo takes one act back."""

from typing import Self

import msgspec

from companion.table.events import Event
from companion.table.seats import Side
from companion.warzone.attacks.actions import Action
from companion.warzone.cards.card import Faction
from companion.warzone.force.force import Unit
from companion.warzone.match.commands import AttackDealt, Blow
from companion.warzone.match.parts import (
    Assistance,
    BattlefieldPlace,
    Counter,
    Declaration,
    Die,
    LeadershipRoll,
    Reaction,
    SideEvent,
    TableDice,
    UnitEvent,
)
from companion.warzone.match.refusals import Designated
from companion.warzone.scenarios import Deployment, DeploymentArea, Primary, Secondary, WarzoneScenario
from companion.warzone.sums.sight import Stand

# What happens in a fight. Each is one event, so one undo takes all of it back.


class Fought(UnitEvent, frozen=True, kw_only=True):
    """Records that the side's Unit attacked one of the other's.

    `wounds` is the number beside that one now. `casualty`: it is gone. `activates`: with this the attacker's Activation
    begins.
    """

    blow: Blow
    wounds: int
    casualty: bool = False
    activates: bool = False
    agreed: str | msgspec.UnsetType = msgspec.UNSET
    """Holds the book's objections: the players agreed to play it."""


class Did(UnitEvent, frozen=True, kw_only=True):
    """Records an action that is not an attack.

    `activates`: with this the Unit's Activation begins. `test`: it was a Rally that took one.
    """

    action: Action
    weapon: str = ""
    activates: bool = False
    test: LeadershipRoll | msgspec.UnsetType = msgspec.UNSET
    agreed: str | msgspec.UnsetType = msgspec.UNSET
    """Holds the book's objections: the players agreed to play it."""


class Assisted(UnitEvent, frozen=True, kw_only=True):
    """Records that the Unit used an ability for, or on, the Unit of the id `other`.

    `die` was tested against `needed`. `activates`: its Activation began with it.
    """

    ability: Assistance
    other: str
    needed: int | None = None
    die: Die | None = None
    activates: bool = False
    agreed: str | msgspec.UnsetType = msgspec.UNSET

    @property
    def success(self) -> bool:
        return self.die is None or self.needed is None or self.die.value <= self.needed


# What happens to Scenario Objective counters, and what is made of them at the end of a Turn.


class Interacted(UnitEvent, frozen=True, kw_only=True):
    """Records an Interact Action with the counter, one of the Unit's two Actions.

    `dice` were rolled against `needed`; empty where the players said how it went. `activates`: its Activation began
    with it.
    """

    counter: str
    success: bool
    needed: int | None = None
    dice: tuple[Die, ...] = ()
    place: BattlefieldPlace | None = None
    activates: bool = False
    agreed: str | msgspec.UnsetType = msgspec.UNSET
    """Holds the book's objections: the players agreed to play it."""


class ControlSet(Event, frozen=True, kw_only=True):
    counter: str
    control: Side | None = None


class DamageSet(SideEvent, frozen=True, kw_only=True):
    """Records damage in this Turn so far."""

    counter: str
    damage: int


class ObjectivePlaced(Event, frozen=True, kw_only=True):
    counter: str
    place: BattlefieldPlace


class ConnectionSet(Event, frozen=True, kw_only=True):
    """Records a connection in this Turn."""

    counter: str
    unit: str | None = None


class CommandersMeasured(Event, frozen=True, kw_only=True):
    gold: Stand
    red: Stand


class AnsweredTracked(Event, frozen=True, kw_only=True):
    """`answers`: the option that was taken, by question."""

    turn: int
    answers: dict[str, str]


# Events of declaring, rolling and Reactions.


class Declared(UnitEvent, frozen=True, kw_only=True):
    """`activates`: with this the Unit's Activation begins. `how` is the attack with all that its odds need, `forced`
    what a Compulsory Movement is."""

    action: Action
    target: str | None = None
    activates: bool = False
    how: Declaration | msgspec.UnsetType = msgspec.UNSET
    forced: str | msgspec.UnsetType = msgspec.UNSET
    agreed: str | msgspec.UnsetType = msgspec.UNSET
    """Says what the book has against it: the players agreed to play it."""


class Rolled(UnitEvent, frozen=True, kw_only=True):
    """Records that the table rolled for an attack, which is declared with it.

    `activates`: the Unit's Activation begins with it.
    """

    dice: TableDice
    activates: bool = False
    again: bool | msgspec.UnsetType = msgspec.UNSET
    agreed: str | msgspec.UnsetType = msgspec.UNSET
    """Holds the book's objections: the players agreed to play it."""


class Forgone(SideEvent, frozen=True, kw_only=True):
    pass


class Spared(UnitEvent, frozen=True, kw_only=True):
    """Records a test of `die` against `needed`: on a Success the Unit is without the counter."""

    counter: Counter
    needed: int
    die: Die

    @property
    def success(self) -> bool:
        return self.die.value <= self.needed


class Sized(Event, frozen=True, kw_only=True):
    size: int


class Mustered(SideEvent, frozen=True, kw_only=True):
    """`listed`: whether somebody typed the Units in. `designated`: the ids of the Units that assets are for."""

    faction: Faction | None
    name: str
    units: tuple[Unit, ...]
    listed: bool
    assets: tuple[str, ...]
    designated: dict[str, str] | msgspec.UnsetType = msgspec.UNSET


class Allied(Event, frozen=True, kw_only=True):
    """Determines Allegiance, by dice or by choice; `light` is None where the dice tied. `factions`: those that the
    sides said they play."""

    light: Side | None
    gold: Die | None = None
    red: Die | None = None
    factions: dict[Side, Faction] | msgspec.UnsetType = msgspec.UNSET


class DeploymentSet(Event, frozen=True, kw_only=True):
    deployment: Deployment
    die: Die | None = None


class ScenarioSet(Event, frozen=True, kw_only=True):
    scenario: WarzoneScenario
    die: Die | None = None


class TerrainPlaced(Event, frozen=True, kw_only=True):
    """Records that the Battlefield has its Terrain Features."""


class AreasRolled(Event, frozen=True, kw_only=True):
    gold: Die
    red: Die


class AreaSelected(SideEvent, frozen=True, kw_only=True):
    area: DeploymentArea


class Sealed(SideEvent, frozen=True, kw_only=True):
    """Keeps picks secret: `owner` and `picks` stay in the journal until Revealed (see secrets.py)."""

    owner: str = ""
    picks: tuple[Secondary, ...] = ()

    def public(self) -> Self:
        return msgspec.structs.replace(self, owner="", picks=())


class PrimarySealed(SideEvent, frozen=True, kw_only=True):
    """Secret, likewise."""

    owner: str = ""
    pick: Primary | None = None

    def public(self) -> Self:
        return msgspec.structs.replace(self, owner="", pick=None)


class Revealed(Event, frozen=True, kw_only=True):
    gold: tuple[Secondary, ...]
    red: tuple[Secondary, ...]


class PrimariesRevealed(Event, frozen=True, kw_only=True):
    gold: Primary
    red: Primary


class CommanderNamed(UnitEvent, frozen=True, kw_only=True):
    pass


class Begun(Event, frozen=True, kw_only=True):
    pass


class InitiativeRolled(SideEvent, frozen=True, kw_only=True):
    """`misdirected`: again, for the other side uses Intel Misdirection."""

    die: Die
    again: bool = False
    misdirected: bool | msgspec.UnsetType = msgspec.UNSET


class InitiativeTaken(SideEvent, frozen=True, kw_only=True):
    """`side` goes first. `by` is who decided that; None where the players just said so."""

    by: Side | None = None


class Activated(SideEvent, frozen=True, kw_only=True):
    units: tuple[str, ...] = ()


class CloudAnswered(Event, frozen=True, kw_only=True):
    """Records that every Unit in the Cloud at the end of an Activation has been hit again, or that it is empty."""

    cloud: int


class CloudHit(UnitEvent, frozen=True, kw_only=True):
    """Records that a Cloud hit the Unit in it at the end of an Activation.

    `wounds` is the number beside it now. `casualty`: it is gone. `by` is the Unit whose Cloud it was, where that is one
    of the other side's.
    """

    cloud: int
    dealt: AttackDealt
    armor: tuple[int, ...]
    wounds: int
    casualty: bool = False
    real: bool = False
    by: str | None = None


class CloudMoved(Event, frozen=True, kw_only=True):
    """Records that a Cloud was scattered. `die` shows the direction, where the table rolled it."""

    cloud: int
    inches: int
    die: Die


class ActivationEnded(SideEvent, frozen=True, kw_only=True):
    """`units`: whose Activation it was, where none had been begun."""

    units: tuple[str, ...] = ()


class Passed(SideEvent, frozen=True, kw_only=True):
    pass


class PassesSet(SideEvent, frozen=True, kw_only=True):
    passes: int


class MadeActive(SideEvent, frozen=True, kw_only=True):
    pass


class ActivationsEnded(Event, frozen=True, kw_only=True):
    pass


class TurnEnded(Event, frozen=True, kw_only=True):
    """`shaken`: the Units of each side that lose their Pinned Counters with it, by Shake It Off."""

    turn: int
    shaken: dict[Side, tuple[str, ...]] | msgspec.UnsetType = msgspec.UNSET


class Reacted(UnitEvent, frozen=True, kw_only=True):
    reaction: Reaction


class Marked(UnitEvent, frozen=True, kw_only=True):
    counter: Counter
    on: bool


class Wounded(UnitEvent, frozen=True, kw_only=True):
    """`wounds` lie beside it now; `pinned`: with them came a Pinned Counter."""

    count: int
    wounds: int
    pinned: bool | msgspec.UnsetType = msgspec.UNSET
    by: str | None = None
    strike: bool = False


class Removed(UnitEvent, frozen=True, kw_only=True):
    by: str | None = None
    strike: bool = False


class Returned(UnitEvent, frozen=True, kw_only=True):
    pass


class Jammed(UnitEvent, frozen=True, kw_only=True):
    weapon: str = ""


class Reloaded(UnitEvent, frozen=True, kw_only=True):
    weapon: str = ""


class CloudPlaced(Event, frozen=True, kw_only=True):
    cloud: int
    name: str
    size: int | msgspec.UnsetType = msgspec.UNSET
    owner: Side | msgspec.UnsetType = msgspec.UNSET


class CloudRolled(Event, frozen=True, kw_only=True):
    cloud: int
    die: Die


class CloudRemoved(Event, frozen=True, kw_only=True):
    cloud: int


class EffectUsed(SideEvent, frozen=True, kw_only=True):
    """`test`: To the Last Warrior's; a Success takes the Unit's Pinned Counter off."""

    effect: str
    test: LeadershipRoll | msgspec.UnsetType = msgspec.UNSET
    agreed: str | msgspec.UnsetType = msgspec.UNSET
    """Says what the book has against it: the players agreed to play it."""


class Answered(Event, frozen=True, kw_only=True):
    turn: int
    question: str
    option: str


class Ended(Event, frozen=True, kw_only=True):
    """Ends the game before its time; `winner` is whom the players say."""

    winner: Side | None = None


SetupEvent = (
    Sized
    | Mustered
    | Designated
    | Allied
    | DeploymentSet
    | ScenarioSet
    | TerrainPlaced
    | AreasRolled
    | AreaSelected
    | Sealed
    | PrimarySealed
    | Revealed
    | PrimariesRevealed
    | CommanderNamed
)
TurnEvent = (
    Begun
    | InitiativeRolled
    | InitiativeTaken
    | Activated
    | ActivationEnded
    | Passed
    | PassesSet
    | MadeActive
    | ActivationsEnded
    | TurnEnded
    | Answered
    | Ended
)
UnitChange = (
    Reacted
    | Marked
    | Wounded
    | Removed
    | Returned
    | Jammed
    | Reloaded
    | CloudPlaced
    | CloudRolled
    | CloudRemoved
    | CloudAnswered
    | CloudHit
    | CloudMoved
    | EffectUsed
)
ObjectiveEvent = (
    Interacted | ControlSet | DamageSet | ObjectivePlaced | ConnectionSet | CommandersMeasured | AnsweredTracked
)
FightEvent = Fought | Did | Assisted
ReactionEvent = Declared | Rolled | Forgone | Spared
WarzoneEvent = SetupEvent | TurnEvent | UnitChange | ObjectiveEvent | FightEvent | ReactionEvent
"""Lists all that can happen in a game of Warzone."""
