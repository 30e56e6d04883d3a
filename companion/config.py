"""warglass.toml, read into frozen structs. Whatever is wrong with it is named by key and line."""

import tomllib
from importlib import resources
from pathlib import Path
from typing import Annotated

import msgspec

from companion.panel.check import problems
from companion.panel.config import PanelConfig
from companion.toml.lines import line_of

DEFAULT_CONFIG = Path("/etc/warglass.toml")
"""Read when no other configuration is named, where it exists."""

SHIPPED = ("full", "starter", "none")


class ConfigError(Exception):
    """The configuration cannot be used. The message names file, line and key, and says what is wrong."""


class WebConfig(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    host: str = "0.0.0.0"
    port: Annotated[int, msgspec.Meta(ge=0, le=65535)] = 8080


class _File(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    web: WebConfig = WebConfig()
    panel: str | PanelConfig = "full"


class Config(msgspec.Struct, frozen=True, kw_only=True):
    web: WebConfig
    panel: PanelConfig


def configured(path: Path | None) -> Path | None:
    """The file that was named, else the usual one where it exists."""
    return DEFAULT_CONFIG if path is None and DEFAULT_CONFIG.exists() else path


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
        for key, message in problems(file.panel):
            raise _error(name, text, f"panel.{key}", message)
        return Config(web=file.web, panel=file.panel)
    if file.panel not in SHIPPED:
        raise _error(name, text, "panel", f"must be one of {', '.join(SHIPPED)} or a table, got {file.panel!r}")
    return Config(web=file.web, panel=shipped_panel(file.panel))


def shipped_panel(name: str) -> PanelConfig:
    """One of the panels that come with Warglass."""
    if name == "none":
        return PanelConfig(name="none")
    text = resources.files("companion.panel").joinpath("shipped", f"{name}.toml").read_text(encoding="utf-8")
    panel = parse(text, name=f"{name}.toml").panel
    assert panel.name == name
    return panel


def _error(name: str, text: str, key: str, message: str) -> ConfigError:
    line = line_of(text, key)
    where = f"{name}, line {line}" if line else name
    return ConfigError(f"{where}: {key}: {message}" if key else f"{where}: {message}")
