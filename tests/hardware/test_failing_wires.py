"""Wires that fail at random while a game is played, and plugs that are pulled, for every family of chips."""

import random
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from companion.panel.check import SIZES
from companion.panel.config import PanelConfig, RestConfig
from hardware.oled.chips import ONE_BIT_CHIPS
from tests.hardware.bench_panel import BenchPanel, panel

pytestmark = pytest.mark.filterwarnings("ignore:.*getdata:DeprecationWarning:luma")

FAMILIES = {
    **{chip: panel(chip) for chip in ONE_BIT_CHIPS},
    **{f"low {chip} on SPI": panel(chip, height=SIZES[chip][-1][1], spi=True) for chip in ONE_BIT_CHIPS},
    "luma's ssd1327": panel("ssd1327", height=128),
}
every_family = pytest.mark.parametrize("config", FAMILIES.values(), ids=FAMILIES)
LONGEST_RETRY_S = 2.0
BACK_S = 3.0

Maker = Callable[[PanelConfig], BenchPanel]


@pytest.fixture
def make(tmp_path: Path) -> Iterator[Maker]:
    made: list[BenchPanel] = []

    def make(config: PanelConfig) -> BenchPanel:
        made.append(BenchPanel(tmp_path / f"{len(made)}.sqlite", config))
        return made[-1]

    yield make
    for each in made:
        each.close()


def share_right(bench: BenchPanel, *, seconds: int, step: float, chance: float = 0.1) -> float:
    """Plays for so long, ten per cent of all transfers failing: for which share of the time a screen was right."""
    dice = random.Random(7)
    bench.players.begin()
    bench.fails(chance, dice)
    right = looks = 0
    for turn in range(round(seconds / step)):
        if turn % 20 == 0:
            bench.somebody_plays(dice)
        bench.turn(step)
        for screen in bench.screens:
            looks += 1
            right += bench.right(screen)
    bench.fails(0, dice)
    for _ in range(round(LONGEST_RETRY_S / 0.1) + 1):
        bench.turn()
    assert all(bench.right(screen) for screen in bench.screens)
    assert bench.players.table.view().faults == ()
    return right / looks


@every_family
def test_a_bus_that_fails_at_random_leaves_every_screen_right_and_most_of_them_meanwhile(
    make: Maker, config: PanelConfig
) -> None:
    """A third of a minute of it."""
    bench = make(config)
    whole = config.screens[0].height == 128
    assert share_right(bench, seconds=20, step=1.0 if whole else 0.1) > 0.9


@pytest.mark.deep
@every_family
def test_a_bus_that_fails_at_random_for_an_hour(make: Maker, config: PanelConfig) -> None:
    bench = make(config)
    whole = config.screens[0].height == 128
    share = share_right(bench, seconds=3600, step=1.0 if whole else 0.1)
    print(f"{config.name}: right for {100 * share:.2f} % of the hour")
    assert share > 0.9


@every_family
@pytest.mark.parametrize("away", [0.3, 5.0])
@pytest.mark.parametrize("running", [True, False])
def test_a_screen_unplugged_and_back_is_right_in_under_three_seconds(
    make: Maker, config: PanelConfig, away: float, running: bool
) -> None:
    """While sand falls on it or nothing at all is to be sent; for long or for the twinkling of an eye."""
    bench = make(config)
    bench.players.begin()
    if running:
        bench.players.flip("gold-30", unit="Archer")
    for _ in range(8):
        bench.turn()
    assert bench.right("single")
    with bench.unplugged("single"):
        for _ in range(round(away / 0.1)):
            bench.turn()
        assert bench.right("rack")
    assert not bench.right("single")
    for _ in range(round(BACK_S / 0.1) - 1):
        bench.turn()
    assert bench.right("single")
    assert bench.players.table.view().faults == ()


@pytest.mark.parametrize(
    "config", [panel("ssd1306"), panel("sh1106"), panel("ssd1306", spi=True)], ids=lambda each: each.name
)
def test_noise_that_nobody_noticed_is_gone_after_a_minute(make: Maker, config: PanelConfig) -> None:
    bench = make(config)
    bench.turn()
    for chip in bench.simulator.chips.values():
        chip._ram[20] ^= 0xFF  # type: ignore[attr-defined]
    assert not bench.right("single")
    for _ in range(31):
        bench.turn(2)
    assert all(bench.right(screen) for screen in bench.screens)
    assert bench.config.rest == RestConfig()
