"""msgspec's refusals as ours. This is the one place that knows how msgspec words them."""

import re
from collections.abc import Sequence
from functools import reduce
from typing import Any

import msgspec

from companion.fields.invalid import Invalid
from companion.fields.kinds import Step, inside, keys_of, kind_of
from companion.fields.origin import Origin
from companion.fields.words import must_be

_WHERE = re.compile(r" - at `(?P<key>key` in `)?\$(?P<path>[\w.\[\]]*)`$")
_STEP = re.compile(r"\.(?P<name>\w+)|\[(?:(?P<index>\d+)|\.\.\.)\]")
_STRANGE = re.compile(r"Object contains unknown field `(.*)`", re.DOTALL)
_MISSING = re.compile(r"Object missing required field `(\w*)`")


def refusal(error: msgspec.ValidationError, values: object, kind: Any, origin: Origin) -> Invalid:
    """What is wrong with `values`, UNSET where they cannot be read, as a `kind`."""
    where = _WHERE.search(str(error))
    message = _WHERE.sub("", str(error))
    steps = _steps(where, values, kind, origin) if where else []
    if (found := _STRANGE.fullmatch(message)) is not None:
        return _absent(steps, found[1], origin, file="there is no key", other="is not known here")
    if (found := _MISSING.fullmatch(message)) is not None:
        return _absent(steps, found[1], origin, file="missing required field", other="is missing")
    wanted, given = reduce(inside, steps, kind_of(kind)), reduce(_value, steps, values)
    if where and where["key"] and steps:
        wanted, given = keys_of(reduce(inside, steps[:-1], kind_of(kind))), steps[-1]
    return Invalid(_text(steps) or ("body" if origin is Origin.JSON else ""), must_be(wanted, given, origin))


def _absent(steps: Sequence[Step], name: str, origin: Origin, *, file: str, other: str) -> Invalid:
    """A field that should not be there, or should: a file has a line for what it would be in."""
    return Invalid(_text(steps), f"{file} {name}") if origin is Origin.FILE else Invalid(_text([*steps, name]), other)


def _text(steps: Sequence[Step]) -> str:
    return "".join(f"[{step}]" if isinstance(step, int) else f".{step}" for step in steps).removeprefix(".")


def _steps(where: re.Match[str], values: object, kind: Any, origin: Origin) -> list[Step]:
    """The way to what is wrong, as far as it can be told: each key that msgspec leaves out is found by trying the
    entries of its mapping one by one."""
    found: list[Step] = []
    for step in [*_STEP.finditer(where["path"]), *([None] if where["key"] else [])]:
        if step is not None and (step["name"] or step["index"]):
            found.append(step["name"] or int(step["index"]))
            continue
        mapping = reduce(_value, found, values)
        for key, value in mapping.items() if isinstance(mapping, dict) else ():
            alone = _with(values, found, {key: value})
            try:
                msgspec.convert(alone, kind, strict=origin.strict, str_keys=True)
            except msgspec.ValidationError as again:
                if str(again).endswith(where[0]):
                    values = alone
                    found.append(str(key))
                    break
        else:
            break
    return found


def _value(values: Any, step: Step) -> object:
    try:
        return values[step]
    except (LookupError, TypeError):
        return msgspec.UNSET


def _with(values: Any, steps: Sequence[Step], new: object) -> object:
    """The values with what stands where the steps lead replaced."""
    if not steps:
        return new
    changed = _with(values[steps[0]], steps[1:], new)
    if isinstance(values, dict):
        return {**values, steps[0]: changed}
    return [changed if index == steps[0] else value for index, value in enumerate(values)]
