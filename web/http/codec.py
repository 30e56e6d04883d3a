"""Input into typed structs, with errors that name the field."""

import re
from collections.abc import Iterable, Mapping
from typing import Any, TypeVar

import msgspec

from companion.names import tidy
from web.http.bounds import bounds
from web.http.problems import Invalid

S = TypeVar("S", bound=msgspec.Struct)

_NO_JSON = (msgspec.DecodeError, UnicodeDecodeError, RecursionError)
_UNKNOWN = re.compile(r"Object contains unknown field `(?P<field>[^`]*)`")
_SOME_KEY = re.compile(r" - at (?:`\$\.(?P<object>\w+)\[\.\.\.\](?P<rest>[^`]*)`|`key` in `\$\.(?P<keyed>\w+)`)$")
_MISSING = re.compile(r"Object missing required field `(?P<field>[^`]*)`")


class Nothing(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """No parameters."""


def from_json(data: bytes, struct: type[S]) -> S:
    """The struct that the body is the JSON of; an empty body means `{}`. Raises Invalid."""
    try:
        return msgspec.json.decode(data or b"{}", type=struct)
    except msgspec.ValidationError as error:
        body = _fields(data)
        raise _invalid(_at_key(error, body, struct), struct, body) from error
    except _NO_JSON as error:
        raise Invalid("body", "must be JSON in UTF-8") from error


def from_query(pairs: Iterable[tuple[str, str]], struct: type[S]) -> S:
    """The struct that a query string's parameters make. Raises Invalid, for a parameter given twice too."""
    values: dict[str, str] = {}
    for name, value in pairs:
        if name in values:
            raise Invalid(name, "is there twice")
        values[name] = value
    return _converted(values, struct)


def from_form(pairs: Iterable[tuple[str, str]], struct: type[S]) -> S:
    """The struct that a form's fields make: empty ones are left out, a list has an item for each line of each field of
    its name. Raises Invalid."""
    lists = {field.name for field in msgspec.structs.fields(struct) if field.default == ()}
    values: dict[str, Any] = {}
    for name, value in pairs:
        if name in lists:
            lines = [line for line in value.splitlines() if line.strip()]
            values.setdefault(name, []).extend(lines)
        elif value.strip():
            values[name] = value
    return _converted(values, struct)


def named(field: str, name: str | None) -> str | None:
    """A unit's or card's name with its spaces in order. Raises Invalid."""
    try:
        return None if name is None else tidy(name)
    except ValueError as error:
        raise Invalid(field, str(error)) from error


def all_named(field: str, names: Iterable[str]) -> tuple[str, ...]:
    """A list of names, each in order. Raises Invalid, naming the one that is not."""
    return tuple(named(f"{field}[{index}]", name) or "" for index, name in enumerate(names))


def _converted(values: dict[str, S] | dict[str, str] | dict[str, Any], struct: type[S]) -> S:
    try:
        return msgspec.convert(values, struct, strict=False)
    except msgspec.ValidationError as error:
        raise _invalid(str(error), struct, values) from error


def _fields(data: bytes) -> dict[str, object]:
    """The fields of a JSON object, whatever they are; none where it is no such thing to its end."""
    try:
        body = msgspec.json.decode(data)
    except _NO_JSON:
        return {}
    return body if isinstance(body, dict) else {}


def _at_key(error: msgspec.ValidationError, body: dict[str, object], struct: type[msgspec.Struct]) -> str:
    """The error with the key of a top-level object that msgspec leaves out: `$.terrain.C5` for `$.terrain[...]`."""
    words = str(error)
    found = _SOME_KEY.search(words)
    if found is None or not body:
        return words
    message, where = words[: found.start()], words[found.start() :]
    name = found["object"] or found["keyed"]
    entries = body.get(name)
    for key, value in entries.items() if isinstance(entries, dict) else ():
        try:
            msgspec.convert({**body, name: {key: value}}, struct, str_keys=True)
        except msgspec.ValidationError as again:
            if str(again).endswith(where):
                return f"{message} - at `$.{name}.{key}{found['rest'] or ''}`"
    return f"{message} - at `$.{name}`"


def _invalid(error: str, struct: type[msgspec.Struct], values: Mapping[str, object]) -> Invalid:
    message, _, where = error.partition(" - at `$")
    where = where.rstrip("`").removeprefix(".")
    if found := _UNKNOWN.fullmatch(message):
        return Invalid(_joined(where, found["field"]), "is not known here")
    if found := _MISSING.fullmatch(message):
        return Invalid(_joined(where, found["field"]), "is missing")
    if where in values and (said := bounds(struct, where, values[where])) is not None:
        return Invalid(where, said)
    words = message.replace("`", "").replace("Expected", "must be").replace("Invalid", "is an invalid")
    return Invalid(where or "body", words)


def _joined(where: str, field: str) -> str:
    return f"{where}.{field}" if where else field
