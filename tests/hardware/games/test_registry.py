"""What the panel has of each game: every game there is, and of each all that a panel asks for, in every phase of it."""

import random
from collections.abc import Mapping, Sequence
from contextlib import suppress
from pathlib import Path

import pytest

from companion.games import all_games
from companion.table.commands import Begin, End, Pause, Resume
from companion.table.errors import Refused
from companion.table.opening import New
from companion.table.seats import Side
from companion.table.view import Phase, TableView
from companion.warzone.scenarios import DeploymentArea
from hardware.faces.face import draw
from hardware.games.registry import PANEL_GAMES, face_for, moving, next_warning, sounds
from hardware.sound import BEGUN, ENDED
from tests.companion.warzone import acts as w
from tests.hardware.rig import Rig

PANELS = ("full", "starter")
SIZES = [(128, 64), (128, 32)]
ASKED: tuple[object, ...] = (Begin(), Pause(), Resume(), Begin(), End())
"""What every game is asked by phones; buttons are pressed in between."""
FIRST: Mapping[str, Sequence[object]] = {
    "warzone": (
        *(w.Muster(side=side, activations=2) for side in Side),
        w.SelectArea(side=Side.GOLD, area=DeploymentArea.A),
    )
}
"""What must be done by phone before a game can begin."""

games = pytest.mark.parametrize("game", all_games())
panels = pytest.mark.parametrize("panel", PANELS)


def test_the_panel_plays_every_game_that_there_is() -> None:
    assert set(PANEL_GAMES) == set(all_games())
    assert all(name == game.name for name, game in PANEL_GAMES.items())


@games
@panels
def test_every_control_has_a_caption(game: str, panel: str, tmp_path: Path) -> None:
    rig = Rig.seated(tmp_path / "t.sqlite", panel=panel)
    rig.players.do(New(game=game))
    controls = rig.controls
    captions = [controls.caption(control.id) for control in rig.config.controls]
    rig.close()
    assert all(captions)
    assert len(set(captions)) > 1


class Onlooker:
    """Sees every screen of a panel and hears every change, and remembers in which phases."""

    def __init__(self, rig: Rig) -> None:
        self._rig = rig
        self._before: TableView | None = None
        self.phases: set[Phase] = set()
        self.heard: set[object] = set()

    def look(self) -> None:
        view = self._rig.players.table.view()
        self.phases.add(view.phase)
        for screen in self._rig.config.screens:
            for now_ms in (view.server_ms, view.server_ms + 10_000):
                face = face_for(screen.shows, view, now_ms)
                assert moving(screen.shows, view, now_ms) in (True, False)
                assert all(draw(face, *size).getbbox() is not None for size in SIZES)
        if self._before is not None:
            self.heard.update(sounds(self._before, view, warning_ms=10_000))
        due = next_warning(view, warning_ms=10_000)
        assert due is None or due > view.server_ms
        self._before = view


@games
@panels
def test_every_screen_has_a_face_and_every_button_does_no_harm_in_every_phase(
    game: str, panel: str, tmp_path: Path
) -> None:
    rig = Rig.seated(tmp_path / "t.sqlite", panel=panel)
    rig.players.do(New(game=game))
    onlooker, dice = Onlooker(rig), random.Random(1)
    onlooker.look()
    for command in (*FIRST.get(game, ()), *ASKED):
        with suppress(Refused):
            rig.players.do(command)
        onlooker.look()
        pressed = [control.id for control in rig.config.controls]
        for control in dice.sample(pressed, len(pressed)):
            rig.tap(control)
            onlooker.look()
            rig.players.wait(dice.random())
            onlooker.look()
    phases = {*onlooker.phases, rig.players.table.view().phase}
    rig.close()
    assert phases >= {Phase.SETUP, Phase.RUNNING, Phase.ENDED}
    assert onlooker.heard >= {BEGUN, ENDED}
