"""The report on a game: who used the time, and who let it lie."""

from collections import Counter
from collections.abc import Iterable, Sequence
from itertools import pairwise

import msgspec

from companion.clock import MS
from companion.wartime.report.record import Record, Run, RunEnd, TimerRecord
from companion.wartime.report.runs import RunReport, told
from companion.wartime.report.units import UnitReport, units
from companion.wartime.scenario.scenario import TimerKind

MINUTE_MS = 60_000


class Wait(msgspec.Struct, frozen=True, kw_only=True):
    """A stretch of the game: where it began, and how long it was."""

    start_ms: int = 0
    length_ms: int = 0


class TimerReport(msgspec.Struct, frozen=True, kw_only=True):
    """`name` is what players call it and `tag` which of its side's it is, `label` goes by its colour. `idle` is the
    share of the game, 0 to 1, during which the timer lay free; 0 for a game of no length. `longest_idle` is the longest
    stretch of that. `runs` has its last 500."""

    id: str
    label: str
    name: str
    tag: str
    side: str
    kind: TimerKind
    number: int | None
    flips: int
    run_outs: int
    ran_ms: int
    idle_ms: int
    idle: float
    longest_idle: Wait
    runs: tuple[RunReport, ...]


class SideReport(msgspec.Struct, frozen=True, kw_only=True):
    """`actions` are flips of the side's timers, of which `spells` were of its spell timer; `refusals` presses on its
    timers that were refused. `longest_wait`: see `report`. `eliminated` are the units that it lost for good,
    `tokens_lost` the tokens that came off its stacks, as far as they are counted."""

    side: str
    name: str
    actions: int
    actions_a_minute: float
    spells: int
    refusals: int
    run_outs: int
    longest_wait: Wait
    eliminated: tuple[str, ...]
    tokens_lost: int = 0


class Report(msgspec.Struct, frozen=True, kw_only=True):
    """All in sand time, which stands still in a pause. `pauses`: how often the sand was stopped, by players or by a
    restart."""

    length_ms: int
    pauses: int
    sides: tuple[SideReport, ...]
    timers: tuple[TimerReport, ...]
    units: tuple[UnitReport, ...]


def report(record: Record) -> Report:
    """The figures of a game up to its end, or up to now.

    A side's longest wait is the longest stretch of the game in which it flipped nothing although, at every moment of
    it, at least one of its command timers was free. A flip of any of its timers, the spell timer included, ends one
    stretch and begins the next; so do the start signal and the end. A free spell timer alone is no wait: it takes a
    card and a unit that can cast it.
    """
    return Report(
        length_ms=record.length_ns // MS,
        pauses=record.pauses,
        sides=tuple(_side(record, side) for side in record.sides),
        timers=tuple(_timer(record, timer) for timer in record.timers),
        units=units(record),
    )


def _side(record: Record, side: str) -> SideReport:
    timers = [timer for timer in record.timers if timer.side == side]
    command = {timer.id for timer in timers if timer.kind is TimerKind.COMMAND}
    own = {timer.id for timer in timers}
    runs = [run for run in record.runs if run.timer in own]
    length_ms = record.length_ns // MS
    return SideReport(
        side=side,
        name=record.sides[side],
        actions=len(runs),
        actions_a_minute=round(len(runs) * MINUTE_MS / length_ms, 2) if length_ms else 0.0,
        spells=sum(run.timer not in command for run in runs),
        refusals=record.refusals.get(side, 0),
        run_outs=_run_outs(runs),
        longest_wait=_longest_wait(runs, command, record.length_ns),
        eliminated=tuple(loss.unit for loss in record.losses if loss.side == side and loss.back_ns is None),
        tokens_lost=sum(tokens for (whose, _), tokens in record.tokens.items() if whose == side),
    )


def _timer(record: Record, timer: TimerRecord) -> TimerReport:
    runs = [run for run in record.runs if run.timer == timer.id]
    ran_ns = sum(run.end_ns - run.start_ns for run in runs)
    idle_ns = record.length_ns - ran_ns
    return TimerReport(
        id=timer.id,
        label=timer.label,
        name=timer.name,
        tag=timer.tag,
        side=timer.side,
        kind=timer.kind,
        number=timer.number,
        flips=len(runs),
        run_outs=_run_outs(runs),
        ran_ms=ran_ns // MS,
        idle_ms=idle_ns // MS,
        idle=round(idle_ns / record.length_ns, 4) if record.length_ns else 0.0,
        longest_idle=_longest_idle(runs, record.length_ns),
        runs=told(runs),
    )


def _longest_idle(runs: Sequence[Run], length_ns: int) -> Wait:
    """Between two runs, before the first or after the last; the earliest of equal ones."""
    free = pairwise([0, *(at for run in runs for at in (run.start_ns, run.end_ns)), length_ns])
    start, end = max(list(free)[::2], key=lambda stretch: stretch[1] - stretch[0])
    return Wait(start_ms=start // MS, length_ms=(end - start) // MS)


def _longest_wait(runs: Sequence[Run], command: set[str], length_ns: int) -> Wait:
    """Sweeps over the instants at which something changes, counting the command timers that are running."""
    changes: Counter[int] = Counter()
    for run in runs:
        if run.timer in command:
            changes[run.start_ns] += 1
            changes[run.end_ns] -= 1
    flips = {run.start_ns for run in runs}
    busy, start, best = 0, 0, (0, 0)
    for instant, following in pairwise(sorted({0, length_ns, *changes, *flips})):
        if instant in flips or busy == len(command):
            start = instant
        busy += changes[instant]
        if busy < len(command) and following - start > best[0]:
            best = (following - start, start)
    return Wait(start_ms=best[1] // MS, length_ms=best[0] // MS)


def _run_outs(runs: Iterable[Run]) -> int:
    return sum(run.how is RunEnd.RAN_OUT for run in runs)
