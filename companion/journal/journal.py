"""Keeps the journal: every event is on the disk before anyone sees its effect."""

import contextlib
import logging
import os
import sqlite3
from collections.abc import Sequence
from contextlib import AbstractContextManager, closing
from pathlib import Path

import msgspec

from companion.errors import WarglassError
from companion.journal import salvage
from companion.journal import store as chain
from companion.journal.check import UNREADABLE, FoundJournal, JournalDamage, look_over, missing
from companion.journal.salvage import read_wal
from companion.journal.schema import CHAINED, Library, Newer, SavedMatches, bring_up
from companion.journal.store import Head, Store, in_words, last_link, of_the_disk, reached, read_mark

# The write-ahead log copied into the journal's one file, so that a long night does not fill the card. Source:
# https://www.sqlite.org/wal.html#ckpt. SQLite syncs the log before it copies from it, and the file before it restarts
# the log. The log restarts with the next commit, which waits for the disk once. That commit is never a player's.


def copy(path: Path) -> bool:
    """Copies what the log of that journal holds into the file; False where a reader keeps it from copying all. Raises
    sqlite3.Error.

    It uses a connection of its own, while others write: only this thread may wait for a slow disk.
    """
    with closing(sqlite3.connect(path, timeout=0, isolation_level=None)) as db:
        busy, pages, copied = db.execute("PRAGMA wal_checkpoint(PASSIVE)").fetchone()
    return not busy and pages == copied


def begin_anew(db: sqlite3.Connection) -> bool:
    """Empties the log behind the connection that writes it; False where a reader still needs it. Raises sqlite3.Error.

    It first copies into the file what was written since `copy`. Then it commits once, so that no player's act waits for
    the disk.
    """
    (busy, _, _) = db.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchone()
    if busy:
        return False
    (version,) = db.execute("PRAGMA user_version").fetchone()
    db.execute(f"PRAGMA user_version={version}")
    return True


# How the journal's file is opened: checked, mended where it is damaged, and with the files beside it.

_logger = logging.getLogger(__name__)


class OpenedJournal(msgspec.Struct, frozen=True):
    """Describes the file, its mark, the descriptor of its log, and what is missing, if anything is."""

    db: sqlite3.Connection
    head: Head
    log: int
    damage: JournalDamage | None

    def close(self) -> None:
        """Copies everything into the one file, and closes it."""
        self.db.close()
        self.head.close()
        os.close(self.log)


def open_file(path: Path) -> OpenedJournal:
    """Opens or creates the journal. It sets a damaged one aside, and a fresh one of what holds takes its place. Raises
    OSError, sqlite3.Error, and Newer where a newer Warglass wrote it."""
    path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
    salvage.finish(path)
    mark, damage, log = read_mark(Path(f"{path}-head")), None, Path(f"{path}-wal")
    # SQLite must not read a damaged log, or one alone: it would take some of it and delete the rest.
    looked = None if read_wal(log).damaged or (log.exists() and not path.exists()) else _looked_over(path)
    if looked is None:
        mark, damage = None, salvage.mend(path)
        looked = _looked_over(path)
    if looked is None:
        raise sqlite3.DatabaseError("a fresh journal does not hold either")
    db, found = looked
    with contextlib.ExitStack() as undo:
        undo.callback(db.close)
        db.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchone()
        if mark is not None:
            damage = missing(found, mark=mark, tail=False, now=mark.wall)
            damage = None if damage.nothing else damage
        head = Head(Path(f"{path}-head"))
        undo.callback(head.close)
        opened = OpenedJournal(db, head, os.open(log, os.O_RDONLY | os.O_CLOEXEC), damage)
        head.write(reached(db))
        undo.pop_all()
    if damage is not None:
        _logger.warning("%s", damage)
    return opened


def _may_be_written(path: Path) -> bool:
    """Returns whether the file's header lets SQLite write it at all. Raises OSError."""
    with path.open("rb") as file:
        versions = file.read(20)[18:]
    return all(each in {1, 2} for each in versions)


def _looked_over(path: Path) -> tuple[sqlite3.Connection, FoundJournal] | None:
    """Returns the file, opened; None where it is damaged. Raises sqlite3.Error, Newer."""
    db = sqlite3.connect(path, timeout=0, check_same_thread=False, isolation_level=None)
    try:
        # Where the disk is read-only, SQLite opens the file to be read, and keeps it so for good.
        db.execute("BEGIN IMMEDIATE")
        db.execute("PRAGMA user_version=0")
        db.execute("ROLLBACK")
        db.execute("PRAGMA journal_mode=WAL")
        db.execute("PRAGMA synchronous=NORMAL")
        # A checkpoint in the middle of a flip would wait for the SD card. Checkpoints happen in quiet moments instead.
        db.execute("PRAGMA wal_autocheckpoint=0")
        # The log leaves no old content behind its end.
        db.execute("PRAGMA journal_size_limit=0")
        bring_up(db)
        found = look_over(db)
    except UNREADABLE as error:
        db.close()
        if isinstance(error, sqlite3.Error) and of_the_disk(error) and _may_be_written(path):
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


class Row(msgspec.Struct, frozen=True):
    """Describes one event as stored: times in nanoseconds, `event` as JSON."""

    seq: int
    wall: int
    mono: int
    source: str
    event: bytes


class MatchRow(msgspec.Struct, frozen=True):
    """Describes a match as stored. `id` is 0 until the journal has it. `wall` is when it was opened, in nanoseconds."""

    id: int
    game: str
    setup: bytes
    wall: int = 0


class JournalError(WarglassError):
    """Says that this Warglass cannot use the journal. The message says what to do."""


class Journal:
    """Keeps one SQLite file in WAL mode.

    A commit reaches the kernel before `append` returns, so killing the process loses no act. `sync` brings it to the
    disk itself. The table's loop calls `sync` at most once a second while there are unsynced rows. So a power cut loses
    at most the last second, and an idle table never writes.

    Call everything but `sync`, `copy_log` and `try_again` under the table's lock. These may run beside it, because a
    slow SD card must not delay a flip.

    At the start a damaged file is set aside whole, and a fresh journal of what holds takes its place: `damage` says so.
    Where the disk does not let it be opened, `trouble` says why. What can be read of it is there, and every write
    fails. `try_again` opens it once that works, and `reopen` switches to it.
    """

    def __init__(self, path: Path) -> None:
        """Opens or creates the journal, whatever the disk does. Raises JournalError where a newer Warglass wrote it."""
        self.path = path
        self.damage: JournalDamage | None = None
        self.trouble: str | None = None
        self._again: OpenedJournal | None = None
        try:
            try:
                self._have(open_file(path))
            except (*UNREADABLE, OSError) as error:
                _logger.exception("the journal cannot be opened")
                self.trouble = in_words(error)
                self._have(None)
        except Newer as error:
            raise JournalError(f"{path} was written by a newer Warglass: update, or move the file away") from error

    def try_again(self) -> None:
        """Opens it, where it could not be opened before, for `reopen`. This may take a while."""
        if self.trouble is None or self._again is not None:
            return
        try:
            self._again = open_file(self.path)
        except (*UNREADABLE, OSError) as error:
            self.trouble = in_words(error)
        except Newer:
            self.trouble = "a newer Warglass has the journal"

    def reopen(self) -> bool:
        """Returns whether there is another file now, because `try_again` could open it."""
        opened, self._again = self._again, None
        if opened is None:
            return False
        self._store.db.close()
        self._have(opened)
        return True

    def _have(self, opened: OpenedJournal | None) -> None:
        self._opened = opened
        if opened is None:
            self._store = Store(salvage.as_it_is(self.path), None)
        else:
            self._store, self.damage, self.trouble = Store(opened.db, opened.head), opened.damage, None
        self.library = Library(self._store)
        self.away = SavedMatches(self._store)

    @property
    def dirty(self) -> bool:
        """Returns whether something was written since the last `sync`."""
        return self._store.dirty

    def together(self) -> AbstractContextManager[object]:
        """Commits at the block's end all that is written inside, or none of it where the block raises. May be nested.
        Raises sqlite3.Error."""
        return self._store.together()

    def open_match(self, game: str, setup: bytes, *, wall_ns: int, id: int | None = None) -> MatchRow:
        """Starts a match, by the next number or by one that is free. Raises sqlite3.Error."""
        with self._store.together() as db:
            id = id or self.last_number + 1
            digest = chain.digest(id, game, setup, wall_ns)
            columns = "(id, game, setup, wall, digest)"
            db.execute(f"INSERT INTO match {columns} VALUES (?, ?, ?, ?, ?)", (id, game, setup, wall_ns, digest))
            self._store.edited(come=digest)
        return MatchRow(id, game, setup, wall_ns)

    def append(self, match: int, rows: Sequence[Row]) -> None:
        """Commits the rows together. Raises sqlite3.Error, and then stores no row."""
        with self._store.together() as db:
            _, seq, link, _ = last_link(db, match) or (match, 0, self._digest(match), 0)
            for row in rows:
                # A commit that the disk called failed may be there after all, once the file is opened again.
                if row.seq <= seq and self._has(match, row):
                    continue
                if row.seq != seq + 1:
                    raise sqlite3.IntegrityError(f"event {row.seq} of match {match} does not follow event {seq}")
                seq, link = row.seq, chain.link(link, msgspec.structs.astuple(row))
                values = (match, *msgspec.structs.astuple(row), link)
                db.execute("INSERT INTO event VALUES (?, ?, ?, ?, ?, ?, ?)", values)

    def bring(self, game: str, setup: bytes, rows: Sequence[Row], *, wall_ns: int) -> MatchRow:
        """Adds a match that was played elsewhere, which never grows. Raises sqlite3.Error, and then has not stored any
        of it."""
        with self._store.together():
            match = self.open_match(game, setup, wall_ns=wall_ns)
            self.append(match.id, rows)
            self.away.seal(match.id)
        return match

    @property
    def last_number(self) -> int:
        """Returns the highest number that a match has, or had; 0 for none. Raises sqlite3.Error."""
        highest: int = self._store.db.execute("SELECT coalesce(max(id), 0) FROM match").fetchone()[0]
        return highest

    @property
    def untouched(self) -> bool:
        """Returns whether none of its matches has any event yet. Raises sqlite3.Error."""
        return self._store.db.execute("SELECT 1 FROM event LIMIT 1").fetchone() is None

    def opened_at(self, wall_ns: int) -> list[int]:
        """Returns the numbers of all matches that were opened at that instant. Raises sqlite3.Error."""
        return [id for (id,) in self._store.db.execute("SELECT id FROM match WHERE wall = ? ORDER BY id", (wall_ns,))]

    def last_match(self) -> MatchRow | None:
        """Returns the match on the table. Raises sqlite3.Error."""
        query = "SELECT id, game, setup, wall FROM match WHERE id = (SELECT match FROM on_table)"
        found = self._store.db.execute(query).fetchone()
        return None if found is None else MatchRow(*found)

    def match(self, match: int) -> MatchRow | None:
        """Returns that match; None where no match has that number, or not any more. Raises sqlite3.Error."""
        query = "SELECT id, game, setup, wall FROM match WHERE id = ? AND setup != x''"
        found = self._store.db.execute(query, (match,)).fetchone()
        return None if found is None else MatchRow(*found)

    def rows(self, match: int, *, after: int = 0, most: int = -1) -> list[Row]:
        """Returns a match's events numbered above `after` in the order in which they were taken, at most so many.
        Raises sqlite3.Error."""
        query = f"SELECT {CHAINED} FROM event WHERE match = ? AND seq > ? ORDER BY seq LIMIT ?"
        return [Row(*row) for row in self._store.db.execute(query, (match, after, most))]

    def sync(self) -> None:
        """Syncs what was written to the disk. Raises OSError, and then it is still unsynced."""
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
        """Returns how large the write-ahead log is."""
        return os.fstat(self._opened.log).st_size if self._opened is not None else 0

    def copy_log(self) -> bool:
        """Copies the log into the file, while others write: call it without the table's lock. False where a reader
        keeps it from copying all. Raises sqlite3.Error."""
        return copy(self.path)

    def empty_log(self) -> bool:
        """Restarts the log, right after `copy_log`; False where a reader still needs it. Raises sqlite3.Error."""
        return begin_anew(self._store.db)

    def close(self) -> None:
        """Copies everything into the one file and closes it. May be called again."""
        for opened in (self._opened, self._again):
            if opened is not None:
                opened.close()
        self._store.db.close()
        self._opened = self._again = None

    def _digest(self, match: int) -> bytes:
        found = self._store.db.execute("SELECT digest FROM match WHERE id = ?", (match,)).fetchone()
        if found is None:
            raise sqlite3.IntegrityError(f"there is no match {match}")
        return bytes(found[0])

    def _has(self, match: int, row: Row) -> bool:
        query = f"SELECT {CHAINED} FROM event WHERE match = ? AND seq = ?"
        found: object = self._store.db.execute(query, (match, row.seq)).fetchone()
        return found == msgspec.structs.astuple(row)
