"""Whether a Reaction is refused. What only the players see is theirs to say."""

from companion.table.errors import Refused
from companion.table.sides import Side
from companion.warzone.match.counters import Reaction
from companion.warzone.match.names import called
from companion.warzone.match.reactions.who import barred, once
from companion.warzone.match.refusals import in_phase
from companion.warzone.match.state import State, TurnPhase, UnitState


def may_react(state: State, side: Side, unit: UnitState, reaction: Reaction) -> None:
    """Only the Reactive Player's Units, with the counters that Chapter 6 allows, and once for each action that was
    said. Raises Refused."""
    in_phase(state, TurnPhase.ACTIVATION)
    if state.active is side:
        raise Refused(f"It is {called(state, side)}'s own Activation: only {called(state, side.other)} reacts.")
    if why_not := once(state, unit, reaction) or barred(unit, reaction):
        raise Refused(f"{unit.unit.name} {why_not}.")
