"""What the screens show of a chess clock: a side's first one its minutes, all others whose turn it is."""

from companion.chessclock.match.views import ChessView

from companion.table.view import Phase, Reason, TimerState
from hardware.faces.face import Face
from hardware.faces.figures import FigureFace
from hardware.faces.words import MessageFace
from hardware.games.panel_game import PanelPlace, place_of, to_be_read


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
