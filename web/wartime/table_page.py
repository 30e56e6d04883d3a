"""WarTime's page Table: its map where one is played on, else its racks of timers."""

from flask import Response, make_response, redirect

from companion.table.seats import Seat, Side
from companion.wartime.match.views import WarTimeView
from web.http.render import page
from web.site.table_page import TablePage
from web.wartime.tiles import tile

MEASURE = "/measure"
BOARD = "/board"
SAND = "/sand"


def sand_page(view: WarTimeView, near: Side) -> Response:
    """The racks of timers, that side's at the bottom."""
    tiles = {timer.id: tile(timer, still=view.paused) for timer in view.timers} if view.over is None else {}
    return page("table.html", view=view, tiles=tiles, sides=(near.other, near))


def _drawn(view: WarTimeView, near: Seat) -> Response:
    placed = any(unit.hex for force in view.sides.values() for unit in force.units)
    return make_response(redirect(BOARD, 303)) if placed else sand_page(view, near.side)


TABLE = TablePage(
    name="wartime",
    table=_drawn,
)
