"""What a scenario says of a hex of the live board: told to whoever stands there (WarTime Rulebook, Game Board)."""

from typing import NamedTuple

from companion.wartime.match.state import State
from companion.wartime.referee.board import Hex


class Told(NamedTuple):
    """What lies there, and what it does; empty where the scenario does not say."""

    title: str
    text: str


def told(state: State, place: Hex) -> tuple[Told, ...]:
    """The Time space and the items in that hex."""
    spaces = [Told("Time space", space.text) for space in state.scenario.time_spaces if space.hex == place]
    items = [Told(item.name, item.text) for item in state.scenario.items if state.ground.items.get(item.name) == place]
    return (*spaces, *items)
