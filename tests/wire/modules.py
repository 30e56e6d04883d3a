"""A display module of every kind on its simulated wires, with its real driver."""

from collections.abc import Iterable
from dataclasses import dataclass

import pytest
from PIL import Image

from companion.clock import ManualClock
from companion.panel.check import SIZES, SPI_ONLY
from companion.panel.config import PanelConfig, ScreenConfig, SpiConfig
from hardware.oled.chips import ONE_BIT_CHIPS, driver_for
from hardware.oled.driver import ScreenDriver
from hardware.simulated.chips import DECODED
from hardware.simulated.module import Module
from hardware.simulated.simulator import Simulator

TURNS = {0: None, 90: Image.Transpose.ROTATE_270, 180: Image.Transpose.ROTATE_180, 270: Image.Transpose.ROTATE_90}


def screen(
    chip: str = "ssd1306",
    *,
    height: int = 64,
    width: int = 128,
    rotate: int = 0,
    spi: bool = False,
    offset: int | None = None,
) -> ScreenConfig:
    return ScreenConfig(
        id="it",
        shows=("gold-30",),
        chip=chip,
        width=width,
        height=height,
        rotate=rotate,
        offset=offset,
        spi=SpiConfig() if spi else None,
    )


def of_every_size(chips: Iterable[str]) -> dict[str, ScreenConfig]:
    """These chips' modules on all wires that they take."""
    return {
        f"{chip}-{width}x{height}-{'spi' if spi else 'i2c'}": screen(chip, width=width, height=height, spi=spi)
        for chip in chips
        for width, height in SIZES[chip]
        for spi in ((True,) if chip in SPI_ONLY else (False, True))
    }


OFFSET = {f"sh1106-offset-{offset}": screen("sh1106", offset=offset) for offset in (0, 2, 4)}
"""The same glass before other columns of the RAM."""
PARTIAL = of_every_size(ONE_BIT_CHIPS) | OFFSET
"""Those of which only what has changed is sent."""
WHOLE = of_every_size(DECODED.keys() - ONE_BIT_CHIPS.keys())
"""luma's own drivers: whole frames. The others that there are, nobody decodes."""

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
        simulator = Simulator(PanelConfig(name="one", screens=(config,)), clock=ManualClock(), khz=None)
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
        return self.chip.picture().tobytes() == glass.tobytes() and self.chip.visible_bytes == told == self.driver.ram


def page_order(picture: Image.Image) -> bytes:
    """Display RAM worked out pixel by pixel: bit 0 on top."""
    lit = picture.load()
    assert lit is not None
    return bytes(
        sum(1 << bit for bit in range(8) if lit[column, page * 8 + bit])
        for page in range(picture.height // 8)
        for column in range(picture.width)
    )
