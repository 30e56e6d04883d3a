"""Serves the page of a replay: a moment of a kept match, and the links to any other."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Annotated

import msgspec
from flask import Flask, Response, make_response, redirect, request

from companion.fields.numbers import LARGEST
from companion.panel.port import PanelPort
from companion.story import Moment, Stories, Story
from companion.table.table import Table
from web.http.endpoint import from_query
from web.http.render import page
from web.panel.picture import size_of
from web.replay.api import Lane, number
from web.replay.reel import Drawer, beside
from web.site.games import Games, minutes

# Which moment of a replay is asked for.

ASKED = ("at", "ms", "played", "find")
"""Lists the parameters of an address."""


class ReplayRequest(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Asks for a moment. `at` is the number of a row. `ms` is a time on the replay's clock. `played` is a time on the
    match's own clock since its start signal, in ms.

    The moment is the last row by then, or the last of all. `find` are words to search the lines for.
    """

    at: Annotated[int, msgspec.Meta(ge=0, le=LARGEST)] | None = None
    ms: Annotated[int, msgspec.Meta(ge=0, le=LARGEST)] | None = None
    played: Annotated[int, msgspec.Meta(ge=0, le=LARGEST)] | None = None
    find: Annotated[str, msgspec.Meta(max_length=100)] = ""

    def seq(self, story: Story) -> int:
        """Returns its number; 0 is before the first."""
        last = len(story.moments)
        if self.at is not None:
            return min(self.at, last)
        if self.ms is not None:
            return story.seq_at(self.ms)
        return last if self.played is None else _played(story, self.played)


def _played(story: Story, played_ms: int) -> int:
    """Returns the row at that instant. Of several it is the last that was part of the game. Rows about refusals or the
    table itself show no part of it."""
    seq = story.seq_played(played_ms)
    for moment in reversed(story.moments[:seq]):
        if moment.played_ms != story.moments[seq - 1].played_ms:
            break
        if not beside(moment):
            return moment.seq
    return seq


# The moments of a replay as marks along its length.

WIDTH = 1000
"""Is in units of the drawing: two acts of one side on the same unit are one mark."""


@dataclass(frozen=True)
class ReplayMark:
    """Describes a mark. `side` is empty where it is neither side's. `place`: players go back there."""

    x: int
    side: str
    place: bool


def marks(story: Story) -> Sequence[ReplayMark]:
    """Returns the marks in order: at most WIDTH + 1 of each side, and as many places."""
    length = max(1, story.length_ms)
    found = {
        ReplayMark(WIDTH * moment.at_ms // length, moment.line.side or "", moment.place is not None)
        for moment in story.moments
        if not beside(moment)
    }
    return sorted(found, key=lambda mark: (mark.x, mark.side, mark.place))


MOST_PLACES = 100
AROUND = 4
"""Moments before and behind the one on the page that the list shows."""
MOST_FOUND = 50


class ReplayPages:
    """Serves the pages, which only read."""

    def __init__(self, *, table: Table, stories: Stories, games: Games, panel: PanelPort, lane: Lane) -> None:
        self._table = table
        self._stories = stories
        self._games = games
        self._panel = panel
        self._lane = lane

    def install(self, app: Flask) -> None:
        app.add_url_rule("/replay", endpoint="replay_now", view_func=self.replay_now, methods=["GET"])
        app.add_url_rule("/replay/<match>", endpoint="replay_page", view_func=self.replay_page, methods=["GET"])

    def replay_now(self) -> Response:
        """Leads to the replay of the match on the table."""
        number = self._table.glance().number
        # For a match that the journal does not have there is the log.
        return make_response(redirect(f"/replay/{number}" if number else "/log", 303))

    def replay_page(self, match: str) -> Response:
        asked = from_query(
            ((name, text) for name, text in request.args.items(multi=True) if name in ASKED), ReplayRequest
        )
        with self._lane.turn():
            return self._drawn(number(match), asked)

    def _drawn(self, match: int, asked: ReplayRequest) -> Response:
        story = self._stories.of(match)
        seq = asked.seq(story)
        view = story.view(seq)
        pages = self._games.all[story.game.name]
        return page(
            "replay.html",
            style=pages.scene(view).style,
            story=story,
            title=story.game.title,
            called=story.game.called(story.state(0).state),
            view=view,
            seq=seq,
            at_ms=story.moments[seq - 1].at_ms if seq else 0,
            played_ms=story.moments[seq - 1].played_ms if seq else 0,
            drawn=Drawer(pages)(story, seq, view),
            marks=marks(story),
            width=WIDTH,
            screens=size_of(self._panel.describe().screens),
            minutes=minutes,
            steps=steps(story.moments, seq),
            around=[(moment, beside(moment)) for moment in _around(story.moments, seq)],
            asked=asked,
            found=_matching(story, asked.find),
            places=places(story.moments),
        )


@dataclass(frozen=True, kw_only=True)
class Steps:
    """Says where one step leads, by the rows' numbers, or None at an end."""

    back: int | None
    on: int | None


def steps(moments: Sequence[Moment], seq: int) -> Steps:
    """Returns the nearest moments before and after with an act in the game that still stands."""
    before = (moment.seq for moment in reversed(moments[: max(0, seq - 1)]) if not beside(moment))
    behind = (moment.seq for moment in moments[seq:] if not beside(moment))
    return Steps(back=next(before, 0 if seq else None), on=next(behind, None))


def places(moments: Sequence[Moment]) -> Sequence[Moment]:
    """Returns the places that players go back to. Of very many it returns as many as fit, evenly apart, the first and
    the last among them."""
    found = [moment for moment in moments if moment.place is not None]
    if len(found) <= MOST_PLACES:
        return found
    return [found[number * (len(found) - 1) // (MOST_PLACES - 1)] for number in range(MOST_PLACES)]


def _around(moments: Sequence[Moment], seq: int) -> Sequence[Moment]:
    first = max(0, min(seq - 1 - AROUND, len(moments) - 2 * AROUND - 1))
    return moments[first : first + 2 * AROUND + 1]


def _matching(story: Story, words: str) -> Sequence[Moment]:
    """Returns the moments whose line has all of these words, the first of them."""
    wanted = words.casefold().split()
    if not wanted:
        return ()
    hits = (each for each in story.moments if all(word in each.line.text.casefold() for word in wanted))
    return [moment for moment, _ in zip(hits, range(MOST_FOUND), strict=False)]
