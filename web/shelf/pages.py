"""The page of all matches. It only reads; what it changes goes through web.http.forms."""

from collections.abc import Mapping
from datetime import datetime
from typing import Any
from urllib.parse import urlencode

import msgspec
from flask import Flask, Response, request

from companion.shelf.matches import Looked, Matches
from companion.table.game import AnyGame
from companion.table.table import Table
from web.http.codec import from_query
from web.http.render import page
from web.shelf.api import pages
from web.shelf.asked import PAGE, Looking, Older
from web.shelf.lines import listed, sized

_ASKED, _OLDER = ("q", "game", "away", "page"), ("before",)
"""What an address of this page says."""


class ShelfPages:
    """Called in the server's threads."""

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
    """This page's address for that question, with something changed: on its first page, where that is not the page."""
    values = {"q": asked.q, "game": asked.game, "away": "true" if asked.away else None, **{"page": None}, **changed}
    query = urlencode({name: value for name, value in values.items() if value})
    return f"/shelf?{query}" if query else "/shelf"


def _given(names: tuple[str, ...]) -> list[tuple[str, str]]:
    """Those of the address's parameters, an empty one left out as a form leaves it."""
    return [(name, text) for name, text in request.args.items(multi=True) if name in names and text.strip()]
