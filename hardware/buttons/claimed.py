"""The buttons of a table that runs: each on a pin that may be missing, lost and back."""

from collections.abc import Iterable

from gpiozero import Factory

from companion.clock import Clock
from companion.panel.config import ControlConfig
from hardware.buttons.button import Button, Buttons
from hardware.parts.claims import BUTTON
from hardware.parts.part import Part


class ClaimedButtons(Buttons):
    """Buttons that are let go for as long as their pins are not to be had."""

    def __init__(self, *, controls: Iterable[ControlConfig], clock: Clock) -> None:
        """Takes no pin: that is for whoever claims `parts`."""
        super().__init__(controls=(), pins=Factory(), clock=clock)
        self._clock = clock
        self.parts = {control.id: self._part(control) for control in controls}

    def pressed(self, control: str) -> bool:
        return self.parts[control].use(lambda button: button.pressed) or False

    def close(self) -> None:
        for part in self.parts.values():
            part.close()

    def _part(self, control: ControlConfig) -> Part[Button]:
        def claim(pins: Factory) -> Button:
            button = Button(control=control, pins=pins, clock=self._clock, edges=self.edges)
            # A pin that cannot be read is none.
            _ = button.pressed
            return button

        return Part(name=f"{BUTTON}{control.id}", gpio=control.gpio, claim=claim)
