"""What the players do next, in short sentences."""

from companion.table.sides import Side
from companion.table.state import Stage
from companion.warzone.match.names import called
from companion.warzone.match.points.scoring import outcome, unanswered
from companion.warzone.match.state import LAST_TURN, State, TurnPhase
from companion.warzone.match.turns.activations import left
from companion.warzone.match.turns.initiative import chooser, to_reroll


def waiting(state: State) -> str:
    """Said to both players."""
    if state.stage is Stage.SETUP:
        placed = state.selector is not None and all(force.secondaries for force in state.forces.values())
        return "Deploy, then begin." if placed else "Set up, then begin."
    if state.stage is Stage.OVER:
        ended = outcome(state)
        return f"{ended.text}." if ended else ""
    if state.turn_phase is TurnPhase.START:
        return _start(state)
    if state.turn_phase is TurnPhase.ACTIVATION and state.active is not None:
        return _activation(state, state.active)
    return _end(state)


def deploying(state: State) -> str | None:
    """The order of Deploy Forces (Chapter 13), once a Deployment Area is selected."""
    if state.selector is None:
        return None
    one, other = called(state, state.selector), called(state, state.selector.other)
    return f"{one} deploys half, then {other} everything, then {one} the rest. {other} goes first in Turn 1."


def _start(state: State) -> str:
    if state.turn == 1 and state.first is not None:
        return f"{called(state, state.first)} goes first. Start when you are ready."
    if to_reroll(state):
        return "A tie: both roll again."
    chooses = chooser(state)
    if chooses is not None:
        return f"{called(state, chooses)} goes first, or lets {called(state, chooses.other)}."
    to_roll = [called(state, side) for side in Side if state.forces[side].score is None]
    return "Roll for Initiative." if len(to_roll) == 2 else f"{to_roll[0]} rolls for Initiative."


def _activation(state: State, active: Side) -> str:
    force = state.forces[active]
    if state.acting is not None:
        names = [force.units[unit].unit.name for unit in state.acting if unit in force.units]
        return f"{called(state, active)}: {', '.join(names)}." if names else f"{called(state, active)} is acting."
    if not left(force):
        return f"{called(state, active)} has Pass Counters only."
    return f"{called(state, active)} Activates a Unit" + (" or passes." if force.passes else ".")


def _end(state: State) -> str:
    if unanswered(state):
        return "Answer the questions."
    if any(cloud.stayed < state.turn for cloud in state.clouds) and state.turn < LAST_TURN:
        return "Roll for the Clouds."
    return "End the game." if state.turn == LAST_TURN else f"On to Turn {state.turn + 1}."
