"""Keeps what this table has asked lately, and what its rulings did not answer well."""

import logging
import threading
from collections.abc import Iterable, Mapping, Sequence

import msgspec

from companion.clock import Allowance, Clock
from companion.fields.decode import decoder_of
from companion.games import RuledGame
from companion.rulings.ruling import Ruling
from companion.rulings.shelf import Shelf
from companion.table.errors import NotHere, Refused
from companion.table.table import Table
from companion.toml.writing import dumps

# What each seat has asked lately: the rulings that its phones opened from an answer, the newest first. What a side
# reads up on shows what it means to play or to seal, so each seat's list is for that seat alone.

_logger = logging.getLogger(__name__)
ASKED = "asked"
MOST_ASKED = 8
"""Limits how many rulings of a game are kept for a seat."""


class AskedQuestions:
    """Keeps each game's lists with the table from night to night. A seat may have any word as its name. Any thread may
    call any method."""

    def __init__(self, *, table: Table, shelf: Shelf) -> None:
        self._table = table
        self._shelf = shelf
        self._lock = threading.Lock()

    def lately(self, game: RuledGame, seat: str) -> list[Ruling]:
        """Returns the seat's rulings, the newest first. It leaves out a house ruling that was removed."""
        found = []
        for id in self._ids(game, seat):
            try:
                found.append(self._shelf.find(id))
            except NotHere:
                continue
        return found

    def note(self, ruling: Ruling, seat: str) -> None:
        """Puts it first in that seat's list of its game. It does not write where it is there already: an SD card wears
        out. A disk that takes no writes does not keep anyone from reading."""
        with self._lock:
            before = self._ids(ruling.game, seat)
            now = [ruling.id, *(id for id in before if id != ruling.id)][:MOST_ASKED]
            if now == before:
                return
            try:
                self._table.keep(ruling.game.value, ASKED, seat, msgspec.json.encode(now))
            except Refused:
                _logger.exception("what was asked cannot be kept")

    def _ids(self, game: RuledGame, seat: str) -> list[str]:
        kept = self._table.kept(game.value, ASKED).get(seat)
        if kept is None:
            return []
        try:
            return decoder_of(list[str]).decode(kept)
        except msgspec.DecodeError:
            _logger.exception("what was asked cannot be read")
            return []


# What the rulings did not answer well at this table: questions without a result, and those for which players opened a
# ruling further down. They stay on this table.

UNANSWERED = "unanswered"
ID = "lately"
MOST_UNANSWERED = 60
"""Limits how many questions of a game are kept: the newest."""
LONGEST = 200
"""Limits the letters of a question that are kept."""
AT_ONCE, A_SECOND = 30, 1 / 30
"""Limits how many questions the whole table adds in a row, and in the long run. Others are not kept."""
FURTHER_DOWN = 2
"""Is the place, counted from 0, from which on an opened ruling should have been higher."""
NOTHING = "none"


class Unanswered(msgspec.Struct, frozen=True):
    """Describes a question, and the id of the ruling that was opened for it; None where no ruling was found."""

    question: str
    opened: str | None = None


class Misses:
    """Keeps each game's list of such questions. Any thread may call any method."""

    def __init__(self, table: Table, clock: Clock) -> None:
        self._table = table
        self._clock = clock
        self._pace = Allowance(most=AT_ONCE, a_second=A_SECOND, now=clock.now())
        self._lock = threading.Lock()

    def found_nothing(self, question: str, game: RuledGame) -> None:
        """Keeps a question without a result. Never raises: a disk that takes no writes does not keep anyone from
        searching."""
        self._note(Unanswered(question[:LONGEST]), game)

    def note_opened(self, question: str, ruling: Ruling, found: Sequence[Ruling]) -> None:
        """Keeps the question where the ruling was further down than it should be. Never raises."""
        if ruling in found[FURTHER_DOWN:]:
            self._note(Unanswered(question[:LONGEST], ruling.id), ruling.game)

    def _note(self, miss: Unanswered, game: RuledGame) -> None:
        """Puts it first. It does not write where it is there already, nor after many writes lately: an SD card wears
        out."""
        with self._lock:
            kept = self._table.kept(game.value, UNANSWERED).get(ID)
            before = read(kept) if kept is not None else []
            if miss in before or not self._pace.take(self._clock.now()):
                return
            others = [each for each in before if each.question != miss.question]
            try:
                self._table.keep(game.value, UNANSWERED, ID, msgspec.json.encode([miss, *others][:MOST_UNANSWERED]))
            except Refused:
                _logger.exception("questions without a ruling cannot be saved")


def read(kept: bytes) -> list[Unanswered]:
    """Returns a game's list as it was kept, the newest first. Empty where it cannot be read."""
    try:
        return decoder_of(list[Unanswered]).decode(kept)
    except msgspec.DecodeError:
        _logger.exception("questions without a ruling cannot be read")
        return []


def snippet(games: Mapping[str, Iterable[Unanswered]]) -> str:
    """Returns all of them as TOML: a table a game, each question with the ruling that was opened, or "none"."""
    return dumps({game: {each.question: each.opened or NOTHING for each in misses} for game, misses in games.items()})
