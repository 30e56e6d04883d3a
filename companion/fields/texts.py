"""The texts of a query string or a form as the plain values that they stand for."""

from collections.abc import Mapping

import msgspec
from msgspec import inspect

from companion.fields.kinds import bare, kinds
from companion.fields.numbers import LARGEST, whole

_TRUTH = {"1": True, "true": True, "0": False, "false": False}


def read(values: Mapping[str, object], struct: type[msgspec.Struct]) -> dict[str, object]:
    """Each value as what its field takes; a text that is none of that stays one, to be refused where its field is."""
    known = kinds(struct)
    return {name: _read(value, known.get(name)) for name, value in values.items()}


def _read(value: object, kind: inspect.Type | None) -> object:
    match kind, value:
        case inspect.IntType(), str(text):
            number = whole(text, least=-LARGEST, most=LARGEST)
            return text if number is None else number
        case inspect.BoolType(), str(text):
            return _TRUTH.get(text.lower(), text)
        case inspect.VarTupleType(item_type=item), list(items):
            return [_read_row(each, bare(item)) if isinstance(each, dict) else each for each in items]
    return value


def _read_row(cells: dict[str, object], kind: inspect.Type) -> object:
    """One of a list, whose fields are texts too; of a list that takes lines as well, the struct."""
    kinds_of_it = kind.types if isinstance(kind, inspect.UnionType) else (kind,)
    rows = [each.cls for each in map(bare, kinds_of_it) if isinstance(each, inspect.StructType)]
    return read(cells, rows[0]) if len(rows) == 1 else cells
