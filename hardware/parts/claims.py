"""The thread that claims what is missing, until nothing is."""

import logging
from collections.abc import Callable, Sequence
from threading import Condition, Thread
from typing import Any, Protocol

from gpiozero import Factory

from companion.errors import WarglassError
from hardware.parts.part import Part
from hardware.parts.words import pin_name, without_pins

_logger = logging.getLogger(__name__)

FIRST_RETRY_S = 0.5
LAST_RETRY_S = 4.0
ALL = "the pins"
BUTTON = "button "


class Pins(Protocol):
    """Where pins come from."""

    @property
    def pins(self) -> Factory:
        """Raises WarglassError while there are none."""

    def renew_pins(self) -> None:
        """Gives all of them back: who asks next gets fresh ones."""


class Claims:
    """Takes the pins of all parts, and again whatever could not be had or has stopped working.

    While nothing is missing the thread sleeps without end. Whatever is missing is said by name; where there are no pins
    at all that is said once.
    """

    def __init__(self, *, parts: Sequence[Part[Any]], source: Pins, say: Callable[[str, str | None], None]) -> None:
        """`say` is told what is wrong, by a key, and None once it is not."""
        self._parts = parts
        self._source = source
        self._say = say
        self._said: set[str] = set()
        self._no_pins = ""
        self._backoff_s = FIRST_RETRY_S
        self._news = Condition()
        self._lost = self._stopping = False
        self._thread = Thread(target=self._run, name="claims", daemon=True)
        for part in parts:
            part.lost = self._has_lost

    def start(self) -> None:
        self._thread.start()

    def stop(self) -> None:
        """Ends the thread and gives every pin back."""
        with self._news:
            self._stopping = True
            self._news.notify()
        self._thread.join(timeout=1)
        for part in self._parts:
            part.close()

    def claim(self) -> float | None:
        """Claims what is missing. Returns the seconds until that is worth another try, None where nothing is missing.
        For one thread at a time."""
        missing = [part for part in self._parts if not part.working]
        if missing:
            self._try(missing)
        self._tell()
        if all(part.working for part in self._parts):
            self._backoff_s = FIRST_RETRY_S
            return None
        patience, self._backoff_s = self._backoff_s, min(2 * self._backoff_s, LAST_RETRY_S)
        return patience

    def lose_all(self) -> None:
        """The chip has gone, or whoever waits for its edges: all is to be claimed anew. Any thread may say so."""
        for part in self._parts:
            part.lose(f"{pin_name(part.gpio)} has gone")

    def _try(self, missing: list[Part[Any]]) -> None:
        if len(missing) == len(self._parts) and any(part.trouble and not part.busy for part in missing):
            # The chip itself may have gone, and come back as another.
            self._source.renew_pins()
        try:
            pins = self._source.pins
        except WarglassError as error:
            if not self._no_pins:
                _logger.warning("%s", error)
            self._no_pins = without_pins()
            for part in missing:
                part.without(self._no_pins)
            return
        self._no_pins = ""
        if hasattr(pins, "gone"):
            pins.gone = self.lose_all
        for part in missing:
            part.claim(pins)

    def _tell(self) -> None:
        missing = [part for part in self._parts if not part.working]
        said = {}
        if missing and self._no_pins:
            said[ALL] = f"{_together([part.name for part in self._parts])}: {self._no_pins}."
        elif missing:
            for part in missing:
                said[part.name] = f"{part.name[0].upper()}{part.name[1:]} does not work: {part.trouble}."
        for key in self._said - said.keys():
            self._say(key, None)
        for key, text in said.items():
            self._say(key, text)
        self._said = set(said)

    def _has_lost(self) -> None:
        with self._news:
            self._lost = True
            self._news.notify()

    def _run(self) -> None:
        while True:
            try:
                patience = self.claim()
            except Exception:
                _logger.exception("pins")
                patience = LAST_RETRY_S
            with self._news:
                if self._lost:
                    patience = FIRST_RETRY_S
                self._lost = False
                self._news.wait_for(lambda: self._stopping or self._lost, patience)
                if self._stopping:
                    return


def _together(names: Sequence[str]) -> str:
    """What does not work, as "13 buttons, the sounder and the light do not work"."""
    buttons = sum(name.startswith(BUTTON) for name in names)
    whole = [f"{buttons} buttons"] if buttons > 1 else [name for name in names if name.startswith(BUTTON)]
    whole += [name for name in names if not name.startswith(BUTTON)]
    said = " and ".join(part for part in (", ".join(whole[:-1]), whole[-1]) if part)
    return f"{said[0].upper()}{said[1:]} {'does' if len(whole) == 1 and buttons < 2 else 'do'} not work"
