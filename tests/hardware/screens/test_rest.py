"""Screens are spared while nobody plays, and wake at once; what they show moves, and nothing of it is lost."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace
from PIL import Image, ImageChops

from companion.clock import SECOND
from companion.panel.config import RestConfig
from companion.table.errors import Refused
from hardware.faces.face import Face, draw, placed
from hardware.faces.flags import FlagLineFace, FlagMark
from hardware.faces.hourglass import SaverFace
from hardware.faces.timer import TimerFace
from hardware.faces.words import MessageFace
from hardware.screens.screen import Rest, next_move_ns, next_rest_ns, rest_after, shift_at
from tests.companion.wartime import acts as c
from tests.hardware.bench_panel import BenchPanel, panel

REST = RestConfig()
SHORT = RestConfig(dim_s=20, save_s=60, off_s=120)
configs = st.builds(
    RestConfig, dim_s=st.integers(0, 50), save_s=st.integers(0, 50), off_s=st.integers(0, 50), shift_s=st.integers(0, 9)
)
FACES: dict[str, Face] = {
    "timer": TimerFace(label="Valyance 30", short="30", word="Archer", total_ms=30_000, number=1, left_ms=20_000),
    "inverted": TimerFace(label="Valyance 30", short="30", word="Orc", total_ms=30_000, left_ms=2_000, inverted=True),
    "message": MessageFace("hold to begin"),
    "urgent": MessageFace("no flag of yours can be claimed yet", urgent=True),
    "line": FlagLineFace(marks=tuple((flag, FlagMark.MINE) for flag in range(1, 10)), bar="Gold to play"),
}


def test_the_stages_of_an_evening() -> None:
    stages = [
        (0, Rest.AWAKE),
        (299, Rest.AWAKE),
        (300, Rest.DIM),
        (1200, Rest.SAVER),
        (7199, Rest.SAVER),
        (7200, Rest.OFF),
    ]
    assert [(seconds, rest_after(seconds * SECOND, REST)) for seconds, _ in stages] == stages
    assert rest_after(10**6 * SECOND, RestConfig(dim_s=0, save_s=0, off_s=0)) is Rest.AWAKE


@given(idle_s=st.integers(0, 60), rest=configs)
def test_the_next_stage_is_neither_missed_nor_early(idle_s: int, rest: RestConfig) -> None:
    idle = idle_s * SECOND + 1
    wait = next_rest_ns(idle, rest)
    now = rest_after(idle, rest)
    if wait is None:
        assert rest_after(10**6 * SECOND, rest) is now
    else:
        assert rest_after(idle + wait - 1, rest) is now


@given(now=st.integers(0, 10**12), rest=configs)
def test_the_next_move_is_neither_missed_nor_early(now: int, rest: RestConfig) -> None:
    wait = next_move_ns(now, rest)
    if wait is None:
        assert shift_at(now, rest) == shift_at(0, rest) == (0, 0)
    else:
        assert shift_at(now + wait - 1, rest) == shift_at(now, rest) != shift_at(now + wait, rest)


@pytest.mark.parametrize("glass", [(128, 64), (128, 32), (96, 64)], ids=str)
@pytest.mark.parametrize("face", FACES.values(), ids=FACES)
def test_a_face_that_moves_keeps_every_pixel(face: Face, glass: tuple[int, int]) -> None:
    """Moved back it is the same, and neither cut off at one edge nor there again at the other."""
    still = placed(face, glass)
    for shift in {shift_at(minute * 60 * SECOND, REST) for minute in range(9)}:
        moved = placed(face, glass, shift=shift)
        right, down = shift[0], shift[1] if glass[1] >= 64 else 0
        assert ImageChops.offset(moved, -right, -down).tobytes() == still.tobytes()


def test_on_a_larger_glass_a_face_is_in_the_middle() -> None:
    face = FACES["message"]
    for glass, corner in (((256, 64), (64, 0)), ((128, 128), (0, 32)), ((256, 128), (64, 32)), ((128, 80), (0, 8))):
        whole = placed(face, glass)
        assert whole.size == glass
        box = (*corner, corner[0] + 128, corner[1] + 64)
        assert whole.crop(box).tobytes() == draw(face, 128, 64).tobytes()
        whole.paste(0, box)
        assert whole.getbbox() is None


def test_the_saver_wanders_all_over_the_glass_and_is_little() -> None:
    lit = Image.new("1", (128, 64))
    for step in range(400):
        picture = draw(SaverFace(step), 128, 64)
        assert sum(picture.histogram()[255:]) < 128 * 64 / 40
        lit = ImageChops.logical_or(lit, picture)
    assert sum(lit.histogram()[255:]) > 0.9 * 126 * 62


@pytest.fixture(params=["ssd1306", "sh1106"])
def bench(tmp_path: Path, request: pytest.FixtureRequest) -> Iterator[BenchPanel]:
    bench = BenchPanel(tmp_path / "t.sqlite", panel(request.param, rest=SHORT))
    bench.turn()
    yield bench
    bench.close()


def contrasts(bench: BenchPanel) -> set[int]:
    return {chip.contrast for chip in bench.simulator.chips.values()}  # type: ignore[attr-defined]


def sleep(bench: BenchPanel, seconds: float) -> None:
    """The writer as often as it wants to be asked."""
    while seconds > 0:
        _, patience = bench.writer.round()
        step = min(patience, seconds)
        bench.players.wait(step)
        seconds -= step
    bench.turn(0.001)


def test_idle_screens_dim_then_save_then_go_off_and_any_command_wakes_them(bench: BenchPanel) -> None:
    chips = bench.simulator.chips.values()
    assert contrasts(bench) == {0xCF}
    sleep(bench, 19)
    assert contrasts(bench) == {0xCF}
    sleep(bench, 2)
    assert contrasts(bench) == {SHORT.dim}
    assert all(bench.right(screen) for screen in bench.screens)
    sleep(bench, 40)
    first = [chip.visible_bytes for chip in chips]
    assert all(chip.on for chip in chips)
    assert all(0 < sum(byte.bit_count() for byte in shown) < 250 for shown in first)
    sleep(bench, 11)
    assert all(chip.visible_bytes != before for chip, before in zip(chips, first, strict=True))
    sleep(bench, 60)
    assert not any(chip.on for chip in chips)
    assert all(not any(screen.ram) for screen in bench.screens.values())
    bench.players.begin()
    bench.turn(0.001)
    assert contrasts(bench) == {0xCF}
    assert all(bench.right(screen) for screen in bench.screens)


def test_while_sand_falls_no_screen_rests(bench: BenchPanel) -> None:
    bench.players.begin()
    bench.players.flip("neutral-600")
    for _ in range(75):
        bench.turn(2)
        assert contrasts(bench) == {0xCF}


def test_a_refused_press_wakes_them_too(bench: BenchPanel) -> None:
    sleep(bench, 70)
    with pytest.raises(Refused, match="begun"):
        bench.players.do(c.Flip(timer="gold-30"))
    bench.turn(0.001)
    assert contrasts(bench) == {0xCF}
    assert bench.right("single")


def test_a_screen_that_was_pulled_while_off_wakes_right(bench: BenchPanel) -> None:
    sleep(bench, 130)
    with bench.unplugged("single"):
        sleep(bench, 60)
    bench.players.begin()
    bench.turn(0.001)
    assert bench.right("single")


def test_a_screen_at_rest_is_asked_a_fifth_as_often_and_at_once_when_it_wakes(tmp_path: Path) -> None:
    """Whether it is still there: it may have been pulled and put back meanwhile, and then shows nothing."""
    config = replace(panel("ssd1306"), rest=RestConfig(dim_s=20, save_s=0, off_s=0, shift_s=0))
    bench = BenchPanel(tmp_path / "t.sqlite", config)
    sleep(bench, 1)

    def sent(seconds: float) -> int:
        before = bench.simulator.bus(config.screens[0]).wire_bytes
        sleep(bench, seconds)
        return bench.simulator.bus(config.screens[0]).wire_bytes - before

    awake = sent(10)
    sleep(bench, 20)
    assert sent(50) == awake > 0
    with bench.unplugged("single"):
        pass
    bench.players.begin()
    bench.turn(0.001)
    bench.turn(0.3)
    assert bench.right("single")
    bench.close()


def test_what_the_move_costs(tmp_path: Path) -> None:
    """A frame and the start of the chip, once a minute a screen, and beats in between."""
    bench = BenchPanel(tmp_path / "t.sqlite", panel("ssd1306"))
    bench.turn()
    bus = bench.simulator.bus(bench.config.screens[0])
    before = bus.wire_bytes
    sleep(bench, 240)
    assert 1034 < (bus.wire_bytes - before) / 4 / 2 <= 1034 + 40 + 30 * 2
    bench.close()
