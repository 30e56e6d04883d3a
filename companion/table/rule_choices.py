"""Keeps the rule choices that players have agreed on, from game to game."""

import logging
from collections.abc import Sequence
from typing import Generic, TypeVar

import msgspec

from companion.choices import Choice, filled, implied, partly, reading
from companion.fields.decode import decoder_of
from companion.table.events import ChoiceAgreed, Source
from companion.table.opening import CHOICES
from companion.table.table import Table

_logger = logging.getLogger(__name__)

C = TypeVar("C", bound=msgspec.Struct)


def read_choices(kept: bytes | None, kind: type[C]) -> C:
    """Returns the choices that `kept` is the JSON of. Where no choices were kept or `kept` cannot be read, returns
    `kind`'s defaults."""
    if kept is None:
        return kind()
    try:
        return decoder_of(kind).decode(kept)
    except msgspec.DecodeError:
        _logger.exception("rule choices cannot be read: the books' defaults hold")
        return kind()


class AgreedChoices(Generic[C]):
    """Keeps one game's rule choices for the table. Any thread may call any method.

    A match keeps the choices that it was opened with. Everything else uses the latest.
    """

    def __init__(self, *, table: Table, game: str, kind: type[C], choices: Sequence[Choice]) -> None:
        """Takes in `choices` one question for every field of `kind`."""
        self._table = table
        self.game = game
        self.kind = kind
        self.choices = tuple(choices)
        self.partly = partly(kind)

    @property
    def being_played(self) -> bool:
        """Returns True while this game is the one being played."""
        return self._table.game == self.game

    def now(self) -> C:
        return read_choices(self._table.kept(self.game, CHOICES).get(CHOICES), self.kind)

    def filled(self, said: msgspec.Struct) -> C:
        """Returns full choices for a table that has answered some of them, see `partly`. The others stay as the table
        has set them, else as the book has them."""
        return filled(said, self.kind, self.choices)

    def agree(self, choices: C, *, source: Source) -> None:
        """Saves the choices and notes in the log each one that changed. Raises Refused where the disk does not take
        them."""
        before = self.now()
        self._table.keep(self.game, CHOICES, CHOICES, msgspec.json.encode(choices))
        changed = [choice for choice in self.choices if reading(choice, choices) != reading(choice, before)]
        said = {each for choice in changed for each in implied(choice, choices).items()}
        for choice in changed:
            now = reading(choice, choices)
            if (choice.name, now.value) not in said:
                self._table.note(ChoiceAgreed(question=now.question, reading=now.label), source=source)
