"""All acts of a game of Warzone and all that can happen in it.

The table, the journal, the site and the panel know the acts from the lists here alone.
"""

from collections.abc import Sequence

from msgspec import UNSET

from companion.table.commands import Begin, Command, End, GameAct, Pause, Resume
from companion.table.errors import Refused
from companion.table.state import Stage
from companion.warzone.match.actions import Assist, Assisted, Did, Do
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
from companion.warzone.match.scoring import (
    Answer,
    Answered,
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
    Begun,
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
    begin,
)
from companion.warzone.match.state import State
from companion.warzone.match.turns import (
    Activate,
    Activated,
    ActivationEnded,
    ActivationsEnded,
    EndActivation,
    EndActivations,
    Ended,
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
