"""Serves match files: one for each match of the journal, and those that players import."""

import io
import re
from collections.abc import Mapping, Sequence
from datetime import datetime
from enum import Enum
from typing import Annotated, Any

import msgspec
from flask import Flask, Response, flash, make_response, redirect, request, send_file
from werkzeug.exceptions import RequestEntityTooLarge

from companion.fields.invalid import Invalid
from companion.matchfile.files import LARGEST, TOO_LARGE, NoMatchFile
from companion.matchfile.library import MatchFiles, Taken
from companion.shelf.matches import Matches
from companion.table.errors import Refused
from companion.table.game import AnyGame
from web.http.endpoint import Call, Endpoint, Nothing, from_query, post
from web.http.problems import LARGEST_UPLOAD
from web.http.render import page
from web.replay.api import Lane, number

CONTENT_TYPE = "application/vnd.warglass"
IMPORT = "/shelf/import"
LARGEST_IN_JSON = LARGEST * 4 // 3 + 1024


class File(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Describes a match file, in base64."""

    data: Annotated[bytes, msgspec.Meta(max_length=LARGEST)]


class How(Enum):
    """Says how the cards that a match refers to are in its file: by their ids alone, or whole too, as this table has
    them."""

    BY_REFERENCE = "reference"
    WHOLE = "whole"


class AskedFile(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Says how the file is wanted."""

    cards: How = How.BY_REFERENCE


class FilePages:
    """Serves match files. Anyone on the LAN may download one; importing takes the join code."""

    def __init__(self, *, files: MatchFiles, matches: Matches, games: Mapping[str, AnyGame], lane: Lane) -> None:
        self._files = files
        self._matches = matches
        self._games = games
        self._lane = lane

    def install(self, app: Flask) -> None:
        app.jinja_env.globals.update(largest_match=LARGEST)
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
                answer=Taken,
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
            data = self._files.file(found, cards=asked.cards is How.WHOLE)
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
            data = upload.read(LARGEST + 1) if upload else b""
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

    def _take_in(self, call: Call[Nothing, File]) -> Taken:
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
