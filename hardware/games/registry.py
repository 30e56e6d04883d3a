"""Lists the games that the panel can play, and finds which face a screen shows, and which sounds to play."""

from collections.abc import Iterable, Iterator
from typing import Any

from companion.games import GameRegister, RuledGame
from companion.table.view import AtHall, Phase, TableView
from hardware.faces.face import Face
from hardware.games.panel_game import PanelGame, PanelTouch
from hardware.sound import ANNOUNCED, BEGUN, ENDED, JUDGE, Pattern

# The games that the panel can play: each one's buttons, faces and sounds.

PANEL_GAMES: GameRegister[PanelGame[Any]] = GameRegister(
    {game.value: f"hardware.games.{game.value}:GAME" for game in RuledGame}
)
"""Holds them by their names among companion.games. A view says its game: `PANEL_GAMES[view.game]`."""

# Which face a screen shows, by the game that is being played.


def face_for(shows: tuple[str, ...], view: TableView, now_ms: int) -> Face:
    """Returns the face of a screen with the timers `shows`, at `now_ms` on the server's monotonic clock."""
    game = PANEL_GAMES[view.game]
    return game.face(shows, view, now_ms) if view.over is None else game.over(shows, view, view.over)


def moving(shows: tuple[str, ...], view: TableView, now_ms: int) -> bool:
    """Returns True where the face can become another one after `now_ms` without a newer view.

    Then look again a tenth of a second later.
    """
    return view.over is None and PANEL_GAMES[view.game].moving(shows, view, now_ms)


def touch(shows: tuple[str, ...], view: TableView) -> PanelTouch:
    """Returns how players have last touched what that screen shows."""
    return PANEL_GAMES[view.game].touch(shows, view)


# The sounds as the table goes from one view to another.


def sounds(before: TableView, after: TableView, *, warning_ms: int) -> Iterator[Pattern]:
    """Yields the change's sounds, in order. A warning of an end comes that many milliseconds before; 0 for never.

    A game that takes another's place makes no sound.
    """
    yield from _played(before, after, warning_ms)
    if before.hall is not None and after.hall is not None:
        yield from _of_the_hall(before.hall, after.hall)


def _played(before: TableView, after: TableView, warning_ms: int) -> Iterable[Pattern]:
    if before.phase is not Phase.ENDED and after.phase is Phase.ENDED:
        return (ENDED,)
    if before.phase is Phase.SETUP and after.phase is Phase.RUNNING:
        return (BEGUN,)
    return PANEL_GAMES[after.game].sounds(before, after, warning_ms) if before.game == after.game else ()


def _of_the_hall(before: AtHall, after: AtHall) -> Iterator[Pattern]:
    """Yields what is new of it. What is over makes no sound: an announcement that was read, a call that was
    taken back.
    """
    if after.said is not None and (before.said is None or before.said.id != after.said.id):
        yield ANNOUNCED
    if after.call is not None and after.call != before.call:
        yield JUDGE


def next_warning(view: TableView, *, warning_ms: int) -> int | None:
    """Returns the server's monotonic millisecond of the next warning, unless the view changes; None for none."""
    return PANEL_GAMES[view.game].next_warning(view, warning_ms) if warning_ms else None
