"""What a report tells of each unit."""

from collections import Counter
from collections.abc import Sequence

import msgspec

from companion.clock import MS
from companion.wartime.report.record import Loss, Record, Run
from companion.wartime.report.runs import RunReport, told

MOST_LOSSES = 100
"""So many times of a unit's falling and coming back are told."""


class LossReport(msgspec.Struct, frozen=True, kw_only=True):
    """A unit's elimination, in milliseconds since the start signal. `back_ms`: when it came back, if it did."""

    at_ms: int
    back_ms: int | None


class UnitReport(msgspec.Struct, frozen=True, kw_only=True):
    """A unit that a timer was flipped for, that cast a spell, lost tokens or was eliminated. Among its `actions` are
    the `spells` that it cast, which leave it available. `active_ms` is how long it waited for
    its sand, `eliminated_ms` when it fell for good; `runs` has its last 500, `losses` its last 100."""

    name: str
    side: str
    actions: int
    active_ms: int
    eliminated_ms: int | None
    runs: tuple[RunReport, ...]
    losses: tuple[LossReport, ...] = ()
    tokens_lost: int = 0
    spells: int = 0


def units(record: Record) -> tuple[UnitReport, ...]:
    """Each side's units in the order in which they first acted or fell."""
    sides = {timer.id: timer.side for timer in record.timers}
    runs: dict[tuple[str, str], list[Run]] = {}
    casts: Counter[tuple[str, str]] = Counter()
    for run in record.runs:
        side = sides[run.timer]
        if run.unit is not None:
            runs.setdefault((side, run.unit), []).append(run)
        if run.caster is not None:
            runs.setdefault((side, run.caster), [])
            casts[side, run.caster] += 1
    losses: dict[tuple[str, str], list[Loss]] = {}
    for loss in record.losses:
        losses.setdefault((loss.side, loss.unit), []).append(loss)
    told = {**runs, **losses, **record.tokens}
    return tuple(
        _unit(
            *each,
            runs.get(each, []),
            losses.get(each, []),
            spells=casts[each],
            tokens=record.tokens.get(each, 0),
        )
        for each in sorted(told, key=lambda each: list(record.sides).index(each[0]))
    )


def _unit(side: str, unit: str, runs: Sequence[Run], losses: Sequence[Loss], *, spells: int, tokens: int) -> UnitReport:
    gone = next((loss.at_ns for loss in losses if loss.back_ns is None), None)
    return UnitReport(
        name=unit,
        side=side,
        actions=len(runs) + spells,
        active_ms=sum(_waited_ns(run) for run in runs) // MS,
        eliminated_ms=None if gone is None else gone // MS,
        runs=told(runs),
        losses=tuple(
            LossReport(at_ms=loss.at_ns // MS, back_ms=None if loss.back_ns is None else loss.back_ns // MS)
            for loss in losses[-MOST_LOSSES:]
        ),
        tokens_lost=tokens,
        spells=spells,
    )


def _waited_ns(run: Run) -> int:
    """How long the run's unit waited for it, which is until it was eliminated."""
    return (run.end_ns if run.off_board_ns is None else run.off_board_ns) - run.start_ns
