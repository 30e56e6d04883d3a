"""The page on timing disputes: what the rules say, beside the order in which the last minute's presses came."""

from collections.abc import Sequence
from itertools import pairwise, takewhile

import msgspec
from flask import Flask, render_template

from companion.clock import SECOND
from companion.rulings.shelf import Shelf
from companion.table.history import Entry, SourceKind
from companion.table.table import Table
from companion.table.view import LogLine
from web.table.logbook import LogRow, rows

SHOWN_NS = 60 * SECOND
MOST_PRESSES = 500
"""Of the log's last lines; whoever presses more in a minute is not disputing."""
_BY_ITSELF = (SourceKind.CLOCK.value, SourceKind.SERVICE.value)


class Press(msgspec.Struct, frozen=True):
    """A row of the log, and how long after the press before it: "+0.043 s"."""

    row: LogRow
    after: str | None


TRIGGERS = ("timing-move", "timing-attack", "timing-charge", "timing-card", "timing-other-card")
"""The rulings on what begins each kind of action."""
CONFLICTS = (
    "timing-first",
    "timing-escaped",
    "timing-hit",
    "timing-killed",
    "timing-charge-escaped",
    "timing-charge-hit",
    "timing-put-back",
    "timing-next",
    "timing-timer-of-the-dead",
)
"""The rulings on what follows when two actions meet: who gets a timer, and who does not."""


def install(app: Flask, *, table: Table, shelf: Shelf) -> None:
    @app.get("/disputes")
    def disputes_page() -> str:
        return render_template(
            "disputes.html",
            presses=presses(table.log(most=MOST_PRESSES).lines),
            triggers=[shelf.find(id) for id in TRIGGERS],
            conflicts=[shelf.find(id) for id in CONFLICTS],
        )


def presses(entries: Sequence[tuple[Entry, LogLine]]) -> list[Press]:
    """Whatever players pressed in the minute up to the last press, oldest first, refusals and undos included."""
    pressed = [each for each in entries if each[0].source.partition(" ")[0] not in _BY_ITSELF]
    if not pressed:
        return []
    last_ns = pressed[-1][0].mono_ns
    shown = list(takewhile(lambda each: 0 <= last_ns - each[0].mono_ns < SHOWN_NS, reversed(pressed)))[::-1]
    gaps = [None, *(later[0].mono_ns - earlier[0].mono_ns for earlier, later in pairwise(shown))]
    return [
        Press(row, None if gap is None else f"+{gap / SECOND:.3f} s")
        for row, gap in zip(reversed(rows(shown)), gaps, strict=True)
    ]
