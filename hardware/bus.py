"""The I2C bus as the screens use it, and the kernel's own."""

from collections.abc import Callable
from pathlib import Path
from typing import Protocol

import smbus2

SYSFS_I2C = Path("/sys/bus/i2c/devices")


class I2cBus(Protocol):
    """One I2C bus, or one channel behind a multiplexer. One thread at a time, unless the back end says otherwise."""

    def write(self, address: int, payload: bytes) -> None:
        """One transaction: start, the 7-bit `address`, every byte of `payload`, stop. Raises OSError.

        For an SSD1306 the first byte is a control byte. After an error any part of it may have arrived.
        """

    def close(self) -> None:
        """Lets the bus go. The next write opens it again."""


class KernelBus:
    """/dev/i2c-N. Opened by the first write and anew after any error.

    A bus that is not there, or goes away for a while, is then no more than a screen that does not answer.
    """

    def __init__(self, find: Callable[[], int]) -> None:
        """`find` tells the N, or raises OSError."""
        self._find = find
        self._device: smbus2.SMBus | None = None

    def write(self, address: int, payload: bytes) -> None:
        try:
            if self._device is None:
                self._device = smbus2.SMBus(self._find())
            self._device.i2c_rdwr(smbus2.i2c_msg.write(address, payload))
        except OSError:
            self.close()
            raise

    def close(self) -> None:
        if self._device is not None:
            self._device.close()
            self._device = None


def kernel_bus_number(*, bus: int, mux: int, channel: int, sysfs: Path = SYSFS_I2C) -> int:
    """The N of /dev/i2c-N that the kernel made for one channel of the multiplexer at `mux` on `bus`. Raises OSError."""
    link = sysfs / f"{bus}-{mux:04x}" / f"channel-{channel}"
    try:
        name = link.resolve(strict=True).name
    except FileNotFoundError:
        raise FileNotFoundError(
            f"I2C bus {bus} has no multiplexer at {mux:#x} with a channel {channel}. Check its wires, and that "
            f"config.txt has dtoverlay=i2c-mux,pca9548,addr={mux:#x}."
        ) from None
    return int(name.removeprefix("i2c-"))
