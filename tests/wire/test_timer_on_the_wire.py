"""A whole sand timer through faces, driver, bus and chip."""

import msgspec
import pytest

from companion.table.view import Phase, TableView, TimerState
from companion.wartime.match.views import TimerView
from companion.wartime.scenario.scenario import TimerKind
from hardware.faces.face import draw
from hardware.games.registry import face_for
from tests.wire.modules import Fitted, page_order
from tests.wire.modules import screen as config

START = 1_000_000
TENTH_OF_A_FRAME = 103


def running(seconds: int) -> TableView:
    timer = TimerView(
        id="gold",
        label="Gold 60a",
        name="Valyance 60a",
        tag="60a",
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


def fitted(chip: str = "ssd1306", height: int = 64) -> Fitted:
    module = Fitted.of(config(chip, height=height))
    module.driver.bring_up()
    return module


@pytest.mark.parametrize(
    ("chip", "seconds", "height"), [("ssd1306", 60, 64), ("ssd1306", 30, 32), ("sh1106", 30, 64), ("sh1106", 30, 32)]
)
def test_the_glass_is_the_picture_after_every_frame_of_a_whole_timer(chip: str, seconds: int, height: int) -> None:
    module = fitted(chip, height)
    driver = module.driver
    driver.show(draw(face_for(("gold",), running(seconds), START), 128, height))
    sent = []
    for now in range(START + 100, START + seconds * 1000 + 2_000, 100):
        view = running(seconds) if now < START + seconds * 1000 else free(seconds)
        picture = draw(face_for(("gold",), view, now), 128, height)
        sent.append(driver.show(picture))
        assert module.chip.visible_bytes == page_order(picture)
    average = sum(sent[: seconds * 10]) / (seconds * 10)
    assert average <= TENTH_OF_A_FRAME
    assert max(sent) <= 1034


def test_a_running_timer_takes_half_of_what_it_may() -> None:
    driver = fitted().driver
    driver.show(draw(face_for(("gold",), running(60), START), 128, 64))
    sent = [
        driver.show(draw(face_for(("gold",), running(60), now), 128, 64)) for now in range(START, START + 60_000, 100)
    ]
    assert sum(sent) / len(sent) < TENTH_OF_A_FRAME / 2


def test_a_flip_is_well_under_a_frame() -> None:
    """The word gives way to the figure and all sand is above: two thirds of a frame's 1,034 bytes."""
    driver = fitted().driver
    driver.show(draw(face_for(("gold",), free(60), START - 10_000_000), 128, 64))
    assert driver.show(draw(face_for(("gold",), running(60), START), 128, 64)) < 700


@pytest.mark.parametrize("chip", ["ssd1306", "sh1106"])
def test_the_last_seconds_turn_dark_on_light_for_a_fraction_of_a_frame(chip: str) -> None:
    driver = fitted(chip).driver
    view = running(60)
    driver.show(draw(face_for(("gold",), view, START + 54_900), 128, 64))
    assert driver.show(draw(face_for(("gold",), view, START + 55_000), 128, 64)) < 500
