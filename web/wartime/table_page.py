"""WarTime's page Table: its racks of timers."""

from flask import Response

from companion.table.seats import Seat
from companion.table.view import Phase
from companion.wartime.match.views import WarTimeView
from web.http.render import page
from web.site.table_page import TablePage
from web.wartime.tiles import tile

MEASURE = "/measure"


def _drawn(view: WarTimeView, near: Seat) -> Response:
    still = view.paused or view.phase is Phase.ENDED
    tiles = {timer.id: tile(timer, still=still) for timer in view.timers}
    return page("table.html", view=view, tiles=tiles, sides=(near.side.other, near.side))


TABLE = TablePage(
    name="wartime",
    measure=MEASURE,
    table=_drawn,
)
