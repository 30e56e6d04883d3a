"""How hard an I2C bus is pulled up, and how long its cables may be for that."""

from collections import Counter

from companion.panel.config import PanelConfig

PI_OHMS = 1800.0
"""On the Pi, from GPIO 2 and 3 to 3.3 V (Raspberry Pi documentation, GPIO and the 40-pin header)."""

MUX_OHMS = 10_000.0
"""On a TCA9548A board, on the side towards the Pi, as the usual boards have it."""

SCREEN_OHMS = (4_700.0, 10_000.0)
"""On an OLED module: its makers fit one or the other, marked 472 and 103."""

LEAST_OHMS = (3.3 - 0.4) / 3e-3
"""A chip must be able to pull a wire down to 0.4 V with 3 mA (UM10204, Pull-up resistor sizing): 967 Ω."""

RISE_S = {100_000: 1000e-9, 400_000: 300e-9}
"""How long a wire may take to rise, by clock in Hz (UM10204, Characteristics of the SDA and SCL bus lines)."""


def parallel(*ohms: float) -> float:
    """Resistors side by side as one, ohms."""
    return 1 / sum(1 / each for each in ohms)


def most_farads(ohms: float, *, hertz: int) -> float:
    """What a wire may weigh: the capacity that rises from 30 % to 70 % of 3.3 V in time, which takes 0.8473 R C
    (UM10204, Pull-up resistor sizing)."""
    return RISE_S[hertz] / (0.8473 * ohms)


def strongest_ohms(panel: PanelConfig, *, screen_ohms: float) -> float:
    """The least resistance that any wire of the panel's buses is pulled up with; infinite where none is on I2C.

    A multiplexer is a switch: the wires before and behind it are one while its channel is on.
    """
    found = [float("inf")]
    on_i2c = [screen for screen in panel.screens if screen.spi is None]
    for bus in {screen.bus for screen in on_i2c}:
        screens = [screen for screen in on_i2c if screen.bus == bus]
        muxes = len({screen.mux for screen in screens if screen.mux is not None})
        plain = sum(screen.mux is None for screen in screens)
        behind = Counter((screen.mux, screen.channel) for screen in screens if screen.mux is not None)
        pulling = plain + max(behind.values(), default=0)
        found.append(parallel(PI_OHMS, *[MUX_OHMS] * muxes, *[screen_ohms] * pulling))
    return min(found)
