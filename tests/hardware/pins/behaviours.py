"""What every pin library has to do alike, each as a function of some wires.

Run over fakes of the libraries' C modules (test_libraries.py), and in the virtual machine over a real kernel's chip
(tests/kernel/test_pins.py), where nothing but Warglass itself is installed.
"""

import time
from collections.abc import Callable
from contextlib import AbstractContextManager
from enum import Flag, auto
from queue import Empty, SimpleQueue
from threading import Event
from typing import Protocol

from gpiozero import LED, Factory, InputDevice, PWMOutputDevice

from companion.clock import ManualClock
from companion.panel.config import ControlConfig
from hardware.buttons import Button, Edge

A, B = 5, 6
PATIENCE_S = 10
"""Only a library that has lost an edge takes so long."""


class Can(Flag):
    """What not every library can."""

    STAMP = auto()
    """Its edges carry the kernel's time."""
    REFUSE = auto()
    """It learns that somebody else has a line."""
    LET_GO = auto()
    """A device that is closed leaves its line to others at once, not only when all pins close."""


class Wires(Protocol):
    """A library's pins, and the other end of their wires."""

    pins: Factory

    def drive(self, gpio: int, *, high: bool) -> None:
        """A contact to ground opens (`high`) or closes."""

    def level(self, gpio: int) -> bool:
        """What can be measured at the pin."""

    def sounds(self, gpio: int) -> bool:
        """Whether pulses can be heard at the pin."""

    def free(self, gpio: int) -> bool:
        """Whether another program could have the line."""

    def taken(self, gpio: int) -> AbstractContextManager[str]:
        """Meanwhile another program has the line; its name."""


class Ear:
    """A contact as gpiozero gives it: what is heard of its edges."""

    def __init__(self, wires: Wires, gpio: int, heard: "SimpleQueue[tuple[int, float, int]] | None" = None) -> None:
        self.heard: SimpleQueue[tuple[int, float, int]] = SimpleQueue() if heard is None else heard
        self.may_go_on = Event()
        self.may_go_on.set()
        self._gpio = gpio
        self.device = InputDevice(gpio, pull_up=True, pin_factory=wires.pins)
        self.device.pin.edges = "both"
        self.device.pin.when_changed = self._changed

    def _changed(self, ticks: float, state: int) -> None:
        self.heard.put((self._gpio, ticks, state))
        self.may_go_on.wait(PATIENCE_S)

    def next(self) -> tuple[int, float, int]:
        return self.heard.get(timeout=PATIENCE_S)


def an_edge_each_way_and_when_it_was(wires: Wires) -> None:
    ear = Ear(wires, A)
    before = time.monotonic()
    wires.drive(A, high=False)
    _, pressed_at, pressed = ear.next()
    between = time.monotonic()
    wires.drive(A, high=True)
    _, released_at, released = ear.next()
    assert (pressed, released) == (0, 1)
    assert before <= pressed_at <= between <= released_at <= time.monotonic()
    ear.device.close()


def stamps_tell_when_it_was_and_not_when_it_was_read(wires: Wires) -> None:
    ear = Ear(wires, A)
    ear.may_go_on.clear()
    wires.drive(A, high=False)
    ear.next()
    before = time.monotonic()
    wires.drive(A, high=True)
    between = time.monotonic()
    wires.drive(A, high=False)
    after = time.monotonic()
    ear.may_go_on.set()
    _, second, _ = ear.next()
    _, third, _ = ear.next()
    wires.drive(A, high=True)
    assert before <= second <= between <= third <= after
    ear.device.close()


def what_was_not_read_in_time_is_told_in_the_order_in_which_it_was(wires: Wires) -> None:
    heard: SimpleQueue[tuple[int, float, int]] = SimpleQueue()
    ears = [Ear(wires, gpio, heard) for gpio in (A, B)]
    ears[0].may_go_on.clear()
    wires.drive(A, high=False)
    assert ears[0].next()[0] == A
    for gpio, high in ((B, False), (A, True), (B, True), (A, False), (B, False)):
        wires.drive(gpio, high=high)
    ears[0].may_go_on.set()
    told = [ears[0].next() for _ in range(5)]
    assert [gpio for gpio, _, _ in told] == [B, A, B, A, B]
    assert [at for _, at, _ in told] == sorted(at for _, at, _ in told)
    for ear, gpio in zip(ears, (A, B), strict=True):
        wires.drive(gpio, high=True)
        ear.device.close()


def the_level_can_be_read_at_any_time(wires: Wires) -> None:
    ear = Ear(wires, A)
    assert not ear.device.value
    wires.drive(A, high=False)
    assert ear.device.value
    wires.drive(A, high=True)
    assert not ear.device.value
    ear.device.close()


def an_output_goes_on_and_off_and_is_off_when_it_is_closed(wires: Wires) -> None:
    led = LED(A, pin_factory=wires.pins)
    assert not wires.level(A)
    led.on()
    assert wires.level(A)
    assert led.value
    led.off()
    assert not wires.level(A)
    led.close()
    lit = LED(A, initial_value=True, pin_factory=wires.pins)
    assert wires.level(A)
    lit.close()


def a_tone_is_heard_until_it_is_silenced(wires: Wires) -> None:
    """What `hardware.sound.voices.ToneVoice` does."""
    piezo = PWMOutputDevice(A, pin_factory=wires.pins)
    assert not wires.sounds(A)
    piezo.frequency = 2093.0
    piezo.value = 0.5
    until(lambda: wires.sounds(A))
    piezo.value = 0
    until(lambda: not wires.sounds(A))
    piezo.frequency = 440.0
    piezo.value = 0.3
    until(lambda: wires.sounds(A))
    piezo.close()
    until(lambda: not wires.sounds(A))


def what_was_closed_can_be_opened_again(wires: Wires) -> None:
    first = Ear(wires, A)
    first.device.close()
    wires.drive(A, high=False)
    wires.drive(A, high=True)
    again = Ear(wires, A)
    wires.drive(A, high=False)
    assert again.next()[2] == 0
    wires.drive(A, high=True)
    assert again.next()[2] == 1
    again.device.close()
    assert first.heard.empty()
    LED(A, pin_factory=wires.pins).close()


def a_closed_device_leaves_its_line_to_others(wires: Wires) -> None:
    ear, led = Ear(wires, A), LED(B, pin_factory=wires.pins)
    assert not wires.free(A)
    assert not wires.free(B)
    ear.device.close()
    assert wires.free(A)
    assert not wires.free(B)
    led.close()
    assert wires.free(B)


def closing_all_leaves_every_line_to_others(wires: Wires) -> None:
    ears, piezo = [Ear(wires, A)], PWMOutputDevice(B, pin_factory=wires.pins)
    piezo.value = 0.5
    wires.pins.close()
    assert wires.free(A)
    assert wires.free(B)
    assert ears


def what_goes_wrong_with_one_press_takes_no_other_along(wires: Wires) -> None:
    class Breaks(ManualClock):
        broken = False

        def now(self) -> int:
            if self.broken:
                raise RuntimeError("no time")
            return super().now()

    clock, edges = Breaks(), SimpleQueue[Edge]()
    broken = Button(control=ControlConfig(id="broken", gpio=A), pins=wires.pins, clock=clock, edges=edges)
    clock.broken = True
    ear = Ear(wires, B)
    wires.drive(A, high=False)
    wires.drive(B, high=False)
    assert ear.next()[2] == 0
    wires.drive(A, high=True)
    wires.drive(B, high=True)
    assert ear.next()[2] == 1
    broken.close()
    ear.device.close()


def a_line_that_another_program_has_is_refused_and_had_once_it_is_free(wires: Wires) -> None:
    ear = Ear(wires, B)
    with wires.taken(A):
        for _ in range(2):
            try:
                InputDevice(A, pull_up=True, pin_factory=wires.pins)
            except Exception:  # noqa: BLE001 - each library has errors of its own
                continue
            raise AssertionError("it was had all the same")
        wires.drive(B, high=False)
        assert ear.next()[2] == 0
    again = Ear(wires, A)
    wires.drive(A, high=False)
    assert again.next()[2] == 0
    for gpio, each in ((A, again), (B, ear)):
        wires.drive(gpio, high=True)
        each.device.close()


def until(true: Callable[[], bool]) -> None:
    end = time.monotonic() + PATIENCE_S
    while not true():
        if time.monotonic() > end:
            raise Empty


BEHAVIOURS: dict[Callable[[Wires], None], Can] = {
    an_edge_each_way_and_when_it_was: Can(0),
    stamps_tell_when_it_was_and_not_when_it_was_read: Can.STAMP,
    what_was_not_read_in_time_is_told_in_the_order_in_which_it_was: Can.STAMP,
    the_level_can_be_read_at_any_time: Can(0),
    an_output_goes_on_and_off_and_is_off_when_it_is_closed: Can(0),
    a_tone_is_heard_until_it_is_silenced: Can(0),
    what_was_closed_can_be_opened_again: Can(0),
    a_closed_device_leaves_its_line_to_others: Can.LET_GO,
    closing_all_leaves_every_line_to_others: Can.REFUSE,
    what_goes_wrong_with_one_press_takes_no_other_along: Can(0),
    a_line_that_another_program_has_is_refused_and_had_once_it_is_free: Can.REFUSE,
}
"""What a library has to be able to for each."""

LIBRARIES = {
    "gpiod": Can.STAMP | Can.REFUSE | Can.LET_GO,
    "lgpio": Can.STAMP | Can.REFUSE,
    "RPi.GPIO": Can(0),
    "mock": Can(0),
}


def behaviours_of(library: str) -> dict[str, Callable[[Wires], None]]:
    able = LIBRARIES[library]
    return {behaviour.__name__: behaviour for behaviour, needs in BEHAVIOURS.items() if needs in able}
