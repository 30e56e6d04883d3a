"""What is heard of WarTime: its sand."""

from collections.abc import Iterator

from companion.table.view import TimerState
from companion.wartime.match.timers import TimerView
from companion.wartime.match.views import WarTimeView
from hardware.sound.patterns import WARNING, YOURS, Pattern


def sounds(before: WarTimeView, after: WarTimeView, warning_ms: int) -> Iterator[Pattern]:
    """A side hears when its own sand has run out, by itself or agreed. Of the shared sand, whose end is the end of
    something, it is better to know before."""
    earlier = {timer.id: timer for timer in before.timers if timer.state is TimerState.ACTIVE}
    for timer in after.timers:
        if (was := earlier.get(timer.id)) is None:
            continue
        if timer.flip != was.flip:
            continue  # flipped anew, or that flip was undone: then it had run out before
        if timer.state is TimerState.AVAILABLE and timer.ran_out_ms is not None:
            yield YOURS[timer.side]
        elif _warns(timer) and timer.remaining_ms <= warning_ms < was.remaining_ms:
            yield WARNING


def next_warning(view: WarTimeView, warning_ms: int) -> int | None:
    """The server's monotonic millisecond of the next warning, if nothing happens before it; None for none."""
    due = (timer.ends_ms - warning_ms for timer in view.timers if _warns(timer) and timer.ends_ms is not None)
    return min((instant for instant in due if instant > view.server_ms), default=None)


def _warns(timer: TimerView) -> bool:
    return timer.side == "neutral" and timer.state is TimerState.ACTIVE
