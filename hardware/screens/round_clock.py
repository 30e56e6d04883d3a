"""The clock of the hall's round, on the screen that invites."""

from collections.abc import Sequence

from companion.clock import MS, SECOND
from companion.panel.config import ScreenConfig
from companion.table.at_hall import RoundHere
from companion.table.view import Phase, TableView, TimerState
from hardware.faces.face import Face
from hardware.faces.figure import FigureFace
from hardware.games.faces import moving
from hardware.screens.invitation import inviting_screen

LAST_MS = 5 * 60_000
"""The end of a round, which is shown dark on light."""
TURN_NS = 10 * SECOND
"""How long clock and own face stay, each in its turn, where the face tells what no sand does."""
_SURE_MS = 500
"""A clock that may be off by more says so."""


class RoundClock:
    """Shows how much of the round is left wherever that screen's own sand neither falls nor stands half run down. In a
    game without sand, and when a match is over, it takes turns with the screen's own face.

    Counted by the table's own clock, and drawn once a second by the one writer whose screen that is; it keeps no screen
    from resting. Pure, for any thread.
    """

    def __init__(self, *, screens: Sequence[ScreenConfig]) -> None:
        self._screen = inviting_screen(screens)
        self._shows = next((each.shows for each in screens if each.id == self._screen), ())

    @property
    def screens(self) -> tuple[str, ...]:
        return () if self._screen is None else (self._screen,)

    def face(self, screen: str, view: TableView, now: int) -> Face | None:
        """What the screen shows instead of its own face at the monotonic instant `now`; None for its own."""
        told = self._told(screen, view, now)
        return None if told is None or (_by_turns(view) and _owns_turn(now)) else round_face(told, now // MS)

    def due(self, screen: str, view: TableView, now: int) -> int | None:
        """When the clock is another, or the turn is over."""
        told = self._told(screen, view, now)
        if told is None:
            return None
        turn = now - now % TURN_NS + TURN_NS if _by_turns(view) else None
        tick = None if turn is not None and _owns_turn(now) else _next_second(told, now // MS)
        return min((at for at in (turn, tick) if at is not None), default=None)

    def _told(self, screen: str, view: TableView, now: int) -> RoundHere | None:
        """The round, where that screen has room for it."""
        if screen != self._screen or view.hall is None or view.hall.round is None:
            return None
        # Before a game a rack shows the sand of setting up, which is not among its own.
        sand = [timer for timer in view.timers if timer.id in self._shows or view.phase is Phase.SETUP]
        busy = any(timer.state is TimerState.ACTIVE for timer in sand) or moving(self._shows, view, now // MS)
        return None if busy else view.hall.round


def round_face(told: RoundHere, now_ms: int) -> FigureFace:
    """The clock at that millisecond on the server's monotonic clock, a started second counting."""
    left_ms = told.left_ms if told.ends_ms is None else told.ends_ms - now_ms
    label = told.title or f"Round {told.number}"
    if left_ms <= 0:
        return FigureFace(figure="time", label=label, inverted=True)
    seconds = -(-left_ms // 1000)
    return FigureFace(
        figure=f"{seconds // 60}:{seconds % 60:02}", label=label, word=_word(told), inverted=left_ms <= LAST_MS
    )


def _word(told: RoundHere) -> str:
    if told.ends_ms is None:
        return "stands"
    error_ms = told.error_ms or 0
    return f"±{-(-error_ms // 1000)} s" if error_ms > _SURE_MS else ""


def _next_second(told: RoundHere, now_ms: int) -> int | None:
    if told.ends_ms is None or told.ends_ms <= now_ms:
        return None
    return (told.ends_ms - (-(-(told.ends_ms - now_ms) // 1000) - 1) * 1000) * MS


def _by_turns(view: TableView) -> bool:
    return not view.timers or view.over is not None


def _owns_turn(now: int) -> bool:
    """Whether it is the own face's."""
    return now // TURN_NS % 2 == 1
