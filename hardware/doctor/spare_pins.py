"""The pins that no part of the panel has: a button that is pressed there has its wire in the wrong place."""

from collections.abc import Iterable

from gpiozero import Factory, InputDevice

from companion.panel.config import PanelConfig
from companion.panel.notes import CONSOLE_PINS
from companion.panel.pins import I2C_PINS, SPI_PINS
from hardware.doctor.pins import used_pins

_HEADER = range(2, 28)


def spare_pins(panel: PanelConfig) -> list[int]:
    """Those of the header that are nobody's trade: the panel's, I2C's, SPI's and the console's are left alone."""
    taken = {*used_pins(panel), *I2C_PINS, *SPI_PINS, *CONSOLE_PINS}
    return [gpio for gpio in _HEADER if gpio not in taken]


class SparePins:
    """Watches them while buttons are tried. One thread."""

    def __init__(self, *, gpios: Iterable[int], pins: Factory) -> None:
        self._devices: dict[int, InputDevice] = {}
        for gpio in gpios:
            try:
                device = InputDevice(gpio, pull_up=True, pin_factory=pins)
            except Exception:  # noqa: BLE001 - each pin library has its own; what somebody else has is no spare one
                continue
            # What is closed before anybody presses is wired to something else.
            if device.value:
                device.close()
            else:
                self._devices[gpio] = device

    def pressed(self) -> list[int]:
        """Those that have been closed since; each is told once."""
        closed = [gpio for gpio, device in self._devices.items() if device.value]
        for gpio in closed:
            self._devices.pop(gpio).close()
        return closed

    def close(self) -> None:
        for device in self._devices.values():
            device.close()
