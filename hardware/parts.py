"""Claims what is on the panel's pins, one by one: each has its own trouble, and is claimed again by itself."""

import errno
import os
from collections.abc import Callable
from contextlib import suppress
from threading import Lock
from typing import Generic, Protocol, TypeVar

from gpiozero import Factory, GPIOPinInUse

from hardware.pins.library import chip_devices, holder_of

# Why a pin, or all of them, cannot be taken: as one player says it to another.

_BUSY = "busy"
"""Is the word of lgpio's own exception for it."""


def pin_name(gpio: int) -> str:
    """Names a pin by its BCM number, and where it is on the header."""
    # Not at the top: the first faces do not wait for what only a fault needs.
    from hardware.wiring.plan import BY_GPIO  # noqa: PLC0415

    return f"GPIO {gpio} (pin {BY_GPIO[gpio].number})"


def refused(gpio: int, error: Exception) -> str:
    """Says why the pin could not be taken, and which program has it where the kernel says so."""
    if is_busy(error):
        return f"{pin_name(gpio)} is held by {holder_of(gpio) or 'another program'}"
    return f"{pin_name(gpio)} cannot be had ({in_words(error)})"


def is_busy(error: Exception) -> bool:
    """Returns True where another program has the pin."""
    told = isinstance(error, GPIOPinInUse) or (isinstance(error, OSError) and error.errno == errno.EBUSY)
    return told or _BUSY in str(error).casefold()


def without_pins() -> str:
    """Says why there are no pins at all."""
    chips = chip_devices()
    if not chips:
        return "there is no /dev/gpiochip0"
    if not any(os.access(chip, os.R_OK | os.W_OK) for chip in chips):
        return f"{chips[0]} may not be opened, for want of the group gpio"
    return "no pin library works"


def in_words(error: Exception) -> str:
    """Returns the words of a library's exception."""
    if isinstance(error, OSError) and error.strerror:
        return error.strerror
    return str(error).strip("'") or type(error).__name__


# One part on a pin of its own: there, or not and why not.


class Closes(Protocol):
    """Holds a pin and gives it back."""

    def close(self) -> None: ...


D = TypeVar("D", bound=Closes)
R = TypeVar("R")


class Part(Generic[D]):
    """Holds one part. Any thread may `use` it; one thread alone may `claim` it."""

    def __init__(self, *, name: str, gpio: int, claim: Callable[[Factory], D]) -> None:
        """`name` as in "button gold-30" or "the buzzer"; `claim` opens it on its pin, and may raise anything."""
        self.name = name
        self.gpio = gpio
        self._claim = claim
        self._lock = Lock()
        self._device: D | None = None
        self._trouble: str | None = None
        self.busy = False
        """True where another program had its pin on the last try."""
        self.lost: Callable[[], None] = lambda: None
        """Called, in the thread that used it, when it has stopped working."""

    @property
    def working(self) -> bool:
        return self._device is not None

    @property
    def trouble(self) -> str | None:
        """Returns why it does not work, in words; None where it does, or has not been claimed yet."""
        return self._trouble

    def claim(self, pins: Factory) -> bool:
        """Takes its pin if it has none. Returns True where it works."""
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
        """Notes that there are no pins to claim it on."""
        self._trouble, self.busy = trouble, False

    def use(self, act: Callable[[D], R]) -> R | None:
        """Returns what `act` makes of it; None where it does not work, or has just stopped."""
        device = self._device
        if device is None:
            return None
        try:
            return act(device)
        except Exception as error:  # noqa: BLE001 - as above
            self.lose(f"{pin_name(self.gpio)} has stopped working ({in_words(error)})", of=device)
            return None

    def lose(self, trouble: str, *, of: D | None = None) -> None:
        """Drops the device, to be claimed again. `of` is the one that failed, where it may have been another before."""
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
