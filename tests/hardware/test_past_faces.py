"""What the screens would show for a view, whatever lies on the table: what they do show when it does."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from msgspec.structs import replace

from companion.config import shipped_panel
from companion.games import all_games
from companion.panel.config import PanelConfig, RestConfig
from hardware.simulated.simulator import SimulatedPanel, Simulator
from tests.companion.table.evenings import Evening
from tests.cpu import costs_ms
from tests.hardware.rig import Rig
from tests.hardware.rig_screens import Screens
from tests.support import Players

pytestmark = pytest.mark.filterwarnings("ignore:.*getdata:DeprecationWarning:luma")
VIEWS = 40
UNSPARED = RestConfig(dim_s=0, save_s=0, off_s=0, shift_s=0)
games = pytest.mark.parametrize("game", all_games())


def shown_plainly(name: str) -> PanelConfig:
    """The shipped panel, whose screens nothing spares."""
    return replace(shipped_panel(name), rest=UNSPARED)


def mixed() -> PanelConfig:
    """One whose modules are turned, low, or another chip's."""
    full = shown_plainly("full")
    square = {"chip": "ssd1327", "width": 128, "height": 128, "rotate": 90}
    unusual: tuple[dict[str, object], ...] = ({"rotate": 180}, {"height": 32}, {"chip": "sh1106"}, square)
    screens = tuple(replace(screen, **other) for screen, other in zip(full.screens, unusual, strict=False))
    return replace(full, screens=screens + full.screens[len(unusual) :])


PANELS = {"full": lambda: shown_plainly("full"), "starter": lambda: shown_plainly("starter"), "mixed": mixed}
SHOWN = [
    pytest.param(wired, seed, marks=() if seed == number else pytest.mark.deep)
    for number, wired in enumerate(PANELS)
    for seed in range(len(PANELS))
]
"""Each panel beside an evening of its own, and in a deep test beside all of them."""


@contextmanager
def panel_beside(players: Players, config: PanelConfig) -> Iterator[SimulatedPanel]:
    """A panel on that table that is not started: of its wires nothing is asked."""
    simulator, clock = Simulator(config, clock=players.clock, khz=None), players.clock
    yield SimulatedPanel(config=config, simulator=simulator, table=players.table, clock=clock, invite=lambda: None)
    simulator.close()


class Live:
    """Screens on wires that go on through an evening, and are wired anew with each restart of its table."""

    def __init__(self, evening: Evening, config: PanelConfig) -> None:
        self._evening, self._config = evening, config
        self._wire()

    def shown(self) -> dict[str, bytes]:
        """What is to be seen on the chips, once all is drawn."""
        if self._table is not self._evening.table:
            self.close()
            self._wire()
        self._screens.rounds()
        return {name: chip.visible_bytes for name, chip in self._rig.simulator.chips.items()}

    def close(self) -> None:
        self._rig.buttons.close()
        self._rig.simulator.close()

    def _wire(self) -> None:
        self._table = self._evening.table
        self._rig = Rig(self._evening, self._config)
        self._screens = Screens(self._rig, notices=())


@pytest.fixture
def elsewhere(tmp_path: Path) -> Players:
    """Another table, on which a game of WarTime lies."""
    return Players(tmp_path / "elsewhere.sqlite")


@games
@pytest.mark.parametrize(("wired", "seed"), SHOWN)
def test_they_are_what_the_live_screens_show(
    game: str, wired: str, seed: int, tmp_path: Path, elsewhere: Players
) -> None:
    config = PANELS[wired]()
    evening = Evening(tmp_path / "t.sqlite", game, seed=seed)
    live, seen = Live(evening, config), set()
    with panel_beside(elsewhere, config) as panel:
        for _ in range(60):
            shown = live.shown()
            assert {each.id: each.ram for each in panel.faces(evening.table.view())} == shown
            seen.add(tuple(shown.values()))
            evening.play(1)
    live.close()
    assert len(seen) > 5


def test_no_screen_is_sent_anything(elsewhere: Players) -> None:
    with panel_beside(elsewhere, shown_plainly("full")) as panel:
        before = {each.id: panel.ram(each.id) for each in panel.describe().screens}
        drawn = panel.faces(elsewhere.begin().table.view())
        assert any(any(each.ram) for each in drawn)
        assert {each.id: panel.ram(each.id) for each in drawn} == before
        assert not any(each.online for each in panel.describe().screens)


def test_a_panel_without_screens_has_none(elsewhere: Players) -> None:
    with panel_beside(elsewhere, replace(shown_plainly("full"), screens=())) as panel:
        assert panel.faces(elsewhere.table.view()) == ()


@games
def test_they_are_drawn_while_nobody_waits(game: str, tmp_path: Path, elsewhere: Players) -> None:
    evening = Evening(tmp_path / "t.sqlite", game, seed=1)
    views = [evening.play(1).table.view() for _ in range(VIEWS)]
    with panel_beside(elsewhere, shown_plainly("full")) as panel:
        _, ms = costs_ms(lambda: [panel.faces(view) for view in views])
    assert ms / VIEWS < 20
