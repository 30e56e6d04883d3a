"""Drives the buzzer and the lamp."""

import logging
from collections.abc import Callable
from enum import Enum
from queue import SimpleQueue
from threading import Event, Thread
from typing import NamedTuple, Protocol

from gpiozero import LED, Buzzer, Factory, PWMOutputDevice

from companion.panel.config import PanelConfig, SounderKind
from companion.table.view import Phase, TableView
from hardware.parts import Part

# The sounds of the table, short and different by rhythm alone: a buzzer has but one pitch.


class Note(NamedTuple):
    """Describes a tone of `hz` for so many seconds, then a gap."""

    hz: float
    seconds: float


Pattern = tuple[Note, ...]

GAP_S = 0.07
"""Follows each note as silence, in seconds."""
_SHORT = 0.1
_LONG = 0.32

# Where small piezos are loud: from 1 to 3 kHz.
_C6, _G6, _C7, _E7, _G7 = 1046.5, 1568.0, 2093.0, 2637.0, 3136.0

YOURS: dict[str, Pattern] = {
    "gold": (Note(_E7, _SHORT),),
    "red": (Note(_G6, _SHORT), Note(_G6, _SHORT)),
    "neutral": (Note(_C7, _LONG), Note(_C7, _LONG)),
}
"""Says that you may act: a side's sand has run out, or it is its go; neutral for the sand that both share."""
REFUSED: Pattern = (Note(_C6, _SHORT / 2),) * 3
WARNING: Pattern = (Note(_G7, _LONG), Note(_C7, _SHORT))
BEGUN: Pattern = (Note(_C7, _SHORT), Note(_C7, _SHORT), Note(_G7, _LONG))
ENDED: Pattern = (Note(_G7, _LONG), Note(_E7, _LONG), Note(_C7, _LONG))
TURN: Pattern = (Note(_C7, _SHORT), Note(_G7, _LONG))
"""Warzone: a new Turn."""
CLAIMED: Pattern = (Note(_C7, _LONG), Note(_E7, _SHORT), Note(_G7, _LONG))
"""Battle Line: a claim was granted."""

ANNOUNCED: Pattern = (Note(_E7, _SHORT), Note(_C7, _LONG), Note(_E7, _LONG))
"""Plays when the hall's organiser makes an announcement."""
JUDGE: Pattern = (Note(_C7, _SHORT), Note(_E7, _LONG), Note(_C7, _SHORT))
"""Plays when a judge was called, is coming or has answered."""


def shortened(pattern: Pattern, volume: float) -> Pattern:
    """Returns the same rhythm in shorter beeps, down to two fifths of their length. `volume` is from 0 to 1.

    It is for a buzzer, which has no volume, but sounds louder the longer it does.
    """
    return tuple(Note(note.hz, note.seconds * (0.4 + 0.6 * volume)) for note in pattern)


# What makes the sound: a buzzer that is on or off, or a piezo that plays tones.

_LOUDEST = 0.5
"""Is the duty cycle of a square wave, which is as loud as a piezo gets."""
_FAINTEST = 0.01
"""lgpio's PWM takes whole percents: below one there is no sound."""


class Voice(Protocol):
    """Makes a sound. For one thread at a time."""

    def at_volume(self, pattern: Pattern) -> Pattern:
        """Returns the pattern as this voice plays it, at its volume."""

    def sound(self, hz: float) -> None:
        """Sounds from now on, at `hz` where it can."""

    def silence(self) -> None: ...

    def close(self) -> None:
        """Falls silent and gives the pin back."""


class BuzzerVoice:
    """Drives an active buzzer: it has one pitch of its own, and for volume only shorter beeps."""

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
    """Drives a passive piezo on PWM. Its volume is the duty cycle: narrower pulses are fainter.

    gpiozero's TonalBuzzer plays tones too, but at a duty cycle of one half only. On gpiod and lgpio the pulses are made
    in software: while the Pi is busy a tone wavers a little.
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
    """Opens the panel's voice, None where it has none. Raises gpiozero.GPIOZeroError."""
    if panel.sounder is None:
        return None
    volume = panel.sound.volume / 100
    if panel.sound.kind is SounderKind.TONE:
        return ToneVoice(panel.sounder, volume=volume, pins=pins)
    return BuzzerVoice(panel.sounder, volume=volume, pins=pins)


# The buzzer: plays patterns, one after the other.

_logger = logging.getLogger(__name__)

_LONGEST_QUEUE = 4


class Sounder:
    """Plays in a thread of its own, because a pattern takes longer than a caller may wait. Any thread may ask
    for one.
    """

    def __init__(self, voice: Voice | None, *, quiet: Callable[[], bool]) -> None:
        """`voice` is None where the panel has no buzzer: then it stays silent. `quiet` says whether these are quiet
        hours.
        """
        self.muted = False
        """True while no sound is to be played, until it is set back. Any thread may set it."""
        self._voice = voice
        self._quiet = quiet
        self._queue: SimpleQueue[Pattern | None] = SimpleQueue()
        self._stopping = Event()
        self._thread = Thread(target=self._run, name="sounder", daemon=True)

    def start(self) -> None:
        self._thread.start()

    def play(self, pattern: Pattern) -> None:
        """Queues a pattern. A queue that has grown long is a din, so what would make it longer is left out."""
        if self._voice is None or self.muted or self._quiet():
            return
        if self._queue.qsize() < _LONGEST_QUEUE:
            self._queue.put(pattern)

    def refused(self) -> None:
        self.play(REFUSED)

    def stop(self) -> None:
        """Ends the thread, and the sound with it; the voice may be closed then."""
        self._stopping.set()
        self._queue.put(None)
        self._thread.join(timeout=1)

    def _run(self) -> None:
        voice = self._voice
        while (pattern := self._queue.get()) is not None and voice is not None:
            try:
                for note in voice.at_volume(pattern):
                    if self._stopping.is_set():
                        return
                    voice.sound(note.hz)
                    self._stopping.wait(note.seconds)
                    voice.silence()
                    self._stopping.wait(GAP_S)
                self._stopping.wait(GAP_S)
            except Exception:
                _logger.exception("sounder")


# The buzzer and the lamp on pins that may be missing: silent and dark for as long as they are.


class ClaimedVoice:
    """Serves as a Voice while its pin is there."""

    def __init__(self, panel: PanelConfig, gpio: int) -> None:
        self._panel = panel
        self.part: Part[Voice] = Part(name="the buzzer", gpio=gpio, claim=self._open)

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
    """Lights the lamp. One that comes late is lit if it should have been."""

    def __init__(self, gpio: int) -> None:
        self._gpio = gpio
        self._lit = False
        self.part: Part[LED] = Part(name="the lamp", gpio=gpio, claim=self._open)

    def on(self) -> None:
        self._lit = True
        self.part.use(lambda light: light.on())

    def off(self) -> None:
        self._lit = False
        self.part.use(lambda light: light.off())

    def _open(self, pins: Factory) -> LED:
        return LED(self._gpio, initial_value=self._lit, pin_factory=pins)


# The lamp: what it says, and when it is lit to say so.

_FLASH_MS = 120
_FLASHES_MS = 10 * _FLASH_MS
_BLINK_MS = 1000


class Glow(Enum):
    """Names what the lamp says."""

    DARK = "dark"
    """No game is going on."""
    BEGUN = "begun"
    """Flashes for a second, then stays lit: the start signal."""
    LIT = "lit"
    """The game runs."""
    PAUSED = "paused"
    """Blinks slowly."""


def glow(before: TableView | None, after: TableView) -> Glow:
    """Returns what the lamp says from a change of phase on."""
    match after.phase:
        case Phase.RUNNING if before is not None and before.phase is Phase.SETUP:
            return Glow.BEGUN
        case Phase.RUNNING:
            return Glow.LIT
        case Phase.PAUSED:
            return Glow.PAUSED
        case _:
            return Glow.DARK


def lit(glow: Glow, elapsed_ms: int) -> tuple[bool, int | None]:
    """Returns whether the lamp is lit, so many milliseconds after it began to glow like this.

    Second, it returns in how many milliseconds that changes; None for not at all.
    """
    match glow:
        case Glow.BEGUN if elapsed_ms < _FLASHES_MS:
            return elapsed_ms // _FLASH_MS % 2 == 0, _FLASH_MS - elapsed_ms % _FLASH_MS
        case Glow.PAUSED:
            # Dark first: a pause shows at once.
            return elapsed_ms // _BLINK_MS % 2 == 1, _BLINK_MS - elapsed_ms % _BLINK_MS
        case _:
            return glow in (Glow.BEGUN, Glow.LIT), None
