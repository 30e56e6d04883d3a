"""The table choices that players have agreed on, kept from game to game."""

import logging
from collections.abc import Sequence
from typing import Generic, TypeVar

import msgspec

from companion.choices import Choice, filled, implied, partly, reading
from companion.table.events import ChoiceAgreed
from companion.table.history import Source
from companion.table.opening import CHOICES
from companion.table.table import Table

_logger = logging.getLogger(__name__)

C = TypeVar("C", bound=msgspec.Struct)


def read_choices(kept: bytes | None, kind: type[C]) -> C:
    """Returns the choices that `kept` is the JSON of: `kind`'s defaults where nothing was kept, or nothing that it
    knows."""
    if kept is None:
        return kind()
    try:
        return msgspec.json.decode(kept, type=kind)
    except msgspec.DecodeError:
        _logger.exception("rule choices cannot be read: the books' defaults hold")
        return kind()


class Agreed(Generic[C]):
    """Describes one game's table choices, as the table keeps them. Any thread may call any method.

    A match keeps the choices that it was opened with; everything else goes by the latest.
    """

    def __init__(self, *, table: Table, game: str, kind: type[C], choices: Sequence[Choice]) -> None:
        """`choices` has a question for every field of `kind`."""
        self._table = table
        self.game = game
        self.kind = kind
        self.choices = tuple(choices)
        self.partly = partly(kind)

    @property
    def being_played(self) -> bool:
        """Returns whether its game is the one being played."""
        return self._table.game == self.game

    def now(self) -> C:
        return read_choices(self._table.kept(self.game, CHOICES).get(CHOICES), self.kind)

    def filled(self, said: msgspec.Struct) -> C:
        """Returns the choices of a table that answers so many, see `partly`: the rest as these set them, else as the
        book."""
        return filled(said, self.kind, self.choices)

    def agree(self, choices: C, *, source: Source) -> None:
        """Raises Refused where the disk does not take it."""
        before = self.now()
        self._table.keep(self.game, CHOICES, CHOICES, msgspec.json.encode(choices))
        changed = [choice for choice in self.choices if reading(choice, choices) != reading(choice, before)]
        said = {each for choice in changed for each in implied(choice, choices).items()}
        for choice in changed:
            now = reading(choice, choices)
            if (choice.name, now.value) not in said:
                self._table.note(ChoiceAgreed(question=now.question, reading=now.label), source=source)
