"""What the buttons do on a chess clock: a side's first one says that it has moved."""

from companion.chessclock.match.commands import Press
from companion.chessclock.match.views import ChessView

from companion.table.commands import Begin, Pause, Resume
from companion.table.opening import Again
from companion.table.view import Phase
from hardware.buttons import Gesture, GestureKind
from hardware.games.panel_game import Ask, Places, Timers


class ChessControls:
    """Turns gestures into commands. Used by the input thread alone. The pause button pauses; before the game and after
    it two buttons held together, one of each side, are the handshake."""

    def __init__(self, timers: Timers, ask: Ask) -> None:
        self._places = Places(timers)
        self._ask = ask

    def caption(self, control: str) -> str:
        return "Pause" if self._places[control] is None else self._places.caption(control, ("I have moved",))

    def meaning(self, control: str, view: ChessView) -> object:
        return view.phase, [timer.state for timer in view.timers]

    def handle(self, gesture: Gesture, *, view: ChessView, held: frozenset[str]) -> None:
        place = self._places[gesture.control]
        if place is None:
            if gesture.kind is GestureKind.TAP:
                self._ask(Resume() if view.phase is Phase.PAUSED else Pause(), gesture)
        elif place.side is not None and view.phase in (Phase.RUNNING, Phase.PAUSED):
            if gesture.kind is GestureKind.PRESS and place.index == 0:
                self._ask(Press(side=place.side), gesture)
        elif gesture.kind is GestureKind.HOLD and place.side and self._places.other_side_holds(place.side, held):
            self._ask(Begin() if view.phase is Phase.SETUP else Again(), gesture)
