"""The counters that a Reaction costs: once, whether it is declared first or made at once."""

from companion.table.sides import Side
from companion.warzone.match.counters import Reaction
from companion.warzone.match.reactions.who import most
from companion.warzone.match.state import State, UnitState
from companion.warzone.match.units.changes import with_unit


def paid(unit: UnitState, reaction: Reaction) -> bool:
    """Whether the Unit declared this Reaction, and has its counters, before it makes it."""
    return unit.reacting is reaction


def answering(state: State, side: Side, unit: str, reaction: Reaction, *, made: bool) -> State:
    """With the Reaction declared, or now `made`, and what it costs."""
    found = state.forces[side].units.get(unit)
    if found is None:
        return state
    if paid(found, reaction):
        return with_unit(state, side, unit, reacting=None if made else reaction)
    return with_unit(
        state,
        side,
        unit,
        reactions=min(found.reactions + 1, most(found)),
        reacting=None if made else reaction,
        activated=found.activated or reaction is Reaction.AMBUSH,
    )
