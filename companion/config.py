"""warglass.toml, read into frozen structs. Whatever is wrong with it is named by key and line."""

import tomllib
from collections import Counter
from importlib import resources
from pathlib import Path
from typing import Annotated, Literal

import msgspec

from companion.config_lines import line_of
from companion.wartime.scenario import BOX

Gpio = Annotated[int, msgspec.Meta(ge=2, le=27)]
SHIPPED = ("full", "starter", "none")


class ConfigError(Exception):
    """The configuration cannot be used. The message names file, line and key, and says what is wrong."""


class WebConfig(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    host: str = "0.0.0.0"
    port: Annotated[int, msgspec.Meta(ge=0, le=65535)] = 8080


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
    """What is wired to the Pi. `sounder` and `light` are BCM numbers, None where there is none."""

    name: str
    screens: tuple[ScreenConfig, ...] = ()
    controls: tuple[ControlConfig, ...] = ()
    sounder: Gpio | None = None
    light: Gpio | None = None


class _File(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    web: WebConfig = WebConfig()
    panel: str | PanelConfig = "full"


class Config(msgspec.Struct, frozen=True, kw_only=True):
    web: WebConfig
    panel: PanelConfig


def load(path: Path | None) -> Config:
    """The configuration in `path`, or the shipped default for None. Raises ConfigError."""
    if path is None:
        return Config(web=WebConfig(), panel=shipped_panel("full"))
    try:
        text = path.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise ConfigError(f"{path}: cannot be read: {error}") from error
    return parse(text, name=str(path))


def parse(text: str, *, name: str) -> Config:
    """The configuration that `text` is; `name` is how errors call it. Raises ConfigError."""
    try:
        data = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise ConfigError(f"{name}: not TOML: {error}") from error
    try:
        file = msgspec.convert(data, _File)
    except msgspec.ValidationError as error:
        message, _, where = str(error).partition(" - at `")
        raise _error(name, text, where.rstrip("`").removeprefix("$").removeprefix("."), message) from error
    if isinstance(file.panel, PanelConfig):
        _check(file.panel, name, text)
        return Config(web=file.web, panel=file.panel)
    if file.panel not in SHIPPED:
        raise _error(name, text, "panel", f"must be one of {', '.join(SHIPPED)} or a table, got {file.panel!r}")
    return Config(web=file.web, panel=shipped_panel(file.panel))


def shipped_panel(name: str) -> PanelConfig:
    """One of the panels that come with Warglass."""
    if name == "none":
        return PanelConfig(name="none")
    text = resources.files("companion").joinpath("panels", f"{name}.toml").read_text(encoding="utf-8")
    panel = parse(text, name=f"{name}.toml").panel
    assert panel.name == name
    return panel


def _error(name: str, text: str, key: str, message: str) -> ConfigError:
    line = line_of(text, key)
    where = f"{name}, line {line}" if line else name
    return ConfigError(f"{where}: {key}: {message}" if key else f"{where}: {message}")


def _check(panel: PanelConfig, name: str, text: str) -> None:
    """What no single key shows: timers that do not exist, pins and addresses used twice."""
    timers = {spec.id for spec in BOX}
    pins = Counter([control.gpio for control in panel.controls])
    pins.update(pin for pin in (panel.sounder, panel.light) if pin is not None)
    ids: set[str] = set()
    places: set[tuple[int, int | None, int | None, int]] = set()
    for index, screen in enumerate(panel.screens):
        key = f"panel.screens[{index}]"
        for timer in screen.shows:
            if timer not in timers:
                raise _error(name, text, f"{key}.shows", f"there is no timer {timer!r}")
        if (screen.mux is None) != (screen.channel is None):
            raise _error(name, text, key, "a multiplexer needs both mux and channel")
        place = (screen.bus, screen.mux, screen.channel, screen.address)
        if place in places:
            raise _error(name, text, f"{key}.address", f"{screen.address:#x} is taken by another screen on this bus")
        places.add(place)
        if screen.id in ids:
            raise _error(name, text, f"{key}.id", f"{screen.id!r} is there twice")
        ids.add(screen.id)
    ids.clear()
    for index, control in enumerate(panel.controls):
        key = f"panel.controls[{index}]"
        if control.timer is not None and control.timer not in timers:
            raise _error(name, text, f"{key}.timer", f"there is no timer {control.timer!r}")
        if control.id in ids:
            raise _error(name, text, f"{key}.id", f"{control.id!r} is there twice")
        ids.add(control.id)
        if panel.screens and control.gpio in (2, 3):
            raise _error(name, text, f"{key}.gpio", f"GPIO {control.gpio} is the I2C bus of the screens")
        if pins[control.gpio] > 1:
            raise _error(name, text, f"{key}.gpio", f"GPIO {control.gpio} is used twice")
    if panel.sounder is not None and panel.sounder == panel.light:
        raise _error(name, text, "panel.light", f"GPIO {panel.light} is used twice")
