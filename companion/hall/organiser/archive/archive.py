"""The organiser's file: every table's journal, and what the hall itself must not forget."""

import contextlib
import logging
import sqlite3
import threading
from collections.abc import Callable, Iterator
from pathlib import Path

import msgspec

from companion.errors import WarglassError
from companion.hall.organiser.archive import kept, schema
from companion.hall.organiser.archive.journals import Journals
from companion.hall.organiser.archive.kept import Keep, Resumed
from companion.hall.organiser.archive.shelf import Shelf, shelves
from companion.hall.wire.from_table import Log
from companion.journal.store import in_words

MOST_ROWS = 50_000
MOST_BYTES = 64 * 1024 * 1024
"""Rows that wait for the disk, and their events' bytes: what comes beyond is not taken, and asked for again later."""
_AGAIN_S = 1.0
_DAMAGED = {sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB}
_logger = logging.getLogger(__name__)


class NewerArchive(WarglassError):
    """A newer Warglass has written the file. The message says what to do."""

    def __init__(self, path: Path) -> None:
        super().__init__(f"{path} was written by a newer Warglass: update this one, or move the file away.")


class Archive:
    """Any thread may call. Only `write`, `reading` and `close` wait for the disk; the thread that `start` begins writes
    what there is, one transaction after another. While the disk fails, `trouble` says why, what was to be kept waits,
    and rows beyond MOST_ROWS or MOST_BYTES are not taken.
    """

    def __init__(self, path: Path, *, odd: Callable[[str], None]) -> None:
        """`odd` is told what contradicts itself, in a sentence, by whichever thread writes."""
        self.trouble = ""
        self._path = path
        self._odd = odd
        self._waiting = threading.Condition()
        self._logs: list[tuple[str, Log]] = []
        self._rows = self._bytes = 0
        self._keep: dict[tuple[object, ...], Keep] = {}
        self._closing = False
        self._disk = threading.RLock()
        self._db: sqlite3.Connection | None = None
        self._journals: Journals | None = None
        self._thread: threading.Thread | None = None

    def open(self) -> tuple[Resumed, dict[str, Shelf]]:
        """What was kept, and what there is of each table's journals. A file that is damaged is set aside, and a fresh
        one begun, which the tables fill again; where none can be had, the hall begins without. Raises NewerArchive."""
        with self._disk:
            for _ in range(2):
                try:
                    db = self._connect()
                    return kept.resumed(db), shelves(db)
                except (sqlite3.Error, msgspec.DecodeError, OSError) as error:
                    self._hang_up()
                    self._failed(error)
                    if not _damaged(error) or not self._set_aside():
                        break
        return Resumed(), {}

    def start(self) -> None:
        self._thread = threading.Thread(target=self._run, name="archive", daemon=True)
        self._thread.start()

    def takes(self) -> bool:
        """Whether there is room for more rows."""
        return self._rows < MOST_ROWS and self._bytes < MOST_BYTES

    def add(self, table: str, log: Log) -> bool:
        """Rows that the table has sent, to be written before long; False where there is no room for them."""
        size = _size(log)
        with self._waiting:
            if self._rows + len(log.rows) > MOST_ROWS or self._bytes + size > MOST_BYTES:
                return False
            self._logs.append((table, log))
            self._rows += len(log.rows) + 1
            self._bytes += size
            self._waiting.notify()
        return True

    def keep(self, keep: Keep) -> None:
        """What was to be kept under that key before is not written any more."""
        with self._waiting:
            self._keep.pop(keep.key, None)
            self._keep[keep.key] = keep
            self._waiting.notify()

    def write(self) -> bool:
        """Writes all that waits, in one transaction; whether the kernel has it."""
        with self._disk:
            with self._waiting:
                logs, self._logs = self._logs, []
                keep, self._keep = self._keep, {}
            try:
                odd = self._written(logs, keep)
            except (sqlite3.Error, OSError) as error:
                self._put_back(logs, keep, error)
                return False
            except Exception as error:
                # Nobody foresaw it, and nobody is to be left without a word: it is said, and tried again.
                if not self.trouble:
                    _logger.exception("the archive")
                self._put_back(logs, keep, error)
                return False
            self.trouble = ""
            with self._waiting:
                self._rows -= sum(len(log.rows) + 1 for _, log in logs)
                self._bytes -= sum(_size(log) for _, log in logs)
        for sentence in odd:
            self._odd(sentence)
        return True

    @contextlib.contextmanager
    def reading(self) -> Iterator[Journals]:
        """The journals, with all that has come. Raises sqlite3.Error, and within too."""
        with self._disk:
            if not self.write() or self._journals is None:
                raise sqlite3.OperationalError(self.trouble)
            yield self._journals

    def close(self) -> None:
        """Writes what waits, if the disk takes it."""
        with self._waiting:
            self._closing = True
            self._waiting.notify()
        if self._thread is not None:
            self._thread.join()
        self.write()
        with self._disk:
            self._hang_up()

    def _run(self) -> None:
        while True:
            with self._waiting:
                self._waiting.wait_for(lambda: self._logs or self._keep or self._closing)
                if self._closing:
                    return
            if not self.write():
                with self._waiting:
                    self._waiting.wait_for(lambda: self._closing, _AGAIN_S)

    def _written(self, logs: list[tuple[str, Log]], keep: dict[tuple[object, ...], Keep]) -> list[str]:
        """What of it contradicts what is there. Raises sqlite3.Error, OSError."""
        db = self._connect()
        journals = self._journals
        assert journals is not None
        db.execute("BEGIN IMMEDIATE")
        try:
            odd = [journals.write(table, log) for table, log in logs]
            for each in keep.values():
                for sql, values in each.statements:
                    db.execute(sql, values)
            db.execute("COMMIT")
        except BaseException:
            with contextlib.suppress(sqlite3.Error):
                db.execute("ROLLBACK")
            raise
        return [sentence for sentence in odd if sentence]

    def _put_back(self, logs: list[tuple[str, Log]], keep: dict[tuple[object, ...], Keep], error: Exception) -> None:
        if self._journals is not None:
            self._journals.forget()
        self._failed(error)
        with self._waiting:
            self._logs = logs + self._logs
            self._keep = {**keep, **self._keep}

    def _connect(self) -> sqlite3.Connection:
        if self._db is None:
            self._db = _opened(self._path)
            self._journals = Journals(self._db)
        return self._db

    def _hang_up(self) -> None:
        if self._db is not None:
            with contextlib.suppress(sqlite3.Error):
                self._db.close()
        self._db = self._journals = None

    def _failed(self, error: Exception) -> None:
        words = in_words(error) if isinstance(error, sqlite3.Error | OSError) else f"{type(error).__name__}: {error}"
        if not self.trouble:
            _logger.warning("the archive is not written: %s", words)
        self.trouble = words

    def _set_aside(self) -> bool:
        """Whether a fresh file can take its place."""
        number = 1
        while (aside := self._path.with_name(f"{self._path.name}.damaged-{number}")).exists():
            number += 1
        try:
            self._path.rename(aside)
            for end in ("-wal", "-shm"):
                self._path.with_name(self._path.name + end).unlink(missing_ok=True)
        except OSError as error:
            self._failed(error)
            return False
        self._odd(f"The archive was damaged and is now called {aside.name}; the tables fill a fresh one.")
        return True


def _size(log: Log) -> int:
    """Its rows' bytes, about."""
    return sum(len(bytes(row.event)) + len(row.sealed or "") for row in log.rows)


def _damaged(error: Exception) -> bool:
    return isinstance(error, msgspec.DecodeError) or getattr(error, "sqlite_errorcode", 0) & 0xFF in _DAMAGED


def _opened(path: Path) -> sqlite3.Connection:
    """Raises sqlite3.Error, OSError."""
    path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
    db = sqlite3.connect(path, timeout=1, check_same_thread=False, isolation_level=None)
    try:
        (application,) = db.execute("PRAGMA application_id").fetchone()
        (version,) = db.execute("PRAGMA user_version").fetchone()
        if application == schema.APPLICATION and version > schema.VERSION:
            raise NewerArchive(path)
        db.execute("PRAGMA journal_mode=WAL")
        db.execute("PRAGMA synchronous=NORMAL")
        if application == 0:
            db.executescript(
                f"BEGIN IMMEDIATE; {schema.SCHEMA} PRAGMA application_id={schema.APPLICATION};"
                f" PRAGMA user_version={schema.VERSION}; COMMIT"
            )
        elif application != schema.APPLICATION:
            raise sqlite3.DatabaseError(f"{path.name} is no archive of this Warglass's")
        else:
            for older in range(version, schema.VERSION):
                db.executescript(f"BEGIN IMMEDIATE; {schema.MIGRATIONS[older]} PRAGMA user_version={older + 1}; COMMIT")
    except BaseException:
        db.close()
        raise
    return db
