"""What an Ambush leaves of the Turn: Activations, and the Pass Counters of the next one."""

from companion.table.sides import Side
from companion.warzone.match.state import Casualty, State
from companion.warzone.match.turns.activations import left, pass_counters
from companion.warzone.match.units.changes import with_unit


def left_after(state: State, side: Side, unit: str) -> int:
    """Activations that the side has left this Turn once this Unit of it has the Activation Counter of an Ambush."""
    return left(with_unit(state, side, unit, activated=True).forces[side])


def passes_after(state: State, side: Side, fallen: str) -> dict[Side, int]:
    """The Pass Counters of either side in the next Turn, if this Unit of the side falls and nobody else does."""
    then = with_unit(state, side, fallen, fall=Casualty(turn=state.turn))
    return {each: pass_counters(then, each) for each in Side}
