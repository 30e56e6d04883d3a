"""The report on a game: for the API, and the page that players read afterwards."""

from collections.abc import Sequence
from typing import Annotated, Any

import msgspec
from flask import Flask, Response, request

from companion.story.stories import Stories
from companion.table.table import Table
from web.http.codec import Nothing, from_query
from web.http.endpoint import Call, Endpoint, get
from web.site.games import Games
from web.table.views import REPORTS


class Kept(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Of which match of the journal; None for the one on the table."""

    match: Annotated[int, msgspec.Meta(ge=1, le=10**9)] | None = None


def endpoints(table: Table) -> Sequence[Endpoint[Any, Any]]:
    def read(_: Call[Nothing, Nothing]) -> msgspec.Struct:
        return table.report()

    return (get("/report", read, query=Nothing, answer=REPORTS, summary="What there is to tell of this match so far"),)


def install(app: Flask, *, table: Table, games: Games, stories: Stories) -> None:
    @app.get("/report")
    def report_page() -> Response:
        asked = from_query(((name, text) for name, text in request.args.items(multi=True) if name == "match"), Kept)
        if asked.match is None:
            glance = table.glance()
            scene = games.all[glance.view.game].report(glance.view, table.report())
            return scene.page(match=glance.number, kept=False)
        story = stories.of(asked.match)
        scene = games.all[story.game.name].report(story.view(len(story.moments)), story.report())
        return scene.page(match=asked.match, kept=True)
