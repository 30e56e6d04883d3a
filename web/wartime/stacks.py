"""Stacks and features: the API's part that scenarios bring."""

from collections.abc import Sequence
from typing import Any

import msgspec

from companion.table.commands import Command
from companion.table.seats import Side
from companion.table.table import Table
from companion.table.view import TableView
from companion.wartime.match import commands as c
from companion.wartime.scenario.parts import Tokens
from web.http.codec import Nothing, named
from web.http.endpoint import Call, Endpoint
from web.table.views import change
from web.wartime.match_api import Whose


class Loss(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Tokens off a unit's stack. `side` is needed only where both armies know a unit of that name."""

    side: Side | None = None
    tokens: Tokens = 1


class Gain(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Tokens onto a unit's stack, which has 40 at most. `side` is needed only where both armies know a unit of that
    name."""

    side: Side | None = None
    tokens: Tokens = 1


class FeatureLoss(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    tokens: Tokens = 1


class StacksApi:
    """Endpoints of stacks."""

    def __init__(self, *, table: Table) -> None:
        self._table = table

    def endpoints(self) -> Sequence[Endpoint[Any, Any]]:
        return (
            change("/units/{name}/damage", Loss, self._damage, "Tokens come off a unit's stack"),
            change("/units/{name}/reinforce", Gain, self._reinforce, "Tokens go onto a unit's stack"),
            change("/units/{name}/revive", Whose, self._revive, "A unit whose tokens nobody counts is back"),
            change("/features/{hex}/damage", FeatureLoss, self._feature, "Tokens come off a Terrain Feature"),
        )

    def _damage(self, call: Call[Nothing, Loss]) -> TableView:
        unit = named("name", call.path["name"]) or ""
        return self._do(c.Damage(unit=unit, side=call.body.side, tokens=call.body.tokens), call)

    def _reinforce(self, call: Call[Nothing, Gain]) -> TableView:
        unit = named("name", call.path["name"]) or ""
        return self._do(c.Reinforce(unit=unit, side=call.body.side, tokens=call.body.tokens), call)

    def _revive(self, call: Call[Nothing, Whose]) -> TableView:
        unit = named("name", call.path["name"]) or ""
        return self._do(c.Revive(unit=unit, side=call.body.side), call)

    def _feature(self, call: Call[Nothing, FeatureLoss]) -> TableView:
        return self._do(c.DamageFeature(hex=call.path["hex"], tokens=call.body.tokens), call)

    def _do(self, command: Command, call: Call[Any, Any]) -> TableView:
        return self._table.dispatch(command, source=call.source)
