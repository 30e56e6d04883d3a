"""TOML that people write by hand: whatever is wrong with it is named by key and line."""

import tomllib
from collections.abc import Callable
from typing import Any, TypeVar

from companion.fields.invalid import Invalid
from companion.toml.lines import line_of

T = TypeVar("T")


def read_toml(text: str, made: Callable[[dict[str, Any]], T]) -> T:
    """What `made` makes of the values in a TOML text. Raises Invalid, as `made` does, with the line."""
    try:
        data = tomllib.loads(text)
    except (tomllib.TOMLDecodeError, RecursionError) as error:
        raise Invalid("", f"not TOML: {error}") from error
    try:
        return made(data)
    except Invalid as error:
        raise Invalid(error.field, error.message, line_of(text, error.field)) from error
