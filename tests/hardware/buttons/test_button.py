"""What the pin library's thread sees of us: nothing that could end it."""

import logging
from queue import SimpleQueue

import pytest
from gpiozero.pins.mock import MockFactory

from companion.clock import SECOND, ManualClock
from companion.panel.config import ControlConfig
from hardware.buttons import Button, Buttons, Edge

CONTROL = ControlConfig(id="gold-30", gpio=5, timer="gold-30")


class StampedPins(MockFactory):
    """Mock pins whose edges carry the time that a test gives them, as lgpio's carry the kernel's."""

    def press(self, ticks: float) -> None:
        self.pin(CONTROL.gpio)._when_changed()(ticks, 0)


OPENED = 5000 * SECOND


def edge(ticks: float, *, read: int = OPENED) -> Edge:
    """The edge of a button that was opened at OPENED, as it is put on the queue at `read`."""
    clock, pins = ManualClock(now=OPENED), StampedPins()
    buttons = Buttons(controls=[CONTROL], pins=pins, clock=clock)
    clock.advance(ns=read - OPENED)
    pins.press(ticks)
    found = buttons.edges.get_nowait()
    buttons.close()
    pins.close()
    return found


def test_an_edge_carries_the_kernels_time() -> None:
    assert edge(5000.957, read=5001 * SECOND) == Edge("gold-30", 5000_957_000_000, pressed=True)


def test_an_edge_carries_it_however_late_it_is_read() -> None:
    assert edge(5003.25, read=5063 * SECOND).at == 5003_250_000_000


@pytest.mark.parametrize("ticks", [0.0, 5000.5, 1_767_225_600.0, 4999.9])
def test_a_stamp_of_another_clock_is_not_believed(ticks: float) -> None:
    """One that lies ahead, or before the pin was ours."""
    assert edge(ticks).at == OPENED


def test_nothing_that_goes_wrong_reaches_the_pin_librarys_thread(caplog: pytest.LogCaptureFixture) -> None:
    class Broken(ManualClock):
        broken = False

        def now(self) -> int:
            if self.broken:
                raise RuntimeError("no time")
            return super().now()

    clock, pins = Broken(), StampedPins()
    edges: SimpleQueue[Edge] = SimpleQueue()
    button = Button(control=CONTROL, pins=pins, clock=clock, edges=edges)
    clock.broken = True
    with caplog.at_level(logging.ERROR, "hardware.buttons"):
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
