"""JSON, query strings and plain values into typed structs."""

from collections.abc import Mapping
from typing import TypeVar

import msgspec

from companion.fields.characters import strange
from companion.fields.invalid import Invalid, refuse_first
from companion.fields.origin import Origin
from companion.fields.refusal import refusal
from companion.fields.texts import read

T = TypeVar("T")
S = TypeVar("S", bound=msgspec.Struct)


def from_json(data: bytes, kind: type[S]) -> S:
    """The struct that `data` is the JSON of. Raises Invalid; what is wrong with all of it is wrong with "body"."""
    try:
        try:
            made = msgspec.json.decode(data, type=kind)
        except msgspec.ValidationError as error:
            raise refusal(error, msgspec.json.decode(data), kind, Origin.JSON) from error
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        raise Invalid("body", "must be JSON in UTF-8") from error
    if b"\\" in data:  # JSON has no other way to write what is not printed
        refuse_first(strange(msgspec.json.decode(data), kind))
    return made


def from_texts(values: Mapping[str, object], kind: type[S]) -> S:
    """The struct that the parameters of a query string, or the fields of a form, make; numbers may be text. Raises
    Invalid."""
    return _converted(read(values, kind), kind, Origin.TEXTS)


def from_file(values: object, kind: type[T]) -> T:
    """What the plain values of a file are, such as one of TOML. Raises Invalid."""
    return _converted(values, kind, Origin.FILE)


def _converted(values: object, kind: type[T], origin: Origin) -> T:
    try:
        made = msgspec.convert(values, kind, str_keys=True)
    except msgspec.ValidationError as error:
        raise refusal(error, values, kind, origin) from error
    except UnicodeEncodeError:  # msgspec's, of a half of a pair
        refuse_first(strange(values, kind))
        raise
    refuse_first(strange(values, kind))
    return made
