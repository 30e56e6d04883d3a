"""What this table has asked lately, and what its rulings did not answer well."""

import logging
import threading
from collections.abc import Iterable, Mapping, Sequence

import msgspec

from companion.clock import Allowance, Clock
from companion.rulings.ruling import Game, Ruling
from companion.rulings.shelf import Shelf
from companion.table.errors import NotHere, Refused
from companion.table.table import Table
from companion.toml.writing import dumps

# What each seat has asked lately: the rulings that its phones opened from an answer, the newest first. What a side
# reads up on tells what it means to play or to seal, so each seat's list is for that seat alone.

_logger = logging.getLogger(__name__)
ASKED = "asked"
MOST_ASKED = 8
"""So many a game and a seat are kept."""


class Asked:
    """Each game's lists, kept with the table from night to night. A seat is named by any word of its own. Any thread
    may call any method."""

    def __init__(self, *, table: Table, shelf: Shelf) -> None:
        self._table = table
        self._shelf = shelf
        self._lock = threading.Lock()

    def lately(self, game: Game, seat: str) -> list[Ruling]:
        """Returns the newest first; a house ruling that was removed is asked no more."""
        found = []
        for id in self._ids(game, seat):
            try:
                found.append(self._shelf.find(id))
            except NotHere:
                continue
        return found

    def note(self, ruling: Ruling, seat: str) -> None:
        """Puts it first in that seat's list of its game. Nothing is written where it is already: an SD card wears out.
        Nor does a disk that takes nothing keep anyone from reading."""
        with self._lock:
            before = self._ids(ruling.game, seat)
            now = [ruling.id, *(id for id in before if id != ruling.id)][:MOST_ASKED]
            if now == before:
                return
            try:
                self._table.keep(ruling.game.value, ASKED, seat, msgspec.json.encode(now))
            except Refused:
                _logger.exception("what was asked cannot be kept")

    def _ids(self, game: Game, seat: str) -> list[str]:
        kept = self._table.kept(game.value, ASKED).get(seat)
        if kept is None:
            return []
        try:
            return msgspec.json.decode(kept, type=list[str])
        except msgspec.DecodeError:
            _logger.exception("what was asked cannot be read")
            return []


# What the rulings did not answer well at this table: questions that found nothing, and those of which a ruling further
# down was opened. They stay on this table.

UNANSWERED = "unanswered"
ID = "lately"
MOST_UNANSWERED = 60
"""So many a game are kept, the newest."""
LONGEST = 200
"""Letters of a question that are kept."""
AT_ONCE, A_SECOND = 30, 1 / 30
"""So many the whole table adds in a row, and in the long run: what is asked beyond that is not kept."""
FURTHER_DOWN = 2
"""From this place on, counted from 0, a ruling that is opened should have stood higher."""
NOTHING = "none"


class Unanswered(msgspec.Struct, frozen=True):
    """Describes a question, and the id of the ruling that was opened for it; None where nothing was found."""

    question: str
    opened: str | None = None


class Misses:
    """Each game's list. Any thread may call any method."""

    def __init__(self, table: Table, clock: Clock) -> None:
        self._table = table
        self._clock = clock
        self._pace = Allowance(most=AT_ONCE, a_second=A_SECOND, now=clock.now())
        self._lock = threading.Lock()

    def found_nothing(self, question: str, game: Game) -> None:
        """Raises nothing: a disk that takes nothing keeps nobody from looking further."""
        self._note(Unanswered(question[:LONGEST]), game)

    def opened(self, question: str, ruling: Ruling, found: Sequence[Ruling]) -> None:
        """Keeps it where the ruling stood further down than it should. Raises nothing."""
        if ruling in found[FURTHER_DOWN:]:
            self._note(Unanswered(question[:LONGEST], ruling.id), ruling.game)

    def _note(self, miss: Unanswered, game: Game) -> None:
        """Puts it first. Nothing is written where it is there already, nor when much was lately: an SD card wears
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
    """Returns a game's list as it was kept, the newest first; of one that cannot be read, nothing."""
    try:
        return msgspec.json.decode(kept, type=list[Unanswered])
    except msgspec.DecodeError:
        _logger.exception("questions without a ruling cannot be read")
        return []


def snippet(games: Mapping[str, Iterable[Unanswered]]) -> str:
    """Returns all of them as TOML: a table a game, each question with the ruling that was opened, or "none"."""
    return dumps({game: {each.question: each.opened or NOTHING for each in misses} for game, misses in games.items()})
