"""A whole sand timer through faces, driver, bus and chip."""

import msgspec
import pytest
from PIL import Image

from companion.table.view import Phase, TableView, TimerKind, TimerState, TimerView
from hardware.faces import draw, face_for
from hardware.simulated_bus import SimulatedBus
from hardware.simulated_chip import Ssd1306Chip
from hardware.ssd1306 import Ssd1306

START = 1_000_000
TENTH_OF_A_FRAME = 103


def running(seconds: int) -> TableView:
    timer = TimerView(
        id="gold",
        label="Gold 60a",
        side="gold",
        kind=TimerKind.COMMAND,
        seconds=seconds,
        state=TimerState.ACTIVE,
        remaining_ms=seconds * 1000,
        ends_ms=START + seconds * 1000,
        unit="Archer",
    )
    return TableView(server_ms=START, game="wartime", phase=Phase.RUNNING, paused=False, timers=(timer,))


def free(seconds: int) -> TableView:
    """As it lies before it is flipped, and again once it has run out."""
    view = running(seconds)
    freed = msgspec.structs.replace(
        view.timers[0], state=TimerState.AVAILABLE, ends_ms=None, unit=None, ran_out_ms=START + seconds * 1000
    )
    return msgspec.structs.replace(view, timers=(freed,))


def screen(height: int) -> tuple[Ssd1306, Ssd1306Chip]:
    bus, chip = SimulatedBus(), Ssd1306Chip(height=height)
    bus.attach(0x3C, chip)
    driver = Ssd1306(bus=bus, address=0x3C, height=height)
    driver.bring_up()
    return driver, chip


def page_order(picture: Image.Image) -> bytes:
    """Display RAM worked out pixel by pixel: bit 0 on top."""
    lit = picture.load()
    assert lit is not None
    return bytes(
        sum(1 << bit for bit in range(8) if lit[column, page * 8 + bit])
        for page in range(picture.height // 8)
        for column in range(picture.width)
    )


@pytest.mark.parametrize(("seconds", "height"), [(60, 64), (30, 32)])
def test_ram_is_the_picture_after_every_frame_of_a_whole_timer(seconds: int, height: int) -> None:
    driver, chip = screen(height)
    driver.show(draw(face_for(("gold",), running(seconds), START), 128, height))
    sent = []
    for now in range(START + 100, START + seconds * 1000 + 2_000, 100):
        view = running(seconds) if now < START + seconds * 1000 else free(seconds)
        picture = draw(face_for(("gold",), view, now), 128, height)
        sent.append(driver.show(picture))
        assert chip.ram == page_order(picture)
    average = sum(sent[: seconds * 10]) / (seconds * 10)
    assert average <= TENTH_OF_A_FRAME
    assert max(sent) <= 1034


def test_a_running_timer_takes_half_of_what_it_may() -> None:
    driver, _ = screen(64)
    driver.show(draw(face_for(("gold",), running(60), START), 128, 64))
    sent = [
        driver.show(draw(face_for(("gold",), running(60), now), 128, 64)) for now in range(START, START + 60_000, 100)
    ]
    assert sum(sent) / len(sent) < TENTH_OF_A_FRAME / 2


def test_a_flip_is_well_under_a_frame() -> None:
    driver, _ = screen(64)
    driver.show(draw(face_for(("gold",), free(60), START - 10_000_000), 128, 64))
    assert driver.show(draw(face_for(("gold",), running(60), START), 128, 64)) < 600
