"""Who may react (Warzone Eternal, Chapter 6, When and How to Use Reactions)."""

from companion.table.errors import Refused
from companion.table.sides import Side
from companion.warzone.match.counters import Reaction
from companion.warzone.match.names import called
from companion.warzone.match.refusals import in_phase
from companion.warzone.match.state import State, TurnPhase, UnitState


def may_react(state: State, side: Side, unit: UnitState, reaction: Reaction) -> None:
    """Only the Reactive Player's Units, with no Reaction Counter and no Pinned Counter; an Ambush takes an Activation
    Counter too. Raises Refused."""
    in_phase(state, TurnPhase.ACTIVATION)
    if state.active is side:
        raise Refused(f"It is {called(state, side)}'s own Activation: only {called(state, side.other)} reacts.")
    if unit.reacted:
        raise Refused(f"{unit.unit.name} has a Reaction Counter already.")
    if unit.pinned:
        raise Refused(f"{unit.unit.name} is Pinned: no Reactions.")
    if reaction is Reaction.AMBUSH and unit.activated:
        raise Refused(f"{unit.unit.name} has an Activation Counter already: no Ambush.")
