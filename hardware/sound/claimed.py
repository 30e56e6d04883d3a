"""The sounder and the light on pins that may be missing: silent and dark for as long as they are."""

from gpiozero import LED, Factory

from companion.panel.config import PanelConfig
from hardware.parts.part import Part
from hardware.sound.patterns import Pattern
from hardware.sound.voices import Voice, open_voice


class ClaimedVoice:
    """A Voice as long as there is one."""

    def __init__(self, panel: PanelConfig, gpio: int) -> None:
        self._panel = panel
        self.part: Part[Voice] = Part(name="the sounder", gpio=gpio, claim=self._open)

    def at_volume(self, pattern: Pattern) -> Pattern:
        return self.part.use(lambda voice: voice.at_volume(pattern)) or ()

    def sound(self, hz: float) -> None:
        self.part.use(lambda voice: voice.sound(hz))

    def silence(self) -> None:
        self.part.use(lambda voice: voice.silence())

    def close(self) -> None:
        self.part.close()

    def _open(self, pins: Factory) -> Voice:
        voice = open_voice(self._panel, pins)
        assert voice is not None
        return voice


class ClaimedLight:
    """A light that comes late is lit if it should have been."""

    def __init__(self, gpio: int) -> None:
        self._gpio = gpio
        self._lit = False
        self.part: Part[LED] = Part(name="the light", gpio=gpio, claim=self._open)

    def on(self) -> None:
        self._lit = True
        self.part.use(lambda light: light.on())

    def off(self) -> None:
        self._lit = False
        self.part.use(lambda light: light.off())

    def _open(self, pins: Factory) -> LED:
        return LED(self._gpio, initial_value=self._lit, pin_factory=pins)
