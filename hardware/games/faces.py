"""Which face a screen shows, by the game that is being played."""

from companion.table.view import TableView
from hardware.faces.face import Face
from hardware.games.panel_game import Touch
from hardware.games.registry import PANEL_GAMES


def face_for(shows: tuple[str, ...], view: TableView, now_ms: int) -> Face:
    """The face of a screen with the timers `shows`, at `now_ms` on the server's monotonic clock."""
    game = PANEL_GAMES[view.game]
    return game.face(shows, view, now_ms) if view.over is None else game.over(shows, view, view.over)


def moving(shows: tuple[str, ...], view: TableView, now_ms: int) -> bool:
    """Whether the face can become another one after `now_ms` without a newer view: then look again a tenth of a second
    later."""
    return view.over is None and PANEL_GAMES[view.game].moving(shows, view, now_ms)


def touch(shows: tuple[str, ...], view: TableView) -> Touch:
    """How players have last touched what that screen shows."""
    return PANEL_GAMES[view.game].touch(shows, view)
