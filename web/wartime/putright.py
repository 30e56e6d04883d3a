"""The sheet on which any correction can be proposed, without a dispute: a timer's seconds, a unit's tokens, its hex."""

import msgspec
from flask import Flask, Response, request

from companion.fields.sizes import Word
from companion.player_names import same
from companion.table.errors import NotHere
from companion.table.sides import Side
from companion.table.table import Table
from companion.table.view import TimerState
from companion.wartime.match.views import WarTimeView
from companion.wartime.scenario.scenario import TimerKind
from web.http import codec
from web.http.render import page

SECONDS = (1, 5, 10, 30)
TOKENS = (1, 2, 3, 4)


class Chosen(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What is to be put right: a timer, or a unit of a side's. Neither: that is what the sheet asks."""

    timer: Word | None = None
    side: Side | None = None
    unit: Word | None = None


def install(app: Flask, table: Table) -> None:
    """It only reads; what it proposes goes through web.http.forms."""

    @app.get("/putright")
    def putright_page() -> Response:
        chosen = codec.from_query(request.args.items(multi=True), Chosen)
        view = table.view()
        if not isinstance(view, WarTimeView):
            raise NotHere("correction", chosen.timer or chosen.unit or "that")
        timers = [timer for timer in view.timers if timer.kind is not TimerKind.SETUP or _runs(timer.state)]
        timer = next((timer for timer in timers if timer.id == chosen.timer), None)
        units = view.sides[chosen.side.value].units if chosen.side else ()
        unit = next((unit for unit in units if same(unit.name, chosen.unit)), None)
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
            seconds=SECONDS,
            tokens=TOKENS,
        )


def _runs(state: TimerState) -> bool:
    return state is TimerState.ACTIVE
