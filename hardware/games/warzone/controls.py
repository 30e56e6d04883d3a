"""What the buttons do in Warzone: end an Activation, pass, roll."""

import secrets
from collections.abc import Callable

from companion.table.commands import Begin, Command, Pause
from companion.table.opening import Again
from companion.table.sides import Side
from companion.table.view import Phase
from companion.warzone.match import commands as c
from companion.warzone.match.dice import Die
from companion.warzone.match.state import TurnPhase
from companion.warzone.match.views import WarzoneView
from hardware.buttons.gestures import Gesture, GestureKind
from hardware.games.panel_game import Ask, Timers
from hardware.games.places import Place, Places

_CAPTIONS = ("End activation", "Pass", "Roll the d20")


class WarzoneControls:
    """Turns gestures into commands. Used by the input thread alone.

    Of each side's buttons, the first says "my Activation is over" (or "I go first"), the second "I pass" (or "let the
    other go first"), the third rolls the d20 for Initiative; the others do nothing. A press acts at once while the Turn
    runs. Where nothing is to be pressed, a tap asks and is told why not, and two held together, one of each side, are
    the handshake: begin, end the Turn, set up anew. The pause button, tapped, is refused: there is no sand to stop.
    """

    def __init__(self, timers: Timers, ask: Ask, *, lot: Callable[[], int] = lambda: secrets.randbelow(20)) -> None:
        """`lot` draws a number below 20."""
        self._places = Places(timers)
        self._ask = ask
        self._lot = lot
        self._waiting: set[str] = set()
        """Buttons that went down while nothing was to be pressed: what they mean, their release or a hold tells."""

    def caption(self, control: str) -> str:
        return self._places.caption(control, _CAPTIONS)

    def handle(self, gesture: Gesture, *, view: WarzoneView, held: frozenset[str]) -> None:
        place = self._places[gesture.control]
        if place is None:
            if gesture.kind is GestureKind.TAP:
                self._ask(Pause(), gesture)
            return
        if place.side is None:
            return
        match gesture.kind:
            case GestureKind.PRESS if view.phase is Phase.RUNNING and view.turn_phase is not TurnPhase.END:
                self._waiting.discard(gesture.control)
                self._press(place.side, place, view, gesture)
            case GestureKind.PRESS:
                self._waiting.add(gesture.control)
            case GestureKind.TAP if gesture.control in self._waiting:
                self._press(place.side, place, view, gesture)
            case GestureKind.HOLD if gesture.control in self._waiting and self._places.other_side_holds(
                place.side, held & self._waiting
            ):
                self._ask(self._handshake(view), gesture)

    def _press(self, side: Side, place: Place, view: WarzoneView, gesture: Gesture) -> None:
        command = self._meant(side, place, view)
        if command is not None:
            self._ask(command, gesture)

    def _meant(self, side: Side, place: Place, view: WarzoneView) -> Command | None:
        starting = view.turn_phase is TurnPhase.START
        match place.index:
            case 0:
                return c.KeepInitiative(side=side) if starting else c.EndActivation(side=side)
            case 1:
                return c.PassInitiative(side=side) if starting else c.UsePass(side=side)
            case 2:
                return c.RollInitiative(side=side, die=Die.of(self._lot()))
            case _:
                return None

    def _handshake(self, view: WarzoneView) -> Command:
        if view.phase is Phase.SETUP:
            return Begin()
        return c.EndTurn() if view.phase is Phase.RUNNING else Again()
