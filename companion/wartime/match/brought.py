"""Which units a side may act with (WarTime Rulebook, Units, and Optional Rules, Set Up)."""

from companion.player_names import spelt
from companion.table.errors import Refused
from companion.table.sides import Side
from companion.wartime.match.state import State
from companion.wartime.scenario.armies import ARMIES

MOST_NAMES = 100
"""So many units a side may name in a match: the box has fewer than half, and every view tells them all."""


def named(state: State, side: Side, unit: str) -> str:
    """The unit as its side spells it. Raises Refused where the side has named too many others."""
    names = state.forces[side].names
    unit = spelt(unit, names)
    if len(names) >= MOST_NAMES and unit not in names:
        raise Refused(f"The {ARMIES[side]} has {MOST_NAMES} units already: take one of these.")
    return unit


def brought(state: State, side: Side, unit: str) -> str:
    """The unit as its side spells it, which has brought it and not lost it. Raises Refused."""
    force, army = state.forces[side], ARMIES[side]
    unit = named(state, side, unit)
    if state.locked and force.units and unit not in force.units:
        raise Refused(f"{unit} is not on the board: the {army}'s units are locked.")
    if force.is_eliminated(unit):
        raise Refused(f"{unit} is eliminated.")
    return unit
