"""What the buttons do in WarTime: they flip sand timers."""

import logging
from collections.abc import Callable, Mapping

from companion.table.commands import Command
from companion.table.opening import Again
from companion.table.view import Phase, TableView, TimerKind, TimerState, TimerView
from companion.wartime.match import commands as c
from companion.wartime.scenario.scenario import BOX
from hardware.buttons.gestures import Gesture, Made

_logger = logging.getLogger(__name__)

_LABELS = {spec.id: spec.label for spec in BOX}


class TimerControls:
    """Turns gestures into commands. Used by the input thread alone.

    A press flips, at the instant of the press. A hold takes a flip back, if the timer was running when the button went
    down. While nothing can be flipped (before the game, in a pause, after the end) a timer's button acts when it is
    tapped, and two held together, one of each side, are the handshake: begin, end, set up anew. The pause button stops
    the sand when it is pressed. Whatever else it does, resuming and starting the two minutes before the game, it does
    when it is tapped: held, it has another meaning, and must have set nothing going.
    """

    def __init__(self, *, timers: Mapping[str, str | None], ask: Callable[[Command, Made], None]) -> None:
        """`timers` has the timer of each control, None for the pause button."""
        self._timers = timers
        self._ask = ask
        self._waiting: set[str] = set()
        self._running_when_pressed: dict[str, int] = {}

    def caption(self, control: str) -> str:
        timer = self._timers[control]
        return "Pause" if timer is None else _LABELS[timer]

    def made(self, made: Made, *, view: TableView, held: frozenset[str]) -> None:
        timer = self._timers[made.control]
        if timer is None:
            self._pause_button(view, made)
            return
        shown = next((each for each in view.timers if each.id == timer), None)
        if shown is None:
            _logger.warning("button %s: this game has no timer %s", made.control, timer)
            return
        match made.gesture:
            case Gesture.PRESS:
                self._press(view, shown, made)
            case Gesture.TAP if made.control in self._waiting:
                self._ask(c.Flip(timer=timer), made)
            case Gesture.HOLD:
                self._hold(view, shown, made, held)

    def _press(self, view: TableView, shown: TimerView, made: Made) -> None:
        self._waiting.discard(made.control)
        self._running_when_pressed.pop(made.control, None)
        if shown.state is TimerState.ACTIVE:
            self._running_when_pressed[made.control] = shown.flip
        if view.phase is Phase.RUNNING or (view.phase is Phase.SETUP and shown.kind is TimerKind.SETUP):
            self._ask(c.Flip(timer=shown.id), made)
        else:
            self._waiting.add(made.control)

    def _hold(self, view: TableView, shown: TimerView, made: Made, held: frozenset[str]) -> None:
        if view.phase is not Phase.RUNNING and self._opposite(shown.side, view, held):
            self._ask(self._handshake(view), made)
        elif self._running_when_pressed.pop(made.control, None) == shown.flip and shown.state is TimerState.ACTIVE:
            self._ask(c.Free(timer=shown.id), made)

    def _opposite(self, side: str, view: TableView, held: frozenset[str]) -> bool:
        """Whether a button of the other side is being held too."""
        sides = {timer.id: timer.side for timer in view.timers}
        others = {sides.get(self._timers[control] or "") for control in held}
        return {"gold": "red", "red": "gold"}.get(side) in others

    def _handshake(self, view: TableView) -> Command:
        if view.phase is Phase.SETUP:
            return c.Begin()
        return c.End() if view.phase is Phase.PAUSED else Again()

    def _pause_button(self, view: TableView, made: Made) -> None:
        setup = next((timer for timer in view.timers if timer.kind is TimerKind.SETUP), None)
        setting_up = view.phase is Phase.SETUP and setup is not None and setup.state is TimerState.ACTIVE
        if made.gesture is Gesture.PRESS:
            self._waiting.discard(made.control)
            if view.phase is Phase.RUNNING or (setting_up and not view.paused):
                self._ask(c.Pause(), made)
            else:
                self._waiting.add(made.control)
        elif made.gesture is Gesture.TAP and made.control in self._waiting:
            if view.paused:
                self._ask(c.Resume(), made)
            elif view.phase is Phase.SETUP and setup is not None and not setting_up:
                self._ask(c.Flip(timer=setup.id), made)
            else:
                self._ask(c.Pause(), made)
