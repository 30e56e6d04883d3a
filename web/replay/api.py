"""The reel of a match: all of its replay in one answer."""

import gzip
from collections import OrderedDict
from collections.abc import Sequence
from threading import Lock
from typing import Any

import msgspec
from flask import Response, request

from companion.fields.numbers import whole
from companion.story import Stories, Story
from companion.table.errors import NotHere
from web.http.codec import Nothing
from web.http.compression import gzipped
from web.http.endpoint import Call, Endpoint, get
from web.replay.draw import Drawer
from web.replay.lane import Lane
from web.replay.reel import Reel, reel
from web.site.games import Games

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
