"""Lists all acts and events of a game of Warzone.

The table, the journal, the site and the panel know the acts from the lists here alone.
"""

from collections.abc import Sequence

from msgspec import UNSET
from msgspec.structs import replace

from companion.table.commands import Begin, Command, End, GameAct
from companion.table.errors import Refused
from companion.table.seats import Side
from companion.table.state import Stage
from companion.warzone.match import (
    actions,
    clouds,
    declarations,
    fight,
    forces,
    initiative,
    objectives,
    points,
    scoring,
    setup,
    turns,
    units,
)
from companion.warzone.match.actions import end_reactions
from companion.warzone.match.kinds import WarzoneAct, WarzoneEvent, not_over
from companion.warzone.match.state import State, TurnPhase, called
from companion.warzone.match.turns import settled

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
    setup.SetSize, forces.Muster, forces.Designate, setup.RollAllegiance, setup.ChooseAllegiance, setup.SetDeployment,
    setup.SetScenario, setup.PlaceTerrain, setup.RollAreas, setup.SelectArea, objectives.Seal, objectives.SealPrimary,
    objectives.Reveal, objectives.RevealPrimaries, forces.NameCommander, initiative.RollInitiative,
    initiative.KeepInitiative, initiative.PassInitiative, initiative.GoFirst, turns.Activate, turns.EndActivation,
    turns.UsePass, turns.SetPasses, turns.SetActive, turns.EndActivations, turns.EndTurn, points.Answer,
    declarations.React, units.Mark, units.Wound, units.Remove, units.Return, units.Jam, units.Reload, units.UseEffect,
    clouds.PlaceCloud, clouds.RollCloud, clouds.AnswerCloud, clouds.ScatterCloud, clouds.RemoveCloud, scoring.Interact,
    scoring.SetControl, scoring.SetDamage, scoring.PlaceObjective, scoring.SetConnection, scoring.MeasureCommanders,
    scoring.AnswerTracked, declarations.Forgo, declarations.Spare, fight.Fight, declarations.Roll, declarations.Declare,
    actions.Do, actions.Assist, clouds.HitByCloud,
)  # fmt: skip
EVENTS: Sequence[type[WarzoneEvent]] = (
    setup.Sized, forces.Mustered, forces.Designated, setup.Allied, setup.DeploymentSet, setup.ScenarioSet,
    setup.TerrainPlaced, setup.AreasRolled, setup.AreaSelected, objectives.Sealed, objectives.PrimarySealed,
    objectives.Revealed, objectives.PrimariesRevealed, forces.CommanderNamed, Begun, initiative.InitiativeRolled,
    initiative.InitiativeTaken, turns.Activated, turns.ActivationEnded, turns.Passed, turns.PassesSet, turns.MadeActive,
    turns.ActivationsEnded, turns.TurnEnded, points.Answered, Ended, declarations.Reacted, units.Marked, units.Wounded,
    units.Removed, units.Returned, units.Jammed, units.Reloaded, clouds.CloudPlaced, clouds.CloudRolled,
    clouds.CloudRemoved, clouds.CloudAnswered, clouds.CloudHit, clouds.CloudMoved, units.EffectUsed, scoring.Interacted,
    scoring.ControlSet, scoring.DamageSet, scoring.ObjectivePlaced, scoring.ConnectionSet, scoring.CommandersMeasured,
    scoring.AnsweredTracked, fight.Fought, actions.Did, actions.Assisted, declarations.Declared, declarations.Rolled,
    declarations.Forgone, declarations.Spared,
)  # fmt: skip


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
