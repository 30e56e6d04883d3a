"""Gives the panel its pins and links: the Pi's own here, the simulator's in simulator.py. All above it is the same."""

from contextlib import suppress
from functools import cache, partial
from pathlib import Path
from threading import Lock
from typing import Protocol

from gpiozero import Factory

from companion.panel.config import ScreenConfig
from hardware.pins.library import open_pins
from hardware.transport import I2cBus, KernelBus, KernelSpi, ResetLines, ScreenLink, SpiLink, kernel_bus_number


class Backend(Protocol):
    """Gives a panel its wires."""

    @property
    def pins(self) -> Factory:
        """Returns the pins, opened on the first call. Raises PinsError while there are none."""

    def renew_pins(self) -> None:
        """Gives all of them back: the next call gets fresh ones."""

    def bus(self, screen: ScreenConfig) -> I2cBus:
        """Returns the bus, or the multiplexer's channel, of this screen; the same one for the same place."""

    def link(self, screen: ScreenConfig) -> ScreenLink:
        """Returns the way to the screen's chip, to be called once. It opens no device before the first transfer."""

    def close(self) -> None: ...


class PiBackend:
    """Uses the machine's own GPIO chip and its I2C and SPI buses."""

    def __init__(self, *, scratch: Path) -> None:
        """`scratch` as for `open_pins`."""
        self._scratch = scratch
        self._pins: Factory | None = None
        self._opening = Lock()
        self._bus = cache(kernel_bus)
        self._spi: list[SpiLink] = []
        self._resets = ResetLines(lambda: self.pins)

    @property
    def pins(self) -> Factory:
        with self._opening:
            if self._pins is None:
                self._pins = open_pins(scratch=self._scratch)
            return self._pins

    def renew_pins(self) -> None:
        with self._opening:
            pins, self._pins = self._pins, None
        if pins is not None:
            # What hangs on a chip that has gone cannot be given back.
            with suppress(Exception):
                pins.close()

    def bus(self, screen: ScreenConfig) -> I2cBus:
        return self._bus(screen.bus, screen.mux, screen.channel)

    def link(self, screen: ScreenConfig) -> ScreenLink:
        if screen.spi is None:
            return self._resets.link(self.bus(screen), screen)
        device = KernelSpi(port=screen.spi.port, device=screen.spi.device)
        link = SpiLink(device=device, pins=lambda: self.pins, dc=screen.spi.dc, reset=screen.spi.reset)
        self._spi.append(link)
        return link

    def close(self) -> None:
        for link in self._spi:
            link.close()
        self._resets.close()
        self.renew_pins()


def kernel_bus(bus: int, mux: int | None, channel: int | None) -> KernelBus:
    """Returns /dev/i2c-N for a bus, or for a channel of the multiplexer at `mux` on it."""
    if mux is None or channel is None:
        return KernelBus(lambda: bus)
    return KernelBus(partial(kernel_bus_number, bus=bus, mux=mux, channel=channel))
