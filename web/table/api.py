"""The live table's part of the API."""

from collections.abc import Sequence
from typing import Annotated, Any

import msgspec
from flask import Response, request

from companion.fields.invalid import Invalid
from companion.table.commands import Begin, Command, End, Pause, Resume, Undo
from companion.table.errors import NotHere
from companion.table.opening import Again, New
from companion.table.seats import Seat
from companion.table.sides import Side
from companion.table.table import Table
from companion.table.view import TableView
from web.http.codec import Nothing
from web.http.endpoint import Call, Endpoint, Media, get, post
from web.http.live import TableFeed, Waiters
from web.http.problems import TurnedAway
from web.table.views import VIEWS


class Since(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """`since`: wait up to 25 s for a version other than this one."""

    since: Annotated[int, msgspec.Meta(ge=0)] | None = None


class Ending(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    winner: Seat | None = None


class Opening(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    game: str
    scenario: str | None = None


class TableApi:
    """The table's endpoints. Handlers run in the server's threads; the table is what locks."""

    def __init__(self, *, table: Table, feed: TableFeed, waiters: Waiters) -> None:
        self._table = table
        self._feed = feed
        self._waiters = waiters

    def endpoints(self) -> Sequence[Endpoint[Any, Any]]:
        return (
            get("/table", self._read, query=Since, answer=VIEWS, summary="The table now, or when it changes"),
            get(
                "/events",
                self._events,
                query=Nothing,
                answer=VIEWS,
                media=Media.EVENTS,
                summary="The table on every change",
            ),
            self._change("/table/begin", Nothing, lambda call: self._do(Begin(), call), "The start signal"),
            self._change("/table/pause", Nothing, lambda call: self._do(Pause(), call), "All sand stands still"),
            self._change("/table/resume", Nothing, lambda call: self._do(Resume(), call), "All sand falls again"),
            self._change("/table/undo", Nothing, lambda call: self._do(Undo(), call), "Take the last act back"),
            self._change("/table/end", Ending, self._end, "End the game"),
            self._change(
                "/table/again", Nothing, lambda call: self._do(Again(), call), "Put this game away and set it up anew"
            ),
            self._change("/table/new", Opening, self._new, "Put this game away and set up another"),
        )

    def _change(self, path: str, body: Any, handle: Any, summary: str) -> Endpoint[Any, Any]:
        return post(path, handle, body=body, answer=VIEWS, summary=summary)

    def _do(self, command: Command, call: Call[Any, Any]) -> TableView:
        return self._table.dispatch(command, source=call.source)

    def _read(self, call: Call[Since, Nothing]) -> TableView:
        if call.query.since is None:
            return self._table.view()
        with self._waiters.place() as taken:
            return self._feed.since(call.query.since) if taken else self._table.view()

    def _events(self, _: Call[Nothing, Nothing]) -> Response:
        return streamed(self._waiters, self._feed.stream)

    def _end(self, call: Call[Nothing, Ending]) -> TableView:
        return self._do(End(winner=call.body.winner), call)

    def _new(self, call: Call[Nothing, Opening]) -> TableView:
        try:
            return self._do(New(game=call.body.game, scenario=call.body.scenario), call)
        except NotHere as missing:
            raise Invalid(missing.kind, str(missing)) from missing


def streamed(waiters: Waiters, stream: Any) -> Response:
    """The response of an event stream, in a waiter's place. Raises TurnedAway (503) where there is none."""
    if not waiters.take():
        raise TurnedAway(503, "Too many pages are watching. This one asks again by itself.", retry_after=5)
    gone = request.environ.get("waitress.client_disconnected", lambda: False)
    response = Response(stream(gone), content_type=Media.EVENTS.value)
    response.call_on_close(waiters.give_back)
    return response


def side_named(name: str) -> Side:
    """Raises NotHere."""
    try:
        return Side(name)
    except ValueError:
        raise NotHere("side", name) from None
