"""What happens to a chess clock in words."""

from typing import assert_never

from companion.chessclock.match import events as e
from companion.chessclock.match.state import State


def sentence(state: State, event: e.ChessEvent) -> str:
    match event:
        case e.Begun():
            return "The clock runs"
        case e.Pressed(side=side):
            return f"{side.value.title()} has moved"
        case e.Fell(side=side):
            return f"{side.value.title()}'s time is up"
        case e.Paused():
            return "Paused"
        case e.Resumed():
            return "Resumed"
        case e.Ended(winner=winner):
            return "Game over" if winner is None else f"{winner.title} wins"
        case _:
            assert_never(event)


def standing(state: State) -> str:
    return f"{state.turn.value.title()} to move"


def act(state: State, event: e.ChessEvent) -> str:
    """It in a few words."""
    match event:
        case e.Pressed(side=side):
            return f"{side.value.title()}'s move"
        case e.Begun():
            return "the start"
        case e.Fell():
            return "the flag's fall"
        case e.Paused():
            return "the pause"
        case e.Resumed():
            return "the resumption"
        case e.Ended():
            return "the end"
        case _:
            assert_never(event)


def acting_side(state: State, event: e.ChessEvent) -> str | None:
    """Whose act it was; None where it was no side's."""
    return event.side.value if isinstance(event, e.Pressed) else None
