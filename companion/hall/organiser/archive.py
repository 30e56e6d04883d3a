"""Keeps the organiser's file: what all tables have sent of their games."""

import contextlib
import logging
import sqlite3
import threading
from collections.abc import Callable, Iterator
from pathlib import Path

import msgspec

from companion.errors import WarglassError
from companion.hall.organiser.statements import Keep, ResumedHall, resumed
from companion.hall.organiser.view import Archived
from companion.hall.wire.messages import Log, LogRow, Opening
from companion.journal.store import in_words

# What the organiser's file is made of. `tbl` is a table's name in topics. Every `…ms` is on the hall's clock.
# Every other time is in nanoseconds of that table's clock.

VERSION = 3
APPLICATION = 0x57484131
"""Holds the file's application id: "WHA1"."""

SCHEMA = """
CREATE TABLE hall (
    only INTEGER PRIMARY KEY CHECK (only = 1),
    epoch_ms INTEGER NOT NULL, last_ms INTEGER NOT NULL, round_version INTEGER NOT NULL,
    machine TEXT NOT NULL DEFAULT '' -- which start of the machine it was, '' where that is unknown
);
-- `over_before`: the match of that journal that was over as the round began, 0 for none.
CREATE TABLE place (
    tbl TEXT PRIMARY KEY, name TEXT NOT NULL, journal TEXT NOT NULL, over_before INTEGER NOT NULL DEFAULT 0
) WITHOUT ROWID;

-- What tables have sent of their journals. `last` is how far a match is known to go, `next` the match after it.
CREATE TABLE match (
    id INTEGER PRIMARY KEY, tbl TEXT NOT NULL, journal TEXT NOT NULL, match INTEGER NOT NULL,
    game TEXT, setup BLOB, wall INTEGER, last INTEGER NOT NULL DEFAULT 0, next INTEGER,
    UNIQUE (tbl, journal, match)
);
CREATE TABLE row (
    of INTEGER NOT NULL REFERENCES match (id), seq INTEGER NOT NULL, wall INTEGER NOT NULL, mono INTEGER NOT NULL,
    source TEXT NOT NULL, event BLOB NOT NULL, sealed TEXT, chain TEXT, PRIMARY KEY (of, seq)
) WITHOUT ROWID;

-- The rounds; the one with the greatest number is being played.
CREATE TABLE round (
    number INTEGER PRIMARY KEY, title TEXT NOT NULL, length_ms INTEGER NOT NULL, ends_ms INTEGER,
    left_ms INTEGER NOT NULL, begun INTEGER NOT NULL, pause INTEGER NOT NULL
);
-- Who plays where in a round, as a JSON list of players in the order of play; alone: a bye.
CREATE TABLE pairing (round INTEGER NOT NULL, tbl TEXT NOT NULL, players TEXT NOT NULL, PRIMARY KEY (round, tbl))
    WITHOUT ROWID;
-- What came of it: as the table's sides confirmed it, or (`by_hand`) as the organiser wrote it down, which counts more.
-- `winner` is a seat, as are the keys of `score` (whole numbers), `names` and `agreed`, all three JSON.
CREATE TABLE result (
    round INTEGER NOT NULL, tbl TEXT NOT NULL, by_hand INTEGER NOT NULL, winner TEXT, title TEXT NOT NULL,
    score TEXT NOT NULL, names TEXT NOT NULL, agreed TEXT NOT NULL, match INTEGER, PRIMARY KEY (round, tbl, by_hand)
) WITHOUT ROWID;

CREATE TABLE call (
    tbl TEXT NOT NULL, journal TEXT NOT NULL, id INTEGER NOT NULL, body BLOB NOT NULL, PRIMARY KEY (tbl, journal, id)
) WITHOUT ROWID;
CREATE TABLE said (id TEXT PRIMARY KEY, text TEXT NOT NULL, ms INTEGER NOT NULL, round INTEGER NOT NULL DEFAULT 0)
    WITHOUT ROWID;
CREATE TABLE rule (id TEXT PRIMARY KEY, body BLOB NOT NULL) WITHOUT ROWID;
-- What a table was asked that has to survive a restart: 0 on its way, 1 done, 2 not done.
CREATE TABLE ask (tbl TEXT NOT NULL, id TEXT NOT NULL, body BLOB NOT NULL, done INTEGER NOT NULL, PRIMARY KEY (tbl, id))
    WITHOUT ROWID;
"""

MIGRATIONS = {
    1: "ALTER TABLE hall ADD COLUMN machine TEXT NOT NULL DEFAULT '';",
    2: "ALTER TABLE place ADD COLUMN over_before INTEGER NOT NULL DEFAULT 0;"
    " ALTER TABLE said ADD COLUMN round INTEGER NOT NULL DEFAULT 0;",
}
"""Holds what makes a file of that version one of the next."""

# Tables' journals as the archive has them: written once, never changed, read again.


class Journals:
    """Reads and writes the rows of one open file. For one thread at a time; all of it raises sqlite3.Error."""

    def __init__(self, db: sqlite3.Connection) -> None:
        self._db = db
        self._ids: dict[tuple[str, str, int], int] = {}

    def forget(self) -> None:
        """Forgets the match ids: what was written last has been rolled back."""
        self._ids.clear()

    def write(self, table: str, log: Log) -> str:
        """Writes the rows. A row that contradicts what is there is left out.

        Returns a sentence on the first of those, else "".
        What a side sealed is encrypted again each time it is sent, so that is not compared.
        """
        of = self._id(table, log.journal, log.match)
        if log.opening is not None:
            values = (log.opening.game, bytes(log.opening.setup), log.opening.wall, of)
            self._db.execute("UPDATE match SET game = ?, setup = ?, wall = ? WHERE id = ? AND game IS NULL", values)
        sql = "UPDATE match SET last = max(last, ?), next = coalesce(?, next) WHERE id = ?"
        self._db.execute(sql, (log.last, log.next, of))
        if not log.rows:
            return ""
        last = log.rows[-1].seq
        query = "SELECT seq, wall, mono, source, event FROM row WHERE of = ? AND seq BETWEEN ? AND ?"
        there = {row[0]: row for row in self._db.execute(query, (of, log.rows[0].seq, last))}
        new, odd = [], ""
        for row in log.rows:
            columns = (row.seq, row.wall, row.mono, row.source, bytes(row.event))
            if row.seq not in there:
                new.append((of, *columns, row.sealed, (log.chain or None) if row.seq == last else None))
            elif there[row.seq] != columns:
                odd = odd or f"{table} now sends another entry {row.seq} of its match {log.match} than before."
        self._db.executemany("INSERT INTO row VALUES (?, ?, ?, ?, ?, ?, ?, ?)", new)
        if log.chain and last in there and not odd:
            self._db.execute("UPDATE row SET chain = ? WHERE of = ? AND seq = ?", (log.chain, of, last))
        return odd

    def rows(self, table: str, journal: str, match: int, *, after: int, most: int) -> list[LogRow]:
        """Returns up to `most` rows behind `after`."""
        query = "SELECT seq, wall, mono, source, event, sealed FROM row WHERE of = ? AND seq > ? ORDER BY seq LIMIT ?"
        found = self._db.execute(query, (self._id(table, journal, match), after, most))
        return [LogRow(seq=s, wall=w, mono=m, source=o, event=msgspec.Raw(e), sealed=x) for s, w, m, o, e, x in found]

    def opening(self, table: str, journal: str, match: int) -> Opening | None:
        query = "SELECT game, setup, wall FROM match WHERE id = ? AND game IS NOT NULL"
        found = self._db.execute(query, (self._id(table, journal, match),)).fetchone()
        return None if found is None else Opening(game=found[0], setup=msgspec.Raw(found[1]), wall=found[2])

    def chain(self, table: str, journal: str, match: int, seq: int) -> str:
        """Returns the journal's link behind that row, "" where no message ended there."""
        query = "SELECT coalesce(chain, '') FROM row WHERE of = ? AND seq = ?"
        found = self._db.execute(query, (self._id(table, journal, match), seq)).fetchone()
        return "" if found is None else str(found[0])

    def _id(self, table: str, journal: str, match: int) -> int:
        key = (table, journal, match)
        if key not in self._ids:
            self._db.execute("INSERT OR IGNORE INTO match (tbl, journal, match) VALUES (?, ?, ?)", key)
            query = "SELECT id FROM match WHERE tbl = ? AND journal = ? AND match = ?"
            (self._ids[key],) = self._db.execute(query, key).fetchone()
        return self._ids[key]


# What the archive has of one table's journals, counted in memory.

MOST_BEYOND = 2_000
"""Limits the rows remembered behind a gap: others are sent again with what is in the gap."""


MOST_VOLUMES = 4_096
"""Limits the matches of one table: more than it plays in years, and no more of one that invents them is kept."""


class Volume:
    """Counts one match. It has all rows up to `have`, and those in `beyond` behind a gap."""

    def __init__(self) -> None:
        self.have = 0
        self.beyond: set[int] = set()
        self.last = 0
        self.game = ""
        self.wall_ms = 0

    def add(self, seq: int) -> None:
        if seq == self.have + 1:
            self.have = seq
            while self.have + 1 in self.beyond:
                self.have += 1
                self.beyond.discard(self.have)
        elif seq > self.have and len(self.beyond) < MOST_BEYOND:
            self.beyond.add(seq)


class ArchiveFiles:
    """Counts one table's matches, by a match's number and its journal. Not locked: its owner is."""

    def __init__(self) -> None:
        self.volumes: dict[tuple[int, str], Volume] = {}
        self.have: dict[tuple[int, str], int] = {}

    def add(self, log: Log) -> None:
        volume = self._volume(log.match, log.journal)
        volume.last = max(volume.last, log.last)
        if log.opening is not None:
            volume.game, volume.wall_ms = log.opening.game, volume.wall_ms or log.opening.wall // 1_000_000
        for row in log.rows:
            volume.add(row.seq)
            volume.wall_ms = max(volume.wall_ms, row.wall // 1_000_000)
        self.have[log.match, log.journal] = volume.have

    def goes_to(self, match: int, journal: str, seq: int) -> bool:
        """Notes that the table's journal has that row of it. Returns True where the match is known at all."""
        volume = self.volumes.get((match, journal))
        if volume is not None:
            volume.last = max(volume.last, seq)
        return volume is not None

    def archived(self) -> list[Archived]:
        """Returns the matches, the newest first."""
        found = [
            Archived(
                journal=journal,
                match=match,
                game=volume.game,
                rows=volume.have,
                whole=bool(volume.game) and volume.have >= volume.last,
                wall_ms=volume.wall_ms,
            )
            for (match, journal), volume in self.volumes.items()
        ]
        return sorted(found, key=lambda each: (each.wall_ms, each.match), reverse=True)

    def full(self, match: int, journal: str) -> bool:
        """Returns True where that match would be one too many."""
        return len(self.volumes) >= MOST_VOLUMES and (match, journal) not in self.volumes

    def put(self, match: int, journal: str, volume: Volume) -> None:
        self.volumes[match, journal] = volume
        self.have[match, journal] = volume.have

    def _volume(self, match: int, journal: str) -> Volume:
        found = self.volumes.get((match, journal))
        if found is None:
            self.volumes[match, journal] = found = Volume()
        return found


def in_sequence(log: Log) -> bool:
    """Returns True where its rows follow each other, as in a journal."""
    first = log.rows[0].seq if log.rows else 1
    return first >= 1 and all(row.seq == first + index for index, row in enumerate(log.rows))


def shelves(db: sqlite3.Connection) -> dict[str, ArchiveFiles]:
    """Returns every table's. Raises sqlite3.Error."""
    query = (
        "SELECT id, tbl, journal, match, coalesce(game, ''), last, coalesce(max(seq), 0), count(seq),"
        " coalesce(max(row.wall), match.wall, 0) FROM match LEFT JOIN row ON of = id GROUP BY id"
    )
    found: dict[str, ArchiveFiles] = {}
    for id, table, journal, match, game, last, newest, count, wall in db.execute(query).fetchall():
        volume = Volume()
        volume.game, volume.last, volume.wall_ms = game, last, wall // 1_000_000
        if newest == count:
            volume.have = count
        else:
            for (seq,) in db.execute("SELECT seq FROM row WHERE of = ? ORDER BY seq", (id,)):
                volume.add(seq)
        found.setdefault(table, ArchiveFiles()).put(match, journal, volume)
    return found


# The organiser's file: every table's journal, and what the hall itself must not forget.

MOST_ROWS = 50_000
MOST_BYTES = 64 * 1024 * 1024
"""Limit the rows that wait for the disk, and their events' bytes. More is not taken, and asked for again later."""
_AGAIN_S = 1.0
_DAMAGED = {sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB}
_logger = logging.getLogger(__name__)


class NewerArchive(WarglassError):
    """Reports that a newer Warglass has written the file. The message says what to do."""

    def __init__(self, path: Path) -> None:
        super().__init__(f"{path} was written by a newer Warglass: update this one, or move the file away.")


class Archive:
    """Keeps the file. Any thread may call; only `write`, `reading` and `close` wait for the disk.

    The thread that `start` begins writes what there is, one transaction after another. While the disk fails, `trouble`
    says why, and what was to be kept waits. Rows beyond MOST_ROWS or MOST_BYTES are not taken then.
    """

    def __init__(self, path: Path, *, odd: Callable[[str], None]) -> None:
        """`odd` gets each contradiction as a sentence, in the thread that writes."""
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

    def open(self) -> tuple[ResumedHall, dict[str, ArchiveFiles]]:
        """Returns what was kept, and what there is of each table's journals. Raises NewerArchive.

        A damaged file is set aside, and a fresh one begun, which the tables fill again. The hall begins without a file
        where that fails too.
        """
        with self._disk:
            for _ in range(2):
                try:
                    db = self._connect()
                    return resumed(db), shelves(db)
                except (sqlite3.Error, msgspec.DecodeError, OSError) as error:
                    self._hang_up()
                    self._failed(error)
                    if not _damaged(error) or not self._set_aside():
                        break
        return ResumedHall(), {}

    def start(self) -> None:
        self._thread = threading.Thread(target=self._run, name="archive", daemon=True)
        self._thread.start()

    def takes(self) -> bool:
        """Returns True while there is room for more rows."""
        return self._rows < MOST_ROWS and self._bytes < MOST_BYTES

    def add(self, table: str, log: Log) -> bool:
        """Takes rows that a table has sent, to be written before long. Returns False where there is no room for
        them.
        """
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
        """Keeps that, in place of what was to be kept under the same key before."""
        with self._waiting:
            self._keep.pop(keep.key, None)
            self._keep[keep.key] = keep
            self._waiting.notify()

    def write(self) -> bool:
        """Writes all that waits, in one transaction. Returns True where the kernel has it."""
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
                # An unforeseen error still has to show: it is logged once, and the write is tried again.
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
        """Yields the journals, with all that has come. Raises sqlite3.Error, and within too."""
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
        """Returns what of it contradicts what is there. Raises sqlite3.Error, OSError."""
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
            self._db = _open_file(self._path)
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
        """Moves the damaged file away. Returns True where a fresh one can take its place."""
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
    """Returns its rows' bytes, about."""
    return sum(len(bytes(row.event)) + len(row.sealed or "") for row in log.rows)


def _damaged(error: Exception) -> bool:
    return isinstance(error, msgspec.DecodeError) or getattr(error, "sqlite_errorcode", 0) & 0xFF in _DAMAGED


def _open_file(path: Path) -> sqlite3.Connection:
    """Opens the file. Raises sqlite3.Error, OSError."""
    path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
    db = sqlite3.connect(path, timeout=1, check_same_thread=False, isolation_level=None)
    try:
        (application,) = db.execute("PRAGMA application_id").fetchone()
        (version,) = db.execute("PRAGMA user_version").fetchone()
        if application == APPLICATION and version > VERSION:
            raise NewerArchive(path)
        db.execute("PRAGMA journal_mode=WAL")
        db.execute("PRAGMA synchronous=NORMAL")
        if application == 0:
            db.executescript(
                f"BEGIN IMMEDIATE; {SCHEMA} PRAGMA application_id={APPLICATION}; PRAGMA user_version={VERSION}; COMMIT"
            )
        elif application != APPLICATION:
            raise sqlite3.DatabaseError(f"{path.name} is no archive of this Warglass's")
        else:
            for older in range(version, VERSION):
                db.executescript(f"BEGIN IMMEDIATE; {MIGRATIONS[older]} PRAGMA user_version={older + 1}; COMMIT")
    except BaseException:
        db.close()
        raise
    return db
