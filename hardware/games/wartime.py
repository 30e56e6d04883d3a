"""Gives WarTime its part of the panel: its buttons, its faces and its sounds."""

import logging
from collections.abc import Iterable, Iterator

from companion.table.commands import Begin, Command, End, Pause, Resume
from companion.table.opening import Again, MatchExchange
from companion.table.seats import Seat, Side
from companion.table.view import Phase, Reason, TimerState
from companion.wartime.match import game
from companion.wartime.match.timers import Flip, Free, Touch
from companion.wartime.match.views import TimerView, WarTimeView
from companion.wartime.scenario.scenario import BOX, TimerKind
from hardware.buttons import Gesture, GestureKind
from hardware.faces.face import Face
from hardware.faces.timer import STEP_MS, RackFace, TimerFace
from hardware.faces.words import MessageFace
from hardware.games.panel_game import Ask, PanelGame, PanelTouch, Timers, to_be_read
from hardware.sound import WARNING, YOURS, Pattern

# When players have last touched the timers that a screen shows.


def touch(shows: tuple[str, ...], view: WarTimeView) -> PanelTouch:
    """Returns what a player can change of the screen's timers, and when they were last flipped, refused or run out.

    Falling sand is not a touch; a flip, taking it back or taking the timer is one.
    """
    shown = [timer for timer in view.timers if timer.id in shows]
    instants = [0]
    for timer in shown:
        flipped = None if timer.ends_ms is None else timer.ends_ms - 1000 * timer.seconds
        refused = timer.refused.ms if timer.refused else None
        instants += [instant for instant in (flipped, refused, timer.ran_out_ms) if instant is not None]
    value = [(t.state, t.flip, t.unit, t.card, t.ends_ms or t.remaining_ms, t.refused) for t in shown]
    return PanelTouch((view.phase, value), max(instants))


# What the face of a sand timer says: the sand, its unit or card, and what a press would do.

_WARNING_MS = 5000
_FLASH_MS = 1500
_BLINK_MS = 250
_PAUSED = "paused"


def timer_face(timer: TimerView, view: WarTimeView, now_ms: int) -> TimerFace:
    """Returns the face of `timer` at `now_ms` on the server's monotonic clock."""
    label, short = timer.name, timer.tag
    free = _is_free(timer, view)
    word = _length(timer) if free else _word(timer, view)
    if view.paused:
        # Whose sand it is matters more in a pause than which timer: its place shows that.
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
        length="" if left_ms is None else _length(timer),
    )


def flashing(timer: TimerView, now_ms: int) -> bool:
    """Returns True where it has just run out."""
    return timer.ran_out_ms is not None and now_ms - timer.ran_out_ms < _FLASH_MS


def _blinking(timer: TimerView, now_ms: int) -> bool:
    """Returns True where it is inverted in its blinking. It was inverted before it ran out, so it blinks to plain
    first.
    """
    return flashing(timer, now_ms) and (now_ms - (timer.ran_out_ms or 0)) // _BLINK_MS % 2 == 1


def _left_ms(timer: TimerView, now_ms: int) -> int:
    left_ms = timer.remaining_ms if timer.ends_ms is None else timer.ends_ms - now_ms
    return min(max(0, -(-left_ms // STEP_MS) * STEP_MS), timer.seconds * 1000)


def _is_free(timer: TimerView, view: WarTimeView) -> bool:
    """Returns True where it can be flipped, or could as soon as a pause ends."""
    idle = timer.state is TimerState.AVAILABLE and view.phase is not Phase.SETUP
    return idle and (timer.kind is not TimerKind.SETUP or timer.id in view.scenario.neutral)


def _length(timer: TimerView) -> str:
    """Returns how long it runs, where its name does not say so."""
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


# What the screens show in WarTime: the sand timers that they are there for.


def face(shows: tuple[str, ...], view: WarTimeView, now_ms: int) -> Face:
    """Returns the face of a screen with the timers `shows`, at `now_ms` on the server's monotonic clock."""
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
    """Returns True for the 10 minutes, where the scenario makes no use of them."""
    scenario = view.scenario
    return timer.kind is TimerKind.GAME and not scenario.time_limit and timer.id not in scenario.neutral


def moving(shows: tuple[str, ...], view: WarTimeView, now_ms: int) -> bool:
    """Returns True where the face can become another one after `now_ms` without a newer view."""
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
    """Returns what a rack shows before the game, when none of its own timers can run."""
    setup = _setup(view)
    if setup is not None and (setup.state is TimerState.ACTIVE or flashing(setup, now_ms)):
        return timer_face(setup, view, now_ms)
    ready = all(timer.side in view.ready for timer in timers)
    return MessageFace("paused" if view.paused else "ready" if ready else "hold to begin")


def _setup(view: WarTimeView) -> TimerView | None:
    return next((timer for timer in view.timers if timer.kind is TimerKind.SETUP), None)


def _refusal(timers: Iterable[TimerView], now_ms: int) -> Reason | None:
    """Returns the latest press that was refused, while it is new."""
    refusals = [timer.refused for timer in timers if timer.refused is not None]
    latest = max(refusals, key=lambda refusal: refusal.ms, default=None)
    return to_be_read(latest, now_ms)


# What the buttons do in WarTime: they flip sand timers.

_logger = logging.getLogger(__name__)

_LABELS = {spec.id: spec.name for spec in BOX}
_OTHER = {side.value: side.other.value for side in Side}


class WarTimeControls:
    """Turns gestures into commands. Used by the input thread alone.

    A press flips a free timer, at the instant of the press. That of a running one does not act yet. Held, it takes the
    flip back. Tapped, it is refused, or flips where the sand has run out under the finger.

    Before the game, in a pause and after the end, no timer can be flipped: a timer's button acts when it is tapped. Two
    held together, one of each side, are the handshake: begin, end, set up again. One alone is enough to begin where the
    other side said on its phone that it is ready.

    The pause button stops the sand when it is pressed. It resumes, and starts the two minutes before the game, when it
    is tapped. A hold has another meaning, so it must not have started either of them.
    """

    def __init__(self, timers: Timers, ask: Ask) -> None:
        self._timers = timers
        self._ask = ask
        self._waiting: set[str] = set()
        self._idle: set[str] = set()
        self._running_when_pressed: dict[str, int] = {}

    def caption(self, control: str) -> str:
        timer = self._timers[control]
        return "Pause" if timer is None else _LABELS[timer]

    def meaning(self, control: str, view: WarTimeView) -> object:
        timer = self._timers[control]
        # The pause button starts the two minutes before the game too.
        own = (each for each in view.timers if (each.kind is TimerKind.SETUP if timer is None else each.id == timer))
        runs = [each.flip if each.state is TimerState.ACTIVE else None for each in own]
        return view.phase, view.paused, runs

    def handle(self, gesture: Gesture, *, view: WarTimeView, held: frozenset[str]) -> None:
        timer = self._timers[gesture.control]
        if timer is None:
            self._pause_button(view, gesture)
            return
        shown = next((each for each in view.timers if each.id == timer), None)
        if shown is None:
            if gesture.control not in self._idle:
                _logger.warning("button %s: this game has no timer %s", gesture.control, timer)
            self._idle.add(gesture.control)
            return
        match gesture.kind:
            case GestureKind.PRESS:
                self._press(view, shown, gesture)
            case GestureKind.TAP if gesture.control in self._waiting:
                self._ask(Flip(timer=timer), gesture)
            case GestureKind.HOLD:
                self._hold(view, shown, gesture, held)

    def _press(self, view: WarTimeView, shown: TimerView, gesture: Gesture) -> None:
        self._waiting.discard(gesture.control)
        self._running_when_pressed.pop(gesture.control, None)
        if shown.state is TimerState.ACTIVE:
            self._running_when_pressed[gesture.control] = shown.flip
            self._waiting.add(gesture.control)
        elif view.phase is Phase.RUNNING or (view.phase is Phase.SETUP and shown.kind is TimerKind.SETUP):
            self._ask(Flip(timer=shown.id), gesture)
        else:
            self._waiting.add(gesture.control)

    def _hold(self, view: WarTimeView, shown: TimerView, gesture: Gesture, held: frozenset[str]) -> None:
        if view.phase is not Phase.RUNNING and self._opposite(shown.side, view, held):
            self._ask(self._handshake(view), gesture)
        elif view.phase is Phase.SETUP and _OTHER.get(shown.side) in view.ready:
            self._ask(Begin(seat=Seat(shown.side)), gesture)
        elif self._running_when_pressed.pop(gesture.control, None) == shown.flip and shown.state is TimerState.ACTIVE:
            self._ask(Free(timer=shown.id), gesture)

    def _opposite(self, side: str, view: WarTimeView, held: frozenset[str]) -> bool:
        """Returns True where a button of the other side is being held too."""
        sides = {timer.id: timer.side for timer in view.timers}
        others = {sides.get(self._timers[control] or "") for control in held}
        return _OTHER.get(side) in others

    def _handshake(self, view: WarTimeView) -> Command | MatchExchange:
        if view.phase is Phase.SETUP:
            return Begin()
        return End() if view.phase is Phase.PAUSED else Again()

    def _pause_button(self, view: WarTimeView, gesture: Gesture) -> None:
        setup = next((timer for timer in view.timers if timer.kind is TimerKind.SETUP), None)
        setting_up = view.phase is Phase.SETUP and setup is not None and setup.state is TimerState.ACTIVE
        if gesture.kind is GestureKind.PRESS:
            self._waiting.discard(gesture.control)
            if view.phase is Phase.RUNNING or (setting_up and not view.paused):
                self._ask(Pause(), gesture)
            else:
                self._waiting.add(gesture.control)
        elif gesture.kind is GestureKind.TAP and gesture.control in self._waiting:
            if view.paused:
                self._ask(Resume(), gesture)
            elif view.phase is Phase.SETUP and setup is not None and not setting_up:
                self._ask(Flip(timer=setup.id), gesture)
            else:
                self._ask(Pause(), gesture)


# The sounds of WarTime: its sand.


def sounds(before: WarTimeView, after: WarTimeView, warning_ms: int) -> Iterator[Pattern]:
    """Yields a sound for a side whose own sand has run out, by itself or agreed.

    The end of the shared sand ends more than a timer, so a warning comes before it.
    """
    earlier = {timer.id: timer for timer in before.timers if timer.state is TimerState.ACTIVE}
    for timer in after.timers:
        if (was := earlier.get(timer.id)) is None:
            continue
        if timer.flip != was.flip:
            continue  # flipped again, or that flip was undone: then it had run out before
        if timer.state is TimerState.AVAILABLE and timer.ran_out_ms is not None:
            yield YOURS[timer.side]
        elif _warns(timer) and timer.remaining_ms <= warning_ms < was.remaining_ms:
            yield WARNING


def next_warning(view: WarTimeView, warning_ms: int) -> int | None:
    """Returns the server's monotonic millisecond of the next warning, unless the view changes; None for none."""
    due = (timer.ends_ms - warning_ms for timer in view.timers if _warns(timer) and timer.ends_ms is not None)
    return min((instant for instant in due if instant > view.server_ms), default=None)


def _warns(timer: TimerView) -> bool:
    return timer.side == "neutral" and timer.state is TimerState.ACTIVE


# What WarTime has of the panel.

GAME = PanelGame(
    name=game.WARTIME.name,
    controls=WarTimeControls,
    face=face,
    moving=moving,
    touch=touch,
    hand=lambda side: Touch(side=side),
    sounds=sounds,
    next_warning=next_warning,
)
