"""No screen calls a side by its colour where it has another name."""

import re
from pathlib import Path

import pytest

from companion.config import shipped_panel
from companion.table.commands import Command
from companion.table.history import Source
from companion.table.view import TableView
from hardware.faces.face import Face
from hardware.games.faces import face_for
from tests.companion.table.recorded_games import GAMES, Played
from tests.support import PHONE

SCREENS = [screen.shows for panel in ("full", "starter") for screen in shipped_panel(panel).screens]


class Watched(Played):
    """Players whose panel is looked at after each act."""

    def __init__(self, path: Path) -> None:
        super().__init__(path)
        self.seen: list[tuple[TableView, Face]] = []

    def do(self, command: Command, source: Source = PHONE) -> TableView:
        view = super().do(command, source)
        self.seen += [(view, face_for(shows, view, view.server_ms)) for shows in SCREENS]
        return view


@pytest.mark.parametrize("game", ["wartime", "wartime_given_up", "warzone"])
def test_screens_call_sides_by_their_names(game: str, tmp_path: Path) -> None:
    players = Watched(tmp_path / "t.sqlite")
    GAMES[game](players)
    told = 0
    for view, face in players.seen:
        for side, name in view.names.items():
            if name != side.title():
                assert not re.search(rf"\b{side}\b", repr(face), re.IGNORECASE), face
                told += name in repr(face)
    assert told
