"""How events change a chess clock."""

from typing import assert_never

from companion.chessclock.match import events as e
from companion.chessclock.match.state import State
from msgspec.structs import replace

from companion.table.seats import Seat
from companion.table.state import Stage


def evolve(state: State, event: e.ChessEvent) -> State:
    """The state after `event`. Never refuses."""
    at = event.sand_ns
    match event:
        case e.Begun(mono_ns=now):
            clock = state.clock.started(sand_ns=at, now=now)
            return replace(state, stage=Stage.PLAY, since_ns=at, clock=clock)
        case e.Pressed(side=side):
            used = state.spent_ns[side] + at - state.since_ns
            spent = {**state.spent_ns, side: used}
            return replace(state, spent_ns=spent, turn=side.other, since_ns=at, presses=state.presses + 1)
        case e.Fell(side=side):
            return replace(state.over(event), winner=Seat(side.other.value))
        case e.Paused():
            return replace(state, clock=state.clock.stopped(at))
        case e.Resumed(mono_ns=now):
            return replace(state, clock=state.clock.started(sand_ns=at, now=now))
        case e.Ended(winner=winner):
            return replace(state.over(event), winner=winner)
        case _:
            assert_never(event)
