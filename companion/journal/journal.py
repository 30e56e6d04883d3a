"""The journal: every event on disk before anyone sees its effect."""

import contextlib
import os
import sqlite3
from collections.abc import Iterator, Sequence
from pathlib import Path

import msgspec

from companion.errors import WarglassError
from companion.journal import away, checkpoint, library

_MATCHES = """
CREATE TABLE match (id INTEGER PRIMARY KEY, game TEXT NOT NULL, setup BLOB NOT NULL, wall INTEGER NOT NULL);
CREATE TABLE event (
    match INTEGER NOT NULL REFERENCES match (id), seq INTEGER NOT NULL, wall INTEGER NOT NULL, mono INTEGER NOT NULL,
    source TEXT NOT NULL, event BLOB NOT NULL, PRIMARY KEY (match, seq)
) WITHOUT ROWID;
"""


_STEPS = (_MATCHES, library.SCHEMA, away.SCHEMA)
"""What each schema version adds to the one before."""
SCHEMA_VERSION = len(_STEPS)


class Row(msgspec.Struct, frozen=True):
    """One event as stored: times in nanoseconds, `event` as JSON."""

    seq: int
    wall: int
    mono: int
    source: str
    event: bytes


class MatchRow(msgspec.Struct, frozen=True):
    id: int
    game: str
    setup: bytes


class JournalError(WarglassError):
    """The journal cannot be read or written. The message says what to do."""


class Journal:
    """One SQLite file in WAL mode.

    A commit reaches the kernel before `append` returns, so killing the process loses nothing. `sync` brings it to the
    disk itself; the table's loop calls that at most once a second while there is something to bring, so a power cut
    loses at most the last second and an idle table never writes. Call everything but `sync` and `copy_log` under the
    table's lock; these may run beside, for a slow SD card must not hold up a flip.
    """

    def __init__(self, path: Path) -> None:
        """Opens or creates the journal. Raises JournalError; a file that is no journal is set aside, never deleted."""
        self.path = path
        self.set_aside: Path | None = None
        try:
            path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
            self._db = self._open()
        except sqlite3.DatabaseError as error:
            if isinstance(error, sqlite3.OperationalError):
                raise JournalError(f"cannot open the journal {path}: {error}") from error
            self.set_aside = self._move_away()
            self._db = self._open()
        except OSError as error:
            raise JournalError(f"cannot open the journal {path}: {error.strerror}") from error
        self._wal = os.open(f"{path}-wal", os.O_RDONLY)
        self._dirty = False
        self.library = library.Library(self._db, touched=self._touched)
        self.away = away.Away(self._db, touched=self._touched)

    def _touched(self) -> None:
        self._dirty = True

    def _open(self) -> sqlite3.Connection:
        db = sqlite3.connect(self.path, timeout=0, check_same_thread=False, isolation_level=None)
        try:
            db.execute("PRAGMA journal_mode=WAL")
            db.execute("PRAGMA synchronous=NORMAL")
            # A checkpoint in the middle of a flip would wait for the SD card; they happen in quiet moments instead.
            db.execute("PRAGMA wal_autocheckpoint=0")
            # Nothing of what was in the log before stays behind it.
            db.execute("PRAGMA journal_size_limit=0")
            (version,) = db.execute("PRAGMA user_version").fetchone()
            if version > SCHEMA_VERSION:
                raise JournalError(f"{self.path} was written by a newer Warglass: update, or move the file away")
            if version < SCHEMA_VERSION:
                steps = "".join(_STEPS[version:])
                db.executescript(f"BEGIN;{steps}PRAGMA user_version={SCHEMA_VERSION};COMMIT;")
            db.execute("SELECT max(id) FROM match").fetchone()
            db.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchone()
        except BaseException:
            db.close()
            raise
        return db

    def _move_away(self) -> Path:
        target = next(
            candidate
            for number in range(1, 1000)
            if not (candidate := self.path.with_name(f"{self.path.name}.unreadable-{number}")).exists()
        )
        self.path.rename(target)
        for suffix in ("-wal", "-shm"):
            Path(f"{self.path}{suffix}").unlink(missing_ok=True)
        return target

    @property
    def dirty(self) -> bool:
        """Whether something was appended since the last `sync`."""
        return self._dirty

    def open_match(self, game: str, setup: bytes, *, wall_ns: int) -> MatchRow:
        """Starts a match. Raises sqlite3.Error."""
        cursor = self._db.execute("INSERT INTO match (game, setup, wall) VALUES (?, ?, ?)", (game, setup, wall_ns))
        self._dirty = True
        assert cursor.lastrowid is not None
        return MatchRow(cursor.lastrowid, game, setup)

    def append(self, match: int, rows: Sequence[Row]) -> None:
        """Commits the rows together. Raises sqlite3.Error, and then none of them is stored."""
        values = [(match, *msgspec.structs.astuple(row)) for row in rows]
        with self.together():
            self._db.executemany("INSERT INTO event VALUES (?, ?, ?, ?, ?, ?)", values)
        self._dirty = True

    @contextlib.contextmanager
    def together(self) -> Iterator[None]:
        """Whatever is written within is committed at its end, or none of it where anything is raised. May be nested.
        Raises sqlite3.Error."""
        if self._db.in_transaction:
            yield
            return
        self._db.execute("BEGIN IMMEDIATE")
        try:
            yield
            self._db.execute("COMMIT")
        except BaseException:
            with contextlib.suppress(sqlite3.Error):
                self._db.execute("ROLLBACK")
            raise

    def last_match(self) -> MatchRow | None:
        """The one that lay on the table last; before any was ever taken out, that is the newest."""
        query = """
            SELECT match.id, game, setup FROM match LEFT JOIN on_table ON on_table.match = match.id
            ORDER BY on_table.match IS NULL, match.id DESC LIMIT 1
        """
        found = self._db.execute(query).fetchone()
        return None if found is None else MatchRow(*found)

    def rows(self, match: int) -> list[Row]:
        """A match's events in the order in which they were taken."""
        query = "SELECT seq, wall, mono, source, event FROM event WHERE match = ? ORDER BY seq"
        return [Row(*row) for row in self._db.execute(query, (match,))]

    def sync(self) -> None:
        """Brings what was appended to the disk. Raises OSError, and then it is still to be brought."""
        if not self._dirty:
            return
        self._dirty = False
        try:
            os.fdatasync(self._wal)
        except OSError:
            self._dirty = True
            raise

    @property
    def log_bytes(self) -> int:
        """How large the write-ahead log is."""
        return os.fstat(self._wal).st_size

    def copy_log(self) -> None:
        """Brings the log into the file, while others write: without the table's lock. Raises sqlite3.Error."""
        checkpoint.copy(self.path)

    def empty_log(self) -> bool:
        """Has the log begin anew, right after `copy_log`; False where somebody reads in it. Raises sqlite3.Error."""
        return checkpoint.begin_anew(self._db)

    def close(self) -> None:
        """Brings everything into the one file. May be called again."""
        self._db.close()
        if self._wal >= 0:
            os.close(self._wal)
            self._wal = -1
