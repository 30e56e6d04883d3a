"""The Warzone match as JSON: what lies beside Units, Clouds on the Battlefield, effects used."""

from collections.abc import Sequence
from typing import Any

from companion.fields.invalid import Invalid
from companion.fields.numbers import LARGEST, bounded
from companion.table.table import Table
from companion.warzone.match import commands as c
from companion.warzone.match.parts import LeadershipRoll
from web.http.codec import Nothing, named
from web.http.endpoint import Call, Endpoint
from web.table.api import side_named
from web.warzone.match import bodies as b
from web.warzone.match.api import Asked, change, die

_UNIT = "sides/{side}/units/{unit}"


class MatchUnitsApi:
    """The endpoints of counters."""

    def __init__(self, *, table: Table) -> None:
        self._table = table

    def endpoints(self) -> Sequence[Endpoint[Any, Any]]:
        return (
            self._change(f"{_UNIT}/react", b.ReactionBody, _react, "A Unit reacts"),
            self._change(f"{_UNIT}/mark", b.MarkBody, _mark, "Put a counter beside a Unit, or take it away"),
            self._change(f"{_UNIT}/wound", b.WoundBody, _wound, "Give or take Wound Counters"),
            self._change(f"{_UNIT}/remove", b.Cause, _remove, "A Unit is a Casualty"),
            self._change(f"{_UNIT}/return", Nothing, _return, "A Unit is no Casualty after all"),
            self._change(f"{_UNIT}/jam", b.WeaponBody, _jam, "A weapon gets a Reload Counter"),
            self._change(f"{_UNIT}/reload", b.WeaponBody, _reload, "A weapon is reloaded"),
            self._change("sides/{side}/effect", b.EffectBody, _effect, "A side uses an effect that it has once a game"),
            self._change("clouds", b.CloudBody, _cloud, "A Cloud is placed"),
            self._change("clouds/{cloud}/roll", b.OneDie, _disperse, "Roll for a Cloud in the End Turn Phase"),
            self._change(
                "clouds/{cloud}/remove",
                Nothing,
                lambda call: c.RemoveCloud(cloud=_number(call)),
                "A Cloud is gone",
            ),
        )

    def _change(self, path: str, body: Any, asked: Asked, summary: str) -> Endpoint[Any, Any]:
        return change(self._table, path, body, asked, summary)


def _unit(call: Call[Any, Any]) -> dict[str, Any]:
    return {"side": side_named(call.path["side"]), "unit": call.path["unit"]}


def _react(call: Call[Nothing, b.ReactionBody]) -> c.React:
    return c.React(**_unit(call), reaction=call.body.reaction)


def _mark(call: Call[Nothing, b.MarkBody]) -> c.Mark:
    return c.Mark(**_unit(call), counter=call.body.counter, on=call.body.on)


def _wound(call: Call[Nothing, b.WoundBody]) -> c.Wound:
    return c.Wound(**_unit(call), count=call.body.count, by=call.body.by, strike=call.body.strike)


def _remove(call: Call[Nothing, b.Cause]) -> c.Remove:
    return c.Remove(**_unit(call), by=call.body.by, strike=call.body.strike)


def _return(call: Call[Nothing, Nothing]) -> c.Return:
    return c.Return(**_unit(call))


def _jam(call: Call[Nothing, b.WeaponBody]) -> c.Jam:
    return c.Jam(**_unit(call), weapon=call.body.weapon)


def _reload(call: Call[Nothing, b.WeaponBody]) -> c.Reload:
    return c.Reload(**_unit(call), weapon=call.body.weapon)


def _effect(call: Call[Nothing, b.EffectBody]) -> c.UseEffect:
    body, test = call.body, None
    if body.unit is not None:
        if body.ld is None:
            raise Invalid("ld", "is missing: the Unit's LD, from 1 to 20")
        test = LeadershipRoll(unit=body.unit, ld=body.ld, die=die(body.roll))
    return c.UseEffect(side=side_named(call.path["side"]), effect=named("effect", body.effect) or "", test=test)


def _cloud(call: Call[Nothing, b.CloudBody]) -> c.PlaceCloud:
    return c.PlaceCloud(name=named("name", call.body.name or None) or "")


def _disperse(call: Call[Nothing, b.OneDie]) -> c.RollCloud:
    return c.RollCloud(cloud=_number(call), die=die(call.body.roll))


def _number(call: Call[Any, Any]) -> int:
    return bounded("cloud", call.path["cloud"], most=LARGEST)
