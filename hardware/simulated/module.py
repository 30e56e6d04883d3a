"""Defines what every simulated display module has in common, and one that takes all it gets."""

from abc import ABC, abstractmethod

from PIL import Image

from hardware.oled.driver import INVERTED_BYTES

# What every simulated display module has in common: it takes I2C's control bytes, or SPI's D/C wire.

_CONTINUATION = 0x80
_DATA = 0x40
_OFF = 0x40


class Module(ABC):
    """Simulates one display module. One thread at a time writes; any thread may look."""

    width: int
    height: int
    on: bool
    """True once the display has been switched on."""

    @abstractmethod
    def power_cycle(self) -> None:
        """Has the supply go and come back: the RAM is noise, every register at its reset value."""

    @abstractmethod
    def reset(self) -> None:
        """Resets it, as by its reset wire: every register is at its reset value, the RAM stays."""

    @abstractmethod
    def picture(self) -> Image.Image:
        """Returns what a viewer sees: mode "1", `width` by `height`."""

    @property
    @abstractmethod
    def visible_bytes(self) -> bytes:
        """Returns what the screen shows, `width * height / 8` bytes in page order, bit 0 on top: zeros where it
        is off.
        """

    @abstractmethod
    def take_command(self, byte: int) -> None:
        """Takes a byte of a command; one that was cut off continues with the next byte, in any transfer.

        Raises ValueError on what the chip does not understand.
        """

    @abstractmethod
    def take_data(self, data: bytes) -> None:
        """Takes bytes of data."""

    @property
    def status(self) -> int:
        """Returns the status byte: bit 6 where the display is off (datasheets of SSD1306 and SH1106, Read Status)."""
        return 0 if self.on else _OFF

    def receive(self, payload: bytes) -> None:
        """Takes the bytes of one I2C transaction after the address. Raises ValueError on what the chip does not
        know.
        """
        at = 0
        while at < len(payload):
            control = payload[at]
            if control & 0x3F:
                raise ValueError(f"{control:#04x} is no control byte")
            end = at + 2 if control & _CONTINUATION else len(payload)
            self.transfer(payload[at + 1 : end], data=bool(control & _DATA))
            at = end

    def transfer(self, payload: bytes, *, data: bool) -> None:
        """Takes bytes with the D/C wire high for `data`."""
        if data:
            self.take_data(payload)
        else:
            for byte in payload:
                self.take_command(byte)


class OneBitModule(Module):
    """Simulates a module with one bit a pixel, whose chip can show all of it inverted."""

    inverted: bool

    @property
    @abstractmethod
    def ram(self) -> bytes:
        """Returns the display RAM behind the screen, `width * height / 8` bytes in page order, bit 0 on top."""

    @property
    def visible_bytes(self) -> bytes:
        ram = self.ram
        if not self.on:
            return bytes(len(ram))
        return ram.translate(INVERTED_BYTES) if self.inverted else ram


def noise(count: int) -> bytearray:
    """Returns what RAM holds after the supply has come: no byte of it is zero."""
    return bytearray((0x5A ^ (index * 37)) & 0xFF | 0x01 for index in range(count))


# A display module that takes all it gets, for the chips that have no decoder here.


class OpaqueModule(Module):
    """Simulates a module that is there or not, as others are; what it shows is known to its driver alone."""

    def __init__(self, width: int, height: int) -> None:
        self.width = width
        self.height = height
        self.on = False

    def power_cycle(self) -> None:
        self.on = False

    def reset(self) -> None:
        self.on = False

    def picture(self) -> Image.Image:
        raise NotImplementedError("no decoder for this chip")

    @property
    def visible_bytes(self) -> bytes:
        raise NotImplementedError("no decoder for this chip")

    def take_command(self, byte: int) -> None:
        """Ignores it."""

    def take_data(self, data: bytes) -> None:
        """Ignores it."""
