"""The pages: whole without JavaScript, live with it."""

import io
from datetime import datetime

from flask import Flask, Response, g, make_response, redirect, request
from PIL import Image

from companion.panel.port import PanelPort
from companion.table.errors import NotHere
from companion.table.table import Table
from web.http import join
from web.http.access import Access
from web.http.render import page as _page
from web.panel.glass import visible
from web.panel.layout import groups
from web.site.frame import JOIN
from web.site.games import Games
from web.table import away
from web.table.logbook import rows

NEWEST = 200
"""So many rows of the log at a time: a page that is sent anew with every flip stays small."""


class Pages:
    """The site's pages. They only read; what they change goes through web.http.forms and web.http.join."""

    JOINING = "join_form"
    """The Flask endpoint of the page's own joining."""

    def __init__(self, *, table: Table, games: Games, panel: PanelPort, access: Access) -> None:
        self._table = table
        self._games = games
        self._panel = panel
        self._access = access

    def install(self, app: Flask) -> None:
        for rule, view in (
            ("/game", self.game_page),
            ("/panel", self.panel_page),
            ("/panel/screens/<id>.png", self.screen_image),
            ("/log", self.log_page),
            (JOIN, self.join_page),
            ("/j/<code>", self.invitation_page),
            ("/J/<code>", self.invitation_page),  # as the QR codes on the screens write it
        ):
            app.add_url_rule(rule, endpoint=view.__name__, view_func=view, methods=["GET"])
        app.add_url_rule(JOIN, endpoint=self.JOINING, view_func=self.join_form, methods=["POST"])

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
            away=away.listed(self._table.unfinished(), now=datetime.now()),
        )

    def panel_page(self) -> Response:
        panel = self._panel.describe()
        return _page("panel.html", panel=panel, groups=groups(panel), faults=self._table.view().faults)

    def screen_image(self, id: str) -> Response:
        screen = next((each for each in self._panel.describe().screens if each.id == id), None)
        if screen is None:
            raise NotHere("screen", id)
        ram = visible(self._panel, id, joined=g.phone is not None)
        return Response(png(ram, width=screen.width, height=screen.height), content_type="image/png")

    def log_page(self) -> Response:
        version = self._table.version
        entries = self._table.entries()
        shown = entries if "all" in request.args else entries[-NEWEST:]
        return _page("log.html", version=version, rows=rows(shown), earlier=len(entries) - len(shown))

    def join_page(self) -> Response:
        return _page("join.html", code=None, wrong="")

    def invitation_page(self, code: str) -> Response:
        return _page("join.html", code=code, wrong="")

    def join_form(self) -> Response:
        cookie = self._access.join(request.form.get("code", ""), address=request.remote_addr or "")
        if cookie is None:
            return _page("join.html", status=422, code=None, wrong=join.WRONG)
        response = make_response(redirect("/", 303))
        join.keep(response, cookie)
        return response


def png(ram: bytes, *, width: int, height: int) -> bytes:
    """Display RAM in page order as a picture."""
    picture = Image.new("1", (width, height))
    for page in range(height // 8):
        columns = Image.frombytes("1", (8, width), ram[page * width : (page + 1) * width], "raw", "1;R")
        picture.paste(columns.transpose(Image.Transpose.TRANSPOSE), (0, page * 8))
    out = io.BytesIO()
    picture.save(out, "PNG")
    return out.getvalue()
