"""Who may be the Commander of Lead from the Front, and when (Chapter 13)."""

from companion.table.errors import Refused
from companion.table.sides import Side
from companion.table.state import Stage
from companion.warzone.match.names import called
from companion.warzone.match.refusals import standing
from companion.warzone.match.state import Force, State, TurnPhase, UnitState
from companion.warzone.scenario.scenarios import WarzoneScenario


def leaders(force: Force) -> list[UnitState]:
    """The Units on the Battlefield that may be chosen: those with the Leader Designation; all where the list of this
    Force names no Leader, for then only its player knows."""
    known = any(unit.unit.leader for unit in force.units.values())
    return [unit for unit in force.standing if unit.unit.leader or not known]


def candidates(state: State, side: Side) -> list[UnitState]:
    """Whom this side may choose now; nobody while it has a Commander, or must wait for the next Start Turn Phase."""
    force = state.forces[side]
    if state.scenario is not WarzoneScenario.LEAD_FROM_THE_FRONT or state.stage is Stage.OVER:
        return []
    if not state.opening and force.commander is not None and (_stands(force) or not _starting(state)):
        return []
    return [unit for unit in leaders(force) if unit.unit.id != force.commander]


def asked(state: State, side: Side) -> bool:
    """Whether the side is asked for a Commander now: it has none, and may choose one."""
    return state.stage is Stage.PLAY and not _stands(state.forces[side]) and bool(candidates(state, side))


def may_be_named(state: State, side: Side, unit: str) -> None:
    """Raises Refused, NotHere."""
    force = state.forces[side]
    found = standing(force, unit)
    if found not in leaders(force):
        raise Refused("Only a Unit with the Leader Designation can be the Commander.")
    if state.opening or force.commander is None:
        return
    if _stands(force):
        name = force.units[force.commander].unit.name
        raise Refused(f"{name} is {called(state, side)}'s Commander until it is a Casualty.")
    if not _starting(state):
        raise Refused("A new Commander is chosen in the next Start Turn Phase.")


def _stands(force: Force) -> bool:
    return force.commander in force.units and force.units[force.commander].fall is None


def _starting(state: State) -> bool:
    return state.stage is Stage.PLAY and state.turn_phase is TurnPhase.START
