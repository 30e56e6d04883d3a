"""The reel of a match in one answer, and the panel's screens at a moment of it."""

import gzip
from collections import OrderedDict
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from threading import Lock
from typing import Annotated, Any

import msgspec
from flask import Flask, Response, request

from companion.fields.numbers import LARGEST, whole
from companion.panel.port import PanelPort
from companion.story import Stories, Story
from companion.table.errors import NotHere
from web.http.endpoint import Call, Endpoint, Nothing, from_query, get
from web.http.live import Waiters, rest, waiter
from web.http.problems import TurnedAway
from web.http.server import gzipped
from web.panel.picture import screens_png
from web.replay.reel import Drawer, Reel, reel
from web.site.games import Games

# A lane of their own for replays: to tell a long match for the first time takes seconds, and nobody who asks for
# anything else waits for that.


class Lane:
    """Requests follow each other in it, beside those that the server works at: those of phones that have joined, and
    beside them those of who has not. Any thread may call."""

    def __init__(self, waiters: Waiters) -> None:
        """Who waits in it has one of these places."""
        self._waiters = waiters
        self._turns = {True: Lock(), False: Lock()}

    @contextmanager
    def turn(self) -> Iterator[None]:
        """For the request that is being answered. Raises TurnedAway (503) where too many wait."""
        who = waiter()
        with self._waiters.place(who) as taken:
            if not taken:
                raise TurnedAway(503, "Too many replays are being looked at. Try again in a moment.", retry_after=5)
            rest()
            with self._turns[who.joined]:
                yield


# The reel of a match: all of its replay in one answer.

KEPT = 2


class ReplayApi:
    """Reels are made in a lane of their own, and kept as they are sent. Any thread may call."""

    def __init__(self, *, stories: Stories, games: Games, lane: Lane) -> None:
        self._stories = stories
        self._games = games
        self._lane = lane
        self._lock = Lock()
        self._kept: OrderedDict[Story, bytes] = OrderedDict()

    def endpoints(self) -> Sequence[Endpoint[Any, Any]]:
        return (
            get(
                "/replay/{match}",
                self._reel,
                query=Nothing,
                answer=Reel,
                summary="A kept match, drawn moment by moment, to be played again",
                turns_away=(503,),
            ),
        )

    def _reel(self, call: Call[Nothing, Nothing]) -> Response:
        match = number(call.path["match"])
        with self._lane.turn():
            body = self._packed(self._stories.of(match))
        if not request.accept_encodings["gzip"]:
            return Response(gzip.decompress(body), content_type="application/json")
        answer = Response(body, content_type="application/json")
        answer.content_encoding = "gzip"
        answer.vary.add("Accept-Encoding")
        return answer

    def _packed(self, story: Story) -> bytes:
        with self._lock:
            body = self._kept.get(story)
        if body is None:
            made = reel(story, Drawer(self._games.all[story.game.name]))
            body = gzipped(msgspec.json.encode(made), level=9)
        with self._lock:
            self._kept[story] = body
            self._kept.move_to_end(story)
            while len(self._kept) > KEPT:
                self._kept.popitem(last=False)
        return body


def number(text: str) -> int:
    """Of a match. Raises NotHere."""
    found = whole(text)
    if found is None:
        raise NotHere("match", text[:20])
    return found


# The panel's screens at a moment of a kept match.

_LONGEST_MS = 24 * 3_600_000
ASKED = ("at", "later")
"""What an address says."""


class Instant(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """So many milliseconds after the row of that number, had nothing else happened; 0 is before the first, and behind
    the last there is none."""

    at: Annotated[int, msgspec.Meta(ge=0, le=LARGEST)] = 0
    later: Annotated[int, msgspec.Meta(ge=0, le=_LONGEST_MS)] = 0


class ReplayScreens:
    """Draws them by the panel that is here now, whichever the match was played on."""

    def __init__(self, *, stories: Stories, panel: PanelPort, lane: Lane) -> None:
        self._stories = stories
        self._panel = panel
        self._lane = lane

    def install(self, app: Flask) -> None:
        rule = "/replay/<match>/screens.png"
        app.add_url_rule(rule, endpoint="replay_screens", view_func=self.replay_screens, methods=["GET"])

    def replay_screens(self, match: str) -> Response:
        pairs = ((name, text) for name, text in request.args.items(multi=True) if name in ASKED)
        asked = from_query(pairs, Instant)
        with self._lane.turn():
            story = self._stories.of(number(match))
            view = story.view(min(asked.at, len(story.moments)), later_ms=asked.later)
            return Response(screens_png(self._panel, view), content_type="image/png")
