"""The pages: whole without JavaScript, live with it."""

import io
from http import HTTPStatus

import msgspec
from flask import Flask, Response, g, make_response, redirect, request, url_for
from jinja2 import StrictUndefined
from PIL import Image

from companion.panel.port import PanelPort
from companion.table.errors import NotHere
from companion.table.seats import Seat
from companion.table.table import Table
from web.http import join
from web.http.access import Access
from web.http.guard import JoinFirst
from web.http.problems import Problem
from web.http.render import page as _page
from web.panel.glass import visible
from web.panel.layout import groups
from web.site import hourglass
from web.site.assets import Assets
from web.site.games import Games
from web.table.logbook import rows


class Tab(msgspec.Struct, frozen=True):
    """One of the places at the bottom of every page; `icon` names a symbol in the templates."""

    name: str
    endpoint: str
    icon: str


TABS = (
    Tab("Table", "table_page", "hour"),
    Tab("Measure", "measure_page", "measure"),
    Tab("Rulings", "rulings_page", "rulings"),
    Tab("Log", "log_page", "log"),
)
SEAT = "warglass-side"
"""The cookie of a phone that has taken a seat without JavaScript: that seat is drawn at the bottom."""
NEWEST = 200
"""So many rows of the log at a time: a page that is sent anew with every flip stays small."""


class Pages:
    """The site's pages. They only read; what they change goes through web.http.forms and web.http.join."""

    JOINING = "join_form"
    """The Flask endpoint of the page's own joining."""

    def __init__(self, *, table: Table, games: Games, panel: PanelPort, access: Access, assets: Assets) -> None:
        self._table = table
        self._games = games
        self._panel = panel
        self._access = access
        self._assets = assets

    def install(self, app: Flask) -> None:
        app.jinja_env.trim_blocks = app.jinja_env.lstrip_blocks = True
        app.jinja_env.undefined = StrictUndefined
        app.jinja_env.globals.update(tabs=TABS, glass=hourglass.outline(), asset=self._assets.url)
        for rule, view in (
            ("/", self.table_page),
            ("/game", self.game_page),
            ("/panel", self.panel_page),
            ("/panel/screens/<id>.png", self.screen_image),
            ("/log", self.log_page),
            ("/join", self.join_page),
            ("/j/<code>", self.invitation_page),
            ("/J/<code>", self.invitation_page),  # as the QR codes on the screens write it
        ):
            app.add_url_rule(rule, endpoint=view.__name__, view_func=view, methods=["GET"])
        app.add_url_rule("/join", endpoint=self.JOINING, view_func=self.join_form, methods=["POST"])

    def error(self, error: Exception, problem: Problem) -> Response:
        """A problem as a page; who has not joined is led to where that is done."""
        if isinstance(error, JoinFirst):
            return make_response(redirect(url_for("join_page"), 303))
        return _page(
            "error.html", status=problem.status, title=HTTPStatus(problem.status).phrase, detail=problem.detail
        )

    def table_page(self) -> Response:
        view = self._table.view()
        chosen = request.args.get("side")
        game = self._games.all[view.game]
        seats = {seat.value: seat for seat in game.seats(view)}
        if chosen and chosen not in seats:
            raise NotHere("side", chosen)
        near = seats.get(chosen or request.cookies.get(SEAT, ""), Seat.GOLD)
        page = game.table(view, near)
        if chosen:
            page.set_cookie(SEAT, near.value, max_age=join.MONTH_S, samesite="Lax")
        return page

    def game_page(self) -> Response:
        view = self._table.view()
        games = self._games.all
        playing = games[view.game]
        return _page(
            "game.html",
            view=view,
            playing=playing,
            opened=playing.opened(view),
            seats=playing.seats(view),
            games=tuple(games.values()),
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
        entries = self._table.entries()
        shown = entries if "all" in request.args else entries[-NEWEST:]
        return _page("log.html", rows=rows(shown), earlier=len(entries) - len(shown))

    def join_page(self) -> Response:
        return _page("join.html", code=None, wrong="")

    def invitation_page(self, code: str) -> Response:
        return _page("join.html", code=code, wrong="")

    def join_form(self) -> Response:
        cookie = self._access.join(request.form.get("code", ""), address=request.remote_addr or "")
        if cookie is None:
            return _page("join.html", status=422, code=None, wrong=join.WRONG)
        response = make_response(redirect(url_for("table_page"), 303))
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
