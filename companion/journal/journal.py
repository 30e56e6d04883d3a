"""The journal: every event on disk before anyone sees its effect."""

import logging
import os
import sqlite3
from collections.abc import Sequence
from contextlib import AbstractContextManager
from pathlib import Path

import msgspec

from companion.errors import WarglassError
from companion.journal import chain, salvage
from companion.journal.away import Away
from companion.journal.check import Found, look_over
from companion.journal.damage import Damage, missing
from companion.journal.head import Head, read_mark
from companion.journal.library import Library
from companion.journal.schema import CHAINED, Newer, bring_up
from companion.journal.store import Store, in_words, last_link, of_the_disk, reached
from companion.journal.wal import read_wal

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
    loses at most the last second and an idle table never writes. Call everything but `sync` under the table's lock;
    `sync` may run beside them, for a slow SD card must not hold up a flip.

    What is damaged is set aside whole at the start, and a fresh journal of what holds put in its place: `damage` tells.
    Where the disk does not let it be opened, `trouble` says why; what can be read of it is there, every write fails,
    and `reopen` tries again.
    """

    def __init__(self, path: Path) -> None:
        """Opens or creates the journal, whatever the disk does. Raises JournalError where a newer Warglass wrote it."""
        self.path = path
        self.damage: Damage | None = None
        self.trouble: str | None = None
        self._wal = -1
        self._head: Head | None = None
        try:
            try:
                store = self._open()
            except (sqlite3.Error, OSError) as error:
                _logger.exception("the journal cannot be opened")
                self.trouble = in_words(error)
                self._head, store = None, Store(salvage.as_it_is(path), None)
        except Newer as error:
            raise JournalError(f"{path} was written by a newer Warglass: update, or move the file away") from error
        self._have(store)

    def reopen(self) -> bool:
        """Whether it could be opened now, where it could not before. Under the table's lock."""
        try:
            store = self._open()
        except (sqlite3.Error, OSError, Newer) as error:
            self.trouble = str(error) if isinstance(error, Newer) else in_words(error)
            return False
        self._store.db.close()
        self._have(store)
        self.trouble = None
        return True

    def _have(self, store: Store) -> None:
        self._store = store
        self.library = Library(store)
        self.away = Away(store)

    def _open(self) -> Store:
        """Raises OSError, sqlite3.Error, Newer."""
        self.path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
        salvage.finish(self.path)
        mark, damage = read_mark(self._beside("-head")), None
        # A damaged log, or one alone, is not for SQLite's eyes: it would take of it what it likes and delete the rest.
        log = self._beside("-wal")
        opened = None if read_wal(log).damaged or (log.exists() and not self.path.exists()) else self._sound()
        if opened is None:
            mark, damage = None, salvage.mend(self.path)
            opened = self._sound()
        if opened is None:
            raise sqlite3.DatabaseError("a fresh journal does not hold either")
        db, found = opened
        try:
            db.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchone()
            if mark is not None:
                damage = missing(found, mark=mark, tail=False, now=mark.wall)
            self._beside_it(db)
        except BaseException:
            db.close()
            raise
        self.damage = None if damage is None or (damage.nothing and damage.kept_as is None) else damage
        if self.damage is not None:
            _logger.warning("%s", self.damage)
        return Store(db, self._head)

    def _sound(self) -> tuple[sqlite3.Connection, Found] | None:
        """The file, opened and looked over; None where it is damaged. Raises sqlite3.Error, Newer."""
        db = sqlite3.connect(self.path, timeout=0, check_same_thread=False, isolation_level=None)
        try:
            db.execute("PRAGMA journal_mode=WAL")
            db.execute("PRAGMA synchronous=NORMAL")
            # A checkpoint in the middle of a flip would wait for the SD card.
            db.execute("PRAGMA wal_autocheckpoint=0")
            bring_up(db)
            found = look_over(db)
        except sqlite3.Error as error:
            db.close()
            if of_the_disk(error):
                raise
            return None
        except BaseException:
            db.close()
            raise
        if found.faults:
            _logger.warning("the journal is damaged: %s", " ".join(found.faults))
            db.close()
            return None
        return db, found

    def _beside_it(self, db: sqlite3.Connection) -> None:
        """Opens the log, for `sync`, and the mark."""
        head, wal = Head(self._beside("-head")), os.open(self._beside("-wal"), os.O_RDONLY | os.O_CLOEXEC)
        head.write(reached(db))
        self._head, self._wal = head, wal

    def _beside(self, suffix: str) -> Path:
        return Path(f"{self.path}{suffix}")

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
        if not self._store.dirty:
            return
        self._store.dirty = False
        try:
            os.fdatasync(self._wal)
        except OSError:
            self._store.dirty = True
            raise

    def close(self) -> None:
        """Brings everything into the one file. May be called again."""
        self._store.db.close()
        if self._head is not None:
            self._head.close()
            self._head = None
        if self._wal >= 0:
            os.close(self._wal)
            self._wal = -1

    def _digest(self, match: int) -> bytes:
        found = self._store.db.execute("SELECT digest FROM match WHERE id = ?", (match,)).fetchone()
        if found is None:
            raise sqlite3.IntegrityError(f"there is no match {match}")
        return bytes(found[0])

    def _has(self, match: int, row: Row) -> bool:
        query = f"SELECT {CHAINED} FROM event WHERE match = ? AND seq = ?"
        found: object = self._store.db.execute(query, (match, row.seq)).fetchone()
        return found == msgspec.structs.astuple(row)
