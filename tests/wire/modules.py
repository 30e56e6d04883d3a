"""A display module of every kind on its simulated wires, with its real driver."""

from dataclasses import dataclass

import pytest
from PIL import Image

from companion.panel.config import PanelConfig, ScreenConfig, SpiConfig
from hardware.oled.driver import ScreenDriver
from hardware.oled.drivers import driver_for
from hardware.simulated.module import Module
from hardware.simulated.simulator import Simulator

TURNS = {0: None, 90: Image.Transpose.ROTATE_270, 180: Image.Transpose.ROTATE_180, 270: Image.Transpose.ROTATE_90}


def screen(
    chip: str = "ssd1306", *, height: int = 64, width: int = 128, rotate: int = 0, spi: bool = False
) -> ScreenConfig:
    return ScreenConfig(
        id="it",
        shows=("gold-30",),
        chip=chip,
        width=width,
        height=height,
        rotate=rotate,
        spi=SpiConfig() if spi else None,
    )


PARTIAL = {
    f"{chip}-{height}-{'spi' if spi else 'i2c'}": screen(chip, height=height, spi=spi)
    for chip, height, spi in (
        ("ssd1306", 64, False),
        ("ssd1306", 32, False),
        ("ssd1309", 64, False),
        ("ssd1315", 64, False),
        ("sh1106", 64, False),
        ("sh1106", 32, False),
        ("ssd1306", 64, True),
        ("sh1106", 64, True),
    )
}
"""Those of which only what has changed is sent."""
WHOLE = {
    "ssd1327-128-i2c": screen("ssd1327", height=128),
    "ssd1327-128-spi": screen("ssd1327", height=128, spi=True),
}
"""luma's own drivers: whole frames."""

partial = pytest.mark.parametrize("config", PARTIAL.values(), ids=PARTIAL)
every = pytest.mark.parametrize("config", (PARTIAL | WHOLE).values(), ids=PARTIAL | WHOLE)


@dataclass
class Fitted:
    """One module, wired up."""

    config: ScreenConfig
    simulator: Simulator
    driver: ScreenDriver
    chip: Module

    @classmethod
    def of(cls, config: ScreenConfig) -> "Fitted":
        simulator = Simulator(PanelConfig(name="one", screens=(config,)), khz=None)
        driver = driver_for(config, simulator.link(config))
        return cls(config, simulator, driver, simulator.chips[config.id])

    @property
    def wire_bytes(self) -> int:
        if self.config.spi is not None:
            return self.simulator.spi(self.config).wire_bytes
        return self.simulator.bus(self.config).wire_bytes

    def fail_next(self, count: int, *, delivered: int = 0) -> None:
        left = iter(range(count))

        def fails(length: int) -> int | None:
            return None if next(left, None) is None else min(length, delivered)

        wire = self.simulator.bus(self.config) if self.config.spi is None else self.simulator.spi(self.config)
        wire.fail(fails)

    def unplug(self) -> None:
        self.simulator.unplug(self.config)

    def plug(self) -> None:
        self.simulator.plug(self.config)

    def sees(self, picture: Image.Image) -> bool:
        """Whether a viewer sees that picture, and nobody is told otherwise."""
        turn = TURNS[self.config.rotate]
        glass = picture if turn is None else picture.transpose(turn)
        told = page_order(glass)
        return self.chip.picture().tobytes() == glass.tobytes() and self.chip.shown == told == self.driver.ram


def page_order(picture: Image.Image) -> bytes:
    """Display RAM worked out pixel by pixel: bit 0 on top."""
    lit = picture.load()
    assert lit is not None
    return bytes(
        sum(1 << bit for bit in range(8) if lit[column, page * 8 + bit])
        for page in range(picture.height // 8)
        for column in range(picture.width)
    )
