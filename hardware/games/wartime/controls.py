"""What the buttons do in WarTime: they flip sand timers."""

import logging

from companion.table.commands import Command
from companion.table.opening import Again
from companion.table.seats import Seat
from companion.table.sides import Side
from companion.table.view import Phase, TimerState
from companion.wartime.match import commands as c
from companion.wartime.match.timers import TimerView
from companion.wartime.match.views import WarTimeView
from companion.wartime.scenario.scenario import BOX, TimerKind
from hardware.buttons.gestures import Gesture, GestureKind
from hardware.games.panel_game import Ask, Timers

_logger = logging.getLogger(__name__)

_LABELS = {spec.id: spec.name for spec in BOX}
_OTHER = {side.value: side.other.value for side in Side}


class WarTimeControls:
    """Turns gestures into commands. Used by the input thread alone.

    A press flips a free timer, at the instant of the press. That of a running one asks for nothing yet: held, it takes
    the flip back, and only tapped is it refused (or flips, where the sand has run out under the finger). While nothing
    can be flipped (before the game, in a pause, after the end) a timer's button acts when it is tapped, and two held
    together, one of each side, are the handshake: begin, end, set up anew. One alone is enough to begin where the other
    side said on its phone that it is ready. The pause button stops the sand when it is pressed. Whatever else it does,
    resuming and starting the two minutes before the game, it does when it is tapped: held, it has another meaning, and
    must have set nothing going.
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
                self._ask(c.Flip(timer=timer), gesture)
            case GestureKind.HOLD:
                self._hold(view, shown, gesture, held)

    def _press(self, view: WarTimeView, shown: TimerView, gesture: Gesture) -> None:
        self._waiting.discard(gesture.control)
        self._running_when_pressed.pop(gesture.control, None)
        if shown.state is TimerState.ACTIVE:
            self._running_when_pressed[gesture.control] = shown.flip
            self._waiting.add(gesture.control)
        elif view.phase is Phase.RUNNING or (view.phase is Phase.SETUP and shown.kind is TimerKind.SETUP):
            self._ask(c.Flip(timer=shown.id), gesture)
        else:
            self._waiting.add(gesture.control)

    def _hold(self, view: WarTimeView, shown: TimerView, gesture: Gesture, held: frozenset[str]) -> None:
        if view.phase is not Phase.RUNNING and self._opposite(shown.side, view, held):
            self._ask(self._handshake(view), gesture)
        elif view.phase is Phase.SETUP and _OTHER.get(shown.side) in view.ready:
            self._ask(c.Begin(seat=Seat(shown.side)), gesture)
        elif self._running_when_pressed.pop(gesture.control, None) == shown.flip and shown.state is TimerState.ACTIVE:
            self._ask(c.Free(timer=shown.id), gesture)

    def _opposite(self, side: str, view: WarTimeView, held: frozenset[str]) -> bool:
        """Whether a button of the other side is being held too."""
        sides = {timer.id: timer.side for timer in view.timers}
        others = {sides.get(self._timers[control] or "") for control in held}
        return _OTHER.get(side) in others

    def _handshake(self, view: WarTimeView) -> Command:
        if view.phase is Phase.SETUP:
            return c.Begin()
        return c.End() if view.phase is Phase.PAUSED else Again()

    def _pause_button(self, view: WarTimeView, gesture: Gesture) -> None:
        setup = next((timer for timer in view.timers if timer.kind is TimerKind.SETUP), None)
        setting_up = view.phase is Phase.SETUP and setup is not None and setup.state is TimerState.ACTIVE
        if gesture.kind is GestureKind.PRESS:
            self._waiting.discard(gesture.control)
            if view.phase is Phase.RUNNING or (setting_up and not view.paused):
                self._ask(c.Pause(), gesture)
            else:
                self._waiting.add(gesture.control)
        elif gesture.kind is GestureKind.TAP and gesture.control in self._waiting:
            if view.paused:
                self._ask(c.Resume(), gesture)
            elif view.phase is Phase.SETUP and setup is not None and not setting_up:
                self._ask(c.Flip(timer=setup.id), gesture)
            else:
                self._ask(c.Pause(), gesture)
