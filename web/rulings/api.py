"""Serves the rulings' part of the API: looks them up, and keeps the table's own."""

import time
from collections.abc import Sequence
from typing import Annotated, Any, Literal

import msgspec
from flask import Response, g

from companion.answers import TableAnswer
from companion.fields.characters import Line
from companion.fields.invalid import Invalid
from companion.games import RuledGame
from companion.rulings.ruling import Cite, HouseRuling, Ruling, exported
from companion.rulings.shelf import Shelf
from companion.table.table import Table
from web.http.endpoint import Call, Endpoint, Media, Nothing, delete, get, put
from web.rulings.links import RulingLink, ruling_href
from web.site.games import Games
from web.site.table_page import seat_of

# What the match on the table says to a question, above what the rulings say.


class LiveTable:
    """Asks the match that is being played. It is called in the server's threads."""

    def __init__(self, *, table: Table, games: Games) -> None:
        self._table = table
        self._games = games

    def answer(self, question: str, *, game: RuledGame | None) -> TableAnswer | None:
        """Returns what it answers to the phone that asks, by that phone's seat. None where the question is about
        another game, or not about a match.

        `game` is where to look, None for all games.
        """
        if not question:
            return None
        view, match = self._table.view(), self._table.match
        if match.game.name != view.game or game not in (None, RuledGame(view.game)):
            return None
        asker = seat_of(g.get("seating"), view.names).side
        return self._games.all[view.game].answer(match.state, view, question, asker)


TOML = "application/toml; charset=utf-8"


class RulingQuery(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Asks for rulings. `q` is what a player types; the rulings of `game` come first."""

    q: Line = ""
    game: RuledGame | None = None
    limit: Annotated[int, msgspec.Meta(ge=1, le=50)] = 10


class RulingAnswer(msgspec.Struct, frozen=True, kw_only=True):
    """Describes a ruling. `see` are its related ones, `calculator` the address of one with the case filled in. `choice`
    is the name of the rule choice that it depends on. `house` marks the table's own. Scores compare within one answer
    only."""

    id: str
    game: RuledGame
    title: str
    answer: str
    cite: Cite
    also: tuple[Cite, ...]
    see: tuple[RulingLink, ...]
    calculator: str | None
    choice: str | None
    house: bool
    score: float | None = None


class RulingResults(msgspec.Struct, frozen=True):
    """Holds an answer. `table` is what the match being played says, where the question is about it. Where no ruling
    fits, `results` is empty and `nearest` has what comes closest."""

    results: tuple[RulingAnswer, ...]
    took_ms: float
    nearest: tuple[RulingAnswer, ...] | msgspec.UnsetType = msgspec.UNSET
    table: TableAnswer | msgspec.UnsetType = msgspec.UNSET


class HouseRulings(msgspec.Struct, frozen=True):
    rulings: tuple[HouseRuling, ...]


class HouseFormat(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Asks for a format. `toml` answers one file with all of them, to be kept or passed on."""

    format: Literal["json", "toml"] = "json"


class RulingsApi:
    """Serves the rulings' endpoints."""

    def __init__(self, shelf: Shelf, live: LiveTable) -> None:
        self._shelf = shelf
        self._live = live

    def endpoints(self) -> Sequence[Endpoint[Any, Any]]:
        return (
            get("/rulings", self._search, query=RulingQuery, answer=RulingResults, summary="Look a ruling up"),
            get("/rulings/{id}", self._one, query=Nothing, answer=RulingAnswer, summary="One ruling"),
            get(
                "/house-rulings",
                self._house,
                query=HouseFormat,
                answer=HouseRulings,
                also=Media.TOML,
                summary="The table's own, as JSON or as their file",
            ),
            put("/house-rulings/{id}", self._put, body=HouseRuling, answer=HouseRuling, summary="Keep a house ruling"),
            delete("/house-rulings/{id}", self._delete, answer=Nothing, summary="Remove a house ruling"),
        )

    def _search(self, call: Call[RulingQuery, Nothing]) -> RulingResults:
        begun = time.perf_counter_ns()
        live = self._live.answer(call.query.q, game=call.query.game)
        found = self._shelf.search(call.query.q, game=call.query.game, limit=call.query.limit)
        took_ms = (time.perf_counter_ns() - begun) / 1e6
        fitting, nearest = (
            tuple(self._answer(each.ruling, score=round(each.score, 3)) for each in found if each.fits is fits)
            for fits in (True, False)
        )
        return RulingResults(fitting, round(took_ms, 3), nearest or msgspec.UNSET, live or msgspec.UNSET)

    def _one(self, call: Call[Nothing, Nothing]) -> RulingAnswer:
        return self._answer(self._shelf.find(call.path["id"]))

    def _house(self, call: Call[HouseFormat, Nothing]) -> HouseRulings | Response:
        rulings = self._shelf.house()
        return toml_file(rulings) if call.query.format == "toml" else HouseRulings(tuple(rulings))

    def _put(self, call: Call[Nothing, HouseRuling]) -> HouseRuling:
        if call.body.id != call.path["id"]:
            raise Invalid("id", f"must be {call.path['id']}, as in the address")
        self._shelf.save(call.body, source=call.source)
        return call.body

    def _delete(self, call: Call[Nothing, Nothing]) -> Nothing:
        self._shelf.remove(call.path["id"], source=call.source)
        return Nothing()

    def _answer(self, ruling: Ruling, *, score: float | None = None) -> RulingAnswer:
        return RulingAnswer(
            id=ruling.id,
            game=ruling.game,
            title=ruling.question,
            answer=ruling.answer,
            cite=ruling.cite,
            also=ruling.also,
            see=tuple(RulingLink(each.question, ruling_href(each.id)) for each in self._shelf.related(ruling)),
            calculator=ruling.link,
            choice=ruling.choice,
            house=ruling.house,
            score=score,
        )


def toml_file(rulings: Sequence[HouseRuling]) -> Response:
    """Returns the rulings as a file to download."""
    name = 'attachment; filename="house-rulings.toml"'
    return Response(exported(rulings), content_type=TOML, headers={"Content-Disposition": name})
