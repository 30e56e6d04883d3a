"""Describes a field of the input that cannot be used."""

from collections.abc import Iterable

import msgspec

from companion.errors import WarglassError


class FieldError(msgspec.Struct, frozen=True):
    """Describes one field of the input, such as `units[3].hex`, and what is wrong with it. An empty field means all of
    it."""

    field: str
    message: str

    def __str__(self) -> str:
        return f"{self.field}: {self.message}" if self.field else self.message


class Invalid(WarglassError):
    """Says that a field of the input cannot be used: its `error`, and its `line` (from 1) where a text was read. `key`
    is a key in that field that should not be there."""

    def __init__(self, field: str, message: str, line: int | None = None, *, key: str = "") -> None:
        self.error = FieldError(field, message)
        super().__init__(f"line {line}: {self.error}" if line else str(self.error))
        self.field = field
        self.message = message
        self.line = line
        self.key = key


def refuse_first(errors: Iterable[FieldError]) -> None:
    """Raises Invalid for the first of the errors, if there is any."""
    for error in errors:
        raise Invalid(error.field, error.message)
