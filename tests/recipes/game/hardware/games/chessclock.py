"""The chess clock on the panel: a side's first button says that it has moved, its first screen has its minutes, all
others whose turn it is."""

from collections.abc import Iterable

from companion.chessclock.game import CHESS, ChessView, Press

from companion.table.commands import Begin, Pause, Resume
from companion.table.opening import Again
from companion.table.view import Phase, Reason, TimerState
from hardware.buttons import Gesture, GestureKind
from hardware.faces.face import Face
from hardware.faces.figures import FigureFace
from hardware.faces.words import MessageFace
from hardware.games.panel_game import Ask, PanelGame, PanelPlace, Places, Timers, place_of, to_be_read
from hardware.sound import Pattern


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


def face(shows: tuple[str, ...], view: ChessView, now_ms: int) -> Face:
    """The face of the screen in the place of those timers, at `now_ms` on the server's monotonic clock."""
    place = place_of(shows)
    if (refusal := _refusal(place, view, now_ms)) is not None:
        return MessageFace(refusal.text, urgent=True)
    if place.side is None or place.index != 0:
        return MessageFace(_turn(view))
    timer = next(timer for timer in view.timers if timer.side == place.side.value)
    left_ms = timer.remaining_ms if timer.ends_ms is None else max(0, timer.ends_ms - now_ms)
    minutes, seconds = divmod(-(-left_ms // 1000), 60)
    return FigureFace(figure=f"{minutes}:{seconds:02}", label=timer.label, inverted=timer.state is TimerState.ACTIVE)


def moving(shows: tuple[str, ...], view: ChessView, now_ms: int) -> bool:
    """Whether the face can become another one after `now_ms` without a newer view."""
    place = place_of(shows)
    return any(timer.ends_ms is not None for timer in view.timers) or _refusal(place, view, now_ms) is not None


def _refusal(place: PanelPlace, view: ChessView, now_ms: int) -> Reason | None:
    return None if place.side is None else to_be_read(view.refused[place.side.value], now_ms)


def _turn(view: ChessView) -> str:
    if view.phase is Phase.SETUP:
        return "hold to begin"
    active = next(timer for timer in view.timers if timer.state is TimerState.ACTIVE)
    return "paused" if view.paused else f"{active.label} to move"


def _sounds(before: ChessView, after: ChessView, warning_ms: int) -> Iterable[Pattern]:
    """Nothing but what every game sounds like when it begins and ends."""
    return ()


GAME = PanelGame(name=CHESS.name, controls=ChessControls, face=face, moving=moving, sounds=_sounds)
