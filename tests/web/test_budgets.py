"""Whatever is read from what people write says how much of it there may be: characters, entries, numbers."""

from collections.abc import Iterator

import msgspec
import pytest
from msgspec import inspect

from companion.fields.words import bare
from tests.house import subclasses

READ = [each for each in subclasses(msgspec.Struct) if each.__struct_config__.forbid_unknown_fields]  # type: ignore[attr-defined]
"""The structs of requests, files and the configuration: no other minds an unknown key."""


@pytest.mark.parametrize("struct", READ, ids=lambda each: f"{each.__module__}.{each.__name__}")
def test_every_field_has_a_bound(struct: type[msgspec.Struct]) -> None:
    assert list(unbounded(inspect.type_info(struct), struct.__name__, ())) == []


def unbounded(kind: inspect.Type, at: str, within: tuple[type, ...]) -> Iterator[str]:
    match bare(kind):
        case inspect.StrType(max_length=None) | inspect.BytesType(max_length=None):
            yield at
        case inspect.IntType(ge=None) | inspect.IntType(le=None):
            yield at
        case inspect.FloatType() | inspect.AnyType():
            yield at
        case inspect.VarTupleType(item_type=item, max_length=most) | inspect.ListType(item_type=item, max_length=most):
            yield from () if most else (at,)
            yield from unbounded(item, f"{at}[]", within)
        case inspect.TupleType(item_types=kinds) | inspect.UnionType(types=kinds):
            for each in kinds:
                yield from unbounded(each, at, within)
        case inspect.DictType(key_type=key, value_type=value, max_length=most):
            yield from () if most else (at,)
            yield from unbounded(key, f"{at}'s keys", within)
            yield from unbounded(value, f"{at}'s values", within)
        case inspect.StructType(cls=cls, fields=fields):
            assert cls not in within, f"{at} holds itself, and so may lie as deep as one likes"
            for each in fields:
                yield from unbounded(each.type, f"{at}.{each.encode_name}", (*within, cls))
