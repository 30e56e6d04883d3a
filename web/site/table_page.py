"""Serves the page Table, which each game draws in its own way: the first that a phone sees."""

from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass
from typing import Any

from flask import Flask, Response, g, request

from companion.table.seats import Seat
from companion.table.table import Table
from companion.table.view import Phase, TableView
from web.http.phones import PhoneSeat, Seating
from web.site.hall import hall_shown

_NOBODYS = {PhoneSeat.BOTH: "All", PhoneSeat.LOOK: "View-only"}
"""Names the seats that no side has."""


STANDS = {
    Phase.SETUP: "being set up",
    Phase.RUNNING: "being played",
    Phase.PAUSED: "paused",
    Phase.ENDED: "over",
}
"""Says in words how far a match has come."""


@dataclass(frozen=True, kw_only=True)
class TablePage:
    """Describes one game's page. It is called in the server's threads."""

    name: str
    table: Callable[[Any, Seat], Response]
    """Draws the page from the game's own view, the given seat at the bottom."""
    again: str = "Again"
    """Labels the button that sets the same match up again once one is over."""


Start = Callable[[TableView], Response]
"""Draws the page for a phone that has never been here."""


def install(app: Flask, *, table: Table, games: Mapping[str, TablePage], start: Start | None = None) -> None:
    """Serves the page. Every template knows which game is played, by which players, and this phone's seat.

    `start` is drawn at / in its place for a stranger. Without it, see web.first, no stranger comes here.
    """

    @app.get("/")
    @app.get("/table", endpoint="table_itself")
    def table_page() -> Response:
        view = table.view()
        # A request for a part of the table, such as a flag, means the table.
        stranger = g.seating is None and request.path == "/" and not request.args
        if start is not None and stranger and is_idle(view):
            return start(view)
        seat = seat_of(g.seating, view.names).side
        return games[view.game].table(view, Seat.GOLD if seat is None else seat)

    def known() -> dict[str, Any]:
        match, seating = table.match, g.get("seating")
        names = {seat.value: name for seat, name in match.names.items()}
        seat = seat_of(seating, names)
        return {
            "playing": games[match.game.name],
            "joined": seating is not None,
            "seat": seat.value,
            "hall": hall_shown(table),
            "demo": table.demo,
            "faults": table.faults,
            "seat_name": names.get(seat.value)
            or ("Both" if seat is PhoneSeat.BOTH and len(names) == 2 else _NOBODYS[seat]),
        }

    app.context_processor(known)


def is_idle(view: TableView) -> bool:
    """Returns whether no match is under way, so that a stranger could not watch one."""
    return view.phase in (Phase.SETUP, Phase.ENDED)


def seat_of(seating: Seating | None, names: Collection[str]) -> PhoneSeat:
    """Returns a phone's seat at a match of those seats. A seat that the match does not have counts as none."""
    if seating is None or (seating.seat.side is not None and seating.seat.value not in names):
        return PhoneSeat.LOOK
    return seating.seat
