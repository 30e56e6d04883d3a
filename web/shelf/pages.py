"""Serves the page Past games, and its part of the API."""

from collections.abc import Collection, Iterable, Mapping, Sequence
from datetime import date, datetime
from typing import Annotated, Any
from urllib.parse import quote, urlencode

import msgspec
from flask import Flask, Response, request

from companion.fields.characters import Word
from companion.fields.invalid import Invalid
from companion.shelf.index import LONGEST, Search, ShelfPlace, Shelved, understood
from companion.shelf.matches import Looked, Matches, Storage
from companion.shelf.records import PlayerRecord, Records, key, records
from companion.shelf.summary import SideSummary, Summary
from companion.table.errors import NotHere
from companion.table.game import AnyGame
from companion.table.table import Table
from web.http.endpoint import Call, Endpoint, Nothing, from_query, get, post
from web.http.render import page
from web.replay.api import number
from web.site.games import minutes
from web.table.log import when

# What is asked of the past games: a page of a search, or what is older than a day.

PAGE = 25
_MOST_PAGES = 100_000
_EARLIEST, _LATEST = date(1971, 1, 1), date(9000, 1, 1)

Day = Annotated[str, msgspec.Meta(pattern=r"^\d{4}-\d{2}-\d{2}$", max_length=10)]


class Looking(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Asks for past games. `q` is in players' words: "anna won", "2026-11". `game` is a game by its name. `away`: only
    saved matches. A `page` has 25 matches, the one that was played last first."""

    q: Annotated[str, msgspec.Meta(max_length=LONGEST)] = ""
    game: Word | None = None
    away: bool = False
    page: Annotated[int, msgspec.Meta(ge=1, le=_MOST_PAGES)] = 1

    @property
    def search(self) -> Search:
        """Returns what is looked for."""
        return understood(self.q, today=datetime.now().date(), game=self.game, put_away=self.away)


class Older(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Asks for old games. `before` is the first day that does not count, by the table's local time."""

    before: Day

    @property
    def instant(self) -> datetime:
        """Returns its beginning. Raises Invalid."""
        try:
            day = date.fromisoformat(self.before)
        except ValueError:
            raise Invalid("before", "must be a day such as 2026-11-14") from None
        if not _EARLIEST <= day <= _LATEST:
            raise Invalid("before", "must be a day between 1971 and 9000")
        return datetime(day.year, day.month, day.day)


# The past games as their page lists them.

STRIDE, MIDDLE = 3, 36
"""Measure a match's picture, 72 by 72: from one part to the next, and where the line is."""
_UNITS = ((1_000_000_000, "GB"), (1_000_000, "MB"), (1_000, "KB"))


class Stroke(msgspec.Struct, frozen=True, kw_only=True):
    """Describes a stroke of a match's picture: how much that side did in a part of the match, from the middle line up
    or down."""

    seat: str
    x: int
    y: int
    height: int


class ShelfLine(msgspec.Struct, frozen=True, kw_only=True):
    """Describes a match of the list: its number, its names, and how it ended or stands.

    `when` is when it was last played, by the table's local time. `length` is its sand time, empty where none fell.
    `whole` says that it can be replayed.
    """

    match: int
    title: str
    called: str
    sides: tuple[SideSummary, ...]
    ended: str
    when: str
    length: str
    size: str
    place: str
    picture: tuple["Stroke", ...]
    trouble: str
    told: bool
    whole: bool


def listed(shelved: Shelved, *, games: Mapping[str, AnyGame], now: datetime) -> ShelfLine:
    """Returns the line for a match as it is now."""
    summary = shelved.summary
    game = games.get(summary.game)
    return ShelfLine(
        match=summary.match,
        title=game.title if game else summary.game,
        called=summary.called,
        sides=summary.sides,
        ended=summary.how or _unfinished(shelved),
        when=when(datetime.fromtimestamp(summary.last_ms // 1000), now=now),
        length=minutes(summary.played_ms) if summary.played_ms else "",
        size=sized(summary.size),
        place=shelved.place.value,
        picture=strokes(summary),
        trouble=summary.trouble,
        told=shelved.told,
        whole=shelved.told and bool(summary.sides),
    )


def strokes(summary: Summary) -> tuple[Stroke, ...]:
    """Returns the match as its sides' pulse, red above the line and gold below it, as they face each other on every
    page. A third side's is on the line."""
    most = max((max(parts) for parts in summary.pulse.values()), default=0)
    found = []
    for seat, parts in summary.pulse.items():
        for at, count in enumerate(parts):
            if count:
                height = max(2, MIDDLE * count // most)
                top = {"red": MIDDLE - height, "gold": MIDDLE}.get(seat, MIDDLE - height // 2)
                found.append(Stroke(seat=seat, x=STRIDE * at, y=top, height=height))
    return tuple(found)


def sized(size: int) -> str:
    """Returns bytes as players say them: "4.2 MB"."""
    for unit, name in _UNITS:
        if size >= unit:
            number = size / unit
            return f"{number:.0f} {name}" if number >= 10 or name == "KB" else f"{number:.1f} {name}"
    return f"{size} bytes"


def _unfinished(shelved: Shelved) -> str:
    return {ShelfPlace.TABLE: "On the table", ShelfPlace.AWAY: "Saved", ShelfPlace.SHELF: "Not finished"}[
        shelved.place
    ] + (f": {shelved.summary.standing}" if shelved.summary.standing else "")


# The API's part for past games.


class ShelvedMatch(msgspec.Struct, frozen=True, kw_only=True):
    """Describes a match: where it is, whether its summary is complete, and the summary."""

    place: ShelfPlace
    told: bool
    match: Summary


class ShelfPage(msgspec.Struct, frozen=True, kw_only=True):
    """Describes a page of a search, with `found` matches in all, and the room that all past games take."""

    matches: tuple[ShelvedMatch, ...]
    found: int
    page: int
    pages: int
    storage: Storage


class ShelfApi:
    """Serves the endpoints. Called in the server's threads. The archive has its own lock."""

    def __init__(self, matches: Matches) -> None:
        self._matches = matches

    def endpoints(self) -> Sequence[Endpoint[Any, Any]]:
        return (
            get("/shelf", self._look, query=Looking, answer=ShelfPage, summary="The matches that the table has"),
            post(
                "/shelf/{match}/delete",
                self._delete,
                body=Nothing,
                answer=Storage,
                turns_away=(404,),
                summary="Delete a match that is not on the table",
            ),
            post(
                "/shelf/delete-older",
                self._delete_older,
                body=Older,
                answer=Storage,
                summary="Delete all that were last played before that day and are not on the table",
            ),
        )

    def _look(self, call: Call[Looking, Nothing]) -> ShelfPage:
        asked = call.query
        looked = self._matches.look(asked.search, skip=(asked.page - 1) * PAGE, most=PAGE)
        return ShelfPage(
            matches=tuple(
                ShelvedMatch(place=each.place, told=each.told, match=each.summary) for each in looked.matches
            ),
            found=looked.found,
            page=asked.page,
            pages=pages(looked.found),
            storage=self._matches.storage(),
        )

    def _delete(self, call: Call[Nothing, Nothing]) -> Storage:
        self._matches.delete(number(call.path["match"]), source=call.source)
        return self._matches.storage()

    def _delete_older(self, call: Call[Nothing, Older]) -> Storage:
        self._matches.delete_older(call.body.instant, source=call.source)
        return self._matches.storage()


def pages(found: int) -> int:
    """Returns how many pages so many matches take: one at least."""
    return max(1, -(-found // PAGE))


# The page of all matches. It only reads; what it changes goes through web.http.forms.

_ASKED, _OLDER = ("q", "game", "away", "page"), ("before",)
"""Lists the parameters of this page's addresses."""


class ShelfPages:
    """Serves the pages. Called in the server's threads."""

    def __init__(self, *, table: Table, matches: Matches, games: Mapping[str, AnyGame]) -> None:
        self._table = table
        self._matches = matches
        self._games = games

    def install(self, app: Flask) -> None:
        app.add_url_rule("/shelf", endpoint="shelf_page", view_func=self.shelf_page)

    def shelf_page(self) -> Response:
        asked = from_query(_given(_ASKED), Looking)
        older = from_query(given, Older) if (given := _given(_OLDER)) else None
        looked = self._look(asked)
        if asked.page > pages(looked.found):
            asked = msgspec.structs.replace(asked, page=pages(looked.found))
            looked = self._look(asked)
        storage = self._matches.storage()
        now = datetime.now()
        return page(
            "shelf.html",
            asked=asked,
            lines=[listed(each, games=self._games, now=now) for each in looked.matches],
            found=looked.found,
            pages=pages(looked.found),
            storage=storage,
            sized=sized,
            older=older,
            old=None if older is None else self._matches.older(older.instant),
            day="" if older is None else f"{older.instant.day} {older.instant:%B %Y}",
            titles={name: game.title for name, game in self._games.items()},
            going_on=self._table.unfinished_now,
            to=to,
        )

    def _look(self, asked: Looking) -> Looked:
        return self._matches.look(asked.search, skip=(asked.page - 1) * PAGE, most=PAGE)


def to(asked: Looking, **changed: Any) -> str:
    """Returns this page's address for that question, with something changed: on its first page, where that is not the
    page."""
    values = {"q": asked.q, "game": asked.game, "away": "true" if asked.away else None, **{"page": None}, **changed}
    query = urlencode({name: value for name, value in values.items() if value})
    return f"/shelf?{query}" if query else "/shelf"


def _given(names: tuple[str, ...]) -> list[tuple[str, str]]:
    """Returns those of the address's parameters, an empty one left out as a form leaves it."""
    return [(name, text) for name, text in request.args.items(multi=True) if name in names and text.strip()]


# Players who return, and one of them: pages and endpoints.

PLAYERS = "/shelf/players"
MOST_MATCHES = 25


class Within(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Asks for a `season`: a year or a month, such as "2026-11"; empty for all."""

    season: Annotated[str, msgspec.Meta(pattern=r"^(\d{4}(-\d{2})?)?$", max_length=7)] = ""


class PlayersApi:
    """Serves the endpoints, which only read. Called in the server's threads."""

    def __init__(self, matches: Matches) -> None:
        self._matches = matches

    def endpoints(self) -> Sequence[Endpoint[Any, Any]]:
        everybody = "What the players who return have done, by their names"
        return (
            get("/shelf/players", self._all, query=Within, answer=Records, summary=everybody),
            get(
                "/shelf/players/{name}",
                self._one,
                query=Within,
                answer=PlayerRecord,
                summary="What one player has done",
            ),
        )

    def _all(self, call: Call[Within, Nothing]) -> Records:
        return of(self._matches.every(), call.query)

    def _one(self, call: Call[Within, Nothing]) -> PlayerRecord:
        return one(self._matches.every(), call.query, call.path["name"])


class PlayerPages:
    """Serves the pages, which only read. Called in the server's threads."""

    def __init__(self, *, matches: Matches, games: Mapping[str, AnyGame]) -> None:
        self._matches = matches
        self._games = games

    def install(self, app: Flask) -> None:
        app.add_url_rule(PLAYERS, endpoint="players_page", view_func=self.players_page)
        app.add_url_rule(f"{PLAYERS}/<path:name>", endpoint="player_page", view_func=self.player_page)

    def players_page(self) -> Response:
        asked = _query_days()
        return page(
            "players.html", asked=asked, found=of(self._matches.every(), asked), titles=self._titles, to=to_player
        )

    def player_page(self, name: str) -> Response:
        asked = _query_days()
        shelf = {each.summary.match: each for each in self._matches.every()}
        player = one(shelf.values(), asked, name)
        now = datetime.now()
        return page(
            "player.html",
            asked=asked,
            player=player,
            lines=[listed(shelf[each], games=self._games, now=now) for each in player.matches[:MOST_MATCHES]],
            titles=self._titles,
            to=to_player,
        )

    @property
    def _titles(self) -> dict[str, str]:
        return {name: game.title for name, game in self._games.items()}


def of(shelf: Iterable[Shelved], asked: Within) -> Records:
    return records((each.summary for each in shelf), within=asked.season)


def one(shelf: Collection[Shelved], asked: Within, name: str) -> PlayerRecord:
    """Returns the player of that name, in that season. Raises NotHere."""
    player = _called(name, of(shelf, asked))
    if player is None:
        elsewhen = asked.season and _called(name, of(shelf, Within()))
        raise NotHere("player", name[:40], where=f"in {asked.season}" if elsewhen else "at this table")
    return player


def _called(name: str, found: Records) -> PlayerRecord | None:
    return next((each for each in found.players if key(each.name) == key(name)), None)


def to_player(asked: Within, name: str = "") -> str:
    """Returns the address of all players in that season, or of one."""
    path = f"{PLAYERS}/{quote(name)}" if name else PLAYERS
    return f"{path}?season={asked.season}" if asked.season else path


def _query_days() -> Within:
    given = request.args.items(multi=True)
    return from_query(((name, text) for name, text in given if name == "season"), Within)
