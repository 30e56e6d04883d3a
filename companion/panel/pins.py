"""Pins of a panel that are used twice, or are somebody else's."""

from collections import Counter
from collections.abc import Iterator
from types import MappingProxyType

from companion.fields.invalid import FieldError
from companion.panel.config import PanelConfig

I2C_PINS = MappingProxyType({2: "SDA", 3: "SCL"})
"""GPIO 2 and 3 as the wires of bus 1 (Raspberry Pi documentation, GPIO and the 40-pin header)."""

SPI_PINS = MappingProxyType({7: "CE1", 8: "CE0", 9: "MISO", 10: "MOSI", 11: "SCLK"})
"""GPIO 7 to 11 as the wires of SPI 0 (the same heading)."""

SPI_SELECT = MappingProxyType({0: 8, 1: 7})
"""The chip select of each of SPI 0's devices."""


def pins(panel: PanelConfig) -> Iterator[tuple[str, int]]:
    """Every pin that the configuration chooses, as its key below `[panel]` and its BCM number."""
    for index, screen in enumerate(panel.screens):
        if screen.spi is not None:
            yield f"screens[{index}].spi.dc", screen.spi.dc
            yield f"screens[{index}].spi.reset", screen.spi.reset
    for index, control in enumerate(panel.controls):
        yield f"controls[{index}].gpio", control.gpio
    if panel.sounder is not None:
        yield "sounder", panel.sounder
    if panel.light is not None:
        yield "light", panel.light


def reserved(panel: PanelConfig) -> dict[int, str]:
    """The pins that the panel's buses have, and what they are to them."""
    found: dict[int, str] = {}
    if any(screen.spi is None and screen.bus == 1 for screen in panel.screens):
        found |= {pin: f"{name} of the screens' I2C bus" for pin, name in I2C_PINS.items()}
    devices = {screen.spi.device for screen in panel.screens if screen.spi is not None}
    if devices:
        mine = {9, 10, 11, *(SPI_SELECT[device] for device in devices)}
        found |= {pin: f"{name} of the screens' SPI" for pin, name in SPI_PINS.items() if pin in mine}
    return found


def pin_problems(panel: PanelConfig) -> Iterator[FieldError]:
    """Each problem, by the key below `[panel]` that is at fault."""
    used = list(pins(panel))
    counts = Counter(pin for _, pin in used)
    buses = reserved(panel)
    for key, pin in used:
        if pin in buses:
            yield FieldError(key, f"GPIO {pin} is {buses[pin]}: take another pin")
        if counts[pin] > 1:
            others = " and ".join(f"panel.{other}" for other, same in used if same == pin and other != key)
            yield FieldError(key, f"GPIO {pin} is used twice, by {others} too: give each a pin of its own")
