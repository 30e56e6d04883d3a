"""The state with one Force, or one Unit of it, changed."""

from msgspec.structs import replace

from companion.table.sides import Side
from companion.warzone.match.state import State


def with_force(state: State, side: Side, **changes: object) -> State:
    return replace(state, forces={**state.forces, side: replace(state.forces[side], **changes)})


def with_unit(state: State, side: Side, unit: str, **changes: object) -> State:
    """Nothing changes where the Force has no such Unit any more: an undo can leave its events behind."""
    units = state.forces[side].units
    if unit not in units:
        return state
    return with_force(state, side, units={**units, unit: replace(units[unit], **changes)})


def with_used(state: State, side: Side, effect: str) -> State:
    """With the effect used in this Turn."""
    return with_force(state, side, used={**state.forces[side].used, effect: state.turn})
