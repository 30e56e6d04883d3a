"""What hangs on the panel's pins: claimed one by one, each its own trouble, and claimed again by itself."""

import errno
import os
from collections.abc import Callable
from contextlib import suppress
from threading import Lock
from typing import Generic, Protocol, TypeVar

from gpiozero import Factory, GPIOPinInUse

from hardware.pins.library import chip_devices, holder_of

# Why a pin, or all of them, cannot be had: as one player says it to another.

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


# One part on a pin of its own: there, or not and why not.


class Closes(Protocol):
    """Whatever holds a pin and gives it back."""

    def close(self) -> None: ...


D = TypeVar("D", bound=Closes)
R = TypeVar("R")


class Part(Generic[D]):
    """Any thread may `use` it; one thread alone may `claim` it."""

    def __init__(self, *, name: str, gpio: int, claim: Callable[[Factory], D]) -> None:
        """`name` as in "button gold-30" or "the sounder"; `claim` opens it on its pin, and may raise anything."""
        self.name = name
        self.gpio = gpio
        self._claim = claim
        self._lock = Lock()
        self._device: D | None = None
        self._trouble: str | None = None
        self.busy = False
        """Whether somebody else had its pin when it was last tried."""
        self.lost: Callable[[], None] = lambda: None
        """Called, in whichever thread used it, when it has stopped working."""

    @property
    def working(self) -> bool:
        return self._device is not None

    @property
    def trouble(self) -> str | None:
        """Why it does not work, in words; None where it does, or nobody has tried."""
        return self._trouble

    def claim(self, pins: Factory) -> bool:
        """Takes its pin if it has none; whether it works."""
        if self._device is not None:
            return True
        try:
            device = self._claim(pins)
        except Exception as error:  # noqa: BLE001 - each pin library raises something of its own
            # In words alone: what half has the pin hangs on the exception's frames, and is to go with it.
            self.busy = is_busy(error)
            self._trouble = refused(self.gpio, error)
            return False
        with self._lock:
            self._device, self._trouble, self.busy = device, None, False
        return True

    def without(self, trouble: str) -> None:
        """There are no pins to claim it on."""
        self._trouble, self.busy = trouble, False

    def use(self, act: Callable[[D], R]) -> R | None:
        """What `act` makes of it; None where it does not work, or has just stopped to."""
        device = self._device
        if device is None:
            return None
        try:
            return act(device)
        except Exception as error:  # noqa: BLE001 - as above
            self.lose(f"{pin_name(self.gpio)} has stopped working ({in_words(error)})", of=device)
            return None

    def lose(self, trouble: str, *, of: D | None = None) -> None:
        """It does not work any more and is to be claimed anew: `of` is the device that failed, where it may have been
        another before."""
        with self._lock:
            device = self._device
            if device is None or (of is not None and of is not device):
                return
            # Closed before it may be claimed again: gpiozero gives a pin back a moment before it is done with it.
            _close(device)
            self._device, self._trouble = None, trouble
        self.lost()

    def close(self) -> None:
        """Gives the pin back for good."""
        with self._lock:
            if self._device is not None:
                _close(self._device)
                self._device = None


def _close(device: Closes) -> None:
    # It may be broken already.
    with suppress(Exception):
        device.close()
