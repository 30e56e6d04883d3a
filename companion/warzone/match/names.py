"""What the sides are called."""

from collections.abc import Mapping

from companion.table.seats import Seat
from companion.table.sides import Side
from companion.warzone.match.state import State


def names(state: State) -> Mapping[Seat, str]:
    """Each side by its Force's name, else its Faction, else its colour; by its colour too where that would be another's
    name, or its colour."""
    return {Seat(side.value): called(state, side) for side in state.forces}


def called(state: State, side: Side) -> str:
    """This side's name among them."""
    name, colour = _own(state, side), side.value.title()
    taken = (_own(state, side.other).casefold(), side.other.value)
    return colour if not name else f"{name} ({colour})" if name.casefold() in taken else name


def unit_name(state: State, side: Side, unit: str) -> str:
    """What this side's Unit of that id is called, also where an undo has left it behind."""
    known = state.forces[side].units
    return known[unit].unit.name if unit in known else f"Unit {unit}"


def _own(state: State, side: Side) -> str:
    force = state.forces[side]
    return force.name or (force.faction.value if force.faction else "")
