"""The report: figures for the API, and the page that players read after the game."""

from collections.abc import Sequence
from typing import Any

from flask import Flask, g, render_template

from companion.table.report import Report
from companion.table.table import Table
from companion.table.view import Phase
from web.codec import Nothing
from web.endpoint import Call, Endpoint, get
from web.timeline import clock, idlest, ticks, timer_lanes, timer_name, unit_lanes


def endpoints(table: Table) -> Sequence[Endpoint[Any, Any]]:
    def read(_: Call[Nothing, Nothing]) -> Report:
        return table.report()

    return (get("/report", read, query=Nothing, answer=Report, summary="The figures of this match, up to now"),)


def install(app: Flask, table: Table) -> None:
    """Adds the page. Drawn whole on the server, for a phone as for paper."""

    @app.get("/report")
    def report_page() -> str:
        view, report = table.view(), table.report()
        return render_template(
            "report.html",
            joined=g.get("phone") is not None,
            view=view,
            report=report,
            ended=view.phase is Phase.ENDED,
            clock=clock,
            idlest={side.side: idlest(report, side.side) for side in report.sides},
            timer_name=timer_name,
            ticks=ticks(report.length_ms),
            timers={side.side: timer_lanes(report, side.side) for side in report.sides},
            units={side.side: unit_lanes(report, side.side) for side in report.sides},
        )
