"""Serves the pages: whole without JavaScript, live with it."""

from datetime import datetime

from flask import Flask, Response, g, request

from companion.panel.port import PanelPort
from companion.table.errors import NotHere
from companion.table.table import Table
from companion.table.view import TableView
from web.http.endpoint import from_query
from web.http.render import page as _page
from web.panel.api import visible
from web.panel.picture import groups, png
from web.site.games import GamePages, Games
from web.site.table_page import STANDS
from web.table import log as away
from web.table.log import Page, rows

SHOWN = 2
"""Limits each game's tools on the page for strangers."""
TURNS = ("after", "before")
"""Lists the parameters of the log's address."""


class Pages:
    """Serves the site's pages. They only read; changes go through web.http.forms and web.site.seats."""

    def __init__(self, *, table: Table, games: Games, panel: PanelPort) -> None:
        self._table = table
        self._games = games
        self._panel = panel

    def install(self, app: Flask) -> None:
        for rule, view in (
            ("/start", self.start_page),
            ("/game", self.game_page),
            ("/end", self.end_page),
            ("/tools", self.tools_page),
            ("/panel", self.panel_page),
            ("/panel/screens/<id>.png", self.screen_image),
            ("/log", self.log_page),
        ):
            app.add_url_rule(rule, endpoint=view.__name__, view_func=view, methods=["GET"])

    def start_page(self) -> Response:
        return self.start(self._table.view())

    def start(self, view: TableView) -> Response:
        """Draws what a phone that has never been here needs: what this is, the game on the table, and where to go
        next."""
        games = self._in_order
        return _page(
            "start.html",
            view=view,
            stands=view.over.title if view.over else STANDS[view.phase],
            games=games,
            tools=[(game, tool) for game in games for tool in game.tools[:SHOWN]],
            going_on=self._table.unfinished_now,
            demonstrated=next((game for game in games if self._table.games[game.name].demo), None),
        )

    def game_page(self) -> Response:
        view = self._table.view()
        games = self._games.all
        playing = games[view.game]
        return _page(
            "game.html",
            view=view,
            playing=playing,
            opened=playing.opened(view),
            games=tuple(games.values()),
            going_on=self._table.unfinished_now,
            turns=not self._table.match.game.presses,
            away=away.listed(self._table.unfinished(), now=datetime.now()),
        )

    def tools_page(self) -> Response:
        return _page("tools.html", games=self._in_order)

    @property
    def _in_order(self) -> tuple[GamePages, ...]:
        """Returns the games, the one on the table first."""
        playing = self._games.playing
        return (playing, *(each for each in self._games.all.values() if each.name != playing.name))

    def end_page(self) -> Response:
        return _page("end.html", view=self._table.view())

    def panel_page(self) -> Response:
        panel = self._panel.describe()
        return _page("panel.html", panel=panel, groups=groups(panel))

    def screen_image(self, id: str) -> Response:
        screen = next((each for each in self._panel.describe().screens if each.id == id), None)
        if screen is None:
            raise NotHere("screen", id)
        ram = visible(self._panel, id, joined=g.seating is not None)
        return Response(png(ram, width=screen.width, height=screen.height), content_type="image/png")

    def log_page(self) -> Response:
        version = self._table.version
        asked = from_query(((name, text) for name, text in request.args.items(multi=True) if name in TURNS), Page)
        found = asked.of(self._table)
        timed = bool(self._table.match.game.presses)
        return _page("log.html", version=version, found=found, rows=rows(found.lines), timed=timed)
