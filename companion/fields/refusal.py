"""msgspec's refusals as ours. This is the one place that knows how msgspec words them."""

import re
from collections.abc import Mapping, Sequence
from difflib import get_close_matches
from functools import reduce
from itertools import islice
from typing import Any

import msgspec
from msgspec import inspect

from companion.fields.invalid import Invalid
from companion.fields.kinds import Step, bare, inside, keys_of, kind_of, written
from companion.fields.origin import Origin
from companion.fields.words import must_be

_LONGEST_NAME = 40
"""Letters of a key that is likened to those that there are."""
_TRIED = 200
"""Entries of a mapping at most, one after the other, for the one that is wrong."""
_WHERE = re.compile(r" - at `(?P<key>key` in `)?\$(?P<path>[\w.\[\]]*)`$")
_STEP = re.compile(r"\.(?P<name>\w+)|\[(?:(?P<index>\d+)|\.\.\.)\]")
_STRANGE = re.compile(r"Object contains unknown field `(.*)`", re.DOTALL)
_MISSING = re.compile(r"Object missing required field `(\w*)`")


def refusal(error: msgspec.ValidationError, values: object, kind: Any, origin: Origin) -> Invalid:
    """What is wrong with `values` as a `kind`."""
    said = str(error)
    where = _WHERE.search(said)
    message = said[: where.start()] if where else said
    steps, arrived = _steps(where, values, kind) if where else ([], True)
    if not arrived and (found := _STRANGE.fullmatch(said)) is not None and found[1] in _entries(values):
        # A name that reads as if it said where.
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
    """The key that somebody may have meant; empty where none is like it."""
    struct = bare(kind)
    alternatives = struct.types if isinstance(struct, inspect.UnionType) else (struct,)
    names = [
        field.encode_name for each in alternatives if isinstance(each, inspect.StructType) for field in each.fields
    ]
    return next(iter(get_close_matches(name, names, n=1)), "") if len(name) <= _LONGEST_NAME else ""


def _absent(steps: Sequence[Step], name: str, origin: Origin, *, file: str, other: str) -> Invalid:
    """A field that should not be there, or should: a file has a line for what it would be in."""
    return (
        Invalid(written(steps), f"{file} {name}") if origin is Origin.FILE else Invalid(written([*steps, name]), other)
    )


def _steps(where: re.Match[str], values: object, kind: Any) -> tuple[list[Step], bool]:
    """The way to what is wrong, and whether it leads there: each key that msgspec leaves out is found by trying the
    entries of its mapping one by one, of which one that is there twice is lost, as is one far behind."""
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
        msgspec.convert(values, kind, str_keys=True)
    except msgspec.ValidationError as error:
        return str(error).endswith(where)
    return False


def _entries(values: object) -> Mapping[Any, Any]:
    """What is inside, by key or index."""
    if isinstance(values, list | tuple):
        return dict(enumerate(values))
    return values if isinstance(values, dict) else {}


def _value(values: object, step: Step) -> object:
    return _entries(values)[step]


def _with(values: Any, steps: Sequence[Step], new: object) -> object:
    """The values with what stands where the steps lead replaced."""
    if not steps:
        return new
    changed = {**_entries(values), steps[0]: _with(_value(values, steps[0]), steps[1:], new)}
    return changed if isinstance(values, dict) else list(changed.values())
