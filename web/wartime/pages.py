"""WarTime's own pages: a timer, a side, the report."""

from flask import Flask, Response, g

from companion.table.errors import NotHere
from companion.table.table import Table
from companion.table.view import Phase
from companion.wartime.answers.answers import answer
from companion.wartime.match.state import State
from companion.wartime.match.views import HandView, TimerView, WarTimeView, hands_of
from companion.wartime.report import Report, idlest
from companion.wartime.scenario.library import Scenarios
from companion.wartime.scenario.parts import ARMIES
from companion.wartime.scenario.scenario import TimerKind
from web.http.render import page
from web.site.durations import minutes
from web.site.games import Entry, GamePages, Offer, Opened, Tool
from web.site.scene import Scene
from web.table.api import side_named
from web.wartime.table_page import TABLE
from web.wartime.tiles import tile
from web.wartime.timeline import ticks, timer_lanes, unit_lanes
from web.wartime.watch import plan, scene

TOOLS = (
    Tool("Range", "count the hexes", "/measure?mode=range"),
    Tool("Move", "where a unit reaches", "/measure?mode=move"),
    Tool("Attack", "range, damage, sum", "/measure?mode=attack"),
    Tool("Charge", "move, then damage", "/measure?mode=charge"),
    Tool("Scenarios", "read, make, print", "/scenarios"),
)


ENTRIES = (
    Entry(name="Scenario", says="who wins, what stands where", href="/scenario"),
    Entry(name="Timing dispute", says="who was first", href="/disputes"),
    Entry(name="Correct something", says="seconds, tokens, hexes", href="/putright", sheet=True),
    Entry(name="Sitting ducks", says="who stands still", href="/ducks"),
    Entry(name="Scenarios", says="read, make, print", href="/scenarios"),
    Entry(name="Timer chits", says="to print", href="/print/chits"),
)


class WarTimePages:
    """They only read; what they change goes through web.http.forms."""

    def __init__(self, *, table: Table, scenarios: Scenarios) -> None:
        self._table = table
        self._scenarios = scenarios

    def pages(self) -> GamePages:
        return GamePages(
            name=TABLE.name,
            says="sand timers, map, disputes",
            tools=TOOLS,
            table=TABLE.table,
            opened=lambda view: Opened(scenario=view.scenario.id, name=view.scenario.name),
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
        found = _timer(view.timers, id)
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
        """What this phone may read of cards that lie face down, by side."""
        state = self._table.match.state
        hands = hands_of(state, g.source) if isinstance(state, State) else {}
        return {side.value: hand for side, hand in hands.items()}

    def _casters(self, timer: str) -> tuple[str, ...]:
        """Who may be said to cast the spell that this timer is for, where there is a choice."""
        state = self._table.match.state
        glass = state.timers.get(timer) if isinstance(state, State) else None
        return glass.casters if glass and glass.casters and len(glass.casters) > 1 else ()


def report_scene(view: WarTimeView, report: Report) -> Scene:
    """Drawn whole on the server, for a phone as for paper."""
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


def _timer(timers: tuple[TimerView, ...], id: str) -> TimerView:
    for timer in timers:
        if timer.id == id:
            return timer
    raise NotHere("timer", id)
