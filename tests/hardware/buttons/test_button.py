"""What the pin library's thread sees of us: nothing that could end it."""

import logging
from queue import SimpleQueue

import pytest
from gpiozero.pins.mock import MockFactory

from companion.clock import SECOND, ManualClock
from companion.panel.config import ControlConfig
from hardware.buttons.button import Button, Buttons, Edge

CONTROL = ControlConfig(id="gold-30", gpio=5, timer="gold-30")


class StampedPins(MockFactory):
    """Mock pins whose edges carry the time that a test gives them, as lgpio's carry the kernel's."""

    def press(self, ticks: float) -> None:
        self.pin(CONTROL.gpio)._when_changed()(ticks, 0)


def edge(ticks: float, *, now: int) -> Edge:
    clock, pins = ManualClock(now=now), StampedPins()
    buttons = Buttons(controls=[CONTROL], pins=pins, clock=clock)
    pins.press(ticks)
    found = buttons.edges.get_nowait()
    buttons.close()
    pins.close()
    return found


def test_an_edge_carries_the_kernels_time() -> None:
    now = 5000 * SECOND
    assert edge(4999.957, now=now) == Edge("gold-30", 4999_957_000_000, pressed=True)


@pytest.mark.parametrize("ticks", [0.0, 5000.5, 1_767_225_600.0, 4990.0])
def test_a_stamp_of_another_clock_is_not_believed(ticks: float) -> None:
    now = 5000 * SECOND
    assert edge(ticks, now=now).at == now


def test_nothing_that_goes_wrong_reaches_the_pin_librarys_thread(caplog: pytest.LogCaptureFixture) -> None:
    class Broken(ManualClock):
        def now(self) -> int:
            raise RuntimeError("no time")

    pins = StampedPins()
    edges: SimpleQueue[Edge] = SimpleQueue()
    button = Button(control=CONTROL, pins=pins, clock=Broken(), edges=edges)
    with caplog.at_level(logging.ERROR, "hardware.buttons.button"):
        pins.press(1.0)
    assert "button gold-30" in caplog.text
    assert edges.empty()
    button.close()
    pins.close()


def test_the_level_of_a_button_is_its_contact() -> None:
    pins = StampedPins()
    buttons = Buttons(controls=[CONTROL], pins=pins, clock=ManualClock())
    assert not buttons.pressed("gold-30")
    pins.pin(5).drive_low()
    assert buttons.pressed("gold-30")
    buttons.close()
    pins.close()
