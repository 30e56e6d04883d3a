"""Serves sitting ducks, as a page and as JSON: the same for both sides, where the table has agreed on it."""

from collections.abc import Sequence
from math import ceil
from threading import Lock
from typing import Any

import msgspec
from flask import Flask, Response, g

from companion.clock import MS
from companion.table.errors import NotHere, Refused
from companion.table.seats import Side
from companion.table.table import Table
from companion.table.view import Phase
from companion.wartime.choices import SittingDucks
from companion.wartime.ducks import Ducks, Look
from companion.wartime.match.state import State
from companion.wartime.match.views import WarTimeView
from web.http.endpoint import Call, Endpoint, Nothing, get
from web.http.render import page
from web.site.table_page import seat_of

NOT_AGREED = "Your table has not agreed to look this up: see Rule choices. A game keeps the choices it began with."


class DucksAnswer(Ducks, frozen=True, kw_only=True):
    """Describes the ducks as of `server_ms` on the server's monotonic clock. All its milliseconds are from then on, by
    the sand."""

    version: int
    server_ms: int
    paused: bool


class DucksPage:
    """Serves the page in the server's threads. It works out what the board says of a state once, for all."""

    def __init__(self, table: Table) -> None:
        self._table = table
        self._looking = Lock()
        self._looked: tuple[State, Look] | None = None

    def endpoints(self) -> Sequence[Endpoint[Any, Any]]:
        return (
            get(
                "/wartime/ducks",
                self._answer,
                query=Nothing,
                answer=DucksAnswer,
                summary="Which units stand still, which reach them before they wake, and which they then reach",
                turns_away=(404, 409),
            ),
        )

    def install(self, app: Flask) -> None:
        app.add_url_rule("/ducks", endpoint="ducks_page", view_func=self.ducks_page)

    def ducks_page(self) -> Response:
        """Returns the page, with the hunt of the phone's own side first."""
        view, state = self._now()
        near = seat_of(g.seating, view.names).side
        first = Side.GOLD if near is None else near.side
        return page(
            "ducks.html",
            view=view,
            found=self._look(state).at(view.server_ms * MS) if _agreed(state) else None,
            sides=(first, first.other),
            timers={timer: glass.spec for timer, glass in state.timers.items()},
            running=view.phase is Phase.RUNNING,
            seconds=lambda ms: ceil(ms / 1000),
        )

    def _answer(self, _: Call[Nothing, Nothing]) -> DucksAnswer:
        view, state = self._now()
        if not _agreed(state):
            raise Refused(NOT_AGREED)
        found = self._look(state).at(view.server_ms * MS)
        return DucksAnswer(
            **msgspec.structs.asdict(found), version=view.version, server_ms=view.server_ms, paused=view.paused
        )

    def _now(self) -> tuple[WarTimeView, State]:
        """Returns the view, and the state of then or a later one. Raises NotHere where another game is being played."""
        view, match = self._table.view(), self._table.match
        if not isinstance(view, WarTimeView) or not isinstance(match.state, State):
            raise NotHere("game of WarTime", self._table.game)
        return view, match.state

    def _look(self, state: State) -> Look:
        with self._looking:
            if self._looked is None or self._looked[0] is not state:
                self._looked = state, Look(state)
            return self._looked[1]


def _agreed(state: State) -> bool:
    return state.choices.sitting_ducks is SittingDucks.SHOWN
