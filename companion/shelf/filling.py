"""How the index comes to have what the journal has: first that a match is there, then what there is to tell of it."""

import logging
import sqlite3
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress

from msgspec.structs import replace

from companion.errors import WarglassError
from companion.journal.journal import MatchRow, Row
from companion.journal.reader import Listed, Reader, Stamp
from companion.shelf.index import Index, Place, Shelved
from companion.shelf.known import Known, known
from companion.shelf.retold import retold
from companion.shelf.summary import Summary, outline, summary, untold
from companion.table.game import AnyGame
from companion.table.match import Match
from companion.table.table import Table
from companion.table.told.shown import TOLD_AT_ONCE

MOST_ROWS = 20_000
"""Of a match with more, some nights without an end, only its outline is told."""
_AT_ONCE = 50
TOO_LONG = "It is too long to be looked through."
NO_GAME = "This Warglass does not know its game."
UNREADABLE = "This Warglass cannot replay it; the log of this box says why."
UNREAD = "The journal does not give it back at the moment."

_logger = logging.getLogger(__name__)


class Stopped(WarglassError):
    """The table stops: nobody waits for what was being told."""


class Filler:
    """Fills an index from the journal, without the table's lock. For one thread. Reading raises sqlite3.Error where the
    journal does, and IndexFault is raised where the index does."""

    def __init__(
        self, *, table: Table, games: Mapping[str, AnyGame], index: Index, breathe: Callable[[], None]
    ) -> None:
        """`breathe` is called between two bites of work, and may raise Stopped."""
        self._table = table
        self._reader: Reader = table.reader
        self._games = games
        self._index = index
        self._breathe = breathe
        self.stamp: Stamp | None = None
        """As of when the index has every match that the journal has."""

    def behind(self, *, closely: bool) -> bool:
        """Whether the journal has what the index has not; only with `closely` what happened in the match on the table
        counts."""
        stamp = self._reader.stamp()
        return self.stamp is None or (self.stamp != stamp if closely else _beside(self.stamp) != _beside(stamp))

    def list(self) -> None:
        """Has every match in the index, each with what its own row says as long as there is no more."""
        stamp = self._reader.stamp()
        marks = self._index.marks()
        there = {each.match: (_place(each, stamp), each) for each in self._reader.listed()}
        self._index.drop(marks.keys() - there.keys())
        news = [
            (place, each, mark)
            for place, each in there.values()
            if marks.get(each.match) != (mark := _mark(place, each, stamp))
        ]
        news.reverse()
        for first in range(0, len(news), _AT_ONCE):
            found = [self._listed(place, each, mark) for place, each, mark in news[first : first + _AT_ONCE]]
            self._index.put(each for each in found if each is not None)
            self._breathe()
        self.stamp = stamp

    def tell(self) -> bool:
        """Tells the newest match that is to be told yet; False where none is."""
        found = self._index.untold()
        if found is None:
            return False
        shelved, mark = found
        row = self._reader.row(shelved.summary.match)
        if row is None:
            self._index.drop([shelved.summary.match])
            return True
        told = replace(shelved, told=True, summary=self._told(row, shelved.summary))
        # What the disk did not give back this time is told once more with the next start.
        mark = b"" if told.summary.trouble == UNREAD else mark
        self._index.put([(self._known(told.summary, mark), told)])
        return True

    def _listed(self, place: Place, each: Listed, mark: bytes) -> tuple[Known, Shelved] | None:
        """None where the match has gone meanwhile."""
        row = self._reader.row(each.match)
        if row is None:
            return None
        found = self._laid(row) if place is Place.TABLE else None
        told = found is not None
        if found is None:
            bare = untold(row, self._reader.extent(row))
            found = replace(bare, called=each.called, standing=each.standing)
        return self._known(found, mark), Shelved(summary=found, place=place, told=told)

    def _laid(self, row: MatchRow) -> Summary | None:
        """Of the match on the table: nothing is replayed for it."""
        laid, past = self._table.past()
        if laid.id != row.id:
            return None
        with suppress(Exception):
            if past.last <= TOLD_AT_ONCE:
                return summary(past, row, self._reader.extent(row))
            return outline(past.match, row, self._reader.extent(row))
        _logger.exception("match %s cannot be told of", row.id)
        return None

    def _told(self, row: MatchRow, before: Summary) -> Summary:
        extent = self._reader.extent(row)
        game = self._games.get(row.game)
        bare = replace(untold(row, extent), called=before.called, standing=before.standing)
        if game is None:
            return replace(bare, trouble=NO_GAME)
        try:
            if extent.rows > MOST_ROWS:
                opened = outline(Match.opened(game, row.setup, now=0), row, extent)
                return replace(
                    opened, called=before.called or opened.called, standing=before.standing, trouble=TOO_LONG
                )
            return summary(retold(row, self._rows(row.id), game), row, extent)
        except Stopped:
            raise
        except sqlite3.Error:
            _logger.exception("match %s cannot be read", row.id)
            return replace(bare, trouble=UNREAD)
        except Exception:
            _logger.exception("match %s cannot be replayed", row.id)
            return replace(bare, trouble=UNREADABLE)

    def _rows(self, match: int) -> Callable[[int, int], Sequence[Row]]:
        def rows(after: int, most: int) -> Sequence[Row]:
            self._breathe()
            return self._reader.rows(match, after=after, most=most)

        return rows

    def _known(self, found: Summary, mark: bytes) -> Known:
        game = self._games.get(found.game)
        return known(found, mark=mark, title=game.title if game else found.game)


def _place(each: Listed, stamp: Stamp) -> Place:
    if each.match == stamp.on_table:
        return Place.TABLE
    return Place.AWAY if each.put_away else Place.SHELF


def _beside(stamp: Stamp) -> tuple[int, int]:
    return stamp.edits, stamp.on_table


def _mark(place: Place, each: Listed, stamp: Stamp) -> bytes:
    last = f" {stamp.last}" if place is Place.TABLE else ""
    return each.mark + f"{place.value}{last}".encode()
