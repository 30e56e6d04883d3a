"""Pins of a panel that are used twice, or are somebody else's."""

from collections import Counter
from collections.abc import Iterator

from companion.panel_config import PanelConfig

I2C_PINS = {2: "SDA", 3: "SCL"}
"""GPIO 2 and 3 as the wires of bus 1 (Raspberry Pi documentation, GPIO and the 40-pin header)."""

CONSOLE_PINS = {14: "transmits", 15: "receives"}
"""GPIO 14 and 15 as the serial console's wires (Raspberry Pi documentation, Configure UARTs)."""


def pins(panel: PanelConfig) -> Iterator[tuple[str, int]]:
    """Every configured pin as its key below `[panel]` and its BCM number."""
    for index, control in enumerate(panel.controls):
        yield f"controls[{index}].gpio", control.gpio
    if panel.sounder is not None:
        yield "sounder", panel.sounder
    if panel.light is not None:
        yield "light", panel.light


def pin_problems(panel: PanelConfig) -> Iterator[tuple[str, str]]:
    """Each problem as the key below `[panel]` that is at fault and what is wrong with it."""
    used = list(pins(panel))
    counts = Counter(pin for _, pin in used)
    i2c = any(screen.bus == 1 for screen in panel.screens)
    for key, pin in used:
        if i2c and pin in I2C_PINS:
            yield key, f"GPIO {pin} is {I2C_PINS[pin]} of the screens' I2C bus: take another pin"
        if counts[pin] > 1:
            others = " and ".join(f"panel.{other}" for other, same in used if same == pin and other != key)
            yield key, f"GPIO {pin} is used twice, by {others} too: give each a pin of its own"
