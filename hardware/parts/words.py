"""Why a pin, or all of them, cannot be had: as one player says it to another."""

import errno
import os

from gpiozero import GPIOPinInUse

from hardware.pins.gpio_chip import chip_devices, holder_of

_BUSY = "busy"
"""What lgpio says, in an exception of its own."""


def pin_name(gpio: int) -> str:
    """By its BCM number, and where it is on the header."""
    # Not at the top: the first faces do not wait for what only a fault needs.
    from hardware.wiring.plan import BY_GPIO  # noqa: PLC0415

    return f"GPIO {gpio} (pin {BY_GPIO[gpio].number})"


def refused(gpio: int, error: Exception) -> str:
    """Why the pin could not be taken, and who has it where the kernel tells."""
    if is_busy(error):
        return f"{pin_name(gpio)} is held by {holder_of(gpio) or 'another program'}"
    return f"{pin_name(gpio)} cannot be had ({in_words(error)})"


def is_busy(error: Exception) -> bool:
    """Whether somebody else has the pin."""
    told = isinstance(error, GPIOPinInUse) or (isinstance(error, OSError) and error.errno == errno.EBUSY)
    return told or _BUSY in str(error).casefold()


def without_pins() -> str:
    """Why there are no pins at all."""
    chips = chip_devices()
    if not chips:
        return "there is no /dev/gpiochip0"
    if not any(os.access(chip, os.R_OK | os.W_OK) for chip in chips):
        return f"{chips[0]} may not be opened, for want of the group gpio"
    return "no pin library works"


def in_words(error: Exception) -> str:
    """What a library's exception says of itself."""
    if isinstance(error, OSError) and error.strerror:
        return error.strerror
    return str(error).strip("'") or type(error).__name__
