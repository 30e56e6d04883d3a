"""Serves the hall's part of the API: its state, the round's clock, announcements, calls and single tables."""

from collections.abc import Sequence
from functools import partial
from typing import Annotated, Any, Literal

import msgspec
from flask import Response

from companion.fields.characters import LINES, Word
from companion.fields.invalid import Invalid
from companion.fields.numbers import LARGEST
from companion.hall.event.store import EventStore
from companion.hall.organiser.hall import Hall
from companion.hall.organiser.view import SEATS, ByHand, CallHere, HallView, TableHere
from companion.hall.wire.topics import LATEST, MOST_TABLES
from companion.names import all_named
from companion.table.errors import NotHere
from web.hall.feed import FeedNews, HallFeed
from web.hall.seats import with_written, without_written
from web.http.endpoint import Call, Endpoint, Events, Media, Nothing, get, post
from web.http.live import Waiters, rest, streamed, waiter

MOST_MINUTES = 24 * 60
Version = Annotated[int, msgspec.Meta(ge=0, le=LARGEST)]
Sentence = Annotated[str, msgspec.Meta(min_length=1, max_length=400), LINES]
"""May be typed in several lines; is one where it is read."""
Heading = Annotated[str, msgspec.Meta(min_length=1, max_length=40)]
Minutes = Annotated[int, msgspec.Meta(ge=1, le=MOST_MINUTES)]
CallId = Annotated[int, msgspec.Meta(ge=0, le=LATEST)]
Score = Annotated[int, msgspec.Meta(ge=-99_999, le=99_999)]
Journal = Annotated[str, msgspec.Meta(pattern="^[0-9a-f]{16}$", max_length=16)]


class NewerThan(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Asks for news. `since`: wait up to 25 s for a version other than this one, of that `run`.

    `behind`: at once, what is newer than that. Without either, all.
    """

    since: Version | None = None
    behind: Version | None = None
    run: Version | None = None


class Behind(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Asks for a stream. `behind`: the version of that `run` that the asker has; without it, the first event holds all.

    With `tiles` "no" they are left out, and so is what changes only there.
    """

    behind: Version | None = None
    run: Version | None = None
    tiles: Literal["yes", "no"] = "yes"


class ToldTables(msgspec.Struct, frozen=True, kw_only=True):
    """Says that it is done: the hall's version then."""

    version: int


class Announcing(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Announces the text on every phone and panel of these tables; without any, of all."""

    text: Sentence
    tables: Annotated[tuple[Word, ...], msgspec.Meta(max_length=MOST_TABLES)] = ()


class Saying(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Announces the text on every phone and the panel of one table."""

    text: Sentence


class NewRound(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    title: Heading
    minutes: Minutes


class Extending(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Gives the round more minutes. Less than 0 takes time away."""

    minutes: Annotated[int, msgspec.Meta(ge=-MOST_MINUTES, le=MOST_MINUTES)]


class Coming(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Says that a judge is coming. `who` is what players read; without it, the name that this phone has joined with."""

    call: CallId
    who: Word | None = None


class JudgeAnswer(Coming, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Answers a call. With a `question` the answer becomes a house ruling of the event, on every table."""

    text: Sentence
    question: Annotated[str, msgspec.Meta(max_length=200)] = ""


class ResultByHand(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Writes a result by hand. `winner` is a side, none for a draw."""

    winner: Word | None = None
    gold: Score | None = None
    red: Score | None = None
    azure: Score | None = None


class SettingUp(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Names a match of the archive, by the journal that it was written in."""

    journal: Journal
    match: Annotated[int, msgspec.Meta(ge=1, le=LATEST)]


class HallApi:
    """Serves the hall. Handlers run in the server's threads; the hall is what locks."""

    def __init__(self, *, hall: Hall, event: EventStore, feed: HallFeed, waiters: Waiters) -> None:
        self._hall = hall
        self._event = event
        self._feed = feed
        self._waiters = waiters

    def endpoints(self) -> Sequence[Endpoint[Any, Any]]:
        return (
            get("/hall", self._read, query=Nothing, answer=HallView, summary="The hall now, whole"),
            get("/hall/news", self._news, query=NewerThan, answer=FeedNews, summary="What has changed in the hall"),
            get(
                "/hall/events",
                self._events,
                query=Behind,
                answer=Events({"hall": FeedNews, "beat": Nothing}),
                media=Media.EVENTS,
                summary="What changes in the hall, as it does",
            ),
            self._change("/hall/round/new", NewRound, self._new_round, "Begin the next round, its clock standing"),
            self._change("/hall/round/start", Nothing, lambda _: self._hall.start_clock(), "The round's clock runs"),
            self._change(
                "/hall/round/pause", Nothing, lambda _: self._hall.pause_clock(), "The clock and every game stand still"
            ),
            self._change("/hall/round/extend", Extending, self._extend, "Give the round more time, or less"),
            self._change("/hall/announce", Announcing, self._announce, "Say something to the tables"),
            self._change("/hall/tables/{table}/announce", Saying, self._say, "Say something to this table"),
            self._change("/hall/tables/{table}/pause", Nothing, self._pause, "All sand of this table stands still"),
            self._change("/hall/tables/{table}/coming", Coming, self._coming, "A judge is on the way"),
            self._change("/hall/tables/{table}/answer", JudgeAnswer, self._answer, "What the judge has answered"),
            self._change("/hall/tables/{table}/result", ResultByHand, self._result, "Write a result by hand"),
            self._change(
                "/hall/tables/{table}/no-result", Nothing, self._no_result, "Take back what was written of a result"
            ),
            self._change(
                "/hall/tables/{table}/anew", SettingUp, self._anew, "Go on with an archived match on this table's box"
            ),
        )

    def _change(self, path: str, body: Any, act: Any, summary: str) -> Endpoint[Any, Any]:
        def handle(call: Call[Nothing, Any]) -> ToldTables:
            act(call)
            return ToldTables(version=self._hall.version)

        return post(path, handle, body=body, answer=ToldTables, summary=summary)

    def _read(self, _: Call[Nothing, Nothing]) -> HallView:
        return self._hall.view()

    def _news(self, call: Call[NewerThan, Nothing]) -> FeedNews:
        since = self._feed.known(call.query.since, call.query.run)
        if since is None:
            return self._feed.news(self._feed.known(call.query.behind, call.query.run))
        with self._waiters.place(waiter()) as taken:
            if not taken:
                return self._feed.news(since)
            rest()
            return self._feed.after(since)

    def _events(self, call: Call[Behind, Nothing]) -> Response:
        behind = self._feed.known(call.query.behind, call.query.run)
        return streamed(self._waiters, partial(self._feed.stream, behind, tiles=call.query.tiles == "yes"))

    def _new_round(self, call: Call[Nothing, NewRound]) -> None:
        self._hall.new_round(title=call.body.title, minutes=call.body.minutes)

    def _extend(self, call: Call[Nothing, Extending]) -> None:
        self._hall.extend(call.body.minutes)

    def _announce(self, call: Call[Nothing, Announcing]) -> None:
        known = {each.table for each in self._hall.view().tables}
        tables = all_named("tables", call.body.tables)
        for index, table in enumerate(tables):
            if table not in known:
                raise Invalid(f"tables[{index}]", "is no table of this hall")
        self._hall.announce(_line(call.body.text), tables=tables)

    def _say(self, call: Call[Nothing, Saying]) -> None:
        self._hall.announce(_line(call.body.text), tables=(self._table(call).table,))

    def _pause(self, call: Call[Nothing, Nothing]) -> None:
        self._hall.pause_table(self._table(call).table)

    def _coming(self, call: Call[Nothing, Coming]) -> None:
        self._hall.coming(self._called(call).table, call.body.call, who=judge(call))

    def _answer(self, call: Call[Nothing, JudgeAnswer]) -> None:
        self._hall.answer(
            self._called(call).table,
            call.body.call,
            who=judge(call),
            text=_line(call.body.text),
            everywhere=call.body.question.strip(),
        )

    def _result(self, call: Call[Nothing, ResultByHand]) -> None:
        here, body = self._table(call), call.body
        sides = tuple(here.names) or SEATS
        if body.winner is not None and body.winner not in sides:
            raise Invalid("winner", f"must be one of {', '.join(sides)}")
        made = {"gold": body.gold, "red": body.red, "azure": body.azure}
        score = {side: points for side, points in made.items() if points is not None and side in sides}
        view = self._hall.view()
        self._event.do(f"Result of {here.table}", lambda event: with_written(event, view, here, body.winner, score))
        self._hall.set_results({here.table: ByHand(winner=body.winner, score=score)})

    def _no_result(self, call: Call[Nothing, Nothing]) -> None:
        here = self._table(call)
        self._hall.set_results({here.table: None})
        view = self._hall.view()
        self._event.do("Result taken back", lambda event: without_written(event, view, here.table))

    def _anew(self, call: Call[Nothing, SettingUp]) -> None:
        here = self._table(call)
        self._hall.set_up_anew(here.table, journal=call.body.journal, match=call.body.match)

    def _table(self, call: Call[Any, Any]) -> TableHere:
        return table_named(self._hall.view(), call.path["table"])

    def _called(self, call: Call[Any, Any]) -> CallHere:
        here = self._table(call)
        wanted = here.table, call.body.call
        found = next((each for each in self._hall.view().calls if (each.table, each.id) == wanted), None)
        if found is None:
            raise NotHere("call", str(call.body.call), where=f"from {here.name or here.table}")
        return found


def table_named(view: HallView, table: str) -> TableHere:
    """Returns that table. Raises NotHere."""
    found = next((each for each in view.tables if each.table == table), None)
    if found is None:
        raise NotHere("table", table, where="in this hall")
    return found


def _line(text: str) -> str:
    """Returns the text as one line. Raises Invalid."""
    line = " ".join(text.split())
    if not line:
        raise Invalid("text", "is missing")
    return line


def judge(call: Call[Nothing, Any]) -> str:
    """Returns the judge's name for players: the request's, else this phone's."""
    return (call.body.who or "").strip() or call.source.player or "A judge"
