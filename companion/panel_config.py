"""What is wired to the Pi, as frozen structs: the `[panel]` of warglass.toml."""

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


class PanelConfig(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What is wired to the Pi. `sounder` and `light` are BCM numbers, None where there is none.

    `rail_ma` is what the 3.3 V that feeds the screens can give, mA. The Pi's own rail has no figure from its maker; 500
    is what every board since the Model B+ gives with something to spare (its 3.3 V converter is rated at 1 A or more).
    """

    name: str
    screens: tuple[ScreenConfig, ...] = ()
    controls: tuple[ControlConfig, ...] = ()
    sounder: Gpio | None = None
    light: Gpio | None = None
    rail_ma: Annotated[int, msgspec.Meta(ge=50, le=10_000)] = 500
