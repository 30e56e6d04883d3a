"""What whoever plays at a side is called, typed for who has no phone at the table."""

from collections.abc import Sequence
from typing import Any

import msgspec
from flask import Flask, Response

from companion.fields.sizes import Word
from companion.table.errors import NotHere
from companion.table.seats import Seat
from companion.table.table import Table
from companion.table.view import TableView
from web.http.codec import named
from web.http.endpoint import Call, Endpoint, post
from web.http.names import Names
from web.http.render import page
from web.table.views import VIEWS


class Naming(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Without a name nobody there has one."""

    side: Seat
    name: Word | None = None


class NamePages:
    """Page and endpoint, for games whose sides go by the names of whoever plays. Called in the server's threads."""

    def __init__(self, *, table: Table, names: Names) -> None:
        self._table = table
        self._names = names

    def endpoints(self) -> Sequence[Endpoint[Any, Any]]:
        summary = "Name whoever plays at a side"
        return (post("/table/name", self._name, body=Naming, answer=VIEWS, summary=summary, turns_away=(404,)),)

    def install(self, app: Flask) -> None:
        app.add_url_rule("/names", endpoint="names_page", view_func=self.names_page)

    def names_page(self) -> Response:
        """Raises NotHere where the sides have names of their own."""
        match = self._table.match
        if not self._names.wanted:
            raise NotHere("page", "Names")
        return page("names.html", sides=match.sides, people=match.state.people)

    def _name(self, call: Call[Any, Naming]) -> TableView:
        side = call.body.side
        if side not in self._table.match.names:
            raise NotHere("side", side.value)
        self._names.call(side, named("name", call.body.name or None), source=call.source)
        return self._table.view()
