"""The journal: every event on disk before anyone sees its effect."""

import logging
import os
import sqlite3
from collections.abc import Sequence
from contextlib import AbstractContextManager
from pathlib import Path

import msgspec

from companion.errors import WarglassError
from companion.journal import chain, checkpoint, salvage
from companion.journal.away import Away
from companion.journal.damage import Damage
from companion.journal.library import Library
from companion.journal.opened import Opened, open_file
from companion.journal.schema import CHAINED, Newer
from companion.journal.store import Store, in_words, last_link

_logger = logging.getLogger(__name__)


class Row(msgspec.Struct, frozen=True):
    """One event as stored: times in nanoseconds, `event` as JSON."""

    seq: int
    wall: int
    mono: int
    source: str
    event: bytes


class MatchRow(msgspec.Struct, frozen=True):
    """`id` is 0 as long as the journal does not have it; `wall` when it was opened, in nanoseconds."""

    id: int
    game: str
    setup: bytes
    wall: int = 0


class JournalError(WarglassError):
    """The journal is not for this Warglass. The message says what to do."""


class Journal:
    """One SQLite file in WAL mode.

    A commit reaches the kernel before `append` returns, so killing the process loses nothing. `sync` brings it to the
    disk itself; the table's loop calls that at most once a second while there is something to bring, so a power cut
    loses at most the last second and an idle table never writes. Call everything but `sync` and `copy_log` under the
    table's lock; these may run beside, for a slow SD card must not hold up a flip.

    What is damaged is set aside whole at the start, and a fresh journal of what holds put in its place: `damage` tells.
    Where the disk does not let it be opened, `trouble` says why; what can be read of it is there, every write fails,
    and `reopen` tries again.
    """

    def __init__(self, path: Path) -> None:
        """Opens or creates the journal, whatever the disk does. Raises JournalError where a newer Warglass wrote it."""
        self.path = path
        self.damage: Damage | None = None
        self.trouble: str | None = None
        try:
            try:
                self._have(open_file(path))
            except (sqlite3.Error, OSError) as error:
                _logger.exception("the journal cannot be opened")
                self.trouble = in_words(error)
                self._have(None)
        except Newer as error:
            raise JournalError(f"{path} was written by a newer Warglass: update, or move the file away") from error

    def reopen(self) -> bool:
        """Whether it could be opened now, where it could not before."""
        try:
            opened = open_file(self.path)
        except (sqlite3.Error, OSError) as error:
            self.trouble = in_words(error)
            return False
        except Newer:
            self.trouble = "a newer Warglass has the journal"
            return False
        self._store.db.close()
        self._have(opened)
        return True

    def _have(self, opened: Opened | None) -> None:
        self._opened = opened
        if opened is None:
            self._store = Store(salvage.as_it_is(self.path), None)
        else:
            self._store, self.damage, self.trouble = Store(opened.db, opened.head), opened.damage, None
        self.library = Library(self._store)
        self.away = Away(self._store)

    @property
    def dirty(self) -> bool:
        """Whether something was written since the last `sync`."""
        return self._store.dirty

    def together(self) -> AbstractContextManager[object]:
        """Whatever is written within is committed at its end, or none of it where anything is raised. May be nested.
        Raises sqlite3.Error."""
        return self._store.together()

    def open_match(self, game: str, setup: bytes, *, wall_ns: int) -> MatchRow:
        """Starts a match. Raises sqlite3.Error."""
        with self._store.together() as db:
            (id,) = db.execute("SELECT coalesce(max(id), 0) + 1 FROM match").fetchone()
            digest = chain.digest(id, game, setup, wall_ns)
            columns = "(id, game, setup, wall, digest)"
            db.execute(f"INSERT INTO match {columns} VALUES (?, ?, ?, ?, ?)", (id, game, setup, wall_ns, digest))
            self._store.edited(come=digest)
        return MatchRow(id, game, setup, wall_ns)

    def append(self, match: int, rows: Sequence[Row]) -> None:
        """Commits the rows together. Raises sqlite3.Error, and then none of them is stored."""
        with self._store.together() as db:
            _, seq, link, _ = last_link(db, match) or (match, 0, self._digest(match), 0)
            for row in rows:
                # A commit that the disk said had failed may be there after all, once the file is opened anew.
                if row.seq <= seq and self._has(match, row):
                    continue
                if row.seq != seq + 1:
                    raise sqlite3.IntegrityError(f"event {row.seq} of match {match} does not follow event {seq}")
                seq, link = row.seq, chain.link(link, msgspec.structs.astuple(row))
                values = (match, *msgspec.structs.astuple(row), link)
                db.execute("INSERT INTO event VALUES (?, ?, ?, ?, ?, ?, ?)", values)

    def last_match(self) -> MatchRow | None:
        """The one on the table. Raises sqlite3.Error."""
        query = "SELECT id, game, setup, wall FROM match WHERE id = (SELECT match FROM on_table)"
        found = self._store.db.execute(query).fetchone()
        return None if found is None else MatchRow(*found)

    def rows(self, match: int) -> list[Row]:
        """A match's events in the order in which they were taken. Raises sqlite3.Error."""
        query = f"SELECT {CHAINED} FROM event WHERE match = ? ORDER BY seq"
        return [Row(*row) for row in self._store.db.execute(query, (match,))]

    def sync(self) -> None:
        """Brings what was written to the disk. Raises OSError, and then it is still to be brought."""
        if self._opened is None or not self._store.dirty:
            return
        self._store.dirty = False
        try:
            os.fdatasync(self._opened.log)
        except OSError:
            self._store.dirty = True
            raise

    @property
    def log_bytes(self) -> int:
        """How large the write-ahead log is."""
        return os.fstat(self._opened.log).st_size if self._opened is not None else 0

    def copy_log(self) -> bool:
        """Brings the log into the file, while others write: without the table's lock. False where somebody reads in it.
        Raises sqlite3.Error."""
        return checkpoint.copy(self.path)

    def empty_log(self) -> bool:
        """Has the log begin anew, right after `copy_log`; False where somebody reads in it. Raises sqlite3.Error."""
        return checkpoint.begin_anew(self._store.db)

    def close(self) -> None:
        """Brings everything into the one file. May be called again."""
        if self._opened is not None:
            self._opened.close()
        self._store.db.close()
        self._opened = None

    def _digest(self, match: int) -> bytes:
        found = self._store.db.execute("SELECT digest FROM match WHERE id = ?", (match,)).fetchone()
        if found is None:
            raise sqlite3.IntegrityError(f"there is no match {match}")
        return bytes(found[0])

    def _has(self, match: int, row: Row) -> bool:
        query = f"SELECT {CHAINED} FROM event WHERE match = ? AND seq = ?"
        found: object = self._store.db.execute(query, (match, row.seq)).fetchone()
        return found == msgspec.structs.astuple(row)
