"""A report on WarTime in the few numbers that all games have."""

from companion.table.told.figures import Figures
from companion.wartime.report.report import Report
from companion.wartime.scenario.scenario import TimerKind


def figures(report: Report) -> Figures:
    """A side's actions are the flips of its timers."""
    idle: dict[str, list[float]] = {}
    for timer in report.timers:
        if timer.kind is TimerKind.COMMAND and report.length_ms:
            idle.setdefault(timer.side, []).append(timer.idle)
    return Figures(
        length_ms=report.length_ms,
        actions={each.side: each.actions for each in report.sides},
        idle={side: round(sum(shares) / len(shares), 4) for side, shares in idle.items()},
    )
