"""Serves sheets over the table: a unit, a correction, and chits to print."""

import msgspec
from flask import Flask, Response, render_template, request

from companion.fields.characters import Word
from companion.names import named, same
from companion.table.errors import NotHere
from companion.table.seats import Side, side_named
from companion.table.table import Table
from companion.table.view import TimerState
from companion.wartime.match.views import UnitView, WarTimeView
from companion.wartime.referee.board import Hex
from companion.wartime.scenario.library import Scenarios
from companion.wartime.scenario.parts import ARMIES, MOST_TOKENS
from companion.wartime.scenario.scenario import TimerKind
from web.http import endpoint as codec
from web.http.render import page

# A unit's own sheet: what its token says, what is left of it, and what can happen to it.


def install_unit_page(app: Flask, *, table: Table, scenarios: Scenarios) -> None:
    """Adds the page. It only reads; changes go through web.http.forms."""

    @app.get("/units/<side>/<path:name>")
    def unit_sheet(side: str, name: str) -> Response:
        view = table.view()
        if not isinstance(view, WarTimeView):
            raise NotHere("unit", name)
        chosen = side_named(side)
        unit = _unit(view, chosen, named("name", name) or "")
        army = scenarios.played().army(chosen)
        return page(
            "unit.html",
            view=view,
            side=chosen,
            unit=unit,
            spec=next((spec for spec in army if same(spec.name, unit.name)), None),
            most=MOST_TOKENS,
        )

    @app.get("/units/<side>")
    def unit_asked_for(side: str) -> Response:
        """Returns the sheet of a unit that was typed in."""
        return unit_sheet(side, request.args.get("name", ""))


def _unit(view: WarTimeView, side: Side, name: str) -> UnitView:
    """Returns the unit. Where a side did not list its units, any name may be one of them."""
    force = view.sides[side.value]
    found = next((unit for unit in force.units if same(unit.name, name)), None)
    if found is None and "unit" in force.closed:
        raise NotHere("unit", name)
    return found or UnitView(name, "available", None)


# The sheet on which any correction can be proposed, without a dispute: a timer's seconds, a unit's or a Terrain
# Feature's tokens, a unit's hex.

SECONDS = (1, 5, 10, 30)
TOKENS = (1, 2, 3, 4)


class SheetChoice(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Says what to correct: a timer, a unit of a side's, or the Terrain Feature in a hex. Where all are None the sheet
    asks."""

    timer: Word | None = None
    side: Side | None = None
    unit: Word | None = None
    feature: Hex | None = None


def install_corrections(app: Flask, table: Table) -> None:
    """Adds the page. It only reads; proposals go through web.http.forms."""

    @app.get("/putright")
    def putright_page() -> Response:
        chosen = codec.from_query(request.args.items(multi=True), SheetChoice)
        view = table.view()
        if not isinstance(view, WarTimeView):
            raise NotHere("correction", chosen.timer or chosen.unit or chosen.feature or "that")
        timers = [timer for timer in view.timers if timer.kind is not TimerKind.SETUP or _runs(timer.state)]
        timer = next((timer for timer in timers if timer.id == chosen.timer), None)
        units = view.sides[chosen.side.value].brought if chosen.side else ()
        unit = next((unit for unit in units if same(unit.name, chosen.unit)), None)
        feature = next((each for each in view.features if same(each.hex, chosen.feature)), None)
        if chosen.feature and feature is None:
            raise NotHere("terrain feature", chosen.feature)
        if chosen.timer and timer is None:
            raise NotHere("timer", chosen.timer)
        if chosen.unit and unit is None:
            raise NotHere("unit", chosen.unit)
        return page(
            "putright.html",
            view=view,
            timers=timers,
            timer=timer,
            runs=timer is not None and _runs(timer.state),
            side=chosen.side,
            unit=unit,
            feature=feature,
            seconds=SECONDS,
            tokens=TOKENS,
        )


def _runs(state: TimerState) -> bool:
    return state is TimerState.ACTIVE


# Chits to print, cut and lay beside units: a screen on a wire cannot travel with them.

COPIES = 2
"""Says how many of each chit are on a sheet: one to use, one to lose."""


def install_chits(app: Flask, table: Table) -> None:
    @app.get("/print/chits")
    def chits_page() -> str:
        view = table.view()
        timers = view.timers if isinstance(view, WarTimeView) else ()
        names = {side.value: army for side, army in ARMIES.items()} | {"neutral": "Neutral"}
        numbered = [timer for timer in timers if timer.number is not None]
        numbered.sort(key=lambda timer: list(names).index(timer.side))
        return render_template("chits.html", names=names, chits=[chit for chit in numbered for _ in range(COPIES)])
