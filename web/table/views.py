"""What the API answers where the game being played decides: the view of a match, and its report."""

from collections.abc import Callable
from typing import Any, get_type_hints

from companion.games import all_games
from web.http.endpoint import OneOf


def _returned(function: Callable[..., Any]) -> Any:
    return get_type_hints(function)["return"]


VIEWS = OneOf(tuple(_returned(game.view) for game in all_games().values()))
REPORTS = OneOf(tuple(_returned(game.report) for game in all_games().values()))
