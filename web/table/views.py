"""What the API answers where the game being played decides: the view of a match, and its report."""

from collections.abc import Callable
from typing import Any, TypeVar, get_type_hints

import msgspec

from companion.games import all_games
from companion.table.view import TableView
from web.http.codec import Nothing
from web.http.endpoint import Call, Endpoint, OneOf, post

B = TypeVar("B", bound=msgspec.Struct)


def _returned(function: Callable[..., Any]) -> Any:
    return get_type_hints(function)["return"]


VIEWS = OneOf(tuple(_returned(game.view) for game in all_games().values()))
REPORTS = OneOf(tuple(_returned(game.report) for game in all_games().values()))


def change(
    path: str, body: type[B], handle: Callable[[Call[Nothing, B]], TableView], summary: str, **more: Any
) -> Endpoint[Nothing, B]:
    """A change to the match, answered by its view; `more` is as web.http.endpoint.post has it."""
    return post(path, handle, body=body, answer=VIEWS, summary=summary, **more)
