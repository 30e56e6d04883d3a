"""The page on timing disputes: it rules on the last two acts, or on what it is told, beside the order in which the last
minute's presses came, and proposes the correction that follows."""

from collections.abc import Iterator, Sequence
from contextlib import suppress
from itertools import pairwise, takewhile
from typing import Any

import msgspec
from flask import Flask, render_template, request

from companion.clock import SECOND
from companion.rulings.shelf import Shelf
from companion.table.errors import NotHere, Refused
from companion.table.events import Upkeep
from companion.table.history import Entry, SourceKind
from companion.table.match import Match
from companion.table.seats import Seat, Side
from companion.table.table import Table
from companion.table.view import LogLine
from companion.wartime.disputes.corrections import Correction, said
from companion.wartime.disputes.evidence import acts, remedies
from companion.wartime.match.commands import Propose
from companion.wartime.match.state import State
from web.http import codec
from web.table.logbook import LogRow, rows
from web.wartime.disputing import Asked, Both, Hearing, hearing

SHOWN_NS = 60 * SECOND
MOST_PRESSES = 500
"""Of the log's last lines; whoever presses more in a minute is not disputing."""
Lines = Sequence[tuple[Entry, LogLine]]
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
        asked = codec.from_query(request.args.items(multi=True), Asked)
        lines, match = table.log(most=MOST_PRESSES).lines, table.match
        shown = last_minute(lines)
        meant = [entry for entry, _ in (shown if asked == Asked() else lines)]
        heard, both = hearing(asked, acts(meant, sides(match)))
        return render_template(
            "disputes.html",
            presses=presses(shown),
            heard=heard,
            leans=[shelf.find(id) for id in heard.said.rulings] if heard.said else [],
            corrections=list(offered(match, heard, both, at=lines[-1][0].mono_ns)) if both else [],
            triggers=[shelf.find(id) for id in TRIGGERS],
            conflicts=[shelf.find(id) for id in CONFLICTS],
        )


def sides(match: Match[Any]) -> dict[str, Side]:
    """Whose timer each is."""
    specs = match.state.scenario.timers if isinstance(match.state, State) else ()
    return {spec.id: spec.side for spec in specs if spec.side is not None}


def offered(match: Match[Any], heard: Hearing, both: Both, *, at: int) -> Iterator[tuple[Correction, str]]:
    """The corrections that follow and can be made at that instant, each in words."""
    names = {spec.id: spec.name for spec in match.state.scenario.timers}
    for correction in remedies(heard.verdict, both) if heard.verdict else ():
        with suppress(Refused, NotHere):
            match.decide(Propose(correction=correction, seat=Seat.GOLD), at)
            yield correction, said(correction, names)


def last_minute(entries: Lines) -> Lines:
    """Whatever players pressed in the minute up to the last press, oldest first, refusals and undos included. What is
    done about the table itself, such as sitting down, is no press."""
    pressed = [each for each in entries if each[0].source.partition(" ")[0] not in _BY_ITSELF]
    pressed = [each for each in pressed if not isinstance(each[0].event, Upkeep)]
    last_ns = pressed[-1][0].mono_ns if pressed else 0
    return list(takewhile(lambda each: 0 <= last_ns - each[0].mono_ns < SHOWN_NS, reversed(pressed)))[::-1]


def presses(shown: Lines) -> list[Press]:
    """Each with how long after the last one it came."""
    gaps = [None, *(later[0].mono_ns - earlier[0].mono_ns for earlier, later in pairwise(shown))]
    return [
        Press(row, None if gap is None else f"+{gap / SECOND:.3f} s")
        for row, gap in zip(reversed(rows(shown)), gaps, strict=False)
    ]
