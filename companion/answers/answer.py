"""What the table itself says to a question, and which questions it knows."""

from collections.abc import Callable, Iterable
from typing import Generic, TypeVar

import msgspec

from companion.answers.said import Said

T = TypeVar("T")


class Answer(msgspec.Struct, frozen=True):
    """What holds as it is asked, as one player says it to the other; `href` is where on the site that is to be seen."""

    text: str
    href: str


class Intent(msgspec.Struct, Generic[T], frozen=True):
    """A kind of question: the kinds of words that it needs, those that it may have beside them (both as
    `Said.asks` takes them), and what answers it of a table."""

    needs: str
    also: str
    answer: Callable[[T, Said], Answer | None]


def answered(intents: Iterable[Intent[T]], table: T, said: Said) -> Answer | None:
    """The answer of the first intent that the question is and that has one; None where it is about something else."""
    for intent in intents:
        if said.asks(intent.needs, intent.also):
            found = intent.answer(table, said)
            if found is not None:
                return found
    return None
