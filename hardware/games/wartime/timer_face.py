"""What the face of a sand timer says: of the sand, of whom it is for, and of what a press would do."""

from companion.table.view import Phase, TimerState
from companion.wartime.match.timers import TimerView
from companion.wartime.match.views import WarTimeView
from companion.wartime.scenario.scenario import TimerKind
from hardware.faces.timer import STEP_MS, TimerFace

_WARNING_MS = 5000
_FLASH_MS = 1500
_BLINK_MS = 250
_PAUSED = "paused"


def timer_face(timer: TimerView, view: WarTimeView, now_ms: int) -> TimerFace:
    """The face of `timer` at `now_ms` on the server's monotonic clock."""
    label, short = timer.name, timer.tag
    free = _is_free(timer, view)
    word = _length(timer) if free else _word(timer, view)
    if view.paused:
        # Whose sand it is matters more in a pause than which timer: that is told by its place.
        label, short, word = (label, short, _PAUSED) if not word else (_PAUSED, _PAUSED, word)
    left_ms = _left_ms(timer, now_ms) if timer.state is TimerState.ACTIVE else None
    return TimerFace(
        label=label,
        short=short,
        word=word,
        total_ms=timer.seconds * 1000,
        number=timer.number,
        free=free,
        left_ms=left_ms,
        falling=left_ms is not None and timer.ends_ms is not None,
        inverted=left_ms <= _WARNING_MS if left_ms is not None else _blinking(timer, now_ms),
    )


def flashing(timer: TimerView, now_ms: int) -> bool:
    """Whether it has just run out."""
    return timer.ran_out_ms is not None and now_ms - timer.ran_out_ms < _FLASH_MS


def _blinking(timer: TimerView, now_ms: int) -> bool:
    """It was inverted before it ran out, so it blinks to plain first."""
    return flashing(timer, now_ms) and (now_ms - (timer.ran_out_ms or 0)) // _BLINK_MS % 2 == 1


def _left_ms(timer: TimerView, now_ms: int) -> int:
    left_ms = timer.remaining_ms if timer.ends_ms is None else timer.ends_ms - now_ms
    return min(max(0, -(-left_ms // STEP_MS) * STEP_MS), timer.seconds * 1000)


def _is_free(timer: TimerView, view: WarTimeView) -> bool:
    """Whether it can be flipped, or could as soon as a pause ends."""
    idle = timer.state is TimerState.AVAILABLE and view.phase is not Phase.SETUP
    return idle and (timer.kind is not TimerKind.SETUP or timer.id in view.scenario.neutral)


def _length(timer: TimerView) -> str:
    """How long it runs, where its name does not say so."""
    return "" if timer.side == "neutral" else f"{timer.seconds} s"


def _word(timer: TimerView, view: WarTimeView) -> str:
    if timer.state is TimerState.ACTIVE:
        return "off board" if timer.off_board else timer.unit or timer.card or ""
    if view.paused:
        return ""
    if timer.kind is TimerKind.SETUP:
        return "set up" if view.phase is Phase.SETUP else "done"
    if timer.kind is TimerKind.GAME:
        return ""
    return "ready" if timer.side in view.ready else "hold to begin"
