"""The buttons on their pins: edges in, with the kernel's time, onto a queue."""

import logging
from collections.abc import Iterable
from queue import SimpleQueue
from typing import NamedTuple

from gpiozero import Factory, InputDevice

from companion.clock import SECOND, Clock
from companion.panel.config import ControlConfig

_logger = logging.getLogger(__name__)


class Edge(NamedTuple):
    """A button's contact closed (`pressed`) or opened, bounces and all, at the monotonic instant `at`, nanoseconds."""

    control: str
    at: int
    pressed: bool


class Button:
    """One button between its pin and ground, with the Pi's own pull-up.

    gpiozero gives us the pin; the debouncing is ours, for its `bounce_time` means something else on every backend.
    """

    def __init__(self, *, control: ControlConfig, pins: Factory, clock: Clock, edges: "SimpleQueue[Edge]") -> None:
        self._id = control.id
        self._clock = clock
        self._edges = edges
        self._device = InputDevice(control.gpio, pull_up=True, pin_factory=pins)
        self._opened = clock.now()
        self._device.pin.edges = "both"
        self._device.pin.when_changed = self._changed

    def _changed(self, ticks: float, state: int) -> None:
        """Runs in the pin library's thread. An exception here would end that thread, and every button with it."""
        try:
            now = self._clock.now()
            at = round(ticks * SECOND)
            # However late it is read, the kernel knows when it was. A backend that stamps by another clock, or not at
            # all, says what cannot be.
            if not self._opened <= at <= now:
                at = now
            self._edges.put(Edge(self._id, at, pressed=not state))
        except Exception:
            _logger.exception("button %s", self._id)

    @property
    def pressed(self) -> bool:
        """The level of the contact now."""
        return bool(self._device.value)

    def close(self) -> None:
        self._device.close()


class Buttons:
    """All buttons of a panel and the queue that their edges come in on."""

    def __init__(self, *, controls: Iterable[ControlConfig], pins: Factory, clock: Clock) -> None:
        self.edges: SimpleQueue[Edge] = SimpleQueue()
        self._buttons: dict[str, Button] = {}
        try:
            for control in controls:
                self._buttons[control.id] = Button(control=control, pins=pins, clock=clock, edges=self.edges)
        except BaseException:
            self.close()
            raise

    def pressed(self, control: str) -> bool:
        return self._buttons[control].pressed

    def close(self) -> None:
        for button in self._buttons.values():
            button.close()
