"""Which pin library works here, and why another does not."""

import importlib
import os
import warnings
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import NamedTuple

from gpiozero import Factory

from companion.errors import WarglassError
from hardware.pins.gpio_chip import chip_devices

BACKENDS = {
    "gpiod": "hardware.pins.gpiod_factory:GpiodFactory",
    "lgpio": "gpiozero.pins.lgpio:LGPIOFactory",
    "RPi.GPIO": "gpiozero.pins.rpigpio:RPiGPIOFactory",
}
"""In the order in which they are tried: gpiod stamps presses with the kernel's time and sleeps in between; lgpio does
too, but looks for them 2,000 times a second; RPi.GPIO serves older kernels."""

OURS = ("warglass", "lg")
"""What gpiod's pins and lgpio's are called when the kernel is asked who has one."""


class PinsError(WarglassError):
    """There are no GPIO pins to be had. The message says what is missing and what to do."""


class Attempt(NamedTuple):
    """One pin library, tried: its pins, or None and the reason why not."""

    library: str
    pins: Factory | None
    reason: str


def _load(place: str) -> type[Factory]:
    module, _, name = place.partition(":")
    factory: type[Factory] = getattr(importlib.import_module(module), name)
    return factory


def attempts(*, scratch: Path, load: Callable[[str], type[Factory]] = _load) -> Iterator[Attempt]:
    """Tries one pin library after the other, each when it is asked for. What works is the caller's to close.

    lgpio keeps a FIFO in a directory of its own and changes into it when it is imported, so `scratch` must be writable
    and relative paths must have been resolved before.
    """
    os.environ.setdefault("LG_WD", str(scratch))
    for name, place in BACKENDS.items():
        try:
            with warnings.catch_warnings():
                warnings.simplefilter("ignore")
                attempt = Attempt(name, load(place)(), "")
        except Exception as error:  # noqa: BLE001 - whatever a pin library raises is a reason to try the next
            attempt = Attempt(name, None, _why(name, error))
        yield attempt


def open_pins(*, scratch: Path, load: Callable[[str], type[Factory]] = _load) -> Factory:
    """The first pin factory that works; `scratch` is for `attempts`. Raises PinsError."""
    reasons = []
    for attempt in attempts(scratch=scratch, load=load):
        if attempt.pins is not None:
            return attempt.pins
        reasons.append(f"  {attempt.library}: {attempt.reason}")
    raise PinsError("\n".join(["No GPIO pins here.", *reasons, *_advice()]))


def _why(library: str, error: Exception) -> str:
    if isinstance(error, ModuleNotFoundError):
        return f"not installed (pip install {library})"
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
    return ["Install a pin library: pip install 'warglass[pi]', or apt install python3-lgpio."]
