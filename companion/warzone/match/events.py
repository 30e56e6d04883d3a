"""What happens in a game of Warzone. One command makes one event, so one undo takes one act back."""

from typing import Self

import msgspec

from companion.table.events import Event
from companion.table.sides import Side
from companion.warzone.cards.factions import Faction
from companion.warzone.force.roster import Unit
from companion.warzone.match.counters import Counter, Reaction
from companion.warzone.match.dice import Die
from companion.warzone.match.fight.events import Did, Fought
from companion.warzone.match.leadership import LeadershipRoll
from companion.warzone.match.objectives.events import (
    AnsweredTracked,
    CommandersMeasured,
    ConnectionSet,
    ControlSet,
    DamageSet,
    Interacted,
    ObjectivePlaced,
)
from companion.warzone.match.reactions.events import Declared, Forgone, Spared
from companion.warzone.match.setup.designate import Designated
from companion.warzone.match.sided import SideEvent, UnitEvent
from companion.warzone.scenario.deployment import Area, Deployment
from companion.warzone.scenario.objectives import Primary, Secondary
from companion.warzone.scenario.scenarios import WarzoneScenario


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
    """Allegiance is determined, by dice or by choice; `light` is None where the dice tied."""

    light: Side | None
    gold: Die | None = None
    red: Die | None = None


class DeploymentSet(Event, frozen=True, kw_only=True):
    deployment: Deployment
    die: Die | None = None


class ScenarioSet(Event, frozen=True, kw_only=True):
    scenario: WarzoneScenario
    die: Die | None = None


class AreasRolled(Event, frozen=True, kw_only=True):
    gold: Die
    red: Die


class AreaSelected(SideEvent, frozen=True, kw_only=True):
    area: Area


class Sealed(SideEvent, frozen=True, kw_only=True):
    """Secret: outside the journal nobody sees `owner` and `picks`, but in Revealed (see secrets.py)."""

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


class CloudRolled(Event, frozen=True, kw_only=True):
    cloud: int
    die: Die


class CloudRemoved(Event, frozen=True, kw_only=True):
    cloud: int


class EffectUsed(SideEvent, frozen=True, kw_only=True):
    """`test`: To the Last Warrior's; a Success takes the Unit's Pinned Counter off."""

    effect: str
    test: LeadershipRoll | msgspec.UnsetType = msgspec.UNSET


class Answered(Event, frozen=True, kw_only=True):
    turn: int
    question: str
    option: str


class Ended(Event, frozen=True, kw_only=True):
    """Before its time; `winner` is whom the players say."""

    winner: Side | None = None


SetupEvent = (
    Sized
    | Mustered
    | Designated
    | Allied
    | DeploymentSet
    | ScenarioSet
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
    | EffectUsed
)
ObjectiveEvent = (
    Interacted | ControlSet | DamageSet | ObjectivePlaced | ConnectionSet | CommandersMeasured | AnsweredTracked
)
FightEvent = Fought | Did
ReactionEvent = Declared | Forgone | Spared
WarzoneEvent = SetupEvent | TurnEvent | UnitChange | ObjectiveEvent | FightEvent | ReactionEvent
"""All that can happen in a game of Warzone."""
