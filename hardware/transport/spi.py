"""A display chip on SPI: a wire tells commands from data, and nothing ever comes back."""

import errno
import fcntl
import os
from pathlib import Path
from typing import Protocol

from gpiozero import DigitalOutputDevice, Factory

from hardware.transport.link import LONGEST

HERTZ = 8_000_000
"""What luma.core runs its SPI at, too; the SSD1306 takes 10 MHz (datasheet, 4-wire Serial Interface Timing)."""

_SET_SPEED = 0x40046B04
"""SPI_IOC_WR_MAX_SPEED_HZ (linux/spi/spidev.h). Mode 0 is what a fresh device has."""


class SpiDevice(Protocol):
    """One device of an SPI port. One thread at a time."""

    def write(self, payload: bytes) -> None:
        """One transfer of up to LONGEST bytes, chip selected. Raises OSError; nobody can tell whether it was heard."""

    def close(self) -> None:
        """Lets the device go. The next write opens it again."""


class KernelSpi:
    """/dev/spidevPORT.DEVICE, opened by the first write and anew after any error.

    A plain write is a transfer (kernel documentation, SPI userspace API), so that no further package is needed.
    """

    def __init__(self, *, port: int, device: int, directory: Path = Path("/dev")) -> None:
        self._path = directory / f"spidev{port}.{device}"
        self._file: int | None = None

    def write(self, payload: bytes) -> None:
        try:
            if self._file is None:
                self._file = os.open(self._path, os.O_RDWR | os.O_CLOEXEC)
                fcntl.ioctl(self._file, _SET_SPEED, HERTZ.to_bytes(4, "little"))
            if os.write(self._file, payload) != len(payload):
                raise OSError(errno.EIO, os.strerror(errno.EIO), str(self._path))
        except OSError:
            self.close()
            raise

    def close(self) -> None:
        if self._file is not None:
            os.close(self._file)
            self._file = None


class SpiLink:
    """A Link over SPI with its D/C wire (low for commands, high for data) and its reset wire (low)."""

    acknowledges = False

    def __init__(self, *, device: SpiDevice, pins: Factory, dc: int, reset: int) -> None:
        """Takes the pins. Raises gpiozero.GPIOZeroError."""
        self._device = device
        self._dc = DigitalOutputDevice(dc, pin_factory=pins)
        self._reset = DigitalOutputDevice(reset, initial_value=True, pin_factory=pins)

    def commands(self, commands: bytes) -> int:
        self._dc.off()
        self._device.write(commands)
        return len(commands)

    def data(self, data: bytes) -> int:
        self._dc.on()
        for at in range(0, len(data), LONGEST):
            self._device.write(data[at : at + LONGEST])
        return len(data)

    def status(self) -> int:
        raise OSError(errno.EOPNOTSUPP, "a display on SPI cannot be read")

    def reset(self) -> None:
        # The chips want 3 to 10 us low (datasheets, Reset Timing); a call to the kernel takes longer.
        self._reset.off()
        self._reset.on()

    def close(self) -> None:
        """Gives the pins back."""
        self._device.close()
        self._dc.close()
        self._reset.close()
