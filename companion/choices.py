"""Table choices: where a book is silent, or two printings differ, the table agrees on one reading."""

from enum import Enum
from functools import cache

import msgspec


class Option(msgspec.Struct, frozen=True):
    """One reading that a table can agree on. `value` is its enum's value, `label` how a player would say it."""

    value: str
    label: str


class Choice(msgspec.Struct, frozen=True, kw_only=True):
    """A question that the book leaves open. `name` is the field of the game's choices struct that holds the answer,
    whose default is the default here; `cite` is the book and the heading that leave it open."""

    name: str
    question: str
    options: tuple[Option, ...]
    cite: str


class Chosen(msgspec.Struct, frozen=True, kw_only=True):
    """A choice that an answer leans on, with the reading that it took."""

    name: str
    value: str
    question: str
    label: str
    cite: str


def reading(choice: Choice, choices: msgspec.Struct) -> Chosen:
    """How a table that plays by `choices` reads `choice`, to be named beside an answer that leans on it."""
    value: Enum = getattr(choices, choice.name)
    return _chosen(choice, value.value)


@cache
def _chosen(choice: Choice, value: str) -> Chosen:
    labels = {option.value: option.label for option in choice.options}
    return Chosen(name=choice.name, value=value, question=choice.question, label=labels[value], cite=choice.cite)
