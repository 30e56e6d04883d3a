"""The panel's screens at a moment of a kept match."""

from typing import Annotated

import msgspec
from flask import Flask, Response, request

from companion.fields.numbers import LARGEST
from companion.panel.port import PanelPort
from companion.story import Stories
from web.http.codec import from_query
from web.panel.picture import screens_png
from web.replay.api import number
from web.replay.lane import Lane

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
