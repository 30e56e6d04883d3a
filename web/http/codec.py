"""Requests into typed structs, with errors that name the field."""

import re
from collections.abc import Iterable
from typing import Any, TypeVar

import msgspec

from companion.fields import decode
from companion.fields.invalid import Invalid
from companion.people import tidy

S = TypeVar("S", bound=msgspec.Struct)


_CELL = re.compile(r"(\w+)-(\d{1,2})-(\w+)")
"""A field of one row of a list."""
MOST_ERRORS = 10
"""As many as are worth reading: a page that tells all that is wrong with its address looks at nothing beyond."""
LONGEST_PARAMETER = 4_000
"""Characters: every hex of WarTime's board with its terrain, and more. A page leads on with its whole address, and does
so a hundred times over."""


class Nothing(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """No parameters."""


def from_query(pairs: Iterable[tuple[str, str]], struct: type[S]) -> S:
    """The struct that a query string's parameters make. Raises Invalid, for a parameter given twice too."""
    values: dict[str, str] = {}
    for name, value in pairs:
        if name in values:
            raise Invalid(name, "is there twice")
        values[name] = value
    return decode.from_texts(values, struct)


def from_form(pairs: Iterable[tuple[str, str]], struct: type[S]) -> S:
    """The struct that a form's fields make: empty ones are left out. A list has an item for each line of each field of
    its name, and one for each row, such as that of `units-1-name` and `units-1-count`. Raises Invalid."""
    lists = {field.name for field in msgspec.structs.fields(struct) if field.default == ()}
    values: dict[str, Any] = {}
    rows: dict[tuple[str, str], dict[str, str]] = {}
    for name, value in pairs:
        cell = _CELL.fullmatch(name)
        if cell and cell[1] in lists:
            if value.strip():
                rows.setdefault((cell[1], cell[2]), {})[cell[3]] = value
            continue
        if name in lists:
            lines = [line for line in value.splitlines() if line.strip()]
            values.setdefault(name, []).extend(lines)
        elif value.strip():
            values[name] = value
    for (name, _), cells in rows.items():
        values.setdefault(name, []).append(cells)
    return decode.from_texts(values, struct)


def named(field: str, name: str | None) -> str | None:
    """A unit's or card's name with its spaces in order. Raises Invalid."""
    try:
        return None if name is None else tidy(name)
    except ValueError as error:
        raise Invalid(field, str(error)) from error


def all_named(field: str, names: Iterable[str]) -> tuple[str, ...]:
    """A list of names, each in order. Raises Invalid, naming the one that is not."""
    return tuple(named(f"{field}[{index}]", name) or "" for index, name in enumerate(names))
