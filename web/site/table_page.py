"""The page Table, which each game draws in its own way: the first that a phone sees."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from flask import Flask, Response, request

from companion.table.errors import NotHere
from companion.table.seats import Seat
from companion.table.table import Table
from web.http.access import MONTH_S

SEAT = "warglass-side"
"""The cookie of a phone that has taken a seat without JavaScript: that seat is drawn at the bottom."""


@dataclass(frozen=True, kw_only=True)
class TablePage:
    """One game's. Called in the server's threads."""

    name: str
    measure: str
    """The address of its calculators."""
    table: Callable[[Any, Seat], Response]
    """Draws the page from the game's own view, the given seat at the bottom."""


def install(app: Flask, *, table: Table, games: Mapping[str, TablePage]) -> None:
    """Serves the page; every template knows what is being played."""

    @app.get("/")
    def table_page() -> Response:
        view = table.view()
        chosen = request.args.get("side")
        game = games[view.game]
        if chosen and chosen not in view.names:
            raise NotHere("side", chosen)
        taken = chosen or request.cookies.get(SEAT, "")
        near = Seat(taken) if taken in view.names else Seat.GOLD
        page = game.table(view, near)
        if chosen:
            page.set_cookie(SEAT, near.value, max_age=MONTH_S, samesite="Lax")
        return page

    app.context_processor(lambda: {"playing": games[table.game]})
