"""A unit's own sheet: what its token says, what is left of it, and what can befall it."""

from flask import Flask, Response, request

from companion.people import same
from companion.table.errors import NotHere
from companion.table.seats import Side
from companion.table.table import Table
from companion.wartime.match.views import UnitView, WarTimeView
from companion.wartime.scenario.library import Scenarios
from companion.wartime.scenario.parts import MOST_TOKENS
from web.http.codec import named
from web.http.render import page
from web.table.api import side_named


def install(app: Flask, *, table: Table, scenarios: Scenarios) -> None:
    """It only reads; what it changes goes through web.http.forms."""

    @app.get("/units/<side>/<path:name>")
    def unit_sheet(side: str, name: str) -> Response:
        view, chosen = _played(table, name), side_named(side)
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
        """The sheet of a unit that was typed in."""
        return unit_sheet(side, request.args.get("name", ""))


def _played(table: Table, name: str) -> WarTimeView:
    view = table.view()
    if not isinstance(view, WarTimeView):
        raise NotHere("unit", name)
    return view


def _unit(view: WarTimeView, side: Side, name: str) -> UnitView:
    """Where a side did not say whom it brings, any name may be one of its units."""
    force = view.sides[side.value]
    found = next((unit for unit in force.units if same(unit.name, name)), None)
    if found is None and "unit" in force.closed:
        raise NotHere("unit", name)
    return found or UnitView(name, "available", None)
