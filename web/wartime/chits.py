"""Chits to print, cut and lay beside units: a screen on a wire cannot travel with them."""

from collections.abc import Iterable

import msgspec
from flask import Flask, render_template

from companion.table.table import Table
from companion.wartime.match.views import TimerView, WarTimeView
from companion.wartime.scenario.parts import ARMIES
from companion.wartime.scenario.scenario import TimerKind

COPIES = 2
"""Of each chit on a sheet: one to use, one to lose."""


class Chit(msgspec.Struct, frozen=True, kw_only=True):
    """One timer's chit. Its side is told by colour, by `army` and by shape."""

    number: int
    side: str
    army: str
    label: str
    spell: bool


def install(app: Flask, table: Table) -> None:
    @app.get("/print/chits")
    def chits_page() -> str:
        view = table.view()
        timers = view.timers if isinstance(view, WarTimeView) else ()
        return render_template("chits.html", chits=chits(timers))


def chits(timers: Iterable[TimerView]) -> list[Chit]:
    """Every numbered timer's chit, each as often as a sheet has it, side by side."""
    armies = {side.value: army for side, army in ARMIES.items()}
    return [
        Chit(
            number=timer.number,
            side=timer.side,
            army=armies.get(timer.side, "Neutral"),
            label=timer.tag,
            spell=timer.kind is TimerKind.SPELL,
        )
        for timer in sorted(timers, key=lambda timer: (*armies, "neutral").index(timer.side))
        if timer.number is not None
        for _ in range(COPIES)
    ]
