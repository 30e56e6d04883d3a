"""What is declared, and what is said and tested of Reactions, as JSON."""

from collections.abc import Sequence
from typing import Any

import msgspec

from companion.table.table import Table
from companion.warzone.attacks.actions import Action
from companion.warzone.match.commands import Declare, Forgo, Spare
from companion.warzone.match.parts import Pips, UnitId
from web.http.codec import Nothing
from web.http.endpoint import Call, Endpoint
from web.table.api import side_named
from web.warzone.match.api import change, die
from web.warzone.match.bodies import OneDie

_UNIT = "sides/{side}/units/{unit}"


class DeclareBody(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A Move, Fly, Climb, Charge, Shoot or Strike; `target` is the Enemy Unit that it is at, if you say so."""

    action: Action
    target: UnitId | None = None


class SpareBody(OneDie, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """`lowest` is the lowest die of the shot that was dived from, where it was not recorded."""

    lowest: Pips | None = None


def endpoints(table: Table) -> Sequence[Endpoint[Any, Any]]:
    return (
        change(table, f"{_UNIT}/declare", DeclareBody, _declare, "A Unit is about to act: the other side may react"),
        change(
            table,
            "sides/{side}/forgo",
            Nothing,
            lambda call: Forgo(side=side_named(call.path["side"])),
            "Nobody of a side reacts to what is going on",
        ),
        change(table, f"{_UNIT}/spare", SpareBody, _spare, "The test of Guerilla (X) or Dodge for a counter"),
    )


def _declare(call: Call[Nothing, DeclareBody]) -> Declare:
    return Declare(
        side=side_named(call.path["side"]), unit=call.path["unit"], action=call.body.action, target=call.body.target
    )


def _spare(call: Call[Nothing, SpareBody]) -> Spare:
    return Spare(
        side=side_named(call.path["side"]),
        unit=call.path["unit"],
        die=die(call.body.roll),
        lowest=call.body.lowest,
    )
