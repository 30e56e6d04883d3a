"""WarTime for spectators: both armies' sand facing each other, and the map."""

from dataclasses import replace

from companion.table.seats import Side
from companion.table.view import Phase, TimerState
from companion.wartime.match.state import State
from companion.wartime.match.views import WarTimeView
from web.http.seating import PhoneSeat
from web.site.scene import Plan, Scene
from web.wartime import hexmap
from web.wartime.board.answer import Answer
from web.wartime.board.asked import Asked
from web.wartime.board.map import drawn
from web.wartime.tiles import counting, tile

FRESH_MS = 2000
"""So long ago a timer may have run out to be shown doing so."""


def scene(view: WarTimeView) -> Scene:
    still = view.paused or view.phase is Phase.ENDED
    return Scene(
        template="wartime_watch.html",
        style="wartime_watch.css",
        values={
            "view": view,
            "sides": (Side.RED, Side.GOLD),
            "tiles": {timer.id: tile(timer, still=still) for timer in view.timers},
            "ran_out": {
                timer.id
                for timer in view.timers
                if timer.ran_out_ms is not None and view.server_ms - timer.ran_out_ms < FRESH_MS
            },
            # There is room for one: rather one that runs.
            "clock": min(counting(view), key=lambda each: each.state is not TimerState.ACTIVE, default=None),
        },
    )


def plan(view: WarTimeView, state: State) -> Plan | None:
    """The map, as soon as anybody has said where a unit stands; with nothing to tap, and without the sand
    round its hexes, which the tiles show."""
    units = [(side, unit) for side, force in view.sides.items() for unit in force.units]
    if not any(unit.hex for _, unit in units):
        return None

    def drawn_map() -> Scene:
        board = drawn(view, state, asked=Asked(), answer=Answer(headline=""), seat=PhoneSeat.LOOK)
        rows = tuple((row, tuple(replace(cell, href=None) for cell in cells)) for row, cells in board.rows)
        board = replace(board, rows=rows, rings=())
        values = {"board": board, "outline": hexmap.outline()}
        return Scene(template="wartime_map.html", style="hexmap.css", values=values)

    return Plan(shows=(view.features, view.board, units), scene=drawn_map)
