"""The report on a game: for the API, and the page that players read afterwards."""

from collections.abc import Sequence
from typing import Any

import msgspec
from flask import Flask, Response

from companion.table.table import Table
from web.http.codec import Nothing
from web.http.endpoint import Call, Endpoint, get
from web.site.games import Games
from web.table.views import REPORTS


def endpoints(table: Table) -> Sequence[Endpoint[Any, Any]]:
    def read(_: Call[Nothing, Nothing]) -> msgspec.Struct:
        return table.report()

    return (get("/report", read, query=Nothing, answer=REPORTS, summary="What there is to tell of this match so far"),)


def install(app: Flask, *, table: Table, games: Games) -> None:
    @app.get("/report")
    def report_page() -> Response:
        view = table.view()
        return games.all[view.game].report(view, table.report())
