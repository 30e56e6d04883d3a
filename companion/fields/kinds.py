"""What kind of value each field takes, as its struct declares it."""

from collections.abc import Sequence
from functools import lru_cache

import msgspec
from msgspec import inspect

Step = str | int
"""From a value to one inside it: a field's name or a key, or an index."""

_MAPPINGS = (inspect.StructType, inspect.DictType)
_LISTS = (inspect.VarTupleType, inspect.ListType, inspect.TupleType)

kind_of = lru_cache(maxsize=512)(inspect.type_info)
"""The kind of all of it."""


@lru_cache(maxsize=512)
def kinds(struct: type[msgspec.Struct]) -> dict[str, inspect.Type]:
    """The kind of each field by its name in JSON, stripped of what may be left out."""
    info = kind_of(struct)
    assert isinstance(info, inspect.StructType)
    return {field.encode_name: bare(field.type) for field in info.fields}


def bare(kind: inspect.Type) -> inspect.Type:
    """The kind itself, without what else is said about it, and where it may be left out."""
    told = present(kind)
    return bare(told.type) if isinstance(told, inspect.Metadata) else told


def present(kind: inspect.Type) -> inspect.Type:
    """The kind where something is given."""
    if isinstance(kind, inspect.UnionType):
        others = [each for each in kind.types if not isinstance(each, inspect.NoneType)]
        return others[0] if len(others) == 1 else inspect.UnionType(tuple(others))
    return kind


def inside(kind: inspect.Type, step: Step) -> inspect.Type:
    """The kind of what is one step inside; any kind where there is no such step."""
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
    """The kind of a mapping's keys."""
    mapping = bare(kind)
    return mapping.key_type if isinstance(mapping, inspect.DictType) else inspect.AnyType()


def written(steps: Sequence[Step]) -> str:
    """The way to a value as errors name it: `units[3].hex`."""
    return "".join(f"[{step}]" if isinstance(step, int) else f".{step}" for step in steps).removeprefix(".")
