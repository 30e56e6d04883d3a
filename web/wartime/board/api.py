"""Serves the live board as JSON and as forms: whole actions, and what is put on the board by hand."""

from collections.abc import Sequence
from typing import Annotated, Any

import msgspec

from companion.fields.sizes import Word
from companion.table.commands import Command
from companion.table.seats import Side
from companion.table.table import Table
from companion.table.view import TableView
from companion.wartime.match import commands as c
from companion.wartime.referee.board import Feature, Hex, Terrain, on_board
from companion.wartime.scenario.parts import MOST_TOKENS, Tokens
from web.http.endpoint import Call, Endpoint, Nothing, named
from web.table.api import change


class Action(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Describes a whole action of a unit's. It moves `to` a hex, or attacks the enemy unit `target` or the Terrain
    Feature in the hex `feature`. Both together are a charge.

    `tokens` come off. They are given only where the board does not know, or a card changes it.
    """

    unit: Word
    card: Word | None = None
    to: Hex | None = None
    target: Word | None = None
    feature: Hex | None = None
    tokens: Annotated[int, msgspec.Meta(ge=0, le=MOST_TOKENS)] | None = None


class Place(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Says where a unit stands; without a hex, not on the board. `side` is needed where the unit's side is not
    known."""

    side: Side | None = None
    hex: Hex | None = None


class Tile(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Names a tile; plains remove the one that is there."""

    terrain: Terrain


class Pile(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Describes a Terrain Feature and its tokens."""

    feature: Feature
    tokens: Tokens


class Edge(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Names two hexes that touch."""

    one: Hex
    other: Hex


class Lying(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Says where an item is; without a hex, not on the board."""

    hex: Hex | None = None


class BoardApi:
    """Handles requests in the server's threads; the table holds the lock."""

    def __init__(self, table: Table) -> None:
        self._table = table

    def endpoints(self) -> Sequence[Endpoint[Any, Any]]:
        return (
            change("/timers/{id}/act", Action, self._act, "Do a unit's whole action: tokens off, moved, flipped"),
            change("/units/{name}/place", Place, self._unit, "Put a unit into a hex, without an action"),
            change("/board/{hex}/tile", Tile, self._tile, "Lay another Terrain Tile into a hex"),
            change("/board/{hex}/feature", Pile, self._feature, "Put a Terrain Feature into a hex"),
            change("/board/lines", Edge, self._line, "Draw or remove a solid black line"),
            change("/items/{name}/place", Lying, self._item, "Put an item into a hex"),
        )

    def _act(self, call: Call[Nothing, Action]) -> TableView:
        said = call.body
        command = c.Act(
            timer=call.path["id"],
            unit=named("unit", said.unit) or "",
            card=named("card", said.card),
            to=_hex("to", said.to),
            target=named("target", said.target),
            feature=_hex("feature", said.feature),
            tokens=said.tokens,
        )
        return self._do(command, call)

    def _unit(self, call: Call[Nothing, Place]) -> TableView:
        unit = named("name", call.path["name"]) or ""
        return self._do(c.PlaceUnit(unit=unit, side=call.body.side, hex=_hex("hex", call.body.hex)), call)

    def _tile(self, call: Call[Nothing, Tile]) -> TableView:
        return self._do(c.LayTile(hex=call.path["hex"], terrain=call.body.terrain), call)

    def _feature(self, call: Call[Nothing, Pile]) -> TableView:
        pile = call.body
        return self._do(c.PlaceFeature(hex=call.path["hex"], feature=pile.feature, tokens=pile.tokens), call)

    def _line(self, call: Call[Nothing, Edge]) -> TableView:
        one, other = (
            on_board(field, hex.upper()) for field, hex in (("one", call.body.one), ("other", call.body.other))
        )
        return self._do(c.DrawLine(one=one, other=other), call)

    def _item(self, call: Call[Nothing, Lying]) -> TableView:
        item, place = named("name", call.path["name"]) or "", _hex("hex", call.body.hex)
        return self._do(c.PlaceItem(item=item, hex=place), call)

    def _do(self, command: Command, call: Call[Any, Any]) -> TableView:
        return self._table.dispatch(command, source=call.source)


def _hex(field: str, name: Hex | None) -> Hex | None:
    """Returns the hex as the board writes it. Raises Invalid, naming the field."""
    return None if name is None else on_board(field, name.upper())
