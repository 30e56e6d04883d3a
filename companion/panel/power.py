"""Calculates what a panel draws from the Pi's 3.3 V rail, in mA, part by part, each figure with its source."""

from collections.abc import Iterator

import msgspec

from companion.panel.config import PanelConfig

GPIO_PINS_MA = 50.0
"""Is what all GPIO pins together may give.

Raspberry Pi documentation, Power supplies: "GPIO pins can draw 50mA safely, distributed across all the pins; an
individual GPIO pin can only safely draw 16mA".
"""

LIGHT_OHMS = 330
BASE_OHMS = 1000

_SCREENS = {
    "ssd1306": (17.0, 31.0),
    "ssd1315": (17.0, 31.0),
    "sh1106": (23.0, 31.0),
}
"""Holds, by chip, what a screen draws with half of its pixels lit, which is more than faces light, and with all of
them.

Eight 0.96 and 0.91 inch modules were measured at 9 to 17 mA and 11 to 30 mA. One of 1.3 inch drew 22 and 30. Source:
The Things Network forum, The workbench part 2, Monochrome OLED Display Power Consumption.

The SSD1306's datasheet agrees. One row is lit at a time, and its 128 segments take 100 µA each at full contrast (8.8,
SEG/COM Driving block). The charge pump doubles the voltage (application note, Charge Pump Regulator). So the rail gives
26 mA and the logic's own.
"""

_OTHER_SCREEN = (60.0, 200.0)
"""Is for large, grey and coloured modules: one of 128x128 was measured at 147 mA at a fifth of its brightness.

Source: BitBank Software, How much current do OLED displays use?
"""

_MUX = (0.1, 0.2)
"""Is a TCA9548A: less than 0.1 mA with its clock at 400 kHz (datasheet, Electrical Characteristics, ICC),
rounded up.
"""

_BUS = (3.0, 6.0)
"""Is an I2C bus: SDA and SCL held low sink 3 mA each at most. With data going by they are low half of the time.

Source: UM10204, Characteristics of the SDA and SCL bus lines.
"""

_SOUNDER = (0.0, 30.0)
"""Is a small active buzzer: silent as a rule, and up to 30 mA while it sounds (datasheet of the TMB12A03)."""

_LIGHT_MA = (3.3 - 2.0) / LIGHT_OHMS * 1000
"""Is a red or yellow LED, which keeps 2 V for itself; its resistor has the rest."""

_BASE_MA = (3.3 - 0.7) / BASE_OHMS * 1000
"""Is the buzzer's transistor: base to emitter is 0.7 V, its resistor has the rest."""

_BUTTON_MA = 3.3 / 50e3 * 1000
"""Is a button held down: it closes the Pi's pull-up of about 50 kΩ to ground (BCM2835 ARM Peripherals, 6.1)."""


class Draw(msgspec.Struct, frozen=True, kw_only=True):
    """Holds several parts of one kind and what they draw together: as a rule, and at most."""

    parts: str
    count: int
    usual_ma: float
    most_ma: float


class Budget(msgspec.Struct, frozen=True, kw_only=True):
    """Holds what a panel draws, against what it may: `rail_ma` from the 3.3 V rail, all draws together."""

    draws: tuple[Draw, ...]
    rail_ma: float
    pins_ma: float
    """Is the part of it, at most, that comes through GPIO pins."""

    @property
    def usual_ma(self) -> float:
        return sum(draw.usual_ma for draw in self.draws)

    @property
    def most_ma(self) -> float:
        return sum(draw.most_ma for draw in self.draws)

    @property
    def margin_ma(self) -> float:
        """Returns what the rail has left at the most; below zero where it is not enough."""
        return self.rail_ma - self.most_ma


def budget(panel: PanelConfig) -> Budget:
    """Returns what this panel draws."""
    lamps = 0 if panel.light is None else _LIGHT_MA
    base = 0 if panel.sounder is None else _BASE_MA
    return Budget(
        draws=tuple(draw for draw in _draws(panel) if draw.count),
        rail_ma=panel.rail_ma,
        pins_ma=lamps + base + len(panel.controls) * _BUTTON_MA,
    )


def _draws(panel: PanelConfig) -> Iterator[Draw]:
    for chip in sorted({screen.chip for screen in panel.screens}):
        yield _draw(
            f"screens ({chip})",
            sum(screen.chip == chip for screen in panel.screens),
            *_SCREENS.get(chip, _OTHER_SCREEN),
        )
    yield _draw("multiplexers", len({(each.bus, each.mux) for each in panel.screens if each.mux is not None}), *_MUX)
    yield _draw("I2C pull-ups, by bus", len({screen.bus for screen in panel.screens if screen.spi is None}), *_BUS)
    yield _draw("buzzer and its transistor", int(panel.sounder is not None), _SOUNDER[0], _SOUNDER[1] + _BASE_MA)
    yield _draw("lamp", int(panel.light is not None), _LIGHT_MA, _LIGHT_MA)
    yield _draw("buttons", len(panel.controls), 0, _BUTTON_MA)


def _draw(parts: str, count: int, usual_ma: float, most_ma: float) -> Draw:
    return Draw(parts=parts, count=count, usual_ma=count * usual_ma, most_ma=count * most_ma)
