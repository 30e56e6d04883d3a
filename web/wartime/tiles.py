"""Serves WarTime's page Table, and says what the pages show of a timer."""

from math import ceil

import msgspec
from flask import Response, make_response, redirect

from companion.table.seats import Seat, Side
from companion.table.view import TimerState
from companion.wartime.match.views import TimerView, WarTimeView
from companion.wartime.scenario.scenario import TimerKind
from web.http.render import page
from web.site.hourglass import STEPS
from web.site.table_page import TablePage

# What the pages show of a timer.

WARM_MS = 5000


class Tile(msgspec.Struct, frozen=True, kw_only=True):
    """Describes one timer as its tile draws it: `look` are its element's classes, `number` is on its chit."""

    id: str
    side: str
    tag: str
    number: int | None
    look: str
    figure: str
    who: str
    label: str
    running: bool


def tile(timer: TimerView, *, still: bool) -> Tile:
    """Returns the tile. `still` says that no sand falls, because the table is paused or the game over."""
    running = timer.state is TimerState.ACTIVE
    left_ms = timer.remaining_ms if running else timer.seconds * 1000
    seconds = ceil(left_ms / 1000)
    bearer = timer.unit or timer.card or ("off board" if timer.off_board else "")
    look = [timer.side, timer.kind.value, f"run-{timer.seconds}"]
    if running:
        look += ["running", f"gone-{STEPS - round(STEPS * left_ms / (timer.seconds * 1000))}"]
        look += ["warm"] if left_ms <= WARM_MS else []
        look += ["still"] if still else []
    else:
        look.append("free")
    state = ", ".join(part for part in (f"{seconds} seconds left", bearer) if part) if running else "free, flip"
    return Tile(
        id=timer.id,
        side=timer.side,
        tag=timer.tag,
        number=timer.number,
        look=" ".join(look),
        figure=figure(seconds, kind=timer.kind),
        who=bearer if running else "flip",
        label=f"{timer.name}, {state}",
        running=running,
    )


def counting(view: WarTimeView) -> tuple[TimerView, ...]:
    """Returns the neutral timers in play: the scenario ends by one or uses it, or a player has flipped it."""
    return tuple(each for each in view.timers if each.side == "neutral" and _counts(each, view))


def _counts(timer: TimerView, view: WarTimeView) -> bool:
    limits = timer.kind is TimerKind.GAME and view.scenario.time_limit
    return limits or timer.id in view.scenario.neutral or timer.state is TimerState.ACTIVE


def figure(seconds: int, *, kind: TimerKind) -> str:
    """Returns the seconds as the tile shows them: the short timers in seconds, the table's own in minutes."""
    if kind in (TimerKind.SETUP, TimerKind.GAME):
        return f"{seconds // 60}:{seconds % 60:02}"
    return str(seconds)


# WarTime's page Table: its map where one is played on, else its racks of timers.

MEASURE = "/measure"
BOARD = "/board"
SAND = "/sand"


def sand_page(view: WarTimeView, near: Side) -> Response:
    """Returns the racks of timers, that side's at the bottom."""
    tiles = {timer.id: tile(timer, still=view.paused) for timer in view.timers} if view.over is None else {}
    return page("table.html", view=view, tiles=tiles, sides=(near.other, near))


def _drawn(view: WarTimeView, near: Seat) -> Response:
    placed = any(unit.hex for force in view.sides.values() for unit in force.units)
    return make_response(redirect(BOARD, 303)) if placed else sand_page(view, near.side)


TABLE = TablePage(name="wartime", table=_drawn)
