"""Serves the reel of a match in one answer, and the panel's screens at a moment of it."""

import gzip
import io
import re
from collections import OrderedDict
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from datetime import datetime
from enum import Enum
from threading import Lock
from typing import Annotated, Any

import msgspec
from flask import Flask, Response, flash, make_response, redirect, request, send_file
from werkzeug.exceptions import RequestEntityTooLarge

from companion.fields.invalid import Invalid
from companion.fields.numbers import LARGEST, whole
from companion.matchfile.files import LARGEST as LARGEST_FILE
from companion.matchfile.files import TOO_LARGE, NoMatchFile
from companion.matchfile.library import MatchFiles, TakenFile
from companion.panel.port import PanelPort
from companion.shelf.matches import Matches
from companion.story import Stories, Story
from companion.table.errors import NotHere, Refused
from companion.table.game import AnyGame
from web.http.endpoint import Call, Endpoint, Nothing, from_query, get, post
from web.http.live import Waiters, rest, waiter
from web.http.problems import LARGEST_UPLOAD, TurnedAway
from web.http.render import page
from web.http.server import gzipped
from web.panel.picture import screens_png
from web.replay.reel import Drawer, Reel, reel
from web.site.games import Games

# A lane of its own for replays: the first replay of a long match takes seconds, and no other request waits for it.


class Lane:
    """Lets replay requests follow each other, beside the server's other work. Phones that have joined have one queue,
    the others another. Any thread may call any method."""

    def __init__(self, waiters: Waiters) -> None:
        """Takes the places for those that wait in the lane."""
        self._waiters = waiters
        self._turns = {True: Lock(), False: Lock()}

    @contextmanager
    def turn(self) -> Iterator[None]:
        """Waits for the turn of the request that is being answered. Raises TurnedAway (503) where too many wait."""
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
    """Makes reels in a lane of their own, and keeps them as they are sent. Any thread may call any method."""

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
    """Returns a match's number. Raises NotHere."""
    found = whole(text)
    if found is None:
        raise NotHere("match", text[:20])
    return found


# The panel's screens at a moment of a kept match.

_LONGEST_MS = 24 * 3_600_000
ASKED = ("at", "later")
"""Lists the parameters of an address."""


class Instant(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Asks for so many milliseconds after the row of that number, as if no later row existed. 0 is before the first
    row. Rows after the last one do not exist."""

    at: Annotated[int, msgspec.Meta(ge=0, le=LARGEST)] = 0
    later: Annotated[int, msgspec.Meta(ge=0, le=_LONGEST_MS)] = 0


class ReplayScreens:
    """Draws the screens with the panel that is here now, whichever the match was played on."""

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


# Serves match files: one for each match of the journal, and those that players import.

CONTENT_TYPE = "application/vnd.warglass"
IMPORT = "/shelf/import"
LARGEST_IN_JSON = LARGEST_FILE * 4 // 3 + 1024


class File(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Describes a match file, in base64."""

    data: Annotated[bytes, msgspec.Meta(max_length=LARGEST_FILE)]


class ImportMode(Enum):
    """Says how the cards that a match refers to are in its file: by their ids alone, or whole too, as this table has
    them."""

    BY_REFERENCE = "reference"
    WHOLE = "whole"


class AskedFile(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Says how the file is wanted."""

    cards: ImportMode = ImportMode.BY_REFERENCE


class FilePages:
    """Serves match files. Anyone on the LAN may download one; importing takes the join code."""

    def __init__(self, *, files: MatchFiles, matches: Matches, games: Mapping[str, AnyGame], lane: Lane) -> None:
        self._files = files
        self._matches = matches
        self._games = games
        self._lane = lane

    def install(self, app: Flask) -> None:
        app.jinja_env.globals.update(largest_match=LARGEST_FILE)
        for rule, view, method in (
            ("/shelf/<match>.warglass", self.match_file, "GET"),
            (IMPORT, self.match_import_page, "GET"),
            (IMPORT, self.match_import_form, "POST"),
        ):
            app.add_url_rule(rule, endpoint=view.__name__, view_func=view, methods=[method])

    def endpoints(self) -> Sequence[Endpoint[Any, Any]]:
        return (
            post(
                "/shelf/import",
                self._take_in,
                body=File,
                answer=TakenFile,
                summary="Import a match file",
                form=False,
                largest_body=LARGEST_IN_JSON,
            ),
        )

    def match_file(self, match: str) -> Response:
        found = number(match)
        said = ((name, text) for name, text in request.args.items(multi=True) if name == "cards")
        asked = from_query(said, AskedFile)
        with self._lane.turn():
            data = self._files.file(found, cards=asked.cards is ImportMode.WHOLE)
        name = self._name(found)
        return send_file(io.BytesIO(data), CONTENT_TYPE, as_attachment=True, download_name=name, etag=False)

    def match_import_page(self) -> Response:
        return page("match_import.html", wrong="")

    def match_import_form(self) -> Response:
        """Imports a file as browsers send it, without JavaScript."""
        if request.mimetype == "multipart/form-data":
            request.max_content_length = LARGEST_UPLOAD
        try:
            upload = request.files.get("file")
            data = upload.read(LARGEST_FILE + 1) if upload else b""
        except RequestEntityTooLarge:
            return page("match_import.html", status=413, wrong=TOO_LARGE)
        if not data:
            return page("match_import.html", status=422, wrong="Choose a match file first.")
        try:
            taken = self._files.take_in(data)
        except (NoMatchFile, Refused) as error:
            return page("match_import.html", status=422, wrong=str(error))
        if not taken.new:
            flash("Not imported: this table has that match already. Here it is.")
        if taken.cards:
            flash("A card came with it." if taken.cards == 1 else f"{taken.cards} cards came with it.")
        if taken.trouble:
            flash(taken.trouble)
        return make_response(redirect(f"/replay/{taken.match}", 303))

    def _take_in(self, call: Call[Nothing, File]) -> TakenFile:
        try:
            return self._files.take_in(call.body.data)
        except NoMatchFile as error:
            raise Invalid("data", str(error)) from error

    def _name(self, match: int) -> str:
        """Returns a name such as "WarTime 2026-11-23 Anna, Ben.warglass", without characters that file names cannot
        have."""
        found = self._matches.find(match).summary
        names = [side.person or side.name for side in found.sides]
        day = datetime.fromtimestamp(found.opened_ms / 1000).date()
        said = f"{self._games[found.game].title} {day} {', '.join(names)}"
        return re.sub(r"[^\w ,.-]+", "", said)[:80].strip() + ".warglass"
