"""How a game begins, stands still and ends. WarTime Rulebook: Set Up, Game End."""

from typing import assert_never

from msgspec import UNSET

from companion.table.errors import Refused
from companion.table.sides import Side
from companion.table.state import Stage
from companion.wartime.match import commands as c
from companion.wartime.match import events as e
from companion.wartime.match.ending import left_off
from companion.wartime.match.refusals import not_over, not_standing
from companion.wartime.match.state import State
from companion.wartime.scenario.armies import ARMIES
from companion.wartime.scenario.scenario import TimerKind

Signal = c.Begin | c.Pause | c.Resume | c.End


def signal(
    state: State, command: Signal, at: int, now: int
) -> e.Ready | e.Begun | e.Paused | e.Resumed | e.Ended | e.Won:
    """Raises Refused."""
    if isinstance(command, c.End) and command.winner is not None and state.stage is Stage.OVER:
        return _won(state, command.winner.side, at)
    not_over(state)
    match command:
        case c.Pause():
            if state.paused:
                raise Refused("Paused already.")
            if state.idle:
                raise Refused("Nothing is running yet.")
            return e.Paused(sand_ns=at)
        case c.Resume():
            if not state.paused:
                raise Refused("Nothing is paused.")
            return e.Resumed(sand_ns=at, mono_ns=now)
        case c.End(winner=winner):
            if state.stage is Stage.SETUP:
                raise Refused("The game has not begun.")
            return e.Ended(sand_ns=at, winner=winner and winner.side)
        case c.Begin(seat=seat):
            if state.stage is not Stage.SETUP:
                raise Refused("The game has begun already.")
            not_standing(state)
            return _begun(state, at) if seat is None else _ready(state, seat.side, at)
        case _:
            assert_never(command)


def _ready(state: State, side: Side, at: int) -> e.Ready | e.Begun:
    """Set Up: "the players should agree on a signal to start play", so the game begins with the second of two."""
    if side.other in state.ready:
        return _begun(state, at)
    if side in state.ready:
        raise Refused(f"{ARMIES[side]} is ready. {ARMIES[side.other]} is not yet.")
    return e.Ready(sand_ns=at, side=side)


def _begun(state: State, at: int) -> e.Begun:
    """The signal ends a set-up whose two minutes still run."""
    running = any(glass.active and glass.spec.kind is TimerKind.SETUP for glass in state.timers.values())
    return e.Begun(sand_ns=at, left_off=left_off(state) if running else UNSET)


def _won(state: State, winner: Side, at: int) -> e.Won:
    """The end itself stays where it was (Game End: "the game ends immediately")."""
    if state.winner is winner:
        raise Refused(f"{ARMIES[winner]} has won already.")
    return e.Won(sand_ns=at, winner=winner)
