"""Describes rule choices: where a book is silent, or two printings differ, the table agrees on one reading."""

from collections.abc import Mapping, Sequence
from enum import Enum
from functools import cache
from typing import TypeVar

import msgspec

from companion.fields.decode import from_file

C = TypeVar("C", bound=msgspec.Struct)


class Option(msgspec.Struct, frozen=True):
    """Describes one reading that a table can agree on. `value` is its enum's value, `label` how a player would say
    it."""

    value: str
    label: str


class Choice(msgspec.Struct, frozen=True, kw_only=True, eq=False):
    """Describes a question that the book leaves open.

    `name` is the field of the game's choices struct that holds the answer; the field's default is the default here.
    `cite` is the book and the heading that leave it open.

    `sets` has by option the answers that it gives to other questions. The table may then change each of those.
    """

    name: str
    question: str
    options: tuple[Option, ...]
    cite: str
    sets: Mapping[str, Mapping[str, str]] = {}


class Chosen(msgspec.Struct, frozen=True, kw_only=True):
    """Describes a choice that an answer depends on, with the reading that the answer took."""

    name: str
    value: str
    question: str
    label: str
    cite: str


def reading(choice: Choice, choices: msgspec.Struct) -> Chosen:
    """Returns how a table that plays by `choices` reads `choice`, to be named beside an answer that depends on it."""
    value: Enum = getattr(choices, choice.name)
    return _chosen(choice, value.value)


def partly(kind: type[msgspec.Struct]) -> type[msgspec.Struct]:
    """Returns that struct of choices with every answer left open, for a table that answers some."""
    fields = [(each.name, each.type | msgspec.UnsetType, msgspec.UNSET) for each in msgspec.structs.fields(kind)]
    return msgspec.defstruct(
        kind.__name__,
        fields,
        namespace={"__doc__": kind.__doc__},
        frozen=True,
        kw_only=True,
        forbid_unknown_fields=True,
    )


def filled(said: msgspec.Struct, kind: type[C], choices: Sequence[Choice]) -> C:
    """Returns full choices for a table that has answered some. The others are as those answers set them, else as the
    book has them."""
    answers: dict[str, str] = {
        name: value.value for name in kind.__struct_fields__ if (value := getattr(said, name)) is not msgspec.UNSET
    }
    set_by: dict[str, str] = {}
    for choice in choices:
        set_by |= choice.sets.get(answers.get(choice.name, ""), {})
    return from_file(set_by | answers, kind)


def implied(choice: Choice, choices: msgspec.Struct) -> Mapping[str, str]:
    """Returns the answers that the table's answer to that question gives to others."""
    value: Enum = getattr(choices, choice.name)
    return choice.sets.get(value.value, {})


@cache
def _chosen(choice: Choice, value: str) -> Chosen:
    labels = {option.value: option.label for option in choice.options}
    return Chosen(name=choice.name, value=value, question=choice.question, label=labels[value], cite=choice.cite)
