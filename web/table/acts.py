"""Serves a game's acts as endpoints: address, body, form and description follow from the act itself."""

from collections.abc import Callable, Iterator, Sequence
from functools import cache
from typing import Any

import msgspec

from companion.fields import decode
from companion.fields.invalid import Invalid
from companion.table.acts import Act
from companion.table.errors import NotHere
from companion.table.table import Table
from companion.table.view import TableView
from web.http.endpoint import Call, Endpoint, post
from web.table.api import VIEWS

Read = Callable[[str, Any], Any]
"""Returns what the value of that field means in the game, such as a card for its text. Raises Invalid."""


def act_endpoints(
    table: Table, game: str, acts: Sequence[type[Act[Any, Any]]], missing: NotHere, read: Read
) -> Iterator[Endpoint[Any, Any]]:
    """Yields an endpoint for each address of each act, all below the game's own. Raises `missing` where another game
    is on the table."""
    for act in acts:
        for address in act.ADDRESSES:
            yield _endpoint(table, game, act, f"/{game}/match/{address}", missing=missing, read=read)


def _endpoint(
    table: Table, game: str, act: type[Act[Any, Any]], path: str, *, missing: NotHere, read: Read
) -> Endpoint[Any, Any]:
    parts = {field.encode_name for field in msgspec.structs.fields(act) if f"{{{field.encode_name}}}" in path}
    at, body = _structs(act, frozenset(parts))

    def handle(call: Call[Any, Any]) -> TableView:
        if table.game != game:
            raise missing
        there = {name: text for name, text in call.path.items() if name in parts}
        asked = msgspec.structs.asdict(decode.from_texts(there, at)) | msgspec.structs.asdict(call.body)
        command = act(**{name: read(name, value) for name, value in asked.items()})
        try:
            return table.dispatch(command, source=call.source)
        except NotHere as error:
            raise Invalid(error.kind, str(error)) from error

    return post(path, handle, body=body, answer=VIEWS, summary=act.SUMMARY, turns_away=(404,))


@cache
def _structs(act: type[Act[Any, Any]], parts: frozenset[str]) -> tuple[type[msgspec.Struct], type[msgspec.Struct]]:
    """Returns the act's fields in two structs, under their JSON names: the `parts` of its address, and its body."""
    both: tuple[list[Any], list[Any]] = ([], [])
    for field in msgspec.structs.fields(act):
        default = {} if field.required else {"default": field.default}
        given = (field.name, field.type, msgspec.field(name=field.encode_name, **default))
        both[field.encode_name not in parts].append(given)
    at, body = (
        msgspec.defstruct(f"{act.__name__}{kind}", given, frozen=True, kw_only=True, forbid_unknown_fields=True)
        for kind, given in zip(("Address", "Act"), both, strict=True)
    )
    return at, body
