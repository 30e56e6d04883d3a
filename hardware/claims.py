"""Claims the parts on the panel's pins, again and again until none is missing."""

import logging
from collections.abc import Callable, Iterable, Iterator, Sequence
from threading import Condition, Thread
from typing import Any, Protocol

from gpiozero import Factory

from companion.clock import Clock
from companion.errors import WarglassError
from companion.panel.config import ControlConfig, PanelConfig, ScreenConfig
from hardware.buttons import Button, Buttons
from hardware.parts import Part, pin_name, without_pins
from hardware.sound import ClaimedLight, ClaimedVoice

# The thread that claims what is missing, until all parts work.

_logger = logging.getLogger(__name__)

FIRST_RETRY_S = 0.5
LAST_RETRY_S = 4.0
ALL = "the pins"
BUTTON = "button "


class Pins(Protocol):
    """Gives out pins."""

    @property
    def pins(self) -> Factory:
        """Returns the pins. Raises WarglassError while there are none."""

    def renew_pins(self) -> None:
        """Gives all of them back: the next call gets fresh ones."""


class PinClaims:
    """Takes the pins of all parts, and tries those again that are missing or have stopped working.

    While all work, the thread sleeps without end. It reports each missing part by name; where there are no pins at all,
    it reports that once.
    """

    def __init__(self, *, parts: Sequence[Part[Any]], source: Pins, say: Callable[[str, str | None], None]) -> None:
        """`say` takes what is wrong, by a key, and None once it is not."""
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
        """Claims what is missing. For one thread at a time.

        Returns the seconds until it is worth another try, None where all parts work.
        """
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
        """Has all parts claimed again: the chip has gone, or the thread that waits for its edges. Any thread
        may call.
        """
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
    """Writes what does not work, as "13 buttons, the buzzer and the lamp do not work"."""
    buttons = sum(name.startswith(BUTTON) for name in names)
    whole = [f"{buttons} buttons"] if buttons > 1 else [name for name in names if name.startswith(BUTTON)]
    whole += [name for name in names if not name.startswith(BUTTON)]
    said = " and ".join(part for part in (", ".join(whole[:-1]), whole[-1]) if part)
    return f"{said[0].upper()}{said[1:]} {'does' if len(whole) == 1 and buttons < 2 else 'do'} not work"


# The buttons of a table that runs: each on a pin that may be missing, lost and back.


class ClaimedButtons(Buttons):
    """Holds buttons that count as let go while their pins are missing."""

    def __init__(self, *, controls: Iterable[ControlConfig], clock: Clock) -> None:
        """Takes no pin: the owner of `parts` claims those."""
        super().__init__(controls=(), pins=Factory(), clock=clock)
        self._clock = clock
        self.parts = {control.id: self._part(control) for control in controls}

    def pressed(self, control: str) -> bool:
        return self.parts[control].use(lambda button: button.pressed) or False

    @property
    def has_unread(self) -> bool:
        return any(part.use(lambda button: button.has_unread) for part in self.parts.values())

    def close(self) -> None:
        for part in self.parts.values():
            part.close()

    def _part(self, control: ControlConfig) -> Part[Button]:
        def claim(pins: Factory) -> Button:
            button = Button(control=control, pins=pins, clock=self._clock, edges=self.edges)
            # A pin that cannot be read is none.
            _ = button.pressed
            return button

        return Part(name=f"{BUTTON}{control.id}", gpio=control.gpio, claim=claim)


# Everything on a panel's pins but its screens' wires.


class WiredParts:
    """Holds buttons, buzzer and lamp: claimed when they are made, and from `start` on whenever one is missing."""

    def __init__(
        self, *, config: PanelConfig, source: Pins, clock: Clock, say: Callable[[str, str | None], None]
    ) -> None:
        """`say` as in `PinClaims`. It gets each pin that cannot be taken; none is raised."""
        self._controls = config.controls
        self.buttons = ClaimedButtons(controls=config.controls, clock=clock)
        self.voice = None if config.sounder is None else ClaimedVoice(config, config.sounder)
        self.light = None if config.light is None else ClaimedLight(config.light)
        self._claims = PinClaims(parts=tuple(self._parts()), source=source, say=say)
        self._claims.claim()

    def start(self) -> None:
        self._claims.start()

    def stop(self) -> None:
        """Gives every pin back."""
        self._claims.stop()

    def trouble(self, control: str) -> str | None:
        """Returns why that button does not work, in words; None where it does."""
        return self.buttons.parts[control].trouble

    def mark(self, screen: ScreenConfig) -> str:
        """Returns what the screen shows of buttons beside it that do not work, "" where all do."""
        mine = {each.id: each.timer for each in self._controls if each.timer in screen.shows}
        broken = [str(timer).partition("-")[2] for control, timer in mine.items() if self.trouble(control)]
        if broken and len(broken) == len(mine):
            return "no button" if len(mine) == 1 else "no buttons"
        return f"no button: {' '.join(broken)}" if broken else ""

    @property
    def troubles(self) -> tuple[str, ...]:
        """Returns what is wrong with the buzzer and the lamp."""
        found = (each.part for each in (self.voice, self.light) if each is not None)
        return tuple(f"{part.name.removeprefix('the ').capitalize()}: {part.trouble}" for part in found if part.trouble)

    @property
    def status(self) -> str:
        """Returns how many buttons work, and which other part does not, for the service's status line."""
        buttons = self.buttons.parts.values()
        said = [f"{sum(part.working for part in buttons)} of {len(buttons)} buttons"] if buttons else []
        said += [
            f"no {each.part.name.removeprefix('the ')}"
            for each in (self.voice, self.light)
            if each and not each.part.working
        ]
        return ", ".join(said)

    def _parts(self) -> Iterator[Part[Any]]:
        yield from self.buttons.parts.values()
        for each in (self.voice, self.light):
            if each is not None:
                yield each.part
