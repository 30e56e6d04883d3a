"""The Warzone match on the site."""

from flask import Response

from companion.table.sides import Side
from companion.warzone.tracker.report import WarzoneReport
from companion.warzone.tracker.views import WarzoneView
from web.games import GamePages, Offer
from web.render import page

SIDES = {Side.GOLD: "Gold", Side.RED: "Red"}


def pages() -> GamePages:
    return GamePages(
        name="warzone",
        title="Warzone Eternal",
        measure="/measure",
        sides=SIDES,
        table=table_page,
        report=report_page,
        offers=lambda: [Offer(scenario=None, name="Warzone Eternal", text="five Turns")],
    )


def table_page(view: WarzoneView, near: Side) -> Response:
    return page("warzone_table.html", view=view, sides=(near.other, near))


def report_page(view: WarzoneView, report: WarzoneReport) -> Response:
    """Drawn whole on the server, for a phone as for paper."""
    return page("warzone_report.html", view=view, report=report)
