"""Serves the report on a game: for the API, and the page that players read afterwards."""

from collections import OrderedDict
from collections.abc import Mapping, Sequence
from contextlib import suppress
from threading import Lock
from typing import Annotated, Any

import msgspec
from flask import Flask, Response, request

from companion.fields.numbers import LARGEST
from companion.story import Stories, Story
from companion.table.errors import Unread
from companion.table.game import AnyGame
from companion.table.table import Table
from web.http.endpoint import Call, Endpoint, Nothing, from_query, get
from web.replay.api import Lane
from web.site.games import Games, Scene
from web.table.api import REPORTS

KEPT = 2


class Kept(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Names the match of the journal; None for the one on the table."""

    match: Annotated[int, msgspec.Meta(ge=1, le=LARGEST)] | None = None


def endpoints(table: Table) -> Sequence[Endpoint[Any, Any]]:
    def read(_: Call[Nothing, Nothing]) -> msgspec.Struct:
        return table.report()

    return (get("/report", read, query=Nothing, answer=REPORTS, summary="What there is to tell of this match so far"),)


class ReportPages:
    """Serves the pages, which only read. What takes long is made one at a time, and kept for the next reader."""

    def __init__(self, *, table: Table, games: Games, stories: Stories, lane: Lane) -> None:
        self._table = table
        self._games = games
        self._stories = stories
        self._lane = lane
        self._one_at_a_time = Lock()
        self._hindsight: OrderedDict[Story, tuple[Mapping[str, bytes], Any]] = OrderedDict()
        """Keeps them with the cards that were kept then."""

    def install(self, app: Flask) -> None:
        app.add_url_rule("/report", endpoint="report_page", view_func=self.report_page)

    def report_page(self) -> Response:
        asked = from_query(((name, text) for name, text in request.args.items(multi=True) if name == "match"), Kept)
        with self._lane.turn():
            return self._of_the_table() if asked.match is None else self._of(asked.match)

    def _of(self, match: int) -> Response:
        story = self._stories.of(match)
        scene = self._games.all[story.game.name].report(story.view(len(story.moments)), story.report())
        return self._page(scene, story.game, match=match, kept=True, hindsight=self._looked_back(story))

    def _of_the_table(self) -> Response:
        glance = self._table.glance()
        game, pages = self._table.games[glance.view.game], self._games.all[glance.view.game]
        scene, hindsight = pages.report(glance.view, self._table.report()), None
        if glance.seq and pages.hindsight is not None:
            # A report is complete without what might have been.
            with suppress(Unread):
                hindsight = self._looked_back(self._stories.of(glance.number))
        return self._page(scene, game, match=glance.number if glance.seq else 0, kept=False, hindsight=hindsight)

    def _page(self, scene: Scene, game: AnyGame, *, match: int, kept: bool, hindsight: Any) -> Response:
        return scene.page(match=match, kept=kept, cards=game.cards is not None, hindsight=hindsight)

    def _looked_back(self, story: Story) -> Any:
        hindsight = self._games.all[story.game.name].hindsight
        if hindsight is None:
            return None
        with self._one_at_a_time:
            cards = self._table.kept(story.game.name, story.game.cards.kind) if story.game.cards else {}
            by, found = self._hindsight.pop(story, (None, None))
            if by != cards:
                found = hindsight(story)
            self._hindsight[story] = cards, found
            while len(self._hindsight) > KEPT:
                self._hindsight.popitem(last=False)
            return found


# The page for spectators: a television or an old tablet across the room, where the only link leads back.


def install(app: Flask, *, table: Table, games: Games) -> None:
    """Serves the page. Each game fills it in its own way."""

    @app.get("/watch")
    def watch_page() -> Response:
        view = table.view()
        return games.all[view.game].scene(view).page()
