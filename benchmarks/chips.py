"""What a sand timer costs on each chip's wires, and the frame rate that this allows, beside luma.oled's own driver.

Run it from the repository's root: python benchmarks/chips.py. Sixty seconds at ten frames a second, decoded or at least
counted by simulated modules. A frame rate is what one screen alone could have of the wire; software is not in it.
"""

import warnings
from collections.abc import Callable
from typing import NamedTuple

from luma.core.interface.serial import i2c
from luma.oled import device
from PIL import Image
from wire_bytes import Kernel, frames

from companion.panel.config import ScreenConfig
from hardware.faces.placing import face_size
from hardware.oled.chips import driver_for
from hardware.simulated.i2c import SimulatedBus, bus_seconds
from hardware.simulated.modules import module_for
from hardware.simulated.opaque import OpaqueModule
from hardware.transport.link import I2cLink

CHIPS = (
    ("ssd1306", 128, 64),
    ("ssd1306", 128, 32),
    ("ssd1309", 128, 64),
    ("ssd1315", 128, 64),
    ("sh1106", 128, 64),
    ("sh1106", 128, 32),
    ("ssd1327", 128, 128),
)
KHZ = (100, 400, 1000)
SPI_MHZ = 8
FPS = 10

Show = Callable[[Image.Image], object]
Maker = Callable[[ScreenConfig, SimulatedBus], Show]


class Traffic(NamedTuple):
    """An average redraw's."""

    wire_bytes: float
    transactions: float

    def rate(self, khz: float) -> float:
        """Redraws a second on an I2C bus at that clock."""
        return 1 / bus_seconds(wire_bytes=self.wire_bytes, transactions=self.transactions, khz=khz)

    @property
    def spi_rate(self) -> float:
        """Redraws a second over SPI, where address and control byte do not exist."""
        return SPI_MHZ * 1e6 / 8 / (self.wire_bytes - 2 * self.transactions)


def own(config: ScreenConfig, bus: SimulatedBus) -> Show:
    bus.attach(config.address, module_for(config))
    driver = driver_for(config, I2cLink(bus=bus, address=config.address))
    driver.bring_up()
    return driver.show


def luma(config: ScreenConfig, bus: SimulatedBus) -> Show:
    bus.attach(config.address, OpaqueModule(config.width, config.height))
    link = i2c(bus=Kernel(bus), address=config.address)
    link._managed, link._i2c_msg_write = True, lambda address, data: (address, data)
    screen = getattr(device, config.chip)(link, width=config.width, height=config.height)
    screen.persist = True
    return lambda picture: screen.display(picture.convert(screen.mode))


def traffic(
    make: Callable[[ScreenConfig, SimulatedBus], Show], config: ScreenConfig, film: list[Image.Image]
) -> Traffic:
    """The first picture is not counted: it is the same full frame for everyone."""
    bus = SimulatedBus()
    show = make(config, bus)
    show(film[0])
    before = bus.wire_bytes, bus.transactions
    for picture in film[1:]:
        show(picture)
    redraws = len(film) - 1
    return Traffic((bus.wire_bytes - before[0]) / redraws, (bus.transactions - before[1]) / redraws)


def on_glass(config: ScreenConfig) -> list[Image.Image]:
    """The timer's frames as this module shows them."""
    glass = (config.width, config.height)
    wide, high = face_size(glass)
    film = []
    for picture in frames(FPS, (wide, high)):
        whole = Image.new("1", glass)
        whole.paste(picture, ((glass[0] - wide) // 2, (glass[1] - high) // 2))
        film.append(whole)
    return film


if __name__ == "__main__":
    warnings.filterwarnings("ignore", message=".*getdata", category=DeprecationWarning)
    for chip, width, height in CHIPS:
        config = ScreenConfig(id="gold-60a", shows=("gold-60a",), chip=chip, width=width, height=height)
        film = on_glass(config)
        mine, rival = traffic(own, config, film), traffic(luma, config, film)
        name = f"{chip} {width}x{height}"
        ratio = rival.wire_bytes / mine.wire_bytes
        print(f"{name}, wire: {mine.wire_bytes:.1f} bytes/redraw (luma {rival.wire_bytes:.1f}, ratio {ratio:.1f})")
        for khz in KHZ:
            ratio = mine.rate(khz) / rival.rate(khz)
            print(f"{name}, I2C {khz} kHz: {mine.rate(khz):.0f} fps (luma {rival.rate(khz):.1f}, ratio {ratio:.1f})")
        ratio = mine.spi_rate / rival.spi_rate
        print(f"{name}, SPI {SPI_MHZ} MHz: {mine.spi_rate:.0f} fps (luma {rival.spi_rate:.0f}, ratio {ratio:.1f})")
