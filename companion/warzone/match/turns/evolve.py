"""How the Turn goes on. Warzone Eternal, Chapter 4."""

from typing import assert_never

from msgspec import UNSET
from msgspec.structs import replace

from companion.player_names import spelt
from companion.table.sides import Side
from companion.table.state import Stage
from companion.warzone.match import events as e
from companion.warzone.match.effects import REROLLS_THEIRS
from companion.warzone.match.fight import evolve as fight
from companion.warzone.match.state import LAST_TURN, State, TurnPhase
from companion.warzone.match.turns.activations import can_act, pass_counters
from companion.warzone.match.turns.initiative import score, to_reroll
from companion.warzone.match.units.changes import with_force, with_unit, with_used


def evolve(state: State, event: e.TurnEvent) -> State:
    """The state after an event of the Turn itself."""
    match event:
        case e.Begun():
            # First Turn Initiative: it belongs to whoever did not select the Deployment Areas.
            first = state.selector.other if state.selector else None
            return replace(state, stage=Stage.PLAY, turn=1, turn_phase=TurnPhase.START, first=first)
        case e.InitiativeRolled(side=side, die=die, misdirected=True):
            rolled = with_force(state, side, die=die, score=score(state, side, die))
            return with_used(rolled, side.other, spelt(REROLLS_THEIRS, state.forces[side.other].assets))
        case e.InitiativeRolled(side=side, die=die):
            fresh = _unrolled(state) if to_reroll(state) else state
            return with_force(fresh, side, die=die, score=score(fresh, side, die))
        case e.InitiativeTaken(side=side):
            return _open(state, side)
        case e.Activated(side=side, units=units):
            return replace(_marked(_unmarked(state, side), side, units), acting=units)
        case e.ActivationEnded(side=side, units=units):
            begun = state if state.acting is not None else _marked(state, side, units)
            rested = with_force(begun, side, units=fight.rested(begun.forces[side].units))
            return _handed_over(replace(rested, acting=None), side)
        case e.Passed(side=side):
            passes = max(0, state.forces[side].passes - 1)
            return _handed_over(with_force(state, side, passes=passes), side)
        case e.PassesSet(side=side, passes=passes):
            return with_force(state, side, passes=passes)
        case e.MadeActive(side=side):
            return replace(state, turn_phase=TurnPhase.ACTIVATION, active=side, acting=None)
        case e.ActivationsEnded():
            return replace(state, turn_phase=TurnPhase.END, active=None, acting=None)
        case e.TurnEnded():
            return _next_turn(state, event)
        case e.Answered(turn=turn, question=question, option=option):
            return replace(state, answers={**state.answers, (turn, question): option})
        case e.Ended(winner=winner):
            return _over(replace(state, conceded=winner), event)
        case _:
            assert_never(event)


def settled(state: State) -> State:
    """Between two Activations: whoever cannot act is not the Active Player, and once neither can, the Phase is over."""
    if state.stage is not Stage.PLAY or state.turn_phase is not TurnPhase.ACTIVATION or state.acting is not None:
        return state
    if state.active is not None and can_act(state.forces[state.active]):
        return state
    for side in Side:
        if can_act(state.forces[side]):
            return replace(state, active=side)
    return replace(state, turn_phase=TurnPhase.END, active=None)


def _open(state: State, first: Side) -> State:
    opened = replace(state, turn_phase=TurnPhase.ACTIVATION, first=first, active=first, acting=None)
    for side in Side:
        opened = with_force(opened, side, passes=pass_counters(state, side))
    return opened


def _unrolled(state: State) -> State:
    for side in Side:
        state = with_force(state, side, die=None, score=None)
    return state


def _marked(state: State, side: Side, units: tuple[str, ...]) -> State:
    """With the Activation Counters of an Activation."""
    if not units:
        return with_force(state, side, anonymous=state.forces[side].anonymous + 1)
    for unit in units:
        state = with_unit(state, side, unit, activated=True)
    return state


def _unmarked(state: State, side: Side) -> State:
    """Without those of the Activation that was going on: it was another Unit's."""
    if state.acting is None:
        return state
    if not state.acting:
        return with_force(state, side, anonymous=max(0, state.forces[side].anonymous - 1))
    for unit in state.acting:
        state = with_unit(state, side, unit, activated=False)
    return state


def _handed_over(state: State, side: Side) -> State:
    """Transfer Active Player Designation: it stays where the other has neither Units nor Pass Counters."""
    return replace(state, active=side.other if can_act(state.forces[side.other]) else side)


def _next_turn(state: State, event: e.TurnEnded) -> State:
    for side, shaken in ({} if event.shaken is UNSET else event.shaken).items():
        for unit in shaken:
            state = with_unit(state, side, unit, pinned=False)
    if state.turn >= LAST_TURN:
        return _over(state, event)
    for side, force in state.forces.items():
        units = {id: replace(unit, activated=False, reactions=0) for id, unit in force.units.items()}
        state = with_force(state, side, units=units, passes=0, anonymous=0, die=None, score=None)
    return replace(
        state,
        turn=state.turn + 1,
        turn_phase=TurnPhase.START,
        first=None,
        last_first=state.first,
        active=None,
        acting=None,
    )


def _over(state: State, event: e.TurnEnded | e.Ended) -> State:
    return replace(state.over(event), active=None, acting=None)
