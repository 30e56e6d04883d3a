"""Reaches a chip: I2C, SPI and the link that the drivers talk through."""

import errno
import fcntl
import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from threading import Lock
from typing import Protocol

import smbus2
from gpiozero import DigitalOutputDevice, Factory

from companion.errors import WarglassError
from companion.panel.config import ScreenConfig
from hardware.parts import refused, without_pins

# The I2C bus as the screens use it, and the kernel's own.

SYSFS_I2C = Path("/sys/bus/i2c/devices")

NOT_ACKNOWLEDGED = frozenset({errno.ENXIO, errno.EREMOTEIO, errno.EIO})
"""The kernel says one of these where no chip took a transfer; any other error is the bus's own trouble."""
_READ_RATHER = (range(0x30, 0x38), range(0x50, 0x60))
"""EEPROMs have these addresses. For some, an address without a byte after it starts a write, or sets write
protection.
"""


class I2cBus(Protocol):
    """Describes one I2C bus, or one channel behind a multiplexer. One thread at a time, unless its back end allows
    more.
    """

    def write(self, address: int, payload: bytes) -> None:
        """Writes in one transaction: start, the 7-bit `address`, every byte of `payload`, stop. Raises OSError.

        For an SSD1306 the first byte is a control byte. After an error any part of it may have arrived.
        """

    def read(self, address: int) -> int:
        """Reads in one transaction: start, the 7-bit `address` to be read, one byte from the chip, stop. Raises
        OSError.
        """

    def answers(self, address: int) -> bool:
        """Returns True where a chip acknowledges the 7-bit `address`, without writing a byte.

        Raises OSError where the bus itself cannot be asked: it is not there, may not be opened, or hangs.
        """

    def close(self) -> None:
        """Lets the bus go. The next write opens it again."""


class KernelBus:
    """Uses /dev/i2c-N, opened by the first write and reopened after any error.

    A bus that is not there, or goes away for a while, is then no more than a screen that does not answer.
    """

    def __init__(self, find: Callable[[], int]) -> None:
        """`find` returns the N, or raises OSError."""
        self._find = find
        self._device: smbus2.SMBus | None = None

    def write(self, address: int, payload: bytes) -> None:
        self._transfer(smbus2.i2c_msg.write(address, payload))

    def read(self, address: int) -> int:
        message = smbus2.i2c_msg.read(address, 1)
        self._transfer(message)
        return bytes(message)[0]

    def answers(self, address: int) -> bool:
        device = self._open()
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
            self._open().i2c_rdwr(message)
        except OSError:
            self.close()
            raise

    def _open(self) -> smbus2.SMBus:
        if self._device is None:
            self._device = smbus2.SMBus(self._find())
        return self._device


def kernel_bus_number(*, bus: int, mux: int, channel: int, sysfs: Path = SYSFS_I2C) -> int:
    """Returns the N of the kernel's /dev/i2c-N for a channel of the multiplexer at `mux` on `bus`. Raises OSError."""
    link = sysfs / f"{bus}-{mux:04x}" / f"channel-{channel}"
    try:
        name = link.resolve(strict=True).name
    except FileNotFoundError:
        raise FileNotFoundError(
            f"I2C bus {bus} has no multiplexer at {mux:#x} with a channel {channel}. Check its wires, and that "
            f"config.txt has dtoverlay=i2c-mux,pca9548,addr={mux:#x}."
        ) from None
    return int(name.removeprefix("i2c-"))


# The way to one display chip: commands there, data there, and its status back where its wires allow that.

COMMANDS = b"\x00"
"""The control byte before commands alone (SSD1306 datasheet, I2C-bus Write data)."""
DATA = b"\x40"
"""The control byte before data alone."""
LONGEST = 4096
"""Limits the bytes of data in one transaction: i2c-dev takes 8192 in all, spidev what its `bufsiz` says, this."""

TRIES = 4
"""A transfer is tried this often before the chip counts as gone."""


class OutOfReach(WarglassError, OSError):
    """Reports that the chip cannot even be asked. The message says what is missing: "there is no /dev/spidev0.0"."""


class ScreenLink(Protocol):
    """Reaches one chip. One thread at a time. A call that raises OSError may have arrived in part."""

    @property
    def acknowledges(self) -> bool:
        """Returns True where a transaction shows whether a chip took it."""

    def commands(self, commands: bytes) -> int:
        """Sends commands with their arguments and returns the wire bytes it took. Raises OSError."""

    def data(self, data: bytes) -> int:
        """Sends data for the chip's RAM and returns the wire bytes it took. Raises OSError."""

    def status(self) -> int:
        """Returns the chip's status byte. Raises OSError, also where a chip on these wires cannot be read."""

    def reset(self) -> None:
        """Resets the chip where a wire is there for it. Raises OSError."""


class I2cLink:
    """Reaches a chip at an address of an I2C bus."""

    acknowledges = True

    def __init__(self, *, bus: I2cBus, address: int, reset: "ResetLine | None" = None) -> None:
        self._bus = bus
        self._address = address
        self._reset = reset

    def commands(self, commands: bytes) -> int:
        return self._write(COMMANDS + commands)

    def data(self, data: bytes) -> int:
        return sum(self._write(DATA + data[at : at + LONGEST]) for at in range(0, len(data), LONGEST))

    def status(self) -> int:
        with self._noticed():
            return self._bus.read(self._address)

    def reset(self) -> None:
        """Pulses the reset pin, where there is one. Most I2C modules reset themselves when they get their supply."""
        if self._reset is not None:
            self._reset.pulse(self)

    def _write(self, payload: bytes) -> int:
        with self._noticed():
            self._bus.write(self._address, payload)
        return 1 + len(payload)

    @contextmanager
    def _noticed(self) -> Iterator[None]:
        """Tells its reset wire when the module does not answer."""
        try:
            yield
        except OSError:
            if self._reset is not None:
                self._reset.lost(self)
            raise


# A display chip on SPI: a wire distinguishes commands from data, and the chip never answers.

HERTZ = 8_000_000
"""luma.core runs its SPI at this speed too; the SSD1306 takes 10 MHz (datasheet, 4-wire Serial Interface Timing)."""

_SET_SPEED = 0x40046B04
"""SPI_IOC_WR_MAX_SPEED_HZ (linux/spi/spidev.h). Mode 0 is what a fresh device has."""


class SpiDevice(Protocol):
    """Describes one device of an SPI port. One thread at a time."""

    def write(self, payload: bytes) -> None:
        """Makes one transfer of up to LONGEST bytes, chip selected. Raises OSError. The chip does not confirm it."""

    def close(self) -> None:
        """Lets the device go. The next write opens it again."""


class KernelSpi:
    """Uses /dev/spidevPORT.DEVICE, opened by the first write and reopened after any error.

    A plain write is a transfer (kernel documentation, SPI userspace API), so that no further package is needed.
    """

    def __init__(self, *, port: int, device: int, directory: Path = Path("/dev")) -> None:
        self._path = directory / f"spidev{port}.{device}"
        self._file: int | None = None

    def write(self, payload: bytes) -> None:
        try:
            if self._file is None:
                self._file = self._open()
                fcntl.ioctl(self._file, _SET_SPEED, HERTZ.to_bytes(4, "little"))
            if os.write(self._file, payload) != len(payload):
                raise OSError(errno.EIO, os.strerror(errno.EIO), str(self._path))
        except OSError:
            self.close()
            raise

    def _open(self) -> int:
        """Opens the device. Raises OSError, and OutOfReach where the message can say what to do."""
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
    """Serves as a Link over SPI with its D/C wire (low for commands, high for data) and its reset wire (low)."""

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
        # Both, because a reset wire without an owner may be low.
        for each in (self._dc, self._reset):
            each.claim(pins)
        wire.set(high=high)


class _Wire:
    """Drives an output to the module, on a pin that may be missing, lost and back."""

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
        """Sets the level, once it is claimed. Raises OutOfReach."""
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


class ResetLine:
    """Resets one I2C module, or several at once, by a wire that goes low. Any thread may call any method.

    Takes its pin with the first pulse, and again once it was lost. `pins` may raise WarglassError.
    """

    def __init__(self, *, pins: Callable[[], Factory], gpio: int) -> None:
        self._pins = pins
        self._wire = _Wire("reset", gpio)
        self._lock = Lock()
        self._running: set[I2cLink] = set()

    def pulse(self, module: I2cLink) -> None:
        """Resets the module, unless another one on the wire runs: that would go dark. It then has to do with the reset
        that it got with the others, or with its supply. Raises OutOfReach."""
        with self._lock:
            self._running.discard(module)
            try:
                pins = self._pins()
            except WarglassError:
                raise OutOfReach(f"its reset wire has no pin: {without_pins()}") from None
            self._wire.claim(pins)
            if not self._running:
                self._wire.set(high=False)
                self._wire.set(high=True)
            self._running.add(module)

    def lost(self, module: I2cLink) -> None:
        """Takes note that the module does not answer."""
        with self._lock:
            self._running.discard(module)

    def close(self) -> None:
        """Gives the pin back."""
        self._wire.close()


class ResetLines:
    """Holds the reset wires of a panel's I2C modules, by their pins."""

    def __init__(self, pins: Callable[[], Factory]) -> None:
        self._pins = pins
        self._lines: dict[int, ResetLine] = {}

    def link(self, bus: I2cBus, screen: ScreenConfig) -> I2cLink:
        """Returns the way to a screen's chip."""
        gpio, line = screen.reset_pin, None
        if gpio is not None:
            line = self._lines.setdefault(gpio, ResetLine(pins=self._pins, gpio=gpio))
        return I2cLink(bus=bus, address=screen.address, reset=line)

    def close(self) -> None:
        """Gives all pins back."""
        for line in self._lines.values():
            line.close()
