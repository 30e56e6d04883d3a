"""Holds refusals that several rules share."""

from companion.clock import SECOND
from companion.names import spelt
from companion.table.errors import NotHere, Refused
from companion.table.seats import Side
from companion.table.state import Stage
from companion.wartime.match.state import Sandglass, State

PAUSED = "Paused. Resume first."


def seconds_left(left_ns: int) -> str:
    """Returns whole seconds as a screen shows them. A started second counts, so a running timer never shows 0."""
    return f"{-(-left_ns // SECOND)} s"


def not_over(state: State) -> None:
    """Raises Refused once the game is over."""
    if state.stage is Stage.OVER:
        raise Refused("The game is over.")


def in_play(state: State) -> None:
    """Raises Refused before the game, and once it is over."""
    not_over(state)
    if state.stage is Stage.SETUP:
        raise Refused("The game has not begun.")


def not_standing(state: State) -> None:
    """Raises Refused in a pause."""
    if state.paused:
        raise Refused(PAUSED)


def running(state: State, timer: str) -> Sandglass:
    """Returns the timer, which must be running in a game that is not over. Raises Refused, NotHere."""
    glass = state.timer(timer)
    not_over(state)
    if not glass.active:
        raise Refused(f"{glass.spec.name} is not running.")
    return glass


def open_choice(state: State) -> None:
    """Raises Refused once units and cards can no longer be chosen (Optional Rules, Set Up)."""
    if state.stage is not Stage.SETUP or state.locked:
        raise Refused("Units and cards are locked.")


def whose(state: State, unit: str, side: Side | None) -> tuple[Side, str]:
    """Returns the side that has this unit, and the unit's name as that side spells it. Raises Refused, NotHere."""
    if side is None:
        sides = [each for each in Side if state.forces[each].knows(unit)]
        if not sides:
            raise NotHere("unit", unit)
        if len(sides) > 1:
            raise Refused(f"Both sides have a unit called {unit}: say whose.")
        side = sides[0]
    return side, spelt(unit, state.forces[side].names)
