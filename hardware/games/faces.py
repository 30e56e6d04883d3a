"""Which face a screen shows, by the game that is being played."""

from companion.table.view import TableView
from hardware.faces.face import Face
from hardware.games.over import over_face
from hardware.games.panel_game import Touch
from hardware.games.registry import PANEL_GAMES


def face_for(shows: tuple[str, ...], view: TableView, now_ms: int) -> Face:
    """The face of a screen with the timers `shows`, at `now_ms` on the server's monotonic clock."""
    if view.over is not None:
        return over_face(shows, view.over)
    return PANEL_GAMES[view.game].face(shows, view, now_ms)


def moving(shows: tuple[str, ...], view: TableView, now_ms: int) -> bool:
    """Whether the face can become another one after `now_ms` without a newer view: then look again a tenth of a second
    later."""
    return view.over is None and PANEL_GAMES[view.game].moving(shows, view, now_ms)


def touch(shows: tuple[str, ...], view: TableView) -> Touch:
    """How players have last touched what that screen shows."""
    return PANEL_GAMES[view.game].touch(shows, view)
