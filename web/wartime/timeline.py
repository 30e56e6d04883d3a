"""The report's timelines: when sand ran, as lanes across the game. Positions are in per cent of its length, so that one
drawing fits every phone and every paper."""

from collections.abc import Sequence

import msgspec

from companion.wartime.report import Report, RunReport, UnitReport
from web.site.durations import minutes

STEPS_S = (10, 30, 60, 120, 300, 600, 900, 1800, 3600)
MOST_TICKS = 5
_SLIVER = 0.4
"""So wide at least, in per cent: the shortest run is still to be seen."""


class Bar(msgspec.Struct, frozen=True):
    """Sand that ran. `look` is its class in the style: `ran`, or `off` for sand beside the board."""

    x: str
    width: str
    look: str
    title: str


class Lane(msgspec.Struct, frozen=True, kw_only=True):
    """One timer or unit. `gone` is where it was eliminated, `said` all of it in words."""

    name: str
    number: int | None
    look: str
    note: str
    said: str
    bars: tuple[Bar, ...]
    gone: str | None = None


class Tick(msgspec.Struct, frozen=True):
    x: str
    text: str


def ticks(length_ms: int) -> tuple[Tick, ...]:
    """Round times along the game, the first of them its beginning; none close enough to its end to stick out."""
    steps = [step * 1000 for step in STEPS_S]
    step = next((step for step in steps if length_ms <= step * MOST_TICKS), max(steps[-1], length_ms // MOST_TICKS))
    return tuple(Tick(_place(ms, length_ms), minutes(ms)) for ms in range(0, max(1, length_ms * 95 // 100), step))


def timer_lanes(report: Report, side: str) -> list[Lane]:
    """The side's timers, in the order of the rack."""
    return [
        Lane(
            name=timer.tag,
            number=timer.number,
            look=timer.kind.value,
            note=f"idle {timer.idle:.0%}".replace("%", " %"),
            said=f"{timer.name}: {_times(timer.runs)}",
            bars=_bars(timer.runs, report.length_ms),
        )
        for timer in report.timers
        if timer.side == side
    ]


def unit_lanes(report: Report, side: str) -> list[Lane]:
    """The side's units, as they first acted."""
    return [
        Lane(
            name=unit.name,
            number=None,
            look="unit",
            note=_note(unit),
            said=", ".join(
                (f"{unit.name}: {_times(unit.runs)}", *_spells(unit), f"{_count(unit.tokens_lost, 'token')} lost")
            ),
            bars=_bars(unit.runs, report.length_ms),
            gone=None if unit.eliminated_ms is None else _place(unit.eliminated_ms, report.length_ms),
        )
        for unit in report.units
        if unit.side == side
    ]


def _note(unit: UnitReport) -> str:
    if unit.eliminated_ms is not None:
        return f"eliminated {minutes(unit.eliminated_ms)}"
    back_ms = next((loss.back_ms for loss in reversed(unit.losses)), None)
    if back_ms is not None:
        return f"back {minutes(back_ms)}"
    return ", ".join((_count(unit.actions, "action"), *_spells(unit)))


def _spells(unit: UnitReport) -> tuple[str, ...]:
    return (_count(unit.spells, "spell"),) if unit.spells else ()


def _bars(runs: Sequence[RunReport], length_ms: int) -> tuple[Bar, ...]:
    bars = []
    for run in runs:
        whom = run.unit or run.card
        title = f"{whom}, {minutes(run.start_ms)}" if whom else minutes(run.start_ms)
        off_ms = run.end_ms if run.off_board_ms is None else run.off_board_ms
        bars.append(_bar(run.start_ms, off_ms, length_ms, "ran", title))
        if off_ms < run.end_ms:
            bars.append(_bar(off_ms, run.end_ms, length_ms, "off", f"off board, {minutes(off_ms)}"))
    return tuple(bars)


def _bar(start_ms: int, end_ms: int, length_ms: int, look: str, title: str) -> Bar:
    width = max(_SLIVER, 100 * (end_ms - start_ms) / max(1, length_ms))
    return Bar(_place(start_ms, length_ms), f"{width:.2f}%", look, f"{title} to {minutes(end_ms)}")


def _place(ms: int, length_ms: int) -> str:
    return f"{min(100 - _SLIVER, 100 * ms / max(1, length_ms)):.2f}%"


def _times(runs: Sequence[RunReport]) -> str:
    ran_ms = sum(run.end_ms - run.start_ms for run in runs)
    return f"sand ran {_count(len(runs), 'time')}, {minutes(ran_ms)} in all"


def _count(number: int, word: str) -> str:
    return f"{number} {word}" if number == 1 else f"{number} {word}s"
