"""Describes what is wired to the Pi, as frozen structs: the `[panel]` of warglass.toml."""

from enum import Enum
from typing import Annotated, Literal

import msgspec

from companion.fields.characters import Word
from companion.table.seats import Side

Gpio = Annotated[int, msgspec.Meta(ge=2, le=27)]
GPIO_NAMES = {f"GPIO{number}": number for number in range(2, 28)}
Pixels = Annotated[int, msgspec.Meta(ge=1, le=4096)]
Seconds = Annotated[int, msgspec.Meta(ge=0, le=604_800)]
"""Allows up to a week."""


PI_RAIL_MA = 500
"""Is what the Pi's own 3.3 V, pins 1 and 17 together, gives to others, in mA: an assumption.

Its maker documents what GPIO pins and the 5 V supply give, but has no figure for this rail. Since the Model B+ a
switching converter rated at 1 A or more feeds it, of which the board takes a part. Builders have found 500 mA safe.
"""

Level = Annotated[int, msgspec.Meta(ge=0, le=255)]
"""Is a brightness, as the chips take it."""
LOCKOUT_MS = 35
"""Is longer than the openings that worn contacts make in the middle of a hold: 30 ms are the longest reported."""
GUARD_MS = 400
"""On phones too, the spot under a finger takes no tap for this long once its meaning has changed."""


class PrintedAddress(int):
    """Holds an I2C address that a panel's file gives as modules print it: twice as large.

    It counts the bit that distinguishes reading from writing. Messages have both forms.
    """

    def __format__(self, spec: str) -> str:
        return f"{int(self):{spec}} ({2 * self:{spec}} as printed)"


MOST_ADDRESS = 0x77
PRINTED = (0x78, 0x7A)
"""Modules have these printed beside the resistor that chooses 0x3C or 0x3D."""


class SpiConfig(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Describes a screen on SPI: its /dev/spidevPORT.DEVICE, and the pins (BCM numbers) of its D/C and reset wires."""

    port: Literal[0] = 0
    device: Literal[0, 1] = 0
    dc: Gpio = 24
    reset: Gpio = 25


class ScreenConfig(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Describes one OLED and the timers on it: one fills the screen, several share it as a rack.

    `bus` is the N of /dev/i2c-N that its wires, or those of its multiplexer, go to. `mux` is the multiplexer's address
    and `channel` the channel behind it. A screen with `spi` has none of these. `width` and `height` are the module's in
    pixels. `rotate` is how far its picture is turned clockwise. `offset` is how many columns of the chip's RAM are
    before the screen's, None for as many as most modules have. `contrast` is how bright it is when the table is in use.
    `reset` is the pin of an I2C module's own reset wire, 17 or "GPIO17"; many modules may share one.
    """

    id: Word
    shows: Annotated[tuple[Word, ...], msgspec.Meta(min_length=1, max_length=5)]
    bus: Annotated[int, msgspec.Meta(ge=0, le=255)] = 1
    mux: Annotated[int, msgspec.Meta(ge=0x70, le=0x77)] | None = None
    channel: Annotated[int, msgspec.Meta(ge=0, le=7)] | None = None
    address: Annotated[int, msgspec.Meta(ge=0x08, le=PRINTED[-1])] = 0x3C
    spi: SpiConfig | None = None
    chip: Word = "ssd1306"
    width: Pixels = 128
    height: Pixels = 64
    rotate: Literal[0, 90, 180, 270] = 0
    offset: Annotated[int, msgspec.Meta(ge=0, le=4)] | None = None
    reset: Gpio | Word | None = None
    contrast: Level = 0xCF

    def __post_init__(self) -> None:
        if self.address in PRINTED:
            msgspec.structs.force_setattr(self, "address", PrintedAddress(self.address // 2))

    @property
    def reset_pin(self) -> int | None:
        """Returns the BCM number of its reset wire, None where it has none or its name is not a pin's."""
        return GPIO_NAMES.get(self.reset) if isinstance(self.reset, str) else self.reset

    @property
    def wires(self) -> str:
        """Returns the wires that it shares with others, in words: one thread's business."""
        return f"bus {self.bus}" if self.spi is None else f"SPI {self.spi.port}"


class ControlConfig(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Describes one button, between its GPIO (BCM number) and ground.

    It is for a `timer`, or for a side's `hand`, which is touched as that side begins to act. With neither it is the
    pause button.
    """

    id: Word
    gpio: Gpio
    timer: Word | None = None
    hand: Side | None = None

    @property
    def side(self) -> str:
        """Returns its side; "neutral" for the timers of both sides, empty for the pause button."""
        return self.hand.value if self.hand else (self.timer or "").partition("-")[0]

    @property
    def pauses(self) -> bool:
        return self.timer is None and self.hand is None


class RestConfig(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Says what spares the screens, in seconds; 0 is never.

    While the table is idle and no sand falls, they are dimmed to `dim` after `dim_s`. After `save_s` they show only a
    small hourglass that wanders, and after `off_s` they are dark. Every `shift_s` the picture moves by a pixel.
    """

    dim_s: Seconds = 300
    save_s: Seconds = 1200
    off_s: Seconds = 7200
    shift_s: Seconds = 60
    dim: Level = 0x08


class SounderKind(Enum):
    """Says how it sounds: a buzzer has a tone of its own and is switched on and off; a piezo plays the tones it
    gets.
    """

    BUZZER = "buzzer"
    TONE = "tone"


class SoundConfig(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Says how the buzzer sounds. `volume` is in percent: an active buzzer beeps shorter, a piezo fainter.

    `quiet` are hours of the day without a sound, such as "22:00-07:00". `warning` is how many seconds before its end
    the sand that both sides share sounds, 0 for not at all.
    """

    kind: SounderKind = SounderKind.BUZZER
    volume: Annotated[int, msgspec.Meta(ge=1, le=100)] = 100
    quiet: Word | None = None
    warning: Annotated[int, msgspec.Meta(ge=0, le=60)] = 10


class PanelConfig(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Describes what is wired to the Pi. The fields of buzzer and lamp are BCM numbers, None without
    one.

    `rail_ma` is what the 3.3 V that feeds the screens can give, mA; more than PI_RAIL_MA is a regulator's of their own.
    A button is let go once its contact has been open for `lockout_ms`. One whose meaning its own press has changed
    takes no other press for `guard_ms`, 0 for none.
    """

    name: Word
    screens: Annotated[tuple[ScreenConfig, ...], msgspec.Meta(max_length=64)] = ()
    controls: Annotated[tuple[ControlConfig, ...], msgspec.Meta(max_length=64)] = ()
    sounder: Gpio | None = None
    light: Gpio | None = None
    rail_ma: Annotated[int, msgspec.Meta(ge=50, le=10_000)] = PI_RAIL_MA
    lockout_ms: Annotated[int, msgspec.Meta(ge=5, le=100)] = LOCKOUT_MS
    guard_ms: Annotated[int, msgspec.Meta(ge=0, le=2000)] = GUARD_MS
    rest: RestConfig = RestConfig()
    sound: SoundConfig = SoundConfig()
