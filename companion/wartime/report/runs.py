"""Runs of sand, as a report tells them."""

from collections.abc import Sequence

import msgspec

from companion.clock import MS
from companion.wartime.report.record import Run, RunEnd

MOST_RUNS = 500
"""So many runs of a timer's or a unit's are told one by one, all that fit into four hours; the figures count all."""


class RunReport(msgspec.Struct, frozen=True, kw_only=True):
    """One run of a timer's sand, in milliseconds since the start signal. `off_board_ms`: from then on beside the board,
    its unit eliminated."""

    timer: str
    start_ms: int
    end_ms: int
    how: RunEnd
    unit: str | None
    card: str | None
    off_board_ms: int | None


def told(runs: Sequence[Run]) -> tuple[RunReport, ...]:
    """The last 500 of them."""
    return tuple(_run(run) for run in runs[-MOST_RUNS:])


def _run(run: Run) -> RunReport:
    return RunReport(
        timer=run.timer,
        start_ms=run.start_ns // MS,
        end_ms=run.end_ns // MS,
        how=run.how,
        unit=run.unit,
        card=run.card,
        off_board_ms=None if run.off_board_ns is None else run.off_board_ns // MS,
    )
