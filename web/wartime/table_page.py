"""WarTime's page Table: its racks of timers."""

from flask import Response

from companion.table.seats import Seat
from companion.wartime.match.views import WarTimeView
from web.http.render import page
from web.site.table_page import TablePage
from web.wartime.tiles import tile

MEASURE = "/measure"


def _drawn(view: WarTimeView, near: Seat) -> Response:
    tiles = {timer.id: tile(timer, still=view.paused) for timer in view.timers} if view.over is None else {}
    return page("table.html", view=view, tiles=tiles, sides=(near.side.other, near.side))


TABLE = TablePage(
    name="wartime",
    measure=MEASURE,
    table=_drawn,
)
