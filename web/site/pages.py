"""Serves the pages: whole without JavaScript, live with it."""

from collections import OrderedDict
from collections.abc import Iterable, Mapping, Sequence
from contextlib import suppress
from datetime import datetime
from enum import Enum
from threading import Lock
from typing import Annotated, Any

import msgspec
from flask import Flask, Response, flash, g, redirect, request
from werkzeug import Response as Answer

from companion.choices import Choice, Option, implied
from companion.fields.invalid import Invalid
from companion.fields.numbers import LARGEST
from companion.panel.port import PanelPort
from companion.story import Stories, Story
from companion.table.errors import NotHere, Refused, Unread
from companion.table.game import AnyGame
from companion.table.rule_choices import AgreedChoices
from companion.table.table import Table
from companion.table.view import TableView
from web.http import endpoint as codec
from web.http.endpoint import Call, Endpoint, Nothing, from_query, get, put
from web.http.render import page
from web.http.render import page as _page
from web.panel.api import visible
from web.panel.picture import groups, png
from web.replay.api import Lane
from web.site.games import GamePages, Games, Scene
from web.site.table_page import STANDS
from web.table import log as away
from web.table.api import REPORTS
from web.table.log import Page, rows

SHOWN = 2
"""Limits each game's tools on the page for strangers."""
TURNS = ("after", "before")
"""Lists the parameters of the log's address."""


class Pages:
    """Serves the site's pages. They only read; changes go through web.http.forms and web.site.seats."""

    def __init__(self, *, table: Table, games: Games, panel: PanelPort) -> None:
        self._table = table
        self._games = games
        self._panel = panel

    def install(self, app: Flask) -> None:
        for rule, view in (
            ("/start", self.start_page),
            ("/game", self.game_page),
            ("/end", self.end_page),
            ("/tools", self.tools_page),
            ("/panel", self.panel_page),
            ("/panel/screens/<id>.png", self.screen_image),
            ("/log", self.log_page),
        ):
            app.add_url_rule(rule, endpoint=view.__name__, view_func=view, methods=["GET"])

    def start_page(self) -> Response:
        return self.start(self._table.view())

    def start(self, view: TableView) -> Response:
        """Draws what a phone that has never been here needs: what this is, the game on the table, and where to go
        next."""
        games = self._in_order
        return _page(
            "start.html",
            view=view,
            stands=view.over.title if view.over else STANDS[view.phase],
            games=games,
            tools=[(game, tool) for game in games for tool in game.tools[:SHOWN]],
            going_on=self._table.unfinished_now,
            demonstrated=next((game for game in games if self._table.games[game.name].demo), None),
        )

    def game_page(self) -> Response:
        view = self._table.view()
        games = self._games.all
        playing = games[view.game]
        return _page(
            "game.html",
            view=view,
            playing=playing,
            opened=playing.opened(view),
            games=tuple(games.values()),
            going_on=self._table.unfinished_now,
            turns=not self._table.match.game.presses,
            away=away.listed(self._table.unfinished(), now=datetime.now()),
        )

    def tools_page(self) -> Response:
        return _page("tools.html", games=self._in_order)

    @property
    def _in_order(self) -> tuple[GamePages, ...]:
        """Returns the games, the one on the table first."""
        playing = self._games.playing
        return (playing, *(each for each in self._games.all.values() if each.name != playing.name))

    def end_page(self) -> Response:
        return _page("end.html", view=self._table.view())

    def panel_page(self) -> Response:
        panel = self._panel.describe()
        return _page("panel.html", panel=panel, groups=groups(panel))

    def screen_image(self, id: str) -> Response:
        screen = next((each for each in self._panel.describe().screens if each.id == id), None)
        if screen is None:
            raise NotHere("screen", id)
        ram = visible(self._panel, id, joined=g.seating is not None)
        return Response(png(ram, width=screen.width, height=screen.height), content_type="image/png")

    def log_page(self) -> Response:
        version = self._table.version
        asked = from_query(((name, text) for name, text in request.args.items(multi=True) if name in TURNS), Page)
        found = asked.of(self._table)
        timed = bool(self._table.match.game.presses)
        return _page("log.html", version=version, found=found, rows=rows(found.lines), timed=timed)


# Serves the report on a game: for the API, and the page that players read afterwards.

KEPT = 2


class KeptChoice(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
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
        asked = from_query(
            ((name, text) for name, text in request.args.items(multi=True) if name == "match"), KeptChoice
        )
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


# Serves the rule choices, which the books leave open, for the API and as a page to agree on them.


class ReportRequest(msgspec.Struct, frozen=True, kw_only=True):
    """Describes a question that a book leaves open, and how this table reads it.

    `sets` has by option the answers that it gives to others where they are left out. `differs` says that the table has
    chosen another answer than the one that follows from those.
    """

    name: str
    question: str
    cite: str
    options: tuple[Option, ...]
    value: str
    sets: Mapping[str, Mapping[str, str]] = {}
    differs: bool = False


class TableChoices(msgspec.Struct, frozen=True):
    choices: tuple[ReportRequest, ...]


class Choices:
    """Serves the endpoints and the page of every game's choices."""

    def __init__(self, agreed: Iterable[AgreedChoices[Any]], *, games: Games) -> None:
        self._agreed = {each.game: each for each in agreed}
        self._games = games

    def endpoints(self) -> Sequence[Endpoint[Any, Any]]:
        return [endpoint for each in self._agreed.values() for endpoint in _endpoints(each)]

    def install(self, app: Flask) -> None:
        app.add_url_rule("/choices", endpoint="choices_page", view_func=self.choices_page)
        app.add_url_rule("/choices/<game>", endpoint="choices_form", view_func=self.choices_form, methods=["POST"])

    def choices_page(self) -> Response:
        """Returns the page, with the game being played first."""
        games = sorted(self._agreed.values(), key=lambda each: not each.being_played)
        asked = [(self._games.all[each.game], table_choices(each).choices) for each in games]
        return page("choices.html", asked=asked)

    def choices_form(self, game: str) -> Answer:
        if game not in self._agreed:
            raise NotHere("game", game)
        agreed = self._agreed[game]
        try:
            said = codec.from_form(request.form.items(multi=True), agreed.partly)
            agreed.agree(agreed.filled(said), source=g.source)
        except (Invalid, Refused) as reason:
            flash(str(reason), "refused")
        else:
            flash("Agreed.", "kept" if agreed.being_played else "message")
        return redirect("/choices", 303)


def table_choices(agreed: AgreedChoices[Any]) -> TableChoices:
    """Returns a game's choices with what was agreed on."""
    now = agreed.now()
    set_by = {name: value for choice in agreed.choices for name, value in implied(choice, now).items()}
    return TableChoices(tuple(_report_request(choice, getattr(now, choice.name), set_by) for choice in agreed.choices))


def _report_request(choice: Choice, value: Enum, set_by: Mapping[str, str]) -> ReportRequest:
    return ReportRequest(
        name=choice.name,
        question=choice.question,
        cite=choice.cite,
        options=choice.options,
        value=value.value,
        sets=choice.sets,
        differs=set_by.get(choice.name, value.value) != value.value,
    )


def _endpoints(agreed: AgreedChoices[Any]) -> Sequence[Endpoint[Any, Any]]:
    path = f"/{agreed.game}/choices"

    def agree(call: Call[Nothing, Any]) -> TableChoices:
        agreed.agree(agreed.filled(call.body), source=call.source)
        return table_choices(agreed)

    summary = "Agree on them; what is left out is as another choice sets it, else as the book"
    return (
        get(path, lambda _: table_choices(agreed), query=Nothing, answer=TableChoices, summary="The table's choices"),
        put(path, agree, body=agreed.partly, answer=TableChoices, summary=summary),
    )
