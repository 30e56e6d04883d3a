"""What is heard when the table goes from one view to another."""

from collections.abc import Iterator

from companion.battleline.match.views import BattleLineView
from companion.table.view import Phase, TableView, TimerState, TimerView
from companion.warzone.match.views import WarzoneView
from hardware.sound.patterns import BEGUN, CLAIMED, ENDED, TURN, WARNING, YOURS, Pattern


def heard(before: TableView, after: TableView, *, warning_ms: int) -> list[Pattern]:
    """What the change sounds like, in order. The shared sand warns once when so many milliseconds are left in it; 0 for
    never."""
    return list(_heard(before, after, warning_ms))


def _heard(before: TableView, after: TableView, warning_ms: int) -> Iterator[Pattern]:
    if before.phase is not Phase.ENDED and after.phase is Phase.ENDED:
        yield ENDED
    elif before.phase is Phase.SETUP and after.phase is Phase.RUNNING:
        yield BEGUN
    elif isinstance(before, WarzoneView) and isinstance(after, WarzoneView):
        yield from _warzone(before, after)
    elif isinstance(before, BattleLineView) and isinstance(after, BattleLineView):
        yield from _battle_line(before, after)
    else:
        yield from _sand(before, after, warning_ms)


def _sand(before: TableView, after: TableView, warning_ms: int) -> Iterator[Pattern]:
    """A side hears when its own sand has run out. Of the shared sand, whose end is the end of something, it is better
    to know before."""
    earlier = {timer.id: timer for timer in before.timers if timer.state is TimerState.ACTIVE}
    for timer in after.timers:
        if (was := earlier.get(timer.id)) is None:
            continue
        if timer.state is TimerState.AVAILABLE and timer.ran_out_ms is not None:
            yield YOURS[timer.side]
        elif _warns(timer) and timer.flip == was.flip and timer.remaining_ms <= warning_ms < was.remaining_ms:
            yield WARNING


def _warns(timer: TimerView) -> bool:
    return timer.side == "neutral" and timer.state is TimerState.ACTIVE


def _warzone(before: WarzoneView, after: WarzoneView) -> Iterator[Pattern]:
    if after.turn > before.turn:
        yield TURN
    if after.active is not None and after.active != before.active:
        yield YOURS[after.active]


def _battle_line(before: BattleLineView, after: BattleLineView) -> Iterator[Pattern]:
    held = {flag.flag for flag in before.flags if flag.holder is not None}
    if any(flag.holder is not None and flag.flag not in held for flag in after.flags):
        yield CLAIMED


def next_warning(view: TableView, *, warning_ms: int) -> int | None:
    """The server's monotonic millisecond of the next warning, if nothing happens before it; None for none."""
    due = (timer.ends_ms - warning_ms for timer in view.timers if _warns(timer) and timer.ends_ms is not None)
    return min((instant for instant in due if instant > view.server_ms), default=None) if warning_ms else None
