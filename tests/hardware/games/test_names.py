"""No screen calls a side by its colour where it has another name, and every name can be drawn."""

import re
from pathlib import Path

import pytest

from companion.config import shipped_panel
from companion.table.commands import Command, End
from companion.table.events import Named, Source
from companion.table.opening import New
from companion.table.view import TableView
from hardware.faces.face import Face, draw
from hardware.games.registry import face_for
from tests.companion.battleline import acts as c
from tests.companion.battleline.match.seats import GOLD, RED, lay
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


@pytest.mark.parametrize("name", ["Łukasz", "漢字 🔥", "שלום", "W" * 24])
def test_whatever_a_player_is_called_is_drawn(name: str, tmp_path: Path) -> None:
    players = Watched(tmp_path / "t.sqlite")
    players.do(New(game="battleline"))
    players.table.note(Named(seat="gold", name=name), source=PHONE)
    lay(players, "2:R8 - 2:R9 - 2:R10 -")
    for act in (c.Claim(side=GOLD, flag=2), c.Agree(side=RED, flag=2), End(winner=GOLD)):
        players.do(act)
    faces = {face for _, face in players.seen}
    for size in ((128, 64), (128, 32)):
        assert all(draw(face, *size).getbbox() for face in faces)
