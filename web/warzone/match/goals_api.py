"""The Warzone match as JSON: Scenario Objective counters, and what they answer at the end of a Turn."""

from collections.abc import Sequence
from typing import Any

from companion.table.seats import Side
from companion.table.table import Table
from companion.warzone.cards.kept import KeptCards
from companion.warzone.match import commands as o
from companion.warzone.match.views import WarzoneView
from companion.warzone.sums.leadership import LeadershipAnswer, interact
from web.http.codec import Nothing
from web.http.endpoint import Call, Endpoint
from web.warzone.match import goal_bodies as b
from web.warzone.match.api import Asked, change, die
from web.warzone.match.interacting import interacting

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
        test = self._test(body)
        dice = [] if body.done is not None else [die(body.roll)]
        if dice and test and (test.rerolled or body.reroll) and body.roll is None:
            dice.append(die(None))
        return o.Interact(
            side=body.side,
            unit=body.unit,
            counter=call.path["counter"],
            needed=test.target_number.value if test else None,
            dice=tuple(dice),
            success=bool(body.done),
            place=body.place,
        )

    def _test(self, body: b.InteractBody) -> LeadershipAnswer | None:
        """None where nobody knows the Unit's LD."""
        view = self._table.view()
        if not isinstance(view, WarzoneView):
            return None
        force = view.sides[body.side.value]
        unit = next((each for each in force.units if each.unit.id == body.unit), None)
        test = unit and interacting(unit, force, self._cards.all(), ld=body.ld, reroll=body.reroll)
        return interact(test) if test else None


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
