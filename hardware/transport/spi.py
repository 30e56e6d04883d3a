"""A display chip on SPI: a wire tells commands from data, and nothing ever comes back."""

import errno
import fcntl
import os
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Protocol

from gpiozero import DigitalOutputDevice, Factory

from companion.errors import WarglassError
from hardware.parts.words import refused, without_pins
from hardware.transport.link import LONGEST, OutOfReach

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
                self._file = self._opened()
                fcntl.ioctl(self._file, _SET_SPEED, HERTZ.to_bytes(4, "little"))
            if os.write(self._file, payload) != len(payload):
                raise OSError(errno.EIO, os.strerror(errno.EIO), str(self._path))
        except OSError:
            self.close()
            raise

    def _opened(self) -> int:
        """Raises OSError, and OutOfReach for what somebody can do something about."""
        try:
            return os.open(self._path, os.O_RDWR | os.O_CLOEXEC)
        except FileNotFoundError:
            raise OutOfReach(f"there is no {self._path}, for SPI is switched off") from None
        except PermissionError:
            raise OutOfReach(f"{self._path} may not be opened, for want of the group spi") from None

    def close(self) -> None:
        if self._file is not None:
            os.close(self._file)
            self._file = None


class SpiLink:
    """A Link over SPI with its D/C wire (low for commands, high for data) and its reset wire (low)."""

    acknowledges = False

    def __init__(self, *, device: SpiDevice, pins: Callable[[], Factory], dc: int, reset: int) -> None:
        """Takes its pins when it is first used, and again once they were lost. `pins` may raise WarglassError."""
        self._device = device
        self._pins = pins
        self._dc = _Wire("D/C", dc)
        self._reset = _Wire("reset", reset)

    def commands(self, commands: bytes) -> int:
        self._set(self._dc, high=False)
        self._device.write(commands)
        return len(commands)

    def data(self, data: bytes) -> int:
        self._set(self._dc, high=True)
        for at in range(0, len(data), LONGEST):
            self._device.write(data[at : at + LONGEST])
        return len(data)

    def status(self) -> int:
        raise OSError(errno.EOPNOTSUPP, "a display on SPI cannot be read")

    def reset(self) -> None:
        # The chips want 3 to 10 us low (datasheets, Reset Timing); a call to the kernel takes longer.
        self._set(self._reset, high=False)
        self._set(self._reset, high=True)

    def close(self) -> None:
        """Gives the pins back."""
        self._device.close()
        self._dc.close()
        self._reset.close()

    def _set(self, wire: "_Wire", *, high: bool) -> None:
        try:
            pins = self._pins()
        except WarglassError:
            raise OutOfReach(f"its {wire.name} wire has no pin: {without_pins()}") from None
        # Both, for a reset wire that nobody holds may be low.
        for each in (self._dc, self._reset):
            each.claim(pins)
        wire.set(high=high)


class _Wire:
    """An output to the module, on a pin that may be missing, lost and back."""

    def __init__(self, name: str, gpio: int) -> None:
        self.name = name
        self._gpio = gpio
        self._device: DigitalOutputDevice | None = None

    def claim(self, pins: Factory) -> None:
        """Takes its pin if it has none, high. Raises OutOfReach."""
        if self._device is None:
            try:
                self._device = DigitalOutputDevice(self._gpio, initial_value=True, pin_factory=pins)
            except Exception as error:  # noqa: BLE001 - each pin library raises something of its own
                raise self._lost(error) from None

    def set(self, *, high: bool) -> None:
        """Once it is claimed. Raises OutOfReach."""
        try:
            assert self._device is not None
            self._device.value = high
        except Exception as error:  # noqa: BLE001 - as above
            self.close()
            raise self._lost(error) from None

    def _lost(self, error: Exception) -> OutOfReach:
        return OutOfReach(f"its {self.name} wire, {refused(self._gpio, error)}")

    def close(self) -> None:
        device, self._device = self._device, None
        if device is not None:
            with suppress(Exception):
                device.close()
