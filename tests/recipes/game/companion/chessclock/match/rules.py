"""What a command brings about on a chess clock, or why it is refused."""

from collections.abc import Sequence
from typing import assert_never

from companion.chessclock.match import events as e
from companion.chessclock.match.commands import ChessCommand, Press
from companion.chessclock.match.state import State

from companion.table.commands import Begin, End, Pause, Resume
from companion.table.errors import Refused
from companion.table.state import Stage


def decide(state: State, command: ChessCommand, now: int) -> Sequence[e.ChessEvent]:
    """The events that the command brings about now. Raises Refused."""
    at = state.sand(now)
    match command:
        case Begin():
            if state.stage is not Stage.SETUP:
                raise Refused("The game has begun.")
            return [e.Begun(sand_ns=at, mono_ns=now)]
        case Press(side=side):
            _running(state)
            if side is not state.turn:
                raise Refused("It is the other side's turn.")
            return [e.Pressed(sand_ns=at, side=side)]
        case Pause():
            _running(state)
            return [e.Paused(sand_ns=at)]
        case Resume():
            if state.stage is not Stage.PLAY or state.clock.running:
                raise Refused("The game is not paused.")
            return [e.Resumed(sand_ns=at, mono_ns=now)]
        case End(winner=winner):
            if state.stage is Stage.OVER:
                raise Refused("The game is over.")
            return [e.Ended(sand_ns=at, winner=winner)]
        case _:
            assert_never(command)


def due(state: State) -> int | None:
    """When the time that runs will be up, on the monotonic clock."""
    return state.clock.instant(state.falls_ns) if state.stage is Stage.PLAY else None


def lapse(state: State, now: int) -> Sequence[e.ChessEvent]:
    """The flag that has fallen by now."""
    falls = due(state)
    return [e.Fell(sand_ns=state.falls_ns, side=state.turn)] if falls is not None and falls <= now else []


def _running(state: State) -> None:
    if state.stage is not Stage.PLAY or not state.clock.running:
        raise Refused("The clock stands still.")
