"""JSON, query strings and plain values into typed structs."""

from collections.abc import Mapping
from typing import TypeVar

import msgspec

from companion.fields.invalid import Invalid
from companion.fields.origin import Origin
from companion.fields.refusal import refusal

T = TypeVar("T")
S = TypeVar("S", bound=msgspec.Struct)


def from_json(data: bytes, kind: type[S]) -> S:
    """The struct that `data` is the JSON of. Raises Invalid; what is wrong with all of it is wrong with "body"."""
    try:
        try:
            return msgspec.json.decode(data, type=kind)
        except msgspec.ValidationError as error:
            raise refusal(error, msgspec.json.decode(data), kind, Origin.JSON) from error
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        raise Invalid("body", "must be JSON in UTF-8") from error


def from_texts(values: Mapping[str, object], kind: type[S]) -> S:
    """The struct that the parameters of a query string, or the fields of a form, make; numbers may be text. Raises
    Invalid."""
    return _converted(values, kind, Origin.TEXTS)


def from_file(values: object, kind: type[T]) -> T:
    """What the plain values of a file are, such as one of TOML. Raises Invalid."""
    return _converted(values, kind, Origin.FILE)


def _converted(values: object, kind: type[T], origin: Origin) -> T:
    try:
        return msgspec.convert(values, kind, strict=origin.strict, str_keys=True)
    except msgspec.ValidationError as error:
        raise refusal(error, values, kind, origin) from error
