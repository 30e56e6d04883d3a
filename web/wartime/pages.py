"""Serves WarTime's own pages: a timer, a side, the report."""

from collections.abc import Sequence
from dataclasses import replace

import msgspec
from flask import Flask, Response, g

from companion.table.errors import NotHere
from companion.table.seats import Side, side_named
from companion.table.table import Table
from companion.table.view import Phase, TimerState
from companion.wartime.answers.answers import answer
from companion.wartime.match.state import State
from companion.wartime.match.views import HandView, WarTimeView, hands_of
from companion.wartime.report import RunReport, UnitReport, WarTimeReport, idlest
from companion.wartime.scenario.library import Scenarios
from companion.wartime.scenario.parts import ARMIES
from companion.wartime.scenario.scenario import TimerKind
from web.http.phones import PhoneSeat
from web.http.render import page
from web.site.games import GamePages, GamePlan, MenuEntry, Offer, OpenedPage, Scene, Tool, minutes
from web.wartime.board.answer import BoardAnswer
from web.wartime.board.map import drawn
from web.wartime.board.request import BoardRequest
from web.wartime.drawing import outline
from web.wartime.tiles import TABLE, counting, tile

# The report's timelines: when sand ran, as lanes across the game. Positions are in per cent of its length, so that
# one drawing fits every phone and every paper.

STEPS_S = (10, 30, 60, 120, 300, 600, 900, 1800, 3600)
MOST_TICKS = 5
_SLIVER = 0.4
"""Is the least width, in per cent, so that the shortest run can be seen."""


class TimerBar(msgspec.Struct, frozen=True):
    """Describes sand that ran. `look` is its class in the style: `ran`, or `off` for sand beside the board."""

    x: str
    width: str
    look: str
    title: str


class TimerLane(msgspec.Struct, frozen=True, kw_only=True):
    """Describes one timer or unit. `gone` is where it was eliminated, `said` all of it in words."""

    name: str
    number: int | None
    look: str
    note: str
    said: str
    bars: tuple[TimerBar, ...]
    gone: str | None = None


class TickRow(msgspec.Struct, frozen=True):
    x: str
    text: str


def ticks(length_ms: int) -> tuple[TickRow, ...]:
    """Returns round times along the game, from its beginning on; none so late that it would stick out."""
    steps = [step * 1000 for step in STEPS_S]
    step = next((step for step in steps if length_ms <= step * MOST_TICKS), max(steps[-1], length_ms // MOST_TICKS))
    return tuple(TickRow(_place(ms, length_ms), minutes(ms)) for ms in range(0, max(1, length_ms * 95 // 100), step))


def timer_lanes(report: WarTimeReport, side: str) -> list[TimerLane]:
    """Returns the side's timers, in the order of the rack."""
    return [
        TimerLane(
            name=timer.tag,
            number=timer.number,
            look=timer.kind.value,
            note=f"idle {timer.idle:.0%}".replace("%", " %"),
            said=f"{timer.name}: {_times(timer.runs)}",
            bars=_bars(timer.runs, report.length_ms),
        )
        for timer in report.timers
        if timer.side == side
    ]


def unit_lanes(report: WarTimeReport, side: str) -> list[TimerLane]:
    """Returns the side's units, as they first acted."""
    return [
        TimerLane(
            name=unit.name,
            number=None,
            look="unit",
            note=_note(unit),
            said=", ".join(
                (f"{unit.name}: {_times(unit.runs)}", *_spells(unit), f"{_count(unit.tokens_lost, 'token')} lost")
            ),
            bars=_bars(unit.runs, report.length_ms),
            gone=None if unit.eliminated_ms is None else _place(unit.eliminated_ms, report.length_ms),
        )
        for unit in report.units
        if unit.side == side
    ]


def _note(unit: UnitReport) -> str:
    if unit.eliminated_ms is not None:
        return f"eliminated {minutes(unit.eliminated_ms)}"
    back_ms = next((loss.back_ms for loss in reversed(unit.losses)), None)
    if back_ms is not None:
        return f"back {minutes(back_ms)}"
    return ", ".join((_count(unit.actions, "action"), *_spells(unit)))


def _spells(unit: UnitReport) -> tuple[str, ...]:
    return (_count(unit.spells, "spell"),) if unit.spells else ()


def _bars(runs: Sequence[RunReport], length_ms: int) -> tuple[TimerBar, ...]:
    bars = []
    for run in runs:
        whom = run.unit or run.card
        title = f"{whom}, {minutes(run.start_ms)}" if whom else minutes(run.start_ms)
        off_ms = run.end_ms if run.off_board_ms is None else run.off_board_ms
        bars.append(_bar(run.start_ms, off_ms, length_ms, "ran", title))
        if off_ms < run.end_ms:
            bars.append(_bar(off_ms, run.end_ms, length_ms, "off", f"off board, {minutes(off_ms)}"))
    return tuple(bars)


def _bar(start_ms: int, end_ms: int, length_ms: int, look: str, title: str) -> TimerBar:
    width = max(_SLIVER, 100 * (end_ms - start_ms) / max(1, length_ms))
    return TimerBar(_place(start_ms, length_ms), f"{width:.2f}%", look, f"{title} to {minutes(end_ms)}")


def _place(ms: int, length_ms: int) -> str:
    return f"{min(100 - _SLIVER, 100 * ms / max(1, length_ms)):.2f}%"


def _times(runs: Sequence[RunReport]) -> str:
    ran_ms = sum(run.end_ms - run.start_ms for run in runs)
    return f"sand ran {_count(len(runs), 'time')}, {minutes(ran_ms)} in all"


def _count(number: int, word: str) -> str:
    return f"{number} {word}" if number == 1 else f"{number} {word}s"


# WarTime for spectators: both armies' sand facing each other, and the map.

FRESH_MS = 2000
"""Says how long ago a timer may have run out to be shown doing so."""


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
            # There is room for one, and a running one comes first.
            "clock": min(counting(view), key=lambda each: each.state is not TimerState.ACTIVE, default=None),
        },
    )


def plan(view: WarTimeView, state: State) -> GamePlan | None:
    """Returns the map once a unit's hex is known, without links, and without sand, which the tiles show."""
    units = [(side, unit) for side, force in view.sides.items() for unit in force.units]
    if not any(unit.hex for _, unit in units):
        return None

    def drawn_map() -> Scene:
        board = drawn(view, state, asked=BoardRequest(), answer=BoardAnswer(headline=""), seat=PhoneSeat.LOOK)
        rows = tuple((row, tuple(replace(cell, href=None) for cell in cells)) for row, cells in board.rows)
        board = replace(board, rows=rows, rings=())
        values = {"board": board, "outline": outline()}
        return Scene(template="wartime_map.html", style="hexmap.css", values=values)

    return GamePlan(shows=(view.features, view.board, units), scene=drawn_map)


TOOLS = (
    Tool("Range", "count the hexes", "/measure?mode=range"),
    Tool("Move", "where a unit reaches", "/measure?mode=move"),
    Tool("Attack", "range, damage, sum", "/measure?mode=attack"),
    Tool("Charge", "move, then damage", "/measure?mode=charge"),
    Tool("Scenarios", "read, make, print", "/scenarios"),
)


ENTRIES = (
    MenuEntry(name="Scenario", says="who wins, what stands where", href="/scenario"),
    MenuEntry(name="Timing dispute", says="who was first", href="/disputes"),
    MenuEntry(name="Correct something", says="seconds, tokens, hexes", href="/putright", sheet=True),
    MenuEntry(name="Sitting ducks", says="who stands still", href="/ducks"),
    MenuEntry(name="Scenarios", says="read, make, print", href="/scenarios"),
    MenuEntry(name="Timer chits", says="to print", href="/print/chits"),
)


class WarTimePages:
    """Serves the pages. They only read; changes go through web.http.forms."""

    def __init__(self, *, table: Table, scenarios: Scenarios) -> None:
        self._table = table
        self._scenarios = scenarios

    def pages(self) -> GamePages:
        return GamePages(
            name=TABLE.name,
            says="sand timers, map, disputes",
            tools=TOOLS,
            table=TABLE.table,
            opened=lambda view: OpenedPage(scenario=view.scenario.id, name=view.scenario.name),
            scene=scene,
            plan=plan,
            report=report_scene,
            offers=self.offers,
            how=(
                ("Tap", "flips your sand as the action ends"),
                ("Tap again", "moves it, or takes it back"),
                ("Undo", "takes the last act back, anyone’s"),
            ),
            sheet="wartime_game.html",
            entries=ENTRIES,
            answer=lambda state, view, question, asker: answer(state, view, question, asker=asker),
        )

    def install(self, app: Flask) -> None:
        app.jinja_env.globals.update(armies=ARMIES)
        app.add_url_rule("/timers/<id>", endpoint="timer_page", view_func=self.timer_page)
        app.add_url_rule("/sides/<side>", endpoint="side_page", view_func=self.side_page)

    def offers(self) -> list[Offer]:
        return [
            Offer(
                scenario=each.id,
                name=each.name,
                text="the 10-minute timer ends it" if each.time_limit else each.victory or "until one side has won",
            )
            for each in self._scenarios.all()
        ]

    def timer_page(self, id: str) -> Response:
        view = self._table.view()
        if not isinstance(view, WarTimeView):
            raise NotHere("timer", id)
        found = next((timer for timer in view.timers if timer.id == id), None)
        if found is None:
            raise NotHere("timer", id)
        force = view.sides.get(found.side)
        hand = self._hands().get(found.side)
        plays = hand.plays.get(id, ()) if hand else ()
        spell = found.kind is TimerKind.SPELL
        return page(
            "timer.html",
            view=view,
            timer=found,
            tile=tile(found, still=view.paused),
            force=force,
            hand=hand,
            spells=plays if spell else (),
            actions=() if spell else plays,
            casters=self._casters(id),
        )

    def side_page(self, side: str) -> Response:
        view = self._table.view()
        if not isinstance(view, WarTimeView):
            raise NotHere("side", side)
        chosen = side_named(side)
        army = self._scenarios.played().army(chosen)
        hand = self._hands().get(side)
        return page("side.html", view=view, side=chosen, army=army, force=view.sides.get(side), hand=hand)

    def _hands(self) -> dict[str, HandView]:
        """Returns what this phone may read of cards that lie face down, by side."""
        state = self._table.match.state
        hands = hands_of(state, g.source) if isinstance(state, State) else {}
        return {side.value: hand for side, hand in hands.items()}

    def _casters(self, timer: str) -> tuple[str, ...]:
        """Returns the units that could cast this timer's spell, where there is a choice."""
        state = self._table.match.state
        glass = state.timers.get(timer) if isinstance(state, State) else None
        return glass.casters if glass and glass.casters and len(glass.casters) > 1 else ()


def report_scene(view: WarTimeView, report: WarTimeReport) -> Scene:
    """Returns the report, drawn whole on the server, for phones and for paper."""
    values = {
        "view": view,
        "report": report,
        "ended": view.phase is Phase.ENDED,
        "minutes": minutes,
        "idlest": {side.side: idlest(report, side.side) for side in report.sides},
        "ticks": ticks(report.length_ms),
        "timers": {side.side: timer_lanes(report, side.side) for side in report.sides},
        "units": {side.side: unit_lanes(report, side.side) for side in report.sides},
    }
    return Scene(template="report.html", style="paper.css", values=values)
