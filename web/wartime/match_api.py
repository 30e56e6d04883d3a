"""The match of WarTime as JSON and as forms: timers, units and cards."""

from collections.abc import Sequence
from typing import Annotated, Any

import msgspec

from companion.fields.sizes import Word
from companion.table.commands import Command
from companion.table.seats import Side
from companion.table.table import Table
from companion.table.view import TableView
from companion.wartime.match import commands as c
from web.http.codec import Nothing, all_named, named
from web.http.endpoint import Call, Endpoint
from web.table.api import side_named
from web.table.views import change

Names = Annotated[tuple[Word, ...], msgspec.Meta(max_length=40)]


class Bearer(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Whose action a timer is for."""

    unit: Word | None = None
    card: Word | None = None
    caster: Word | None = None


class By(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The card that frees the timer; without one its flip was a mistake, and its card is not played."""

    card: Word | None = None


class Whose(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """`side` is needed only where both armies know a unit of that name."""

    side: Side | None = None


class Roll(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The whole list anew each time. Without `cards` those that may be had with these units stay chosen."""

    units: Names = ()
    cards: Names | None = None


class MatchApi:
    """Handlers run in the server's threads; the table is what locks."""

    def __init__(self, table: Table) -> None:
        self._table = table

    def endpoints(self) -> Sequence[Endpoint[Any, Any]]:
        return (
            change("/timers/{id}/flip", Bearer, self._flip, "Flip an available timer"),
            change("/timers/{id}/free", By, self._free, "Take a running timer back, or free it by a card"),
            change("/timers/{id}/turn", Nothing, self._turn, "Turn a running timer over"),
            change("/timers/{id}/move", Bearer, self._move, "Say or change whose action a running timer is for"),
            change("/units/{name}/eliminate", Whose, self._eliminate, "A unit is gone"),
            change("/sides/{side}/hand", Nothing, self._touch, "A side's hand: it begins to act right now"),
            change("/sides/{side}/muster", Roll, self._muster, "A side's units and cards"),
        )

    def _do(self, command: Command, call: Call[Any, Any]) -> TableView:
        return self._table.dispatch(command, source=call.source)

    def _flip(self, call: Call[Nothing, Bearer]) -> TableView:
        return self._do(c.Flip(timer=call.path["id"], **_bearer(call.body)), call)

    def _free(self, call: Call[Nothing, By]) -> TableView:
        return self._do(c.Free(timer=call.path["id"], card=named("card", call.body.card)), call)

    def _turn(self, call: Call[Nothing, Nothing]) -> TableView:
        return self._do(c.Turn(timer=call.path["id"]), call)

    def _move(self, call: Call[Nothing, Bearer]) -> TableView:
        return self._do(c.Assign(timer=call.path["id"], **_bearer(call.body)), call)

    def _eliminate(self, call: Call[Nothing, Whose]) -> TableView:
        unit = named("name", call.path["name"]) or ""
        return self._do(c.Eliminate(unit=unit, side=call.body.side), call)

    def _touch(self, call: Call[Nothing, Nothing]) -> TableView:
        return self._do(c.Touch(side=side_named(call.path["side"])), call)

    def _muster(self, call: Call[Nothing, Roll]) -> TableView:
        units = all_named("units", call.body.units)
        cards = None if call.body.cards is None else all_named("cards", call.body.cards)
        return self._do(c.Muster(side=side_named(call.path["side"]), units=units, cards=cards), call)


def _bearer(said: Bearer) -> dict[str, str | None]:
    return {field: named(field, getattr(said, field)) for field in said.__struct_fields__}
