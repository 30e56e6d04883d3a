"""What the screens show in WarTime: the sand timers that they are there for."""

from collections.abc import Iterable

from companion.table.view import Phase, Reason, TimerState
from companion.wartime.match.timers import TimerView
from companion.wartime.match.views import WarTimeView
from companion.wartime.scenario.scenario import TimerKind
from hardware.faces.face import Face
from hardware.faces.message import MessageFace
from hardware.faces.rack import RackFace
from hardware.games.refusals import to_be_read
from hardware.games.wartime.timer_face import flashing, timer_face


def face(shows: tuple[str, ...], view: WarTimeView, now_ms: int) -> Face:
    """The face of a screen with the timers `shows`, at `now_ms` on the server's monotonic clock."""
    timers = _timers(shows, view)
    if (refusal := _refusal(timers, now_ms)) is not None:
        return MessageFace(refusal.text, urgent=True)
    if not timers:
        return MessageFace("no timers here")
    if len(timers) == 1:
        if view.phase is Phase.SETUP and _is_unused(timers[0], view):
            return MessageFace("no time limit")
        return timer_face(timers[0], view, now_ms)
    if view.phase is Phase.SETUP:
        return _setting_up(timers, view, now_ms)
    faces = tuple(timer_face(timer, view, now_ms) for timer in timers)
    return RackFace(faces, word="paused" if view.paused else "")


def _is_unused(timer: TimerView, view: WarTimeView) -> bool:
    """Whether it is the 10 minutes, of which the scenario makes no use."""
    scenario = view.scenario
    return timer.kind is TimerKind.GAME and not scenario.time_limit and timer.id not in scenario.neutral


def moving(shows: tuple[str, ...], view: WarTimeView, now_ms: int) -> bool:
    """Whether the face can become another one after `now_ms` without a newer view."""
    timers = _timers(shows, view)
    seen = [*timers]
    if view.phase is Phase.SETUP and len(timers) > 1 and (setup := _setup(view)) is not None:
        seen.append(setup)
    falling = any(timer.state is TimerState.ACTIVE and timer.ends_ms is not None for timer in seen)
    return falling or any(flashing(timer, now_ms) for timer in seen) or _refusal(timers, now_ms) is not None


def _timers(shows: tuple[str, ...], view: WarTimeView) -> list[TimerView]:
    by_id = {timer.id: timer for timer in view.timers}
    return [by_id[each] for each in shows if each in by_id]


def _setting_up(timers: list[TimerView], view: WarTimeView, now_ms: int) -> Face:
    """What a rack shows before the game, when none of its own timers can run."""
    setup = _setup(view)
    if setup is not None and (setup.state is TimerState.ACTIVE or flashing(setup, now_ms)):
        return timer_face(setup, view, now_ms)
    ready = all(timer.side in view.ready for timer in timers)
    return MessageFace("paused" if view.paused else "ready" if ready else "hold to begin")


def _setup(view: WarTimeView) -> TimerView | None:
    return next((timer for timer in view.timers if timer.kind is TimerKind.SETUP), None)


def _refusal(timers: Iterable[TimerView], now_ms: int) -> Reason | None:
    """The latest press that was refused, while it is to be read."""
    refusals = [timer.refused for timer in timers if timer.refused is not None]
    latest = max(refusals, key=lambda refusal: refusal.ms, default=None)
    return to_be_read(latest, now_ms)
