"""Everything on a panel's pins but its screens' wires."""

from collections.abc import Callable, Iterator
from typing import Any

from companion.clock import Clock
from companion.panel.config import PanelConfig, ScreenConfig
from hardware.buttons.claimed import ClaimedButtons
from hardware.parts.claims import Claims, Pins
from hardware.parts.part import Part
from hardware.sound.claimed import ClaimedLight, ClaimedVoice


class WiredParts:
    """Buttons, sounder and light: claimed when they are made, and from `start` on whenever one is missing."""

    def __init__(
        self, *, config: PanelConfig, source: Pins, clock: Clock, say: Callable[[str, str | None], None]
    ) -> None:
        """`say` as in `Claims`. What cannot be had is said, not raised."""
        self._controls = config.controls
        self.buttons = ClaimedButtons(controls=config.controls, clock=clock)
        self.voice = None if config.sounder is None else ClaimedVoice(config, config.sounder)
        self.light = None if config.light is None else ClaimedLight(config.light)
        self._claims = Claims(parts=tuple(self._parts()), source=source, say=say)
        self._claims.claim()

    def start(self) -> None:
        self._claims.start()

    def stop(self) -> None:
        """Gives every pin back."""
        self._claims.stop()

    def trouble(self, control: str) -> str | None:
        """Why that button does not work, in words; None where it does."""
        return self.buttons.parts[control].trouble

    def mark(self, screen: ScreenConfig) -> str:
        """What the screen is to say of buttons beside it that do not work, "" where all do."""
        mine = {each.id: each.timer for each in self._controls if each.timer in screen.shows}
        broken = [str(timer).partition("-")[2] for control, timer in mine.items() if self.trouble(control)]
        if broken and len(broken) == len(mine):
            return "no button" if len(mine) == 1 else "no buttons"
        return f"no button: {' '.join(broken)}" if broken else ""

    @property
    def troubles(self) -> tuple[str, ...]:
        """What is wrong with the sounder and the light."""
        found = (each.part for each in (self.voice, self.light) if each is not None)
        return tuple(f"{part.name.removeprefix('the ').capitalize()}: {part.trouble}" for part in found if part.trouble)

    @property
    def status(self) -> str:
        """How many buttons work, and which of the others does not, for the service's status line."""
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
