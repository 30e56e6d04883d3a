"""Decodes JSON, query strings, forms and plain values into typed structs, and turns msgspec's refusals into ours."""

import re
from collections.abc import Mapping, Sequence
from difflib import get_close_matches
from functools import cache, reduce
from itertools import islice
from threading import Lock
from typing import Any, TypeVar, overload

import msgspec
from msgspec import inspect

from companion.fields.characters import strange
from companion.fields.invalid import Invalid, refuse_first
from companion.fields.numbers import LARGEST, whole
from companion.fields.words import Origin, Step, bare, inside, keys_of, kind_of, kinds, must_be, written

T = TypeVar("T")
S = TypeVar("S", bound=msgspec.Struct)

# msgspec learns a struct's fields where it is first decoded. Python runs meanwhile, so that another thread may get the
# struct half learnt, and then the process crashes. So all decoders are made here, one after the other.

_learning = Lock()


@overload
def decoder_of(kind: type[T]) -> msgspec.json.Decoder[T]: ...
@overload
def decoder_of(kind: object) -> msgspec.json.Decoder[Any]: ...
def decoder_of(kind: Any) -> msgspec.json.Decoder[Any]:
    """Returns the one decoder of this type's JSON, on any thread. All decoders have to come from here."""
    return _decoder(kind)


@cache
def _decoder(kind: Any) -> msgspec.json.Decoder[Any]:
    with _learning:
        return msgspec.json.Decoder(kind)


def from_packed(packed: bytes, kind: type[T]) -> T:
    """Returns what MessagePack holds. Raises msgspec's errors."""
    decoder_of(kind)  # learns it
    return msgspec.msgpack.decode(packed, type=kind)


def _convert(values: object, kind: type[T]) -> T:
    decoder_of(kind)  # learns it
    return msgspec.convert(values, kind, str_keys=True)


# msgspec's refusals as ours. This is the one place that knows how msgspec words them.

_LONGEST_NAME = 40
"""Limits the letters of a key that is compared with the known ones."""
_TRIED = 200
"""Limits how many entries of a mapping are tried, one after the other, for the one that is wrong."""
_WHERE = re.compile(r" - at `(?P<key>key` in `)?\$(?P<path>[\w.\[\]]*)`$")
_STEP = re.compile(r"\.(?P<name>\w+)|\[(?:(?P<index>\d+)|\.\.\.)\]")
_STRANGE = re.compile(r"Object contains unknown field `(.*)`", re.DOTALL)
_MISSING = re.compile(r"Object missing required field `(\w*)`")


def refusal(error: msgspec.ValidationError, values: object, kind: Any, origin: Origin) -> Invalid:
    """Returns what is wrong with `values` as a `kind`."""
    said = str(error)
    where = _WHERE.search(said)
    message = said[: where.start()] if where else said
    steps, arrived = _steps(where, values, kind) if where else ([], True)
    if not arrived and (found := _STRANGE.fullmatch(said)) is not None and found[1] in _entries(values):
        # A name that reads as if it gave a place.
        message, where, steps, arrived = said, None, [], True
    if not arrived:
        return Invalid(written(steps), "holds what cannot be used")
    if (found := _STRANGE.fullmatch(message)) is not None:
        absent = _absent(steps, found[1], origin, file="there is no key", other="is not known here")
        near = _near(found[1], reduce(inside, steps, kind_of(kind)))
        if origin is not Origin.FILE:
            return absent
        message = f"{absent.message}, but there is {near}" if near else absent.message
        return Invalid(absent.field, message, key=found[1])
    if (found := _MISSING.fullmatch(message)) is not None:
        return _absent(steps, found[1], origin, file="missing required field", other="is missing")
    wanted, given = reduce(inside, steps, kind_of(kind)), reduce(_value, steps, values)
    if where and where["key"]:
        wanted, given = keys_of(reduce(inside, steps[:-1], kind_of(kind))), steps[-1]
    return Invalid(written(steps) or ("body" if origin is Origin.JSON else ""), must_be(wanted, given, origin))


def _near(name: str, kind: inspect.Type) -> str:
    """Returns the key that the writer may have meant; empty where none is like it."""
    struct = bare(kind)
    alternatives = struct.types if isinstance(struct, inspect.UnionType) else (struct,)
    names = [
        field.encode_name for each in alternatives if isinstance(each, inspect.StructType) for field in each.fields
    ]
    return next(iter(get_close_matches(name, names, n=1)), "") if len(name) <= _LONGEST_NAME else ""


def _absent(steps: Sequence[Step], name: str, origin: Origin, *, file: str, other: str) -> Invalid:
    """Returns the error for a field that should not be there, or should. In a file the error belongs to the struct
    around it, which has a line."""
    return (
        Invalid(written(steps), f"{file} {name}") if origin is Origin.FILE else Invalid(written([*steps, name]), other)
    )


def _steps(where: re.Match[str], values: object, kind: Any) -> tuple[list[Step], bool]:
    """Returns the path to what is wrong, and whether it leads there.

    Where msgspec leaves a key out, it tries the entries of that mapping one by one. It fails where an entry is there
    twice, or far behind.
    """
    found: list[Step] = []
    for step in [*_STEP.finditer(where["path"]), *([None] if where["key"] else [])]:
        here = _entries(reduce(_value, found, values))
        if step is not None and (step["name"] or step["index"]):
            key = step["name"] or int(step["index"])
        else:
            alone = ((key, _with(values, found, {key: here[key]})) for key in islice(here, _TRIED))
            key, values = next((each for each in alone if _fails(each[1], kind, where[0])), (None, values))
        if key not in here:
            return found, False
        found.append(key)
    return found, True


def _fails(values: object, kind: Any, where: str) -> bool:
    try:
        _convert(values, kind)
    except msgspec.ValidationError as error:
        return str(error).endswith(where)
    return False


def _entries(values: object) -> Mapping[Any, Any]:
    """Returns what is inside, by key or index."""
    if isinstance(values, list | tuple):
        return dict(enumerate(values))
    return values if isinstance(values, dict) else {}


def _value(values: object, step: Step) -> object:
    return _entries(values)[step]


def _with(values: Any, steps: Sequence[Step], new: object) -> object:
    """Returns the values with `new` in place of what the steps lead to."""
    if not steps:
        return new
    changed = {**_entries(values), steps[0]: _with(_value(values, steps[0]), steps[1:], new)}
    return changed if isinstance(values, dict) else list(changed.values())


# The texts of a query string or a form as the plain values that they mean.

_TRUTH = {"1": True, "true": True, "0": False, "false": False}


def read(values: Mapping[str, object], struct: type[msgspec.Struct]) -> dict[str, object]:
    """Returns each value as its field's type. A text that does not fit stays a text, and is refused at its field."""
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
    """Returns one row of a list, whose fields are texts too. For a list that takes lines as well, it is the struct."""
    kinds_of_it = kind.types if isinstance(kind, inspect.UnionType) else (kind,)
    rows = [each.cls for each in map(bare, kinds_of_it) if isinstance(each, inspect.StructType)]
    return read(cells, rows[0]) if len(rows) == 1 else cells


# JSON, query strings and plain values into typed structs.


def from_json(data: bytes, kind: type[S]) -> S:
    """Returns the struct that `data` is the JSON of. Raises Invalid; what is wrong with all of it is wrong with
    "body"."""
    try:
        try:
            made = decoder_of(kind).decode(data)
        except msgspec.ValidationError as error:
            raise refusal(error, msgspec.json.decode(data), kind, Origin.JSON) from error
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        raise Invalid("body", "must be JSON in UTF-8") from error
    if b"\\" in data or b"\x7f" in data or not data.isascii():  # without these, JSON has only printable characters
        refuse_first(strange(msgspec.json.decode(data), kind))
    return made


def from_texts(values: Mapping[str, object], kind: type[S]) -> S:
    """Returns the struct that the parameters of a query string, or the fields of a form, make; numbers may be text.
    Raises Invalid."""
    return _converted(read(values, kind), kind, Origin.TEXTS)


def from_file(values: object, kind: type[T]) -> T:
    """Returns what the plain values of a file are, such as one of TOML. Raises Invalid."""
    return _converted(values, kind, Origin.FILE)


def _converted(values: object, kind: type[T], origin: Origin) -> T:
    try:
        made = _convert(values, kind)
    except msgspec.ValidationError as error:
        raise refusal(error, values, kind, origin) from error
    except UnicodeEncodeError:  # raised by msgspec for a half of a pair
        refuse_first(strange(values, kind))
        raise
    refuse_first(strange(values, kind))
    return made
