"""The I2C bus as the screens use it, and the kernel's own."""

import errno
from collections.abc import Callable
from pathlib import Path
from typing import Protocol

import smbus2

SYSFS_I2C = Path("/sys/bus/i2c/devices")

NOT_ACKNOWLEDGED = frozenset({errno.ENXIO, errno.EREMOTEIO, errno.EIO})
"""What the kernel says where nobody took a transfer; anything else is the bus's own trouble."""
_READ_RATHER = (range(0x30, 0x38), range(0x50, 0x60))
"""Where EEPROMs live. Some take an address with nothing after it for the start of a write, or for write protection."""


class I2cBus(Protocol):
    """One I2C bus, or one channel behind a multiplexer. One thread at a time, unless the back end says otherwise."""

    def write(self, address: int, payload: bytes) -> None:
        """One transaction: start, the 7-bit `address`, every byte of `payload`, stop. Raises OSError.

        For an SSD1306 the first byte is a control byte. After an error any part of it may have arrived.
        """

    def read(self, address: int) -> int:
        """One transaction: start, the 7-bit `address` to be read, one byte from the chip, stop. Raises OSError."""

    def answers(self, address: int) -> bool:
        """Whether anything acknowledges the 7-bit `address`, told without writing a byte. Raises OSError where the bus
        itself cannot be asked: it is not there, may not be opened, or hangs."""

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
        self._transfer(smbus2.i2c_msg.write(address, payload))

    def read(self, address: int) -> int:
        message = smbus2.i2c_msg.read(address, 1)
        self._transfer(message)
        return bytes(message)[0]

    def answers(self, address: int) -> bool:
        device = self._opened()
        try:
            if any(address in addresses for addresses in _READ_RATHER):
                device.read_byte(address)
            else:
                device.write_quick(address)
        except OSError as error:
            self.close()
            if error.errno == errno.EBUSY:
                # One of the kernel's own drivers has found it there.
                return True
            if error.errno in NOT_ACKNOWLEDGED:
                return False
            raise
        return True

    def close(self) -> None:
        if self._device is not None:
            self._device.close()
            self._device = None

    def _transfer(self, message: smbus2.i2c_msg) -> None:
        try:
            self._opened().i2c_rdwr(message)
        except OSError:
            self.close()
            raise

    def _opened(self) -> smbus2.SMBus:
        if self._device is None:
            self._device = smbus2.SMBus(self._find())
        return self._device


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
