"""The sheet on which any correction can be proposed, without a dispute: a timer's seconds, a unit's or a Terrain
Feature's tokens, a unit's hex."""

import msgspec
from flask import Flask, Response, request

from companion.fields.sizes import Word
from companion.people import same
from companion.table.errors import NotHere
from companion.table.seats import Side
from companion.table.table import Table
from companion.table.view import TimerState
from companion.wartime.match.views import WarTimeView
from companion.wartime.referee.board import Hex
from companion.wartime.scenario.scenario import TimerKind
from web.http import codec
from web.http.render import page

SECONDS = (1, 5, 10, 30)
TOKENS = (1, 2, 3, 4)


class Chosen(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What is to be put right: a timer, a unit of a side's, or the Terrain Feature in a hex. None: the sheet asks."""

    timer: Word | None = None
    side: Side | None = None
    unit: Word | None = None
    feature: Hex | None = None


def install(app: Flask, table: Table) -> None:
    """It only reads; what it proposes goes through web.http.forms."""

    @app.get("/putright")
    def putright_page() -> Response:
        chosen = codec.from_query(request.args.items(multi=True), Chosen)
        view = table.view()
        if not isinstance(view, WarTimeView):
            raise NotHere("correction", chosen.timer or chosen.unit or chosen.feature or "that")
        timers = [timer for timer in view.timers if timer.kind is not TimerKind.SETUP or _runs(timer.state)]
        timer = next((timer for timer in timers if timer.id == chosen.timer), None)
        units = view.sides[chosen.side.value].brought if chosen.side else ()
        unit = next((unit for unit in units if same(unit.name, chosen.unit)), None)
        feature = next((each for each in view.features if same(each.hex, chosen.feature)), None)
        if chosen.feature and feature is None:
            raise NotHere("terrain feature", chosen.feature)
        if chosen.timer and timer is None:
            raise NotHere("timer", chosen.timer)
        if chosen.unit and unit is None:
            raise NotHere("unit", chosen.unit)
        return page(
            "putright.html",
            view=view,
            timers=timers,
            timer=timer,
            runs=timer is not None and _runs(timer.state),
            side=chosen.side,
            unit=unit,
            feature=feature,
            seconds=SECONDS,
            tokens=TOKENS,
        )


def _runs(state: TimerState) -> bool:
    return state is TimerState.ACTIVE
