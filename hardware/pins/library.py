"""Reads the kernel's GPIO chip and which program has its lines, and finds which pin library works here."""

import fcntl
import importlib
import os
import struct
import sys
import warnings
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import NamedTuple

import msgspec
from gpiozero import Factory

from companion.errors import WarglassError

# A GPIO character device and who has its lines: the kernel's own account, read without taking a line.
#
# Source: the kernel's userspace ABI, include/uapi/linux/gpio.h, `gpiochip_info` and `gpio_v2_line_info`.

_CHIP = struct.Struct("=32s32sI")
_LINE = struct.Struct("=32s32sIIQ160s16s")
_READ, _READ_WRITE = 2, 3
_CHIP_INFO = _READ << 30 | _CHIP.size << 16 | 0xB4 << 8 | 0x01
_LINE_INFO = _READ_WRITE << 30 | _LINE.size << 16 | 0xB4 << 8 | 0x05
_USED = 1

DEV = Path("/dev")


class GpioChip(msgspec.Struct, frozen=True, kw_only=True):
    """Describes a chip. `label` is the driver's: a Pi's header is on the chip whose label begins with `pinctrl-`."""

    path: str
    label: str
    lines: int


class LineUser(msgspec.Struct, frozen=True, kw_only=True):
    """Holds the user of a line: a program's or a driver's own name for itself, "" where it has given none."""

    name: str


def chip_devices() -> list[str]:
    """Returns every /dev/gpiochipN."""
    return sorted(map(str, DEV.glob("gpiochip*")))


def chip_at(path: str) -> GpioChip:
    """Reads the chip. Raises OSError."""
    with _open_device(path) as device:
        _, label, lines = _CHIP.unpack(fcntl.ioctl(device, _CHIP_INFO, bytes(_CHIP.size)))
    return GpioChip(path=path, label=_text(label), lines=lines)


def header_of(chips: Iterable[GpioChip]) -> GpioChip | None:
    """Returns the one that the 40-pin header is on, on some Pis not the first; None where there are none."""
    found = list(chips)
    return next((chip for chip in found if chip.label.startswith("pinctrl-")), found[0] if found else None)


def header_chip() -> GpioChip:
    """Returns the chip that the 40-pin header is on. Raises OSError, which names a chip that may not be opened."""
    devices = chip_devices() or [f"{DEV}/gpiochip0"]
    chips = []
    for path in devices:
        with suppress(OSError):
            chips.append(chip_at(path))
    return header_of(chips) or chip_at(devices[0])


def holder_of(gpio: int) -> str | None:
    """Returns the user of a pin of the header, by its own name for itself; None where it is free or unknown."""
    try:
        user = user_of_line(header_chip().path, gpio)
    except OSError:
        return None
    return None if user is None else user.name or "the kernel"


def user_of_line(path: str, line: int) -> LineUser | None:
    """Returns the user of the line, None where it is free. Raises OSError: EINVAL for a line that the chip does not
    have.
    """
    with _open_device(path) as device:
        asked = _LINE.pack(b"", b"", line, 0, 0, b"", b"")
        _, consumer, _, _, flags, _, _ = _LINE.unpack(fcntl.ioctl(device, _LINE_INFO, asked))
    return LineUser(name=_text(consumer)) if flags & _USED else None


@contextmanager
def _open_device(path: str) -> Iterator[int]:
    device = os.open(path, os.O_RDONLY | os.O_CLOEXEC)
    try:
        yield device
    finally:
        os.close(device)


def _text(field: bytes) -> str:
    return field.partition(b"\0")[0].decode("utf-8", "replace")


# Which pin library works here, and why another does not.

BACKENDS = {
    "gpiod": "hardware.pins.gpiod:GpiodFactory",
    "lgpio": "gpiozero.pins.lgpio:LGPIOFactory",
    "RPi.GPIO": "gpiozero.pins.rpigpio:RPiGPIOFactory",
}
"""Lists them in the order in which they are tried. The first, gpiod, stamps presses with the kernel's time and sleeps
in between.

The second, lgpio, stamps them too, but polls 2,000 times a second. RPi.GPIO serves older kernels.
"""

OURS = ("warglass", "lg")
"""The kernel knows the pins of gpiod and of lgpio by these names."""


class PinsError(WarglassError):
    """Reports that there are no GPIO pins. The message says what is missing and what to do."""


class Attempt(NamedTuple):
    """Holds one pin library's try: its pins, or None and the reason why not."""

    library: str
    pins: Factory | None
    reason: str


def _load(place: str) -> type[Factory]:
    module, _, name = place.partition(":")
    factory: type[Factory] = getattr(importlib.import_module(module), name)
    return factory


def attempts(*, scratch: Path, load: Callable[[str], type[Factory]] = _load) -> Iterator[Attempt]:
    """Tries one pin library after the other, each when the caller asks for it. The caller closes the one that works.

    lgpio keeps a FIFO in a directory of its own and changes into that when it is imported. So `scratch` must be
    writable, and relative paths must have been resolved before.
    """
    os.environ.setdefault("LG_WD", str(scratch))
    for name, place in BACKENDS.items():
        try:
            with warnings.catch_warnings():
                warnings.simplefilter("ignore")
                attempt = Attempt(name, load(place)(), "")
        except Exception as error:  # noqa: BLE001 - whatever a pin library raises is a reason to try the next
            attempt = Attempt(name, None, _why(name, error))
        finally:
            # lgpio has its FIFO open by now, and would leave the name behind.
            for left in scratch.glob(".lgd-nfy*"):
                left.unlink(missing_ok=True)
        yield attempt


def open_pins(*, scratch: Path, load: Callable[[str], type[Factory]] = _load) -> Factory:
    """Returns the first pin factory that works; `scratch` is for `attempts`. Raises PinsError."""
    reasons = []
    for attempt in attempts(scratch=scratch, load=load):
        if attempt.pins is not None:
            return attempt.pins
        reasons.append(f"  {attempt.library}: {attempt.reason}")
    raise PinsError("\n".join(["No GPIO pins here.", *reasons, *_advice()]))


def _why(library: str, error: Exception) -> str:
    if isinstance(error, ModuleNotFoundError):
        return "not installed"
    if isinstance(error, ImportError):
        return f"not the {library} that is meant ({error})"
    return str(error).strip("'") or type(error).__name__


def _advice() -> list[str]:
    chips = chip_devices()
    if not chips:
        return [
            "There is no /dev/gpiochip0: this is not a Raspberry Pi, or its kernel has no GPIO driver.",
            "To try Warglass on this machine, run it with --simulate.",
        ]
    if not any(os.access(chip, os.R_OK | os.W_OK) for chip in chips):
        return [f"{chips[0]} may not be opened: add this user to the gpio group (sudo usermod -aG gpio $USER), log in."]
    return [
        f"On a 64-bit system: {sys.executable} -m pip install --only-binary :all: 'gpiod>=2.3,<3'",
        "Elsewhere: sudo apt install python3-lgpio on Raspberry Pi OS, or python3-libgpiod on Debian, from Trixie on;",
        "then sudo make install once more, which opens Warglass's environment to it.",
    ]
