"""What the buttons do in Battle Line: claim a flag, step to the next that can be claimed, pass."""

from collections.abc import Callable, Mapping

from companion.battleline.match import commands as c
from companion.table.commands import Begin, Command, Pause
from companion.table.opening import Again
from companion.table.seats import Seat
from companion.table.view import Phase, TableView
from hardware.buttons.gestures import Gesture, Made
from hardware.games.places import Places


class BattleControls:
    """Turns gestures into commands. Used by the input thread alone.

    Of each side's buttons, the first claims the flag that its screen shows (so one press does where only one can be
    claimed), the second steps to the next one, the third passes; the others do nothing. A press acts at once. Before
    the battle and after it two held together, one of each side, are the handshake: begin, or the next battle of the
    series. The pause button, tapped, is refused: there is nothing to stop. A third player has no buttons, and claims by
    phone.
    """

    def __init__(self, *, timers: Mapping[str, str | None], ask: Callable[[Command, Made], None]) -> None:
        """`timers` has the timer of the box that each control is there for, None for the pause button."""
        self._places = Places(timers)
        self._ask = ask

    def caption(self, control: str) -> str:
        return self._places.caption(control, _CAPTIONS)

    def made(self, made: Made, *, view: TableView, held: frozenset[str]) -> None:
        place = self._places[made.control]
        if place is None:
            if made.gesture is Gesture.TAP:
                self._ask(Pause(), made)
            return
        if place.side is None:
            return
        if view.phase is Phase.RUNNING:
            if made.gesture is Gesture.PRESS and place.index < len(_MEANT):
                self._ask(_MEANT[place.index](side=Seat(place.side.value)), made)
        elif made.gesture is Gesture.HOLD and self._places.across(place.side, held):
            self._ask(Begin() if view.phase is Phase.SETUP else Again(), made)


_MEANT = (c.Claim, c.Point, c.Pass)
_CAPTIONS = ("Claim", "Next flag", "Pass")
