"""What is wired to the Pi, as frozen structs: the `[panel]` of warglass.toml."""

from enum import Enum
from typing import Annotated, Literal

import msgspec

Gpio = Annotated[int, msgspec.Meta(ge=2, le=27)]


class ScreenConfig(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """One OLED and the timers on it: one fills the screen, several share it as a rack.

    `bus` is the N of /dev/i2c-N that its wires, or those of its multiplexer, go to; `mux` the multiplexer's address and
    `channel` the channel behind it.
    """

    id: str
    shows: Annotated[tuple[str, ...], msgspec.Meta(min_length=1, max_length=5)]
    bus: Annotated[int, msgspec.Meta(ge=0, le=255)] = 1
    mux: Annotated[int, msgspec.Meta(ge=0x70, le=0x77)] | None = None
    channel: Annotated[int, msgspec.Meta(ge=0, le=7)] | None = None
    address: Annotated[int, msgspec.Meta(ge=0x08, le=0x77)] = 0x3C
    chip: Literal["ssd1306"] = "ssd1306"
    width: Literal[128] = 128
    height: Literal[64, 32] = 64
    rotate: Literal[0, 180] = 0


class ControlConfig(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """One button, between its GPIO (BCM number) and ground. Without a `timer` it is the pause button."""

    id: str
    gpio: Gpio
    timer: str | None = None


class SounderKind(Enum):
    """A buzzer has a tone of its own and is switched on and off; a piezo has none and is given tones."""

    BUZZER = "buzzer"
    TONE = "tone"


class SoundConfig(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """How the sounder sounds. `volume` is in percent: a buzzer beeps shorter, a piezo fainter. `quiet` are hours of the
    day without a sound, such as "22:00-07:00". So many seconds before its end the sand that both sides share is heard;
    `warning` 0 for not at all."""

    kind: SounderKind = SounderKind.BUZZER
    volume: Annotated[int, msgspec.Meta(ge=1, le=100)] = 100
    quiet: str | None = None
    warning: Annotated[int, msgspec.Meta(ge=0, le=60)] = 10


class PanelConfig(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What is wired to the Pi. `sounder` and `light` are BCM numbers, None where there is none."""

    name: str
    screens: tuple[ScreenConfig, ...] = ()
    controls: tuple[ControlConfig, ...] = ()
    sounder: Gpio | None = None
    light: Gpio | None = None
    sound: SoundConfig = SoundConfig()
