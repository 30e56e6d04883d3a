"""A GPIO character device and who has its lines: the kernel's own account, read without taking a line.

Source: the kernel's userspace ABI, include/uapi/linux/gpio.h, `gpiochip_info` and `gpio_v2_line_info`.
"""

import fcntl
import os
import struct
from collections.abc import Iterable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

import msgspec

_CHIP = struct.Struct("=32s32sI")
_LINE = struct.Struct("=32s32sIIQ160s16s")
_READ, _READ_WRITE = 2, 3
_CHIP_INFO = _READ << 30 | _CHIP.size << 16 | 0xB4 << 8 | 0x01
_LINE_INFO = _READ_WRITE << 30 | _LINE.size << 16 | 0xB4 << 8 | 0x05
_USED = 1

DEV = Path("/dev")


class GpioChip(msgspec.Struct, frozen=True, kw_only=True):
    """`label` is the driver's: a Pi's header is on the chip whose label begins with `pinctrl-`."""

    path: str
    label: str
    lines: int


class LineUser(msgspec.Struct, frozen=True, kw_only=True):
    """Who has a line: a program's or a driver's own name for itself, "" where it has given none."""

    name: str


def chip_devices() -> list[str]:
    """Every /dev/gpiochipN."""
    return sorted(map(str, DEV.glob("gpiochip*")))


def chip_at(path: str) -> GpioChip:
    """Raises OSError."""
    with _opened(path) as device:
        _, label, lines = _CHIP.unpack(fcntl.ioctl(device, _CHIP_INFO, bytes(_CHIP.size)))
    return GpioChip(path=path, label=_text(label), lines=lines)


def header_of(chips: Iterable[GpioChip]) -> GpioChip | None:
    """The one of them that the 40-pin header is on, on some Pis not the first; None where there are none."""
    found = list(chips)
    return next((chip for chip in found if chip.label.startswith("pinctrl-")), found[0] if found else None)


def header_chip() -> GpioChip:
    """The chip that the 40-pin header is on. Raises OSError, which names a chip that may not be opened."""
    devices = chip_devices() or [f"{DEV}/gpiochip0"]
    chips = []
    for path in devices:
        with suppress(OSError):
            chips.append(chip_at(path))
    return header_of(chips) or chip_at(devices[0])


def holder_of(gpio: int) -> str | None:
    """Who has a pin of the header, by its own name for itself; None where it is free or nobody can tell."""
    try:
        user = user_of_line(header_chip().path, gpio)
    except OSError:
        return None
    return None if user is None else user.name or "the kernel"


def user_of_line(path: str, line: int) -> LineUser | None:
    """Who has the line, None where it is free. Raises OSError: EINVAL for a line that the chip does not have."""
    with _opened(path) as device:
        asked = _LINE.pack(b"", b"", line, 0, 0, b"", b"")
        _, consumer, _, _, flags, _, _ = _LINE.unpack(fcntl.ioctl(device, _LINE_INFO, asked))
    return LineUser(name=_text(consumer)) if flags & _USED else None


@contextmanager
def _opened(path: str) -> Iterator[int]:
    device = os.open(path, os.O_RDONLY | os.O_CLOEXEC)
    try:
        yield device
    finally:
        os.close(device)


def _text(field: bytes) -> str:
    return field.partition(b"\0")[0].decode("utf-8", "replace")
