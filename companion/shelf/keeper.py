"""Keeps the index as the journal is, and deletes matches, bite by bite beside the table."""

import logging
import sqlite3
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from threading import Condition, Event, Lock, Thread
from typing import TypeVar

from msgspec.structs import replace

from companion.clock import MS
from companion.errors import WarglassError
from companion.fields.numbers import whole
from companion.journal.journal import MatchRow, Row
from companion.journal.reader import Listed, Reader, Stamp
from companion.journal.store import in_words
from companion.people import TABLE
from companion.shelf.index import Index, IndexFault, ShelfPlace, Shelved
from companion.shelf.summary import KnownMatch, Summary, known, outline, summary, untold
from companion.table.errors import NotHere, Refused
from companion.table.game import AnyGame
from companion.table.history import PAGE, Entry, History
from companion.table.logbook import Past
from companion.table.match import Match
from companion.table.showing import TOLD_AT_ONCE
from companion.table.table import Table

# A match of the journal's gone through again, beside the table.

Rows = Callable[[int, int], Sequence[Row]]
"""Returns a match's rows numbered above the first number, the lowest first, at most as many as the second. Raises
sqlite3.Error."""


def retold(row: MatchRow, rows: Rows, game: AnyGame) -> Past:
    """Returns the match as it has gone. Holds its last rows and their states, whatever its length. Raises
    sqlite3.Error, and whatever its game does of rows that it cannot read."""

    def read(after: int, most: int) -> list[Entry]:
        return [Entry.of(each, game.read_event) for each in rows(after, most)]

    history = History(Match.start(game, row.setup, now=0), read)
    while page := read(history.next_seq - 1, PAGE):
        for entry in page:
            history.append(entry)
        history.saved()
    return Past(opening=history.opening, match=history.match, recent=history.recent, marks=history.marks, read=read)


# How the index gets what the journal has: first that a match is there, then its summary.

MOST_ROWS = 20_000
"""Bounds the rows of a match that is replayed for its summary. A longer one, some nights without an end, gets an
outline alone."""
_AT_ONCE = 50
TOO_LONG = "The match is too long to read."
NO_GAME = "This Warglass does not know its game."
UNREADABLE = "This Warglass cannot replay it; the log of this box says why."
UNREAD = "The journal cannot read it at the moment."

_logger = logging.getLogger(__name__)


class Stopped(WarglassError):
    """Ends the work because the table stops."""


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
        """Is the journal's stamp when the index last had every match."""

    def behind(self, *, closely: bool) -> bool:
        """Returns whether the journal has what the index has not; only with `closely` what happened in the match on the
        table counts."""
        stamp = self._reader.stamp()
        return self.stamp is None or (self.stamp != stamp if closely else _beside(self.stamp) != _beside(stamp))

    def list(self) -> None:
        """Lists every match in the index, each with what its own row says until it has a summary."""
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
        """Sums up the newest match without a summary. Returns False where there is none."""
        found = self._index.untold()
        if found is None:
            return False
        shelved, mark = found
        row = self._reader.row(shelved.summary.match)
        if row is None:
            self._index.drop([shelved.summary.match])
            return True
        told = replace(shelved, told=True, summary=self._summarise(row, shelved.summary))
        # A match that the disk did not read this time is summed up after the next start.
        mark = b"" if told.summary.trouble == UNREAD else mark
        self._index.put([(self._known(told.summary, mark), told)])
        return True

    def _listed(self, place: ShelfPlace, each: Listed, mark: bytes) -> tuple[KnownMatch, Shelved] | None:
        """Returns the match's line, or None where it has been deleted meanwhile."""
        row = self._reader.row(each.match)
        if row is None:
            return None
        found = self._on_table(row) if place is ShelfPlace.TABLE else None
        told = found is not None
        if found is None:
            bare = untold(row, self._reader.extent(row))
            found = replace(bare, called=each.called, standing=each.standing)
        return self._known(found, mark), Shelved(summary=found, place=place, told=told)

    def _on_table(self, row: MatchRow) -> Summary | None:
        """Returns the line of the match on the table, without a replay."""
        laid, past = self._table.past()
        if laid.id != row.id:
            return None
        with suppress(Exception):
            if past.last <= TOLD_AT_ONCE:
                return summary(past, row, self._reader.extent(row))
            return outline(past.match, row, self._reader.extent(row))
        _logger.exception("match %s cannot be summed up", row.id)
        return None

    def _summarise(self, row: MatchRow, before: Summary) -> Summary:
        extent = self._reader.extent(row)
        game = self._games.get(row.game)
        bare = replace(untold(row, extent), called=before.called, standing=before.standing)
        if game is None:
            return replace(bare, trouble=NO_GAME)
        try:
            if extent.rows > MOST_ROWS:
                opened = outline(Match.start(game, row.setup, now=0), row, extent)
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

    def _known(self, found: Summary, mark: bytes) -> KnownMatch:
        game = self._games.get(found.game)
        return known(found, mark=mark, title=game.title if game else found.game)


def _place(each: Listed, stamp: Stamp) -> ShelfPlace:
    if each.match == stamp.on_table:
        return ShelfPlace.TABLE
    return ShelfPlace.AWAY if each.put_away else ShelfPlace.SHELF


def _beside(stamp: Stamp) -> tuple[int, int]:
    return stamp.edits, stamp.on_table


def _mark(place: ShelfPlace, each: Listed, stamp: Stamp) -> bytes:
    last = f" {stamp.last}" if place is ShelfPlace.TABLE else ""
    return each.mark + f"{place.value}{last}".encode()


BREATH_S = 0.01
"""Seconds of rest between two bites of work: presses come first."""
EVERY_S = 10.0
"""Seconds between two looks into the journal while no phone reads the list."""
PATIENCE_S = 0.5
"""Seconds that a page waits for what happened since the last one. Until then, that is listed without a summary."""
_FAULTS = 3
"""Bounds how often the index is made again in one go, the later times in memory. One that fails then never works."""
_LOST = "The list of past games cannot be saved. See the service's log."
_BITE = 20
_GOING = "going"
"""Is the kind and id under which the journal keeps the time before which matches are being deleted."""
TO_DISK_EACH = 6
"""Says in how many looks an index in memory is tried on the disk once."""
T = TypeVar("T")


class Keeper:
    """Keeps the index in a thread of its own: it reads the journal, the newest match first, and rests between two
    bites. Any thread may call. While the thread does not run, the caller does the work."""

    def __init__(self, *, table: Table, games: Mapping[str, AnyGame], path: Path | None) -> None:
        """Keeps the index in `path`, or in memory alone."""
        self._table = table
        self._index = Index(path)
        self._filler = Filler(table=table, games=games, index=self._index, breathe=self._breathe)
        self._one_at_a_time = Lock()
        self._listed = Condition()
        self._poked = Event()
        self._asked = Event()
        self._stopping = Event()
        self._ordering = Lock()
        self._before_ms = _read_going(table)
        self._hindered = False
        self._tried = 0
        self._thread: Thread | None = None

    def start(self) -> None:
        """Starts the thread."""
        self._thread = Thread(target=self._run, name="shelf", daemon=True)
        self._thread.start()

    def stop(self) -> None:
        """Ends after the current bite. May be called again."""
        self._stopping.set()
        self._poked.set()
        if self._thread is not None:
            self._thread.join(timeout=2)
        with self._one_at_a_time:
            self._index.close()

    def ask(self, asked: Callable[[Index], T]) -> T | None:
        """Returns what the index says once it has everything that the journal has, or None where it cannot. Makes a
        broken index again."""
        for _ in range(2):
            self._catch_up()
            try:
                return asked(self._index)
            except IndexFault:
                _logger.exception("the index of past games is made again")
                self._index.anew()
                self._filler.stamp = None
        self._table.fault("matches", _LOST)
        return None

    def glance(self, asked: Callable[[Index], T]) -> T | None:
        """Returns what the index says now, without waiting, or None where it is broken."""
        try:
            return asked(self._index)
        except IndexFault:
            return None

    @property
    def going_before_ms(self) -> int | None:
        """Returns the wall time before which matches are being deleted."""
        return self._before_ms

    def drop(self, match: int) -> None:
        """Removes a match that the journal no longer has."""
        self.glance(lambda index: index.drop([match]))

    def delete_before(self, before_ms: int) -> None:
        """Deletes one by one all matches that were last played before that wall time, except the one on the table."""
        with self._ordering:
            self._let_go(max(before_ms, self._before_ms or 0))
        self._bring_up()

    def fill(self) -> None:
        """Does all work: deletes matches and sums up new ones. Raises Stopped."""
        with self._one_at_a_time:
            faults, self._hindered = 0, False
            self._tried += 1
            if self._tried % TO_DISK_EACH == 0:
                self._index.to_disk()
            while True:
                try:
                    if not self._step():
                        break
                    self._breathe()
                except IndexFault:
                    _logger.exception("the index of past games is made again")
                    faults += 1
                    if faults > _FAULTS:
                        self._table.fault("matches", _LOST)
                        return
                    self._index.anew(in_memory=faults > 1)
                    self._filler.stamp = None
                except sqlite3.Error as error:
                    self._table.fault("matches", f"Past games cannot be read: {in_words(error)}.")
                    return
        trouble = self._index.trouble
        self._table.fault("matches", trouble and f"The list of past games is made again at every start: {trouble}.")

    def _step(self) -> bool:
        """Returns whether there was anything to do."""
        if self._asked.is_set() or self._filler.stamp is None:
            self._asked.clear()
            if self._filler.behind(closely=True):
                self._filler.list()
            with self._listed:
                self._listed.notify_all()
        elif self._before_ms is not None and not self._hindered:
            self._delete_some(self._before_ms)
        elif self._filler.tell():
            pass
        elif self._filler.behind(closely=False):
            self._filler.list()
        else:
            return False
        return True

    def _delete_some(self, before_ms: int) -> None:
        some = self._index.older(before_ms, most=_BITE)
        if not some:
            self._done(before_ms)
            return
        for match in some:
            try:
                self._table.delete(match, before_ns=before_ms * MS)
            except NotHere:
                # The match is gone already, or was played since it was listed: list it again.
                self._filler.stamp = None
            except Refused as refused:
                _logger.warning("match %s: %s", match, refused)
                self._hindered = True
                self._table.fault("deleting", f"Not all of the old games are deleted yet. {refused}")
                return
            self._index.drop([match])
            self._breathe()
        self._table.fault("deleting", None)

    def _done(self, before_ms: int) -> None:
        """Ends a deletion, unless a player has asked for more of it by now."""
        with self._ordering:
            if self._before_ms == before_ms:
                self._let_go(None)

    def _let_go(self, before_ms: int | None) -> None:
        """Records that all of those are to be deleted, also after a restart; None: no more. The journal keeps it,
        because the index may be lost."""
        self._before_ms = before_ms
        try:
            if before_ms is None:
                self._table.discard(TABLE, _GOING, _GOING)
            else:
                self._table.keep(TABLE, _GOING, _GOING, str(before_ms).encode())
        except (Refused, NotHere):
            _logger.exception("what is to go is not kept")

    def _run(self) -> None:
        while not self._stopping.is_set():
            self._poked.clear()
            try:
                self.fill()
            except Stopped:
                return
            except Exception:
                _logger.exception("past games")
                self._table.fault("matches", "The list of past games failed. See the service's log.")
            self._poked.wait(EVERY_S)

    def _breathe(self) -> None:
        if self._stopping.is_set():
            raise Stopped
        if self._thread is not None:
            self._stopping.wait(BREATH_S)

    def _catch_up(self) -> None:
        """Waits a moment where the index lacks what has just happened."""
        try:
            stamp = self._table.reader.stamp()
        except sqlite3.Error:
            self._bring_up()
            return
        if self._filler.stamp != stamp:
            self._bring_up()
            with self._listed:
                self._listed.wait_for(lambda: self._filler.stamp == stamp or self._thread is None, PATIENCE_S)

    def _bring_up(self) -> None:
        self._asked.set()
        if self._thread is None:
            self.fill()
        else:
            self._poked.set()


def _read_going(table: Table) -> int | None:
    said = table.kept(TABLE, _GOING).get(_GOING)
    return None if said is None else whole(said.decode(errors="replace"), most=2**62)
