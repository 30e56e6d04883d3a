"""The shelf's part of the API."""

from collections.abc import Sequence
from typing import Any

import msgspec

from companion.shelf.index import Place
from companion.shelf.matches import Matches, Storage
from companion.shelf.summary import Summary
from web.http.codec import Nothing
from web.http.endpoint import Call, Endpoint, get, post
from web.replay.api import number
from web.shelf.asked import PAGE, Looking, Older


class ShelvedMatch(msgspec.Struct, frozen=True, kw_only=True):
    """A match: where it is, whether all was told of it, and what was."""

    place: Place
    told: bool
    match: Summary


class ShelfPage(msgspec.Struct, frozen=True, kw_only=True):
    """A page of what was looked for, `found` in all, and what the whole shelf takes."""

    matches: tuple[ShelvedMatch, ...]
    found: int
    page: int
    pages: int
    storage: Storage


class ShelfApi:
    """Endpoints. Handlers run in the server's threads; the shelf is what locks."""

    def __init__(self, matches: Matches) -> None:
        self._matches = matches

    def endpoints(self) -> Sequence[Endpoint[Any, Any]]:
        return (
            get("/shelf", self._look, query=Looking, answer=ShelfPage, summary="The matches that the table has"),
            post(
                "/shelf/{match}/delete",
                self._delete,
                body=Nothing,
                answer=Storage,
                turns_away=(404,),
                summary="Delete a match that does not lie on the table",
            ),
            post(
                "/shelf/delete-older",
                self._delete_older,
                body=Older,
                answer=Storage,
                summary="Delete all that were last played before that day and do not lie on the table",
            ),
        )

    def _look(self, call: Call[Looking, Nothing]) -> ShelfPage:
        asked = call.query
        looked = self._matches.look(asked.search, skip=(asked.page - 1) * PAGE, most=PAGE)
        return ShelfPage(
            matches=tuple(
                ShelvedMatch(place=each.place, told=each.told, match=each.summary) for each in looked.matches
            ),
            found=looked.found,
            page=asked.page,
            pages=pages(looked.found),
            storage=self._matches.storage(),
        )

    def _delete(self, call: Call[Nothing, Nothing]) -> Storage:
        self._matches.delete(number(call.path["match"]), source=call.source)
        return self._matches.storage()

    def _delete_older(self, call: Call[Nothing, Older]) -> Storage:
        self._matches.delete_older(call.body.instant, source=call.source)
        return self._matches.storage()


def pages(found: int) -> int:
    """How many pages so many matches take: one at least."""
    return max(1, -(-found // PAGE))
