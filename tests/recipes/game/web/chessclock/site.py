"""The chess clock on the site: everything that phones open of it."""

from collections.abc import Sequence
from typing import Any

from companion.chessclock.game import ACTS, CHESS, SECONDS, ChessReport, ChessView
from flask import Flask, Response

from companion.rulings.shelf import Shelf
from companion.table.errors import NotHere
from companion.table.seats import Seat
from companion.table.table import Table
from web.http.endpoint import Endpoint
from web.http.render import add_templates, page
from web.site.games import GamePages, GameSite, Offer, Scene
from web.table.api import act_endpoints


class ChessSite:
    """See web.site.games.GameSite."""

    agreed = None

    def __init__(self, table: Table, _: Shelf) -> None:
        self._table = table
        self.pages = GamePages(
            name=CHESS.name,
            says="two clocks, one runs",
            opened=lambda _: None,
            table=_table_page,
            scene=_scene,
            report=_report_scene,
            offers=lambda: [Offer(scenario=None, name="Chess Clock", text=f"{SECONDS // 60} minutes for each side")],
            how=(("Tap", "when you have moved"), ("Undo", "takes the last act back, anyone’s")),
        )

    def endpoints(self) -> Sequence[Endpoint[Any, Any]]:
        missing = NotHere("game", CHESS.title)
        return tuple(act_endpoints(self._table, CHESS.name, ACTS, missing))

    def install(self, app: Flask) -> None:
        add_templates(app, "web.chessclock")


def _table_page(view: ChessView, near: Seat) -> Response:
    timers = sorted(view.timers, key=lambda timer: timer.side == near.value)
    return page("chessclock_table.html", view=view, timers=timers)


def _scene(view: ChessView) -> Scene:
    return Scene(template="chessclock_watch.html", style="watch.css", values={"view": view})


def _report_scene(view: ChessView, report: ChessReport) -> Scene:
    return Scene(template="chessclock_report.html", style="paper.css", values={"view": view, "report": report})


SITE: type[GameSite] = ChessSite
