"""WarTime for spectators: both armies' sand facing each other."""

from flask import Response

from companion.table.sides import Side
from companion.table.view import Phase
from companion.wartime.match.views import WarTimeView
from companion.wartime.scenario.scenario import TimerKind
from web.http.render import page
from web.wartime.tiles import tile

FRESH_MS = 2000
"""So long ago a timer may have run out to be shown doing so."""


def watch_page(view: WarTimeView) -> Response:
    still = view.paused or view.phase is Phase.ENDED
    clocks = [timer for timer in view.timers if timer.kind is TimerKind.GAME]
    return page(
        "wartime_watch.html",
        view=view,
        sides=(Side.RED, Side.GOLD),
        tiles={timer.id: tile(timer, still=still) for timer in view.timers},
        ran_out={
            timer.id
            for timer in view.timers
            if timer.ran_out_ms is not None and view.server_ms - timer.ran_out_ms < FRESH_MS
        },
        clock=next((timer.id for timer in clocks if view.scenario.time_limit or timer.ends_ms is not None), None),
    )
