"""A calculator's parameters as the fields of a form: drawn from the question's own types, so neither can drift."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from enum import Enum
from typing import Any

import msgspec
from msgspec import inspect

from companion.fields.numbers import whole
from companion.fields.words import kinds
from web.warzone.calculators.asked import Asked
from web.warzone.calculators.labels import label

_COUNTED = frozenset(("a", "b", "shots"))
"""Small numbers without a default: how many Activations, how many shots."""
_FEW = 10


class Kind(Enum):
    """`NUMBER` is typed, `LIST` is picked, `CHIP` is ticked, `TEXT` is written; `INCHES` is typed
    as the tape shows it."""

    NUMBER = "number"
    LIST = "list"
    CHIP = "chip"
    TEXT = "text"
    INCHES = "inches"


@dataclass(frozen=True, kw_only=True)
class Field:
    """One parameter. `text` is what the address gives, `auto` what counts while it gives nothing: a card's number or
    the default. `options`: values with their words, for a LIST; the empty value stands for `auto`."""

    name: str
    label: str
    kind: Kind
    text: str
    auto: str
    options: tuple[tuple[str, str], ...] = ()
    error: str = ""
    steps: tuple[int, int] | None = None
    """The least and the most of a small NUMBER, which a tap makes one less or one more."""

    @property
    def shown(self) -> str:
        """The number that counts, as it is printed."""
        text = self.text or self.auto
        return dict(self.options).get(text, text)

    @property
    def on(self) -> bool:
        """Whether a CHIP is ticked."""
        return self.text in ("1", "true")


def fields(
    asked: Asked, *questions: type[msgspec.Struct], auto: Mapping[str, Any], picked: frozenset[str] = frozenset()
) -> dict[str, Field]:
    """The fields of `questions` by name. `auto`: what the cards say. `picked`: the yes or no questions that leave
    room for an answer from elsewhere, such as a card's, and so are a list in place of a chip."""
    return {
        name: _field(
            name, kind, asked, auto.get(name, default), listed=name in picked, small=_small(name, kind, default)
        )
        for question in questions
        for name, kind, default in _parameters(question)
    }


def compact(own: Mapping[str, Field], *names: str) -> str:
    """The numbers of these fields in a line, as a card prints them; those that are not known, or nothing, left out."""
    told = ((own[name].label, own[name].shown) for name in names)
    return " ".join(f"{label} {number}" for label, number in told if number not in ("", "0", "–"))


def unplaced(own: Mapping[str, Field], placed: Collection[str], *, first: Sequence[str] = ()) -> list[Field]:
    """The fields that a form has no place for: those of `first` in that order, then the others."""
    return [own[name] for name in dict.fromkeys((*first, *own)) if name not in placed]


def pick(
    asked: Asked, name: str, options: list[tuple[str, str]] | tuple[tuple[str, str], ...], *, none: str, auto: str = ""
) -> Field:
    """A parameter that is picked from what the table has; `none` are the words for leaving it open."""
    text = asked.texts.get(name, "")
    strange = () if text in ("", *(value for value, _ in options)) else ((text, text),)
    return Field(
        name=name,
        label=label(name),
        kind=Kind.LIST,
        text=text,
        auto=auto,
        options=(("", none), *options, *strange),
        error=asked.errors.get(name, ""),
    )


def written(asked: Asked, *names: str) -> dict[str, Field]:
    """Parameters that are a line of text."""
    return {
        name: Field(
            name=name,
            label=label(name),
            kind=Kind.TEXT,
            text=asked.texts.get(name, ""),
            auto="",
            error=asked.errors.get(name, ""),
        )
        for name in names
    }


def signed(number: int) -> str:
    """A modifier as the book prints it."""
    return f"+{number}" if number > 0 else f"−{-number}" if number < 0 else "0"


def _parameters(question: type[msgspec.Struct]) -> list[tuple[str, inspect.Type, Any]]:
    return [
        (field.encode_name, kinds(question)[field.encode_name], None if field.required else field.default)
        for field in msgspec.structs.fields(question)
    ]


def _small(name: str, kind: inspect.Type, default: Any) -> bool:
    """Returns True for what is counted, rather than read from a card or a die."""
    few = isinstance(kind, inspect.IntType) and kind.le is not None and kind.le < _FEW
    return few or isinstance(default, int) or name in _COUNTED


def _field(name: str, kind: inspect.Type, asked: Asked, known: Any, *, listed: bool, small: bool) -> Field:
    text, auto = asked.texts.get(name, ""), _words(known)
    steps = None
    options: list[tuple[str, str]] = []
    shown = Kind.TEXT
    match kind:
        case inspect.BoolType():
            shown = Kind.LIST if listed else Kind.CHIP
            options = [("1", "yes"), ("0", "no")]
        case inspect.EnumType(cls=cls):
            shown = Kind.LIST
            options = [(each.value, label(each.value)) for each in cls if isinstance(each, Enum)]
        case inspect.IntType(ge=int(least), le=int(most)) if least < 0:
            shown = Kind.LIST
            options = [(str(each), signed(each)) for each in range(most, least - 1, -1)]
            number = whole(auto, least=least, most=most)
            auto = "" if number is None else signed(number)
        case inspect.IntType(ge=least, le=most):
            shown = Kind.NUMBER
            steps = (least, most) if small and least is not None and most is not None else None
        case inspect.StrType(pattern=str()):
            shown = Kind.INCHES
    if shown is Kind.LIST:
        options = _open(options, text, auto)
    return Field(
        name=name,
        label=label(name),
        kind=shown,
        text=text,
        auto=auto,
        options=tuple(options),
        error=asked.errors.get(name, ""),
        steps=steps,
    )


def _open(options: list[tuple[str, str]], text: str, auto: str) -> list[tuple[str, str]]:
    """The list with the empty value where `auto` stands, and with what was asked for, even where it cannot be used."""
    others = [("", words) if words == label(auto) and value != text else (value, words) for value, words in options]
    if not any(value == "" for value, _ in others):
        others.insert(0, ("", label(auto) if auto else "–"))
    strange = text not in ("", *(value for value, _ in options))
    return [*others, (text, text)] if strange else others


def _words(value: Any) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, Enum):
        return str(value.value)
    return "" if value is None or value is msgspec.NODEFAULT else str(value)
