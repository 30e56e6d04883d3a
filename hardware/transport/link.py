"""The way to one display chip: commands there, data there, and its status back where its wires allow that."""

from typing import Protocol

from companion.errors import WarglassError
from hardware.transport.i2c import I2cBus

COMMANDS = b"\x00"
"""The control byte before commands alone (SSD1306 datasheet, I2C-bus Write data)."""
DATA = b"\x40"
"""The control byte before data alone."""
LONGEST = 4096
"""Bytes of data in one transaction: i2c-dev takes 8192 in all, spidev what its `bufsiz` says, which is this."""

TRIES = 4
"""How often a transfer is tried before the chip counts as gone."""


class OutOfReach(WarglassError, OSError):
    """The chip cannot even be asked. The message says what is missing, as in "there is no /dev/spidev0.0"."""


class Link(Protocol):
    """One chip's link. One thread at a time. Whatever raises OSError may have arrived in part."""

    @property
    def acknowledges(self) -> bool:
        """Whether a transaction tells if anyone was there to take it."""

    def commands(self, commands: bytes) -> int:
        """Sends commands with their arguments and returns the wire bytes it took. Raises OSError."""

    def data(self, data: bytes) -> int:
        """Sends data for the chip's RAM and returns the wire bytes it took. Raises OSError."""

    def status(self) -> int:
        """The chip's status byte. Raises OSError, as well where a chip on these wires cannot be read."""

    def reset(self) -> None:
        """Resets the chip where a wire is there for it. Raises OSError."""


class I2cLink:
    """A chip at an address of an I2C bus."""

    acknowledges = True

    def __init__(self, *, bus: I2cBus, address: int) -> None:
        self._bus = bus
        self._address = address

    def commands(self, commands: bytes) -> int:
        return self._write(COMMANDS + commands)

    def data(self, data: bytes) -> int:
        return sum(self._write(DATA + data[at : at + LONGEST]) for at in range(0, len(data), LONGEST))

    def status(self) -> int:
        return self._bus.read(self._address)

    def reset(self) -> None:
        """An I2C module resets itself when it gets its supply."""

    def _write(self, payload: bytes) -> int:
        self._bus.write(self._address, payload)
        return 1 + len(payload)
