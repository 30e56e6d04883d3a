"""TOML that people write by hand: whatever is wrong with it is named by key and line."""

import tomllib
from collections.abc import Callable
from typing import Any, TypeVar

from companion.fields.invalid import Invalid
from companion.toml.lines import header_of, line_of
from companion.toml.mistakes import mistake

T = TypeVar("T")

LARGEST = 64 * 1024
"""Characters of a text: ten times what a table's files have."""
MOST_DOTS = 60
MOST_IN_HEADER = 5
"""In one line, and in one that may name a table: what tomllib does with the parts of a dotted key grows with their
square, and with the parts of its table's."""


def read_toml(text: str, made: Callable[[dict[str, Any]], T]) -> T:
    """What `made` makes of the values in a TOML text, whichever system's line ends it has, with or without
    the byte order mark of some editors. Raises Invalid, as `made` does, with the line."""
    text = text.removeprefix("\ufeff").replace("\r\n", "\n").replace("\r", "\n")
    _check_size(text)
    try:
        data = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise mistake(text, error) from error
    except (ValueError, RecursionError) as error:  # a number of thousands of digits; lists in lists in lists
        raise Invalid("", "cannot be read: a number in it is too long, or lists lie too deep") from error
    try:
        return made(data)
    except Invalid as error:
        line = line_of(text, ".".join(part for part in (error.field, error.key) if part))
        stands = header_of(text.split("\n")[line - 1]) if line else ""
        if error.message.startswith("must be a list") and stands == f"[{error.field}]":
            raise Invalid(
                error.field, f"write [{stands}]: what there may be several of has double brackets", line
            ) from error
        raise Invalid(error.field, error.message, line) from error


def _check_size(text: str) -> None:
    if len(text) > LARGEST:
        raise Invalid("", f"must be at most {LARGEST} characters, got {len(text)}")
    for number, line in enumerate(text.split("\n"), start=1):
        most = MOST_IN_HEADER if line.lstrip().startswith("[") else MOST_DOTS
        if line.count(".") > most:
            raise Invalid("", f"must have at most {most} dots in this line", number)
