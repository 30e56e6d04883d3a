"""One part on a pin of its own: there, or not and why not."""

from collections.abc import Callable
from contextlib import suppress
from threading import Lock
from typing import Generic, Protocol, TypeVar

from gpiozero import Factory

from hardware.parts.words import in_words, is_busy, pin_name, refused


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
