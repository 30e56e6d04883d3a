"""Refusals that several rules share."""

from companion.player_names import same
from companion.table.errors import Refused
from companion.table.sides import Side
from companion.table.state import Stage
from companion.warzone.match.effects import RALLIES
from companion.warzone.match.names import called
from companion.warzone.match.state import Force, State, TurnPhase, UnitState


def not_over(state: State) -> None:
    """Raises Refused once the game is over."""
    if state.stage is Stage.OVER:
        raise Refused("The game is over.")


def playing(state: State) -> None:
    """Raises Refused before the first Turn and after the last."""
    not_over(state)
    if state.stage is Stage.SETUP:
        raise Refused("Not begun yet. Tap Begin, or each hold a button.")


def in_phase(state: State, phase: TurnPhase) -> None:
    """Raises Refused in any other phase of the Turn."""
    playing(state)
    if state.turn_phase is not phase:
        raise Refused(_NOT_NOW[state.turn_phase])


_NOT_NOW = {
    TurnPhase.START: "First see who goes first.",
    TurnPhase.ACTIVATION: "Activations are still to come.",
    TurnPhase.END: "This Turn's Activations are over.",
}


def in_turn(state: State, side: Side) -> Force:
    """The side's Force, which must be the Active Player's. Raises Refused."""
    in_phase(state, TurnPhase.ACTIVATION)
    if state.active is not side:
        raise Refused(f"It is {called(state, side.other)}'s Activation.")
    return state.forces[side]


def standing(force: Force, unit: str) -> UnitState:
    """The Unit, which must not be a Casualty. Raises Refused, NotHere."""
    found = force.unit(unit)
    if found.fall is not None:
        raise Refused(f"{found.unit.name} is a Casualty.")
    return found


def unused(state: State, side: Side, effect: str) -> None:
    """Raises Refused where the side has used the effect before: in this game, or in this Turn if it has it in each."""
    for used, turn in state.forces[side].used.items():
        if same(used, effect) and not (same(used, RALLIES) and turn < state.turn):
            raise Refused(f"{called(state, side)} used {used} in Turn {turn}.")
