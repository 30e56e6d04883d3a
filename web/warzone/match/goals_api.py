"""The Warzone match as JSON: Scenario Objective counters, and what they answer at the end of a Turn."""

from collections.abc import Sequence
from typing import Any

from companion.table.sides import Side
from companion.table.table import Table
from companion.warzone.cards.kept import KeptCards
from companion.warzone.match.objectives import commands as o
from companion.warzone.match.views import WarzoneView
from web.http.codec import Nothing
from web.http.endpoint import Call, Endpoint
from web.warzone.match import goal_bodies as b
from web.warzone.match.api import Asked, change, die
from web.warzone.match.links import card_of

_COUNTER = "objectives/{counter}"


class GoalsApi:
    """The endpoints of counters. A die is rolled here where the request has none."""

    def __init__(self, *, table: Table, cards: KeptCards) -> None:
        self._table = table
        self._cards = cards

    def endpoints(self) -> Sequence[Endpoint[Any, Any]]:
        return (
            self._change(f"{_COUNTER}/interact", b.InteractBody, self._interact, "A Unit Interacts with a counter"),
            self._change(f"{_COUNTER}/control", b.ControlBody, _control, "Say who controls a counter"),
            self._change(f"{_COUNTER}/damage", b.DamageBody, _damage, "Say how often a counter was damaged this Turn"),
            self._change(f"{_COUNTER}/place", b.PlaceBody, _place, "Say where a counter is"),
            self._change(f"{_COUNTER}/connection", b.ConnectionBody, _connection, "Say who made a connection"),
            self._change("commanders", b.CommandersBody, _commanders, "Measure both Commanders"),
            self._change("as-tracked", Nothing, lambda _: o.AnswerTracked(), "Answer all that follows from the table"),
        )

    def _change(self, path: str, body: Any, asked: Asked, summary: str) -> Endpoint[Any, Any]:
        return change(self._table, path, body, asked, summary)

    def _interact(self, call: Call[Nothing, b.InteractBody]) -> o.Interact:
        body = call.body
        rolled = body.done is None
        dice = (die(body.roll),) if rolled else ()
        if rolled and body.reroll and body.roll is None:
            dice = (*dice, die(None))
        return o.Interact(
            side=body.side,
            unit=body.unit,
            counter=call.path["counter"],
            ld=self._ld(body) if body.ld is None else body.ld,
            dice=dice,
            success=bool(body.done),
            place=body.place,
        )

    def _ld(self, body: b.InteractBody) -> int | None:
        """That of the Unit's kept card."""
        view = self._table.view()
        if not isinstance(view, WarzoneView):
            return None
        own = view.sides[body.side.value]
        found = next((unit for unit in own.units if unit.unit.id == body.unit), None)
        card = card_of(found, own, self._cards.all()) if found else None
        return card.ld if card else None


def _control(call: Call[Nothing, b.ControlBody]) -> o.SetControl:
    return o.SetControl(counter=call.path["counter"], control=call.body.control)


def _damage(call: Call[Nothing, b.DamageBody]) -> o.SetDamage:
    return o.SetDamage(counter=call.path["counter"], side=call.body.side, damage=call.body.damage)


def _place(call: Call[Nothing, b.PlaceBody]) -> o.PlaceObjective:
    return o.PlaceObjective(counter=call.path["counter"], place=call.body.place)


def _connection(call: Call[Nothing, b.ConnectionBody]) -> o.SetConnection:
    return o.SetConnection(counter=call.path["counter"], unit=call.body.unit)


def _commanders(call: Call[Nothing, b.CommandersBody]) -> o.MeasureCommanders:
    return o.MeasureCommanders(gold=call.body.stand(Side.GOLD), red=call.body.stand(Side.RED))
