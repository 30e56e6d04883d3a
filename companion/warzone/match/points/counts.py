"""What was tracked, counted for each side; None where nobody has told the table of it."""

from collections.abc import Iterable, Mapping

from companion.table.sides import Side
from companion.warzone.match.objectives.counters import Kind, objectives, told, tracked
from companion.warzone.match.objectives.tracked import Place, Tracked
from companion.warzone.match.state import Force, State, UnitState
from companion.warzone.scenario.objectives import Primary
from companion.warzone.sums.commander import reach

Counts = Mapping[Side, int]


def controlled(state: State) -> Counts | None:
    """How many counters of Key Positions each side controls."""
    if not told(state, Kind.KEY):
        return None
    return {side: sum(each.control is side for each in _known(state, Kind.KEY)) for side in Side}


def damage(state: State, turn: int) -> Counts | None:
    """How often each side damaged a counter of Sabotage in that Turn."""
    if not told(state, Kind.SABOTAGE):
        return None
    return {side: sum(_damages(state, side, turn)) for side in Side}


def damaged(state: State, turn: int) -> Counts | None:
    """How many of the two counters in the enemy's half each side damaged in that Turn."""
    if not told(state, Kind.SABOTAGE):
        return None
    return {side: sum(done > 0 for done in _damages(state, side, turn)) for side in Side}


def distances(state: State, turn: int) -> Counts | None:
    """How far each Commander was from its own Side at the end of that Turn, in inches, as it counts."""
    stands = state.scoring.stands.get(turn)
    return None if stands is None else {side: reach(stand).value for side, stand in stands.items()}


def controller(state: State, primary: Primary) -> Side | None:
    """Who controls that counter of Key Positions."""
    return tracked(state, primary.value).control


def escorted(state: State, side: Side) -> Place | None:
    """Where this side's counter of Escort is."""
    return tracked(state, f"{side.value}-escort").place if told(state, Kind.ESCORT, side) else None


def connected(state: State, side: Side, turn: int) -> bool | None:
    """Whether a Unit of this side that is no Casualty made a connection in that Turn."""
    if not told(state, Kind.INTERCEPT, side):
        return None
    made = [each.connection for each in _known(state, Kind.INTERCEPT, side) if each.connection]
    units = state.forces[side].units
    return any(each.turn == turn and (each.unit not in units or units[each.unit].fall is None) for each in made)


def fallen(force: Force, turn: int) -> list[UnitState]:
    """Its Casualties of that Turn."""
    return [unit for unit in force.units.values() if unit.fall is not None and unit.fall.turn == turn]


def struck_down(force: Force, enemy: Force, turn: int) -> int | None:
    """How many Enemy Units this Force's Leaders removed by Strike Actions in that Turn; None where a Casualty of it
    has no name to it."""
    falls = [unit.fall for unit in fallen(enemy, turn) if unit.fall is not None]
    if any(fall.by is None for fall in falls):
        return None
    leaders = {id for id, unit in force.units.items() if unit.unit.leader}
    return sum(fall.strike and fall.by in leaders for fall in falls)


def _known(state: State, kind: Kind, side: Side | None = None) -> Iterable[Tracked]:
    return (tracked(state, each.id) for each in objectives(state) if each.kind is kind and each.side is side)


def _damages(state: State, side: Side, turn: int) -> Iterable[int]:
    return (each.damage.get((turn, side), 0) for each in _known(state, Kind.SABOTAGE))
