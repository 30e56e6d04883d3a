"""What makes the sound: a buzzer that is on or off, or a piezo that plays tones."""

from typing import Protocol

from gpiozero import Buzzer, Factory, PWMOutputDevice

from companion.panel.config import PanelConfig, SounderKind
from hardware.sound.patterns import Pattern, shortened

_LOUDEST = 0.5
"""The duty cycle of a square wave, which is as loud as a piezo gets."""
_FAINTEST = 0.01
"""lgpio's PWM takes whole percents: below one there is nothing."""


class Voice(Protocol):
    """Something that sounds. For one thread at a time."""

    def at_volume(self, pattern: Pattern) -> Pattern:
        """The pattern as this voice plays it, at its volume."""

    def sound(self, hz: float) -> None:
        """Sounds from now on, at `hz` where it can."""

    def silence(self) -> None: ...

    def close(self) -> None:
        """Falls silent and gives the pin back."""


class BuzzerVoice:
    """An active buzzer: it has one pitch of its own, and for volume only shorter beeps."""

    def __init__(self, gpio: int, *, volume: float, pins: Factory) -> None:
        self._buzzer = Buzzer(gpio, pin_factory=pins)
        self._volume = volume

    def at_volume(self, pattern: Pattern) -> Pattern:
        return shortened(pattern, self._volume)

    def sound(self, hz: float) -> None:  # noqa: ARG002
        self._buzzer.on()

    def silence(self) -> None:
        self._buzzer.off()

    def close(self) -> None:
        self._buzzer.close()


class ToneVoice:
    """A passive piezo on PWM. Its volume is the duty cycle: narrower pulses are fainter.

    gpiozero's TonalBuzzer plays tones too, but at a duty cycle of one half only. On gpiod and lgpio the pulses
    are made in software: while the Pi is busy a tone wavers a little.
    """

    def __init__(self, gpio: int, *, volume: float, pins: Factory) -> None:
        self._piezo = PWMOutputDevice(gpio, pin_factory=pins)
        # The ear goes by ratios: half as loud is a good deal less than half the pulse.
        self._duty = max(_FAINTEST, _LOUDEST * volume**2)

    def at_volume(self, pattern: Pattern) -> Pattern:
        return pattern

    def sound(self, hz: float) -> None:
        self._piezo.frequency = hz
        self._piezo.value = self._duty

    def silence(self) -> None:
        self._piezo.value = 0

    def close(self) -> None:
        self._piezo.close()


def open_voice(panel: PanelConfig, pins: Factory) -> Voice | None:
    """The panel's, None where it has none. Raises gpiozero.GPIOZeroError."""
    if panel.sounder is None:
        return None
    volume = panel.sound.volume / 100
    if panel.sound.kind is SounderKind.TONE:
        return ToneVoice(panel.sounder, volume=volume, pins=pins)
    return BuzzerVoice(panel.sounder, volume=volume, pins=pins)
