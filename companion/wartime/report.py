"""Reports on a game: which side used the time, which let timers lie free, and how it ended."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import pairwise

import msgspec

from companion.clock import MS
from companion.table.game import Figure, Figures, telling
from companion.table.seats import Seat
from companion.table.view import Over
from companion.wartime.match.state import State
from companion.wartime.scenario.scenario import TimerKind, TimerSpec
from companion.wartime.scribe import Loss, Run, RunEnd, ScribeRecord

# Runs of sand, as a report lists them.

MOST_RUNS = 500
"""Limits how many runs of a timer or a unit are listed: all that fit into four hours. The figures count all."""


class RunReport(msgspec.Struct, frozen=True, kw_only=True):
    """Describes one run of a timer's sand, in milliseconds since the start signal. From `off_board_ms` on it ran beside
    the board, its unit eliminated."""

    timer: str
    start_ms: int
    end_ms: int
    how: RunEnd
    unit: str | None
    card: str | None
    off_board_ms: int | None


def report_runs(runs: Sequence[Run]) -> tuple[RunReport, ...]:
    """Returns the last 500 of them."""
    return tuple(
        RunReport(
            timer=run.timer,
            start_ms=run.start_ns // MS,
            end_ms=run.end_ns // MS,
            how=run.how,
            unit=run.unit,
            card=run.card,
            off_board_ms=None if run.off_board_ns is None else run.off_board_ns // MS,
        )
        for run in runs[-MOST_RUNS:]
    )


# What a report says of each unit.

MOST_LOSSES = 100
"""Limits how often a unit's fall and return are listed."""


class LossReport(msgspec.Struct, frozen=True, kw_only=True):
    """Describes a unit's elimination, in milliseconds since the start signal. `back_ms` is when it came back, if it
    did."""

    at_ms: int
    back_ms: int | None


class UnitReport(msgspec.Struct, frozen=True, kw_only=True):
    """Describes a unit that a timer was flipped for, that cast a spell, lost tokens or was eliminated. Its `actions`
    include the `spells` that it cast, which leave it available.

    `active_ms` is how long it waited for its sand, `eliminated_ms` when it fell for good. `runs` has its last 500,
    `losses` its last 100.
    """

    name: str
    side: str
    actions: int
    active_ms: int
    eliminated_ms: int | None
    runs: tuple[RunReport, ...]
    losses: tuple[LossReport, ...] = ()
    tokens_lost: int = 0
    spells: int = 0


def units(record: ScribeRecord) -> tuple[UnitReport, ...]:
    """Returns each side's units in the order in which they first acted or fell."""
    sides = {timer.id: timer.owner for timer in record.timers}
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
    report_runs = {**runs, **losses, **record.tokens}
    return tuple(
        _unit(*each, runs.get(each, []), losses.get(each, []), spells=casts[each], tokens=record.tokens.get(each, 0))
        for each in sorted(report_runs, key=lambda each: list(record.sides).index(each[0]))
    )


def _unit(side: str, unit: str, runs: Sequence[Run], losses: Sequence[Loss], *, spells: int, tokens: int) -> UnitReport:
    gone = next((loss.at_ns for loss in losses if loss.back_ns is None), None)
    return UnitReport(
        name=unit,
        side=side,
        actions=len(runs) + spells,
        active_ms=sum(_waited_ns(run) for run in runs) // MS,
        eliminated_ms=None if gone is None else gone // MS,
        runs=report_runs(runs),
        losses=tuple(
            LossReport(at_ms=loss.at_ns // MS, back_ms=None if loss.back_ns is None else loss.back_ns // MS)
            for loss in losses[-MOST_LOSSES:]
        ),
        tokens_lost=tokens,
        spells=spells,
    )


def _waited_ns(run: Run) -> int:
    """Returns how long the run's unit waited for it, at most until its elimination."""
    return (run.end_ns if run.off_board_ns is None else run.off_board_ns) - run.start_ns


# The report on a game: which side used the time, and which let timers lie free.

MINUTE_MS = 60_000


class Wait(msgspec.Struct, frozen=True, kw_only=True):
    """Describes a stretch of the game: where it began, and how long it was."""

    start_ms: int = 0
    length_ms: int = 0


class TimerReport(msgspec.Struct, frozen=True, kw_only=True):
    """Reports on one timer. `name` is what players call it, `tag` which of its side's it is; `label` goes by its
    colour.

    `idle` is the share of the game, 0 to 1, in which the timer was free; 0 for a game of no length. `longest_idle` is
    the longest stretch of that. `runs` has its last 500.
    """

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


class WarTimeSideReport(msgspec.Struct, frozen=True, kw_only=True):
    """Reports on one side. `actions` are flips of its timers, of which `spells` were of its spell timer. `refusals` are
    presses on its timers that were refused.

    For `longest_wait` see `report`. `eliminated` are the units that it lost for good. `tokens_lost` are the tokens that
    came off its stacks, as far as they are counted.
    """

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


class WarTimeReport(msgspec.Struct, frozen=True, kw_only=True):
    """Reports on a game in sand time, which stands still in a pause. `pauses` counts how often players or a restart
    stopped the sand."""

    length_ms: int
    pauses: int
    sides: tuple[WarTimeSideReport, ...]
    timers: tuple[TimerReport, ...]
    units: tuple[UnitReport, ...]


def report(record: ScribeRecord) -> WarTimeReport:
    """Returns the figures of a game up to its end, or up to now.

    A side's longest wait is the longest stretch in which it flipped no timer, although at every moment one of its
    command timers was free. A flip of any of its timers, the spell timer included, ends one stretch and begins the
    next. So do the start signal and the end. A free spell timer alone does not count: it takes a card and a unit that
    can cast it.
    """
    return WarTimeReport(
        length_ms=record.length_ns // MS,
        pauses=record.pauses,
        sides=tuple(_side(record, side) for side in record.sides),
        timers=tuple(_timer(record, timer) for timer in record.timers),
        units=units(record),
    )


def _side(record: ScribeRecord, side: str) -> WarTimeSideReport:
    timers = [timer for timer in record.timers if timer.owner == side]
    command = {timer.id for timer in timers if timer.kind is TimerKind.COMMAND}
    own = {timer.id for timer in timers}
    runs = [run for run in record.runs if run.timer in own]
    length_ms = record.length_ns // MS
    return WarTimeSideReport(
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


def _timer(record: ScribeRecord, timer: TimerSpec) -> TimerReport:
    runs = [run for run in record.runs if run.timer == timer.id]
    ran_ns = sum(run.end_ns - run.start_ns for run in runs)
    idle_ns = record.length_ns - ran_ns
    return TimerReport(
        id=timer.id,
        label=timer.label,
        name=timer.name,
        tag=timer.tag,
        side=timer.owner,
        kind=timer.kind,
        number=timer.number,
        flips=len(runs),
        run_outs=_run_outs(runs),
        ran_ms=ran_ns // MS,
        idle_ms=idle_ns // MS,
        idle=round(idle_ns / record.length_ns, 4) if record.length_ns else 0.0,
        longest_idle=_longest_idle(runs, record.length_ns),
        runs=report_runs(runs),
    )


def _longest_idle(runs: Sequence[Run], length_ns: int) -> Wait:
    """Returns the longest free stretch between two runs, before the first or after the last; the first if equal."""
    free = pairwise([0, *(at for run in runs for at in (run.start_ns, run.end_ns)), length_ns])
    start, end = max(list(free)[::2], key=lambda stretch: stretch[1] - stretch[0])
    return Wait(start_ms=start // MS, length_ms=(end - start) // MS)


def _longest_wait(runs: Sequence[Run], command: set[str], length_ns: int) -> Wait:
    """Goes through the instants of all changes, counting the command timers that are running."""
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


# A report on WarTime in the few numbers that all games have.


def figures(report: WarTimeReport) -> Figures:
    """Returns each side's actions, which are the flips of its timers."""
    idle: dict[str, list[float]] = {}
    for timer in report.timers:
        if timer.kind is TimerKind.COMMAND and report.length_ms:
            idle.setdefault(timer.side, []).append(timer.idle)
    return Figures(
        length_ms=report.length_ms,
        actions={each.side: each.actions for each in report.sides},
        idle={side: round(sum(shares) / len(shares), 4) for side, shares in idle.items()},
    )


# How a game of WarTime ended, and the figure of its report that says most.


def over(state: State, names: Mapping[Seat, str]) -> Over:
    """Returns how the game ended that was left as `state`."""
    winner = state.winner and state.winner.value
    return Over(winner=winner, title=_title(state, names), how=state.won_how and f"{state.won_how}.")


def striking_figures(report: WarTimeReport, names: Mapping[Seat, str]) -> dict[str, str]:
    """Says to each side its idlest command timer or its longest wait.

    Both are shares of the game. The ordinary is the mean over both sides: of all command timers' idle shares, and of
    both longest waits.
    """
    return telling({seat: tuple(_figures(report, seat, name)) for seat, name in names.items()})


def idlest(report: WarTimeReport, side: str) -> TimerReport | None:
    """Returns the command timer that this side left free longest; None where no time has passed."""
    own = [each for each in _command(report) if each.side == side]
    return max(own, key=lambda each: each.idle_ms, default=None) if report.length_ms else None


def _title(state: State, names: Mapping[Seat, str]) -> str:
    if state.winner is not None:
        return f"{names[Seat(state.winner.value)]} wins"
    return "Time is up" if state.over_by_time else "The game has ended"


def _figures(report: WarTimeReport, seat: Seat, name: str) -> Iterator[Figure]:
    most = idlest(report, seat.value)
    if most is None:
        yield Figure(0, "No sand fell.", "No sand fell.")
        return
    ordinary = _mean([each.idle for each in _command(report)])
    off, timer = most.idle - ordinary, most.tag
    if most.flips:
        stood = f"{timer} was idle {most.idle * 100:.0f} %."
        yield Figure(off, f"Your {stood}", f"{name}’s {stood}")
    else:
        yield Figure(off, f"You never flipped your {timer}.", f"{name} never flipped its {timer}.")
    waits = {each.side: each.longest_wait.length_ms / report.length_ms for each in report.sides}
    waited = f"waited {round(waits[seat.value] * report.length_ms / 1000)} s with a timer free."
    yield Figure(waits[seat.value] - _mean([*waits.values()]), f"You {waited}", f"{name} {waited}")


def _command(report: WarTimeReport) -> list[TimerReport]:
    return [each for each in report.timers if each.kind is TimerKind.COMMAND]


def _mean(shares: list[float]) -> float:
    return sum(shares) / len(shares)
