"""Lists all acts and events of a game of Warzone.

The table, the journal, the site and the panel know the acts from the lists here alone.
"""

from collections.abc import Sequence

from msgspec import UNSET
from msgspec.structs import replace

from companion.table.commands import Begin, Command, End, GameAct, Pause, Resume
from companion.table.errors import Refused
from companion.table.seats import Side
from companion.table.state import Stage
from companion.warzone.match.actions import Assist, Assisted, Did, Do, end_reactions
from companion.warzone.match.clouds import (
    AnswerCloud,
    CloudAnswered,
    CloudHit,
    CloudMoved,
    CloudPlaced,
    CloudRemoved,
    CloudRolled,
    HitByCloud,
    PlaceCloud,
    RemoveCloud,
    RollCloud,
    ScatterCloud,
)
from companion.warzone.match.declarations import (
    Declare,
    Declared,
    Forgo,
    Forgone,
    React,
    Reacted,
    Roll,
    Rolled,
    Spare,
    Spared,
)
from companion.warzone.match.fight import AttackDealt, Blow, Fight, Fought
from companion.warzone.match.forces import CommanderNamed, Designate, Designated, Muster, Mustered, NameCommander
from companion.warzone.match.initiative import (
    GoFirst,
    InitiativeRolled,
    InitiativeTaken,
    KeepInitiative,
    PassInitiative,
    RollInitiative,
)
from companion.warzone.match.kinds import ForceAct, ForceEvent, UnitEvent, WarzoneAct, WarzoneEvent, not_over
from companion.warzone.match.objectives import (
    PrimariesRevealed,
    PrimarySealed,
    Reveal,
    Revealed,
    RevealPrimaries,
    Seal,
    Sealed,
    SealPrimary,
)
from companion.warzone.match.points import Answer, Answered
from companion.warzone.match.scoring import (
    AnsweredTracked,
    AnswerTracked,
    CommandersMeasured,
    ConnectionSet,
    ControlSet,
    DamageSet,
    Interact,
    Interacted,
    MeasureCommanders,
    ObjectivePlaced,
    PlaceObjective,
    SetConnection,
    SetControl,
    SetDamage,
)
from companion.warzone.match.setup import (
    Allied,
    AreaSelected,
    AreasRolled,
    ChooseAllegiance,
    DeploymentSet,
    PlaceTerrain,
    RollAllegiance,
    RollAreas,
    ScenarioSet,
    SelectArea,
    SetDeployment,
    SetScenario,
    SetSize,
    Sized,
    TerrainPlaced,
)
from companion.warzone.match.state import State, TurnPhase, called
from companion.warzone.match.turns import (
    Activate,
    Activated,
    ActivationEnded,
    ActivationsEnded,
    EndActivation,
    EndActivations,
    EndTurn,
    MadeActive,
    Passed,
    PassesSet,
    SetActive,
    SetPasses,
    TurnEnded,
    UsePass,
    settled,
)
from companion.warzone.match.units import (
    EffectUsed,
    Jam,
    Jammed,
    Mark,
    Marked,
    Reload,
    Reloaded,
    Remove,
    Removed,
    Return,
    Returned,
    UseEffect,
    Wound,
    Wounded,
)

# How a game begins, and how it ends before its time.


def begin(state: State, at: int) -> "Begun":
    """Returns the start. The first Turn needs to know how many Activations there are, and who goes first (First Turn
    Initiative). Raises Refused."""
    if state.stage is not Stage.SETUP:
        raise Refused("The game has begun already.")
    for side in Side:
        if not state.forces[side].units:
            raise Refused(f"Give the number of Units for {called(state, side)}.")
    if state.selector is None:
        raise Refused("Say who selected the Deployment Area: the other goes first.")
    return Begun(sand_ns=at)


class Begun(WarzoneEvent, frozen=True, kw_only=True):
    WHAT = "start"

    def apply(self, state: State) -> State:
        """Returns the state in its first Turn. Its Initiative is the side's that did not select the Deployment Areas
        (First Turn Initiative)."""
        first = state.selector.other if state.selector else None
        return replace(state, stage=Stage.PLAY, turn=1, turn_phase=TurnPhase.START, first=first)

    def sentence(self, _: State) -> str:
        return "The game began"


class Ended(WarzoneEvent, frozen=True, kw_only=True):
    """Ends the game before its time; `winner` is whom the players say."""

    WHAT = "end"

    winner: Side | None = None

    clear = end_reactions

    def apply(self, state: State) -> State:
        return replace(state.over(self), conceded=self.winner, active=None, acting=None)

    def sentence(self, state: State) -> str:
        return f"{called(state, self.winner)} wins" if self.winner else "The game ended"


# All acts, and all that can happen.

ACTS: Sequence[type[WarzoneAct]] = (
    SetSize, Muster, Designate, RollAllegiance, ChooseAllegiance, SetDeployment, SetScenario, PlaceTerrain, RollAreas,
    SelectArea, Seal, SealPrimary, Reveal, RevealPrimaries, NameCommander, RollInitiative, KeepInitiative,
    PassInitiative, GoFirst, Activate, EndActivation, UsePass, SetPasses, SetActive, EndActivations, EndTurn, Answer,
    React, Mark, Wound, Remove, Return, Jam, Reload, UseEffect, PlaceCloud, RollCloud, AnswerCloud, ScatterCloud,
    RemoveCloud, Interact, SetControl, SetDamage, PlaceObjective, SetConnection, MeasureCommanders, AnswerTracked,
    Forgo, Spare, Fight, Roll, Declare, Do, Assist, HitByCloud,
)  # fmt: skip
EVENTS: Sequence[type[WarzoneEvent]] = (
    Sized, Mustered, Designated, Allied, DeploymentSet, ScenarioSet, TerrainPlaced, AreasRolled, AreaSelected, Sealed,
    PrimarySealed, Revealed, PrimariesRevealed, CommanderNamed, Begun, InitiativeRolled, InitiativeTaken, Activated,
    ActivationEnded, Passed, PassesSet, MadeActive, ActivationsEnded, TurnEnded, Answered, Ended, Reacted, Marked,
    Wounded, Removed, Returned, Jammed, Reloaded, CloudPlaced, CloudRolled, CloudRemoved, CloudAnswered, CloudHit,
    CloudMoved, EffectUsed, Interacted, ControlSet, DamageSet, ObjectivePlaced, ConnectionSet, CommandersMeasured,
    AnsweredTracked, Fought, Did, Assisted, Declared, Rolled, Forgone, Spared,
)  # fmt: skip
__all__ = [
    "ACTS", "EVENTS", "Activate", "Activated", "ActivationEnded", "ActivationsEnded", "Allied", "Answer",
    "AnswerCloud", "AnswerTracked", "Answered", "AnsweredTracked", "AreaSelected", "AreasRolled", "Assist",
    "Assisted", "AttackDealt", "Begin", "Begun", "Blow", "ChooseAllegiance", "CloudAnswered", "CloudHit",
    "CloudMoved", "CloudPlaced", "CloudRemoved", "CloudRolled", "CommanderNamed", "CommandersMeasured",
    "ConnectionSet", "ControlSet", "DamageSet", "Declare", "Declared", "DeploymentSet", "Designate", "Designated",
    "Did", "Do", "EffectUsed", "End", "EndActivation", "EndActivations", "EndTurn", "Ended", "Fight", "ForceAct",
    "ForceEvent", "Forgo", "Forgone", "Fought", "GoFirst", "HitByCloud", "InitiativeRolled", "InitiativeTaken",
    "Interact", "Interacted", "Jam", "Jammed", "KeepInitiative", "MadeActive", "Mark", "Marked", "MeasureCommanders",
    "Muster", "Mustered", "NameCommander", "ObjectivePlaced", "PassInitiative", "Passed", "PassesSet", "Pause",
    "PlaceCloud", "PlaceObjective", "PlaceTerrain", "PrimariesRevealed", "PrimarySealed", "React", "Reacted",
    "Reload", "Reloaded", "Remove", "RemoveCloud", "Removed", "Resume", "Return", "Returned", "Reveal",
    "RevealPrimaries", "Revealed", "Roll", "RollAllegiance", "RollAreas", "RollCloud", "RollInitiative", "Rolled",
    "ScatterCloud", "ScenarioSet", "Seal", "SealPrimary", "Sealed", "SelectArea", "SetActive", "SetConnection",
    "SetControl", "SetDamage", "SetDeployment", "SetPasses", "SetScenario", "SetSize", "Sized", "Spare", "Spared",
    "TerrainPlaced", "TurnEnded", "UnitEvent", "UseEffect", "UsePass", "WarzoneAct", "WarzoneEvent", "Wound",
    "Wounded", "decide", "evolve", "sentence",
]  # fmt: skip


def decide(state: State, command: Command, now: int) -> Sequence[WarzoneEvent]:
    """Returns the events of `command` at the monotonic instant `now`: one, of a player's. Raises Refused or NotHere."""
    at = state.sand(now)
    match command:
        case GameAct():
            return command.decide(state, at)
        case Begin():
            return [begin(state, at)]
        case End(winner=winner):
            not_over(state)
            if state.stage is Stage.SETUP:
                raise Refused("The game has not begun.")
            return [Ended(sand_ns=at, winner=winner and winner.side)]
    raise Refused("Not paused: Warzone has no sand to stop.")


def evolve(state: State, event: WarzoneEvent) -> State:
    """Returns the state after `event`. Never refuses: after an undo, an event can lack what it is about."""
    return event.follow(settled(event.apply(event.clear(state))))


def sentence(state: State, event: WarzoneEvent) -> str:
    """Returns what the log says of it, and what the players agreed to play."""
    agreed = getattr(event, "agreed", UNSET)
    return f"{event.sentence(state)}{'' if agreed is UNSET else f' (we play it: {agreed})'}"
