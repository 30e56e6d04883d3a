"""Describes the kind of value a field takes, and says in a player's words what it may be."""

from collections.abc import Sequence
from enum import Enum
from functools import lru_cache
from typing import Any

import msgspec
from msgspec import inspect

# Where input comes from: how it may be written, and what its writer sees of it.


class Origin(Enum):
    """Says where input comes from. TEXTS are a query string's or a form's: every value is text, and yes is 1.

    A FILE's writer has it at hand, line by line, and reads what to change there. Other writers read all that is
    allowed, and what they gave.
    """

    JSON = "json"
    TEXTS = "texts"
    FILE = "file"


# What kind of value each field takes, as its struct declares it.

Step = str | int
"""Is a step from a value to one inside it: a field's name or a key, or an index."""

_MAPPINGS = (inspect.StructType, inspect.DictType)
_LISTS = (inspect.VarTupleType, inspect.ListType, inspect.TupleType)

kind_of = lru_cache(maxsize=512)(inspect.type_info)
"""Returns the kind of all of it."""


@lru_cache(maxsize=512)
def kinds(struct: type[msgspec.Struct]) -> dict[str, inspect.Type]:
    """Returns the kind of each field by its name in JSON, stripped of what may be left out."""
    info = kind_of(struct)
    assert isinstance(info, inspect.StructType)
    return {field.encode_name: bare(field.type) for field in info.fields}


def bare(kind: inspect.Type) -> inspect.Type:
    """Returns the kind itself, without its metadata, and without the option to leave it out."""
    told = present(kind)
    return bare(told.type) if isinstance(told, inspect.Metadata) else told


def present(kind: inspect.Type) -> inspect.Type:
    """Returns the kind where a value is given."""
    if isinstance(kind, inspect.UnionType):
        others = [each for each in kind.types if not isinstance(each, inspect.NoneType)]
        return others[0] if len(others) == 1 else inspect.UnionType(tuple(others))
    return kind


def inside(kind: inspect.Type, step: Step) -> inspect.Type:
    """Returns the kind of what is one step inside; any kind where there is no such step."""
    match bare(kind), step:
        case inspect.StructType(fields=fields), str(name):
            return next((field.type for field in fields if field.encode_name == name), inspect.AnyType())
        case inspect.DictType(value_type=value), str():
            return value
        case ((inspect.VarTupleType(item_type=item) | inspect.ListType(item_type=item)), int()):
            return item
        case inspect.TupleType(item_types=items), int(index) if index < len(items):
            return items[index]
        case inspect.UnionType() as union, _:
            holding = _MAPPINGS if isinstance(step, str) else _LISTS
            return next((inside(each, step) for each in union.types if isinstance(each, holding)), inspect.AnyType())
    return inspect.AnyType()


def keys_of(kind: inspect.Type) -> inspect.Type:
    """Returns the kind of a mapping's keys."""
    mapping = bare(kind)
    return mapping.key_type if isinstance(mapping, inspect.DictType) else inspect.AnyType()


def written(steps: Sequence[Step]) -> str:
    """Returns the path to a value as errors name it: `units[3].hex`."""
    return "".join(f"[{step}]" if isinstance(step, int) else f".{step}" for step in steps).removeprefix(".")


# What a value may be, in a player's words: "must be 1 to 20, got 40".

LONGEST_SHOWN = 40


def must_be(kind: inspect.Type, given: object, origin: Origin) -> str:
    """Returns what is wrong with what was given as a `kind`."""
    wanted = bare(kind)
    length = _wrong_length(wanted, given)
    if length is not None:
        return length
    allowed = _allowed(present(kind), origin)
    if origin is Origin.FILE:
        match wanted, given:
            case inspect.IntType(), bool():
                allowed = "a whole number"
            case inspect.IntType(ge=int(least)), int(number) if number < least:
                return f"must be at least {least}"
            case inspect.IntType(le=int(most)), int(number) if number > most:
                return f"must be at most {most}"
            case inspect.IntType(), _:
                allowed = "a whole number"
            case inspect.EnumType(), str():
                return f"there is no {clipped(repr(given))}: {allowed}"
    return f"must be {allowed}, got {_quote(given, origin)}"


def _wrong_length(kind: inspect.Type, given: object) -> str | None:
    match kind, given:
        case inspect.StrType(min_length=least, max_length=most), str():
            must, what = "be", "characters"
        case (inspect.VarTupleType(min_length=least, max_length=most), list() | tuple()):
            must, what = "have", "entries"
        case inspect.DictType(min_length=least, max_length=most), dict():
            must, what = "have", "entries"
        case _:
            return None
    length = len(given)
    if not length and least:
        return "must not be empty"
    if least is not None and length < least:
        return f"must {must} at least {least} {what}, got {length}"
    if most is not None and length > most:
        return f"must {must} at most {most} {what}, got {length}"
    return None


def _allowed(kind: inspect.Type, origin: Origin) -> str:
    match kind:
        case inspect.Metadata(type=inspect.StrType(pattern=str()), extra_json_schema={"description": str(words)}):
            return words[0].lower() + words[1:].partition(";")[0]
        case inspect.Metadata():
            return _allowed(present(kind.type), origin)
        case inspect.BoolType():
            return "0 or 1" if origin is Origin.TEXTS else "true or false"
        case inspect.EnumType(cls=cls):
            return _listed([each.value for each in cls if isinstance(each, Enum)])
        case inspect.LiteralType(values=values):
            return _listed(list(values))
        case inspect.IntType(ge=least, le=most) | inspect.FloatType(ge=least, le=most) if None not in (least, most):
            return f"{least} to {most}"
        case inspect.IntType(ge=int(least)):
            return f"{least} or more"
        case inspect.IntType():
            return "a whole number"
        case inspect.FloatType():
            return "a number"
        case inspect.StrType():
            return "a text"
        case inspect.BytesType():
            return "base64"
        case inspect.VarTupleType():
            return "a list"
        case inspect.TupleType(item_types=items):
            return f"a list of {len(items)}"
        case inspect.StructType() | inspect.DictType():
            return "a table" if origin is Origin.FILE else "an object"
        case inspect.UnionType() as union:
            return " or ".join(_allowed(each, origin) for each in union.types)
    return "something else"


def _listed(values: list[Any]) -> str:
    *others, last = map(str, values)
    return f"{', '.join(others)} or {last}" if others else last


def _quote(given: object, origin: Origin) -> str:
    plain = isinstance(given, str) and origin is not Origin.FILE
    return clipped(str(given) if plain else msgspec.json.encode(given).decode())


def clipped(text: str) -> str:
    """Returns as much of the text as an error shows."""
    return text if len(text) <= LONGEST_SHOWN else f"{text[: LONGEST_SHOWN - 1]}…"
