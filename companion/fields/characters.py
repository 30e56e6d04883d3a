"""Limits the texts of a question that have no bound of their own."""

import re
from collections.abc import Iterator, Mapping
from functools import reduce
from typing import Annotated, Any

import msgspec
from msgspec import inspect

from companion.fields.invalid import FieldError
from companion.fields.words import Step, inside, kind_of, present, written

Word = Annotated[str, msgspec.Meta(max_length=60)]
"""Is an id, or a name as it is typed before it is checked."""
Line = Annotated[str, msgspec.Meta(max_length=400)]

# Finds characters that cannot come from typing: control characters, those that turn a line's direction around, and
# halves of pairs. It also finds line breaks where one line is expected.

LINES = msgspec.Meta(extra={"lines": True})
"""Marks a text that may have line breaks."""
_STRANGE = re.compile(
    "[\\x00-\\x08\\x0b\\x0c\\x0e-\\x1f\\x7f-\\x9f\u200e\u200f\u202a-\u202e\u2066-\u2069\ufeff\ud800-\udfff]"
)
_MARKS = "\u061c\u200e\u200f"
_CLOSED_BY = {
    "\u202a": "\u202c",
    "\u202b": "\u202c",
    "\u2066": "\u2069",
    "\u2067": "\u2069",
    "\u2068": "\u2069",
}
_BREAK = re.compile("[\\t\\n\\r\u2028\u2029]")


def strange(values: object, kind: Any) -> Iterator[FieldError]:
    """Yields each text in `values`, which are a `kind` already, that has such characters."""
    for steps, given in texts(values):
        text = _unwrapped(given)
        if _STRANGE.search(text) is not None:
            yield FieldError(written(steps), "must be printable characters")
        elif _BREAK.search(text) is not None and not _has_lines(reduce(inside, steps, kind_of(kind))):
            yield FieldError(written(steps), "must be one line of printable characters")


def _unwrapped(text: str) -> str:
    """Returns the text without the direction marks that phones put around right-to-left text. The marks close what they
    open, so that text behind them does not turn around."""
    text = text.strip(_MARKS)
    if text and text[-1] == _CLOSED_BY.get(text[0]):
        text = text[1:-1].strip(_MARKS)
    return text


def texts(values: object, steps: tuple[Step, ...] = ()) -> Iterator[tuple[tuple[Step, ...], str]]:
    """Yields each text in plain `values`, the keys of mappings too, and the steps there."""
    if isinstance(values, str):
        yield steps, values
    elif isinstance(values, Mapping):
        for key, value in values.items():
            yield from texts(key, steps)
            yield from texts(value, (*steps, key))
    elif isinstance(values, list | tuple):
        for index, value in enumerate(values):
            yield from texts(value, (*steps, index))


def _has_lines(kind: inspect.Type) -> bool:
    told = present(kind)
    return isinstance(told, inspect.Metadata) and bool(told.extra and told.extra.get("lines"))
