"""What a field may be, in words: "must be 1 to 20, got 40"."""

from enum import Enum
from functools import lru_cache
from typing import Any

import msgspec
from msgspec import inspect

LONGEST_SHOWN = 40


def bounds(struct: type[msgspec.Struct], field: str, given: object) -> str | None:
    """What `field` must be and what it got; None where its type has no short way to say so."""
    kind = kinds(struct).get(field)
    allowed = None if kind is None else _allowed(kind)
    return None if allowed is None else f"must be {allowed}, got {_shown(given)}"


@lru_cache
def kinds(struct: type[msgspec.Struct]) -> dict[str, inspect.Type]:
    """The type of each field by its name in JSON, stripped of what may be left out."""
    info = inspect.type_info(struct)
    assert isinstance(info, inspect.StructType)
    return {field.encode_name: _bare(field.type) for field in info.fields}


def _bare(kind: inspect.Type) -> inspect.Type:
    """The type itself, where it may be left out."""
    while isinstance(kind, inspect.Metadata):
        kind = kind.type
    if isinstance(kind, inspect.UnionType):
        others = [each for each in kind.types if not isinstance(each, inspect.NoneType)]
        return _bare(others[0]) if len(others) == 1 else kind
    return kind


def _allowed(kind: inspect.Type) -> str | None:
    match kind:
        case inspect.BoolType():
            return "0 or 1"
        case inspect.EnumType(cls=cls):
            return _listed([each.value for each in cls if isinstance(each, Enum)])
        case inspect.LiteralType(values=values):
            return _listed(list(values))
        case inspect.IntType(ge=least, le=most) | inspect.FloatType(ge=least, le=most) if None not in (least, most):
            return f"{least} to {most}"
        case inspect.IntType():
            return "a whole number"
        case inspect.FloatType():
            return "a number"
    return None


def _listed(values: list[Any]) -> str:
    *others, last = map(str, values)
    return f"{', '.join(others)} or {last}" if others else last


def _shown(given: object) -> str:
    text = str(given)
    return text if len(text) <= LONGEST_SHOWN else f"{text[: LONGEST_SHOWN - 1]}…"
