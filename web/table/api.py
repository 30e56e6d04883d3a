"""The live table's part of the API."""

from collections.abc import Sequence
from typing import Annotated, Any, Literal

import msgspec
from flask import Response

from companion.fields.invalid import Invalid
from companion.fields.numbers import LARGEST
from companion.fields.sizes import Word
from companion.table.commands import Begin, Command, End, Pause, Resume, Undo
from companion.table.errors import NotHere
from companion.table.opening import Again, New, TakeOut, ThrowAway, Try, Unfinished
from companion.table.seats import Seat, Side
from companion.table.table import Table
from companion.table.view import TableView
from web.http.codec import Nothing
from web.http.endpoint import Call, Endpoint, Events, Media, get, post
from web.http.live import TableFeed, Waiters, rest, streamed, waiter
from web.table.views import VIEWS


class Since(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """`since`: wait up to 25 s for a version other than this one."""

    since: Annotated[int, msgspec.Meta(ge=0, le=LARGEST)] | None = None


class Undoing(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """`seq`: that act and no other is to be taken back, see the view's `undo_seq`. Without it, whatever was last."""

    seq: Annotated[int, msgspec.Meta(ge=1, le=LARGEST)] | None = None


class Beginning(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """`seat`: whose start signal it is, where that is not the phone's own. Who sits for all, speaks for all."""

    seat: Seat | None = None


class Ending(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    winner: Seat | None = None


Number = Annotated[int, msgspec.Meta(ge=1, le=999_999)]


class Replacing(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """`away`: whether a game that is unfinished is put away for it. With "no" it is refused: a page that was drawn when
    nothing was being played puts nothing away."""

    away: Literal["yes", "no"] = "yes"


class Opening(Replacing, frozen=True, kw_only=True, forbid_unknown_fields=True):
    game: Word
    scenario: Word | None = None


class Trying(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    game: Word


class TakingOut(Replacing, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """One of the games that were put away, by its number."""

    match: Number


class ThrowingAway(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """One of the games that were put away, by its number."""

    match: Number


class UnfinishedGames(msgspec.Struct, frozen=True):
    """The games that are put away, at most 50, the newest first."""

    games: tuple[Unfinished, ...]


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
                answer=Events({"table": VIEWS, "beat": Nothing}),
                media=Media.EVENTS,
                summary="The table on every change",
            ),
            self._change("/table/begin", Beginning, self._begin, "The start signal"),
            self._change("/table/pause", Nothing, lambda call: self._do(Pause(), call), "All sand stands still"),
            self._change("/table/resume", Nothing, lambda call: self._do(Resume(), call), "All sand falls again"),
            self._change(
                "/table/undo", Undoing, lambda call: self._do(Undo(seq=call.body.seq), call), "Take the last act back"
            ),
            self._change("/table/end", Ending, self._end, "End the game"),
            self._change("/table/new", Opening, self._new, "Put this game away and set up another"),
            self._change("/table/demo", Trying, self._try, "Have a match that plays itself until a player acts"),
            self._change("/table/again", Replacing, self._again, "Put this game away and set it up anew"),
            self._change("/table/take-out", TakingOut, self._take_out, "Put this game away and go on with an old one"),
            self._change("/table/throw-away", ThrowingAway, self._throw_away, "Delete a game that was put away"),
            get(
                "/table/unfinished",
                self._unfinished,
                query=Nothing,
                answer=UnfinishedGames,
                summary="The games that were put away",
            ),
        )

    def _change(self, path: str, body: Any, handle: Any, summary: str) -> Endpoint[Any, Any]:
        return post(path, handle, body=body, answer=VIEWS, summary=summary, turns_away=(404,))

    def _do(self, command: Command, call: Call[Any, Any]) -> TableView:
        return self._table.dispatch(command, source=call.source)

    def _read(self, call: Call[Since, Nothing]) -> TableView:
        if call.query.since is None:
            return self._table.view()
        with self._waiters.place(waiter()) as taken:
            if not taken:
                return self._table.view()
            rest()
            return self._feed.since(call.query.since)

    def _events(self, _: Call[Nothing, Nothing]) -> Response:
        return streamed(self._waiters, self._feed.stream)

    def _begin(self, call: Call[Nothing, Beginning]) -> TableView:
        own = next((seat for seat in Seat if seat.value == call.source.seat), None)
        return self._do(Begin(seat=call.body.seat or own), call)

    def _end(self, call: Call[Nothing, Ending]) -> TableView:
        return self._do(End(winner=call.body.winner), call)

    def _new(self, call: Call[Nothing, Opening]) -> TableView:
        try:
            return self._do(New(game=call.body.game, scenario=call.body.scenario, away=_away(call)), call)
        except NotHere as missing:
            raise Invalid(missing.kind, str(missing)) from missing

    def _try(self, call: Call[Nothing, Trying]) -> TableView:
        try:
            return self._do(Try(game=call.body.game), call)
        except NotHere as missing:
            raise Invalid(missing.kind, str(missing)) from missing

    def _again(self, call: Call[Nothing, Replacing]) -> TableView:
        return self._do(Again(away=_away(call)), call)

    def _take_out(self, call: Call[Nothing, TakingOut]) -> TableView:
        return self._do(TakeOut(match=call.body.match, away=_away(call)), call)

    def _throw_away(self, call: Call[Nothing, ThrowingAway]) -> TableView:
        return self._do(ThrowAway(match=call.body.match), call)

    def _unfinished(self, _: Call[Nothing, Nothing]) -> UnfinishedGames:
        return UnfinishedGames(tuple(self._table.unfinished()))


def _away(call: Call[Any, Any]) -> bool:
    return bool(call.body.away == "yes")


def side_named(name: str) -> Side:
    """Raises NotHere."""
    try:
        return Side(name)
    except ValueError:
        raise NotHere("side", name) from None
