"""TOML that people write by hand: whatever is wrong with it is named by key and line."""

import tomllib
from collections.abc import Callable
from typing import TypeVar

import msgspec

from companion.toml.lines import line_of

T = TypeVar("T")


class KeyedError(ValueError):
    """What was read cannot be used: `key` is where, `line` (from 1) too where a text was read."""

    def __init__(self, key: str, message: str, line: int | None = None) -> None:
        where = f"line {line}: " if line else ""
        super().__init__(f"{where}{key}: {message}" if key else f"{where}{message}")
        self.key = key
        self.message = message
        self.line = line


def read_keyed(text: str, made: Callable[[object], T], *, error: type[KeyedError]) -> T:
    """What `made` makes of the values in a TOML text; its errors get their lines. Raises `error`."""
    try:
        data = tomllib.loads(text)
    except (tomllib.TOMLDecodeError, RecursionError) as fault:
        raise error("", f"not TOML: {fault}") from fault
    try:
        return made(data)
    except error as fault:
        raise error(fault.key, fault.message, line_of(text, fault.key)) from fault


def convert_keyed(data: object, kind: type[T], *, error: type[KeyedError]) -> T:
    """Plain values, as TOML, JSON or a form have them, as a `kind` of struct. Raises `error`."""
    try:
        return msgspec.convert(data, kind)
    except msgspec.ValidationError as fault:
        message, _, where = str(fault).partition(" - at `")
        key = where.rstrip("`").removeprefix("$").removeprefix(".").removeprefix("key` in `$").lstrip(".")
        raise error(key, _plain(message)) from fault


def _plain(message: str) -> str:
    """What msgspec says, as a sentence that begins with the key."""
    words = message.replace("Expected `int` <=", "must be at most").replace("Expected `int` >=", "must be at least")
    words = words.replace("Expected", "must be").replace("Invalid enum value", "there is no").replace("`", "")
    return words.replace("Object contains unknown field", "there is no key").replace("Object missing", "missing")
