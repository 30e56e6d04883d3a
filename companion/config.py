"""Reads the whole of warglass.toml into frozen structs. Errors name the key and the line."""

import tomllib
from importlib import resources
from pathlib import Path
from typing import Annotated, Any

import msgspec

from companion.errors import FileError
from companion.fields.characters import Line, Word
from companion.fields.decode import from_file
from companion.fields.invalid import FieldError, Invalid, refuse_first
from companion.fields.words import clipped
from companion.hall.config import HallConfig
from companion.panel.check import judge_problems, panel_problems
from companion.panel.config import PanelConfig
from companion.toml.reading import LARGEST, read_toml

DEFAULT_CONFIG = Path("/etc/warglass.toml")
"""Is read when no other configuration is named, where it exists."""

_MOST_BYTES = 4
"""Is the most bytes of a letter in UTF-8."""
_UTF_16 = (b"\xff\xfe", b"\xfe\xff")
_SAVE = 'Save it as UTF-8: editors have that where they ask for the name, as "Encoding".'

_ADDRESSES = (".address", ".mux")

WIRED = ("full", "full-8-channels", "full-2-multiplexers", "starter")
"""Lists the shipped panels that have wires."""
SHIPPED = (*WIRED, "none")


class ConfigError(FileError):
    """Says that the configuration cannot be used. The message names file, line and key, and says what is wrong."""


class FileTrouble(ConfigError):
    """Says that the file itself cannot be read. `what` says why, `advice` what to do, `command` what to type for it."""

    def __init__(self, file: str, what: str, advice: str, *, command: str = "", line: int | None = None) -> None:
        super().__init__(file, f"{what}. {advice}", line)
        self.what = f"{file}, line {line}: {what}" if line else f"{file}: {what}"
        self.advice = advice
        self.command = command


class WebConfig(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    host: Line = "0.0.0.0"
    port: Annotated[int, msgspec.Meta(ge=0, le=65535)] = 8080
    names: Annotated[tuple[Line, ...], msgspec.Meta(max_length=20)] = ()
    """Lists this machine's other names, such as in a network's own DNS."""


class _File(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    web: WebConfig = WebConfig()
    panel: Word | PanelConfig = "full"
    hall: HallConfig = HallConfig()


class Config(msgspec.Struct, frozen=True, kw_only=True):
    web: WebConfig
    panel: PanelConfig
    hall: HallConfig = HallConfig()


def configured(path: Path | None) -> Path | None:
    """Returns the file that was named, else the usual one where it exists."""
    return DEFAULT_CONFIG if path is None and DEFAULT_CONFIG.exists() else path


def load_config(path: Path | None) -> Config:
    """Returns the configuration in `path`, or the shipped default for None. Raises ConfigError."""
    if path is None:
        return Config(web=WebConfig(), panel=shipped_panel("full"))
    return read_config(_text(path), name=str(path))


def _text(path: Path) -> str:
    try:
        with path.open("rb") as file:
            data = file.read(_MOST_BYTES * LARGEST + 1)
    except OSError as error:
        raise _closed(str(path), error) from error
    if data.startswith(_UTF_16):
        raise FileTrouble(str(path), "is saved as UTF-16", _SAVE)
    if b"\0" in data:
        raise FileTrouble(
            str(path),
            "holds zeros in place of text, as after a power cut",
            "Copy one over it from systemd in Warglass's folder, and write your panel into it.",
            command=f"sudo cp ~/warglass/systemd/warglass.toml {path}",
        )
    try:
        return data.decode("utf-8")
    except UnicodeDecodeError as error:
        line = 1 + data.count(b"\n", 0, error.start)
        raise FileTrouble(str(path), "has a letter that is not UTF-8", _SAVE, line=line) from error


def _closed(file: str, error: OSError) -> FileTrouble:
    match error:
        case FileNotFoundError() | NotADirectoryError():
            return FileTrouble(file, "is not there", "Name a file that is, or leave --config out for the usual one.")
        case IsADirectoryError():
            return FileTrouble(file, "is a folder", "Name the file in it.", command=f"ls {file}")
        case PermissionError():
            return FileTrouble(
                file, "may not be read by you", "Let everyone read it.", command=f"sudo chmod a+r {file}"
            )
    return FileTrouble(
        file, f"cannot be read: {error.strerror}", "The card may be failing: copy what is on it while that goes."
    )


def read_config(text: str, *, name: str) -> Config:
    """Returns the configuration that `text` is; `name` names it in errors. Raises ConfigError."""
    try:
        return read_toml(text, _config)
    except Invalid as error:
        raise ConfigError(name, str(error.error), error.line) from error


def shipped_panel(name: str) -> PanelConfig:
    """Returns one of the panels that come with Warglass."""
    if name == "none":
        return PanelConfig(name="none")
    panel = read_config(_shipped_text(name), name=f"{name}.toml").panel
    assert panel.name == name
    return panel


def _shipped_text(name: str) -> str:
    return resources.files("companion.panel").joinpath("shipped", f"{name}.toml").read_text(encoding="utf-8")


def _completed(data: dict[str, Any]) -> dict[str, Any]:
    """Returns a file whose panel says `like = "full"`, with all keys of that panel that its own table leaves out."""
    match data:
        case {"panel": {"like": name, **own}}:
            if name not in WIRED:
                raise Invalid("panel.like", f"must be one of {', '.join(WIRED)}, got {clipped(repr(name))}")
            model = _completed(tomllib.loads(_shipped_text(name)))
            return {**data, "panel": {**model["panel"], **own}}
    return data


def _config(data: dict[str, Any]) -> Config:
    try:
        file = from_file(_completed(data), _File)
    except Invalid as error:
        if error.field.endswith(_ADDRESSES) and error.message.startswith("must be"):
            raise Invalid(error.field, f"{error.message}: write it with 0x and without quotes, such as 0x3C") from error
        if error.field == "panel" and error.message.startswith("missing"):
            raise Invalid(error.field, f'{error.message}, or like = "full" for one that is much like that') from error
        raise
    if isinstance(file.panel, PanelConfig):
        refuse_first(FieldError(f"panel.{each.field}", each.message) for each in panel_problems(file.panel))
        panel = file.panel
    elif file.panel in SHIPPED:
        panel = shipped_panel(file.panel)
    else:
        raise Invalid("panel", f"must be one of {', '.join(SHIPPED)} or a table, got {file.panel!r}")
    refuse_first(FieldError(f"hall.{each.field}", each.message) for each in judge_problems(panel, file.hall.judge))
    return Config(web=file.web, panel=panel, hall=file.hall)
