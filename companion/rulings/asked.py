"""What this table has asked lately: the rulings that its phones opened from an answer, the newest first."""

import logging
import threading

import msgspec

from companion.rulings.ruling import Game, Ruling
from companion.rulings.shelf import Shelf
from companion.table.errors import NotHere, Refused
from companion.table.table import Table

_logger = logging.getLogger(__name__)
KIND = "asked"
_ID = "lately"
MOST = 8
"""So many a game are kept."""


class Asked:
    """Each game's list, kept with the table from night to night. Any thread may call any method."""

    def __init__(self, *, table: Table, shelf: Shelf) -> None:
        self._table = table
        self._shelf = shelf
        self._lock = threading.Lock()

    def lately(self, game: Game) -> list[Ruling]:
        """The newest first; a house ruling that was removed is asked no more."""
        found = []
        for id in self._ids(game):
            try:
                found.append(self._shelf.find(id))
            except NotHere:
                continue
        return found

    def note(self, ruling: Ruling) -> None:
        """Puts it first in its game's list. Nothing is written where it is already: an SD card wears out. Nor does a
        disk that takes nothing keep anyone from reading."""
        with self._lock:
            before = self._ids(ruling.game)
            now = [ruling.id, *(id for id in before if id != ruling.id)][:MOST]
            if now == before:
                return
            try:
                self._table.keep(ruling.game.value, KIND, _ID, msgspec.json.encode(now))
            except Refused:
                _logger.exception("what was asked cannot be kept")

    def _ids(self, game: Game) -> list[str]:
        kept = self._table.kept(game.value, KIND).get(_ID)
        if kept is None:
            return []
        try:
            return msgspec.json.decode(kept, type=list[str])
        except msgspec.DecodeError:
            _logger.exception("what was asked cannot be read")
            return []
