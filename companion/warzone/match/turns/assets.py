"""Which Faction Assets have their moment now (Chapter 12, Faction Assets)."""

from companion.player_names import same
from companion.table.sides import Side
from companion.table.state import Stage
from companion.warzone.match.effects import COUNTS_AS_ONE, RALLIES, REROLLS_THEIRS, at_start, used_in
from companion.warzone.match.state import State, TurnPhase


def timely(state: State, side: Side, asset: str) -> bool:
    """Whether this is when the side may use the asset that it has: before Initiative is rolled, once the other has
    rolled, or in the Start Turn Phase, which lasts here until the first Activation of the Turn."""
    force = state.forces[side]
    if state.stage is not Stage.PLAY or used_in(force, asset) == state.turn:
        return False
    if same(asset, RALLIES):
        return _starting(state) and any(unit.pinned for unit in force.standing)
    if used_in(force, asset) is not None:
        return False
    rolling = state.turn_phase is TurnPhase.START and state.turn > 1
    if same(asset, COUNTS_AS_ONE):
        return rolling and all(each.score is None for each in state.forces.values())
    if same(asset, REROLLS_THEIRS):
        return rolling and state.forces[side.other].score is not None
    return at_start(asset) and _starting(state)


def _starting(state: State) -> bool:
    """Resolve Effects comes after Initiative: until somebody is Activated, nothing of the next Phase has happened."""
    if state.turn_phase is not TurnPhase.ACTIVATION:
        return state.turn_phase is TurnPhase.START
    activated = any(
        force.anonymous or any(unit.activated for unit in force.units.values()) for force in state.forces.values()
    )
    return state.acting is None and state.active is state.first and not activated
