"""A calculator's question as it stands in an address, whole or in part."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, replace
from typing import TypeVar
from urllib.parse import urlencode

import msgspec
from msgspec import inspect

from companion.fields.invalid import Invalid
from companion.fields.numbers import whole
from companion.fields.words import clipped, kinds
from web.http import codec

A = TypeVar("A")
LISTED = ("on", "off")
"""The parameters that name abilities: a form sends each of them once for every name."""


@dataclass(frozen=True, kw_only=True)
class Asked:
    """`texts` is the address, parameter by parameter; `query` holds those that can be read, and `errors` what is wrong
    with the others, by parameter."""

    texts: Mapping[str, str]
    errors: Mapping[str, str]
    query: msgspec.Struct

    @property
    def address(self) -> str:
        """The query string that asks this."""
        return address(self.texts)


@dataclass(frozen=True, kw_only=True)
class Outcome:
    """What asking came to where there is no answer: `asked` with its errors, or `lacking`, what is still to be given,
    by its parameter and in words."""

    asked: Asked
    lacking: tuple[str, str] | None = None


def address(texts: Mapping[str, str]) -> str:
    """A query string with its question mark; empty without parameters."""
    return f"?{urlencode(texts, safe=':,.')}" if texts else ""


def read_address(pairs: Iterable[tuple[str, str]], kind: type[msgspec.Struct]) -> Asked:
    """The question that an address asks. `kind` lets every parameter be left out; an empty one is. It raises nothing:
    what is wrong is in its errors."""
    known = kinds(kind)
    texts: dict[str, str] = {}
    errors: dict[str, str] = {}
    for name, value in pairs:
        if name not in known:
            errors[clipped(name)] = "is not known here"
        elif name in texts and name not in LISTED:
            errors[name] = "is there twice"
        elif len(value) > codec.LONGEST_PARAMETER:
            errors[name] = f"must be at most {codec.LONGEST_PARAMETER} characters, got {len(value)}"
        elif value.strip() and name in texts:
            texts[name] += f", {value.strip()}"
        elif value.strip():
            texts[name] = value if isinstance(known[name], inspect.IntType) else value.strip()
        if len(errors) >= codec.MOST_ERRORS:
            break
    readable = {name: text for name, text in texts.items() if name not in errors}
    while True:
        try:
            return Asked(texts=texts, errors=errors, query=codec.from_query(readable.items(), kind))
        except Invalid as error:
            errors[error.field] = error.message
            del readable[error.field]


def stepped(pairs: Iterable[tuple[str, str]], bounds: Callable[[str], tuple[int, int]]) -> list[tuple[str, str]]:
    """The address after a tap on a stepper, which a page without a script sends as `less` or `more`: the parameter, and
    after a colon what counts while it is empty. `bounds` are a parameter's least and most."""
    said = list(pairs)
    for way, step in (("less", -1), ("more", 1)):
        for name, _, auto in [text.partition(":") for each, text in said if each == way]:
            least, most = bounds(name)
            now = whole(next((text for each, text in said if each == name and text.strip()), auto), most=most)
            number = max(least, min((now or 0) + step, most))
            said = [(each, text) for each, text in said if each not in (name, way)] + [(name, str(number))]
    return said


def answered(asked: Asked, answer: Callable[[], A]) -> A | Outcome:
    """The answer, or why there is none. What is wrong with a parameter that is given is its error; what is wrong with
    one that is not only means that it is still to come."""
    if asked.errors:
        return Outcome(asked=asked)
    try:
        return answer()
    except Invalid as error:
        if error.field in asked.texts:
            return Outcome(asked=replace(asked, errors={error.field: error.message}))
        return Outcome(asked=asked, lacking=(error.field, error.message))
