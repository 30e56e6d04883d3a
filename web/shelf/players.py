"""Players who return, and one of them: pages and endpoints."""

from collections.abc import Collection, Iterable, Mapping, Sequence
from datetime import datetime
from typing import Annotated, Any
from urllib.parse import quote

import msgspec
from flask import Flask, Response, request

from companion.shelf.index import Shelved
from companion.shelf.matches import Matches
from companion.shelf.records import Record, Records, key, records
from companion.table.errors import NotHere
from companion.table.game import AnyGame
from web.http.endpoint import Call, Endpoint, Nothing, from_query, get
from web.http.render import page
from web.shelf.pages import listed

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
            get("/shelf/players/{name}", self._one, query=Within, answer=Record, summary="What one player has done"),
        )

    def _all(self, call: Call[Within, Nothing]) -> Records:
        return of(self._matches.every(), call.query)

    def _one(self, call: Call[Within, Nothing]) -> Record:
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
        asked = _asked()
        return page("players.html", asked=asked, found=of(self._matches.every(), asked), titles=self._titles, to=to)

    def player_page(self, name: str) -> Response:
        asked = _asked()
        shelf = {each.summary.match: each for each in self._matches.every()}
        player = one(shelf.values(), asked, name)
        now = datetime.now()
        return page(
            "player.html",
            asked=asked,
            player=player,
            lines=[listed(shelf[each], games=self._games, now=now) for each in player.matches[:MOST_MATCHES]],
            titles=self._titles,
            to=to,
        )

    @property
    def _titles(self) -> dict[str, str]:
        return {name: game.title for name, game in self._games.items()}


def of(shelf: Iterable[Shelved], asked: Within) -> Records:
    return records((each.summary for each in shelf), within=asked.season)


def one(shelf: Collection[Shelved], asked: Within, name: str) -> Record:
    """Returns the player of that name, in that season. Raises NotHere."""
    player = _called(name, of(shelf, asked))
    if player is None:
        elsewhen = asked.season and _called(name, of(shelf, Within()))
        raise NotHere("player", name[:40], where=f"in {asked.season}" if elsewhen else "at this table")
    return player


def _called(name: str, found: Records) -> Record | None:
    return next((each for each in found.players if key(each.name) == key(name)), None)


def to(asked: Within, name: str = "") -> str:
    """Returns the address of all players in that season, or of one."""
    path = f"{PLAYERS}/{quote(name)}" if name else PLAYERS
    return f"{path}?season={asked.season}" if asked.season else path


def _asked() -> Within:
    given = request.args.items(multi=True)
    return from_query(((name, text) for name, text in given if name == "season"), Within)
