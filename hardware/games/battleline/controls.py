"""What the buttons do in Battle Line: claim a flag, step to the next that can be claimed, pass."""

from companion.battleline.match import commands as c
from companion.battleline.match.views import BattleLineView
from companion.table.commands import Begin, Pause
from companion.table.opening import Again
from companion.table.seats import Seat
from companion.table.view import Phase
from hardware.buttons.gestures import Gesture, GestureKind
from hardware.games.panel_game import Ask, Timers
from hardware.games.places import Places


class BattleLineControls:
    """Turns gestures into commands. Used by the input thread alone.

    Of each side's buttons, the first claims the flag that its screen shows (so one press does where only one can be
    claimed), the second steps to the next one, the third passes; the others do nothing. A press acts at once. Before
    the battle and after it two held together, one of each side, are the handshake: begin, or the next battle of the
    series. The pause button, tapped, is refused: there is nothing to stop. A third player has no buttons, and claims by
    phone.
    """

    def __init__(self, timers: Timers, ask: Ask) -> None:
        self._places = Places(timers)
        self._ask = ask

    def caption(self, control: str) -> str:
        return self._places.caption(control, _CAPTIONS)

    def handle(self, gesture: Gesture, *, view: BattleLineView, held: frozenset[str]) -> None:
        place = self._places[gesture.control]
        if place is None:
            if gesture.kind is GestureKind.TAP:
                self._ask(Pause(), gesture)
            return
        if place.side is None:
            return
        if view.phase is Phase.RUNNING:
            if gesture.kind is GestureKind.PRESS and place.index < len(_COMMANDS):
                self._ask(_COMMANDS[place.index](side=Seat(place.side.value)), gesture)
        elif gesture.kind is GestureKind.HOLD and self._places.other_side_holds(place.side, held):
            self._ask(Begin() if view.phase is Phase.SETUP else Again(), gesture)


_COMMANDS = (c.Claim, c.Point, c.Pass)
_CAPTIONS = ("Claim", "Next flag", "Pass")
