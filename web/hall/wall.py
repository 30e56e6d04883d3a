"""The wall: for a projector, read across the room, with nothing on it to tap but the way back."""

from collections.abc import Sequence
from typing import TypeVar

from flask import Flask, Response

from companion.hall.event.event import Event
from companion.hall.event.standings import standings
from companion.hall.event.store import EventStore
from companion.hall.organiser.view import OrganiserPort, natural
from companion.table.errors import Refused
from web.hall.feed import HallFeed
from web.hall.seats import outcomes, with_tables
from web.http.render import page

LINES = 8
"""On one leaf, in each of its two columns."""
SAID_MS = 15 * 60_000
"""So long the last announcement stays."""
LEAF_S = 12
"""So long a leaf is shown: sixteen lines are read in that."""
T = TypeVar("T")


class Wall:
    """Called in the server's threads."""

    def __init__(self, *, hall: OrganiserPort, event: EventStore, feed: HallFeed) -> None:
        self._hall = hall
        self._event = event
        self._feed = feed

    def install(self, app: Flask) -> None:
        app.add_url_rule("/wall", endpoint="wall_page", view_func=self.wall_page, methods=["GET"])

    def wall_page(self) -> Response:
        """All leaves: which one is shown goes by the hall's clock, so that all walls show the same."""
        drawn = self._feed.now()
        paired = sorted((each for each in drawn.view.tables if each.players), key=lambda each: natural(each.table))
        try:
            event = with_tables(self._event.event, drawn.view)
        except Refused:  # it cannot be read: who plays where is seen all the same
            event = Event()
        ranked = standings(event) if event.rounds else ()
        leaves = [("Pairings", leaf) for leaf in leaved(paired)] + [("Standings", leaf) for leaf in leaved(ranked)]
        now_ms = self._hall.view().now_ms
        fresh = [each for each in drawn.view.said if each.ms > now_ms - SAID_MS]
        return page(
            "hall_wall.html",
            drawn=drawn,
            leaves=leaves,
            outcomes=outcomes(event, drawn.view),
            leaf_s=LEAF_S,
            said=max(fresh, key=lambda each: each.ms, default=None),
            said_ms=SAID_MS,
        )


def leaved(lines: Sequence[T]) -> Sequence[Sequence[Sequence[T]]]:
    """The lines by leaf and column."""
    columns = [lines[at : at + LINES] for at in range(0, len(lines), LINES)]
    return [columns[at : at + 2] for at in range(0, len(columns), 2)]
