"""Sets a damaged journal aside whole, and reads what holds of it into a fresh file."""

import contextlib
import itertools
import os
import sqlite3
import struct
from collections.abc import Iterator
from pathlib import Path

import msgspec

from companion.errors import WarglassError
from companion.journal.check import DAMAGED, UNREADABLE, FoundJournal, JournalDamage, look_over, missing, read_rows
from companion.journal.schema import CHAINED, DIGESTED, bring_up, renamed, tally
from companion.journal.store import read_mark

# SQLite's write-ahead log, read before SQLite reads it, to find what SQLite skips in silence.
#
# Source: "The Write-Ahead Log", https://www.sqlite.org/fileformat2.html#walformat

_HEADER = struct.Struct(">8I")
_FRAME = struct.Struct(">6I")
_MAGIC = 0x377F0682
"""Says by its lowest bit whether checksums read words with the highest byte first."""
_SMALLEST_PAGE, _LARGEST_PAGE = 512, 65536


class LogFrame(msgspec.Struct, frozen=True):
    """Describes a page as some commit left it. `size` is the file's in pages where a transaction ends here, else 0.

    `holds` says whether its checksum does. `follows` says whether SQLite would take it: all before it hold too.
    """

    page: int
    size: int
    at: int
    holds: bool
    follows: bool


class Wal(msgspec.Struct, frozen=True):
    """Describes a log. `at` in a frame is where its page begins in the log's file.

    A log is damaged where SQLite would leave out something that was written to its end. A write that was cut short is
    not damage.
    """

    page_size: int
    frames: tuple[LogFrame, ...]
    damaged: bool

    def committed(self, *, gaps: bool) -> Iterator[LogFrame]:
        """Returns the frames up to the last commit: with `gaps` all that hold for themselves, else only those that
        SQLite would take."""
        frames = [frame for frame in self.frames if (frame.holds if gaps else frame.follows)]
        last = max((index for index, frame in enumerate(frames) if frame.size), default=-1)
        return iter(frames[: last + 1])


def read_wal(path: Path) -> Wal:
    """Returns the log in that file; an empty one where the file does not exist. Raises OSError."""
    try:
        with path.open("rb") as file:
            header = file.read(_HEADER.size)
            if len(header) < _HEADER.size:
                return Wal(0, (), damaged=False)
            magic, _, page_size, _, salt1, salt2, sum1, sum2 = _HEADER.unpack(header)
            words = ">" if magic & 1 else "<"
            sound = (
                magic & ~1 == _MAGIC
                and _SMALLEST_PAGE <= page_size <= _LARGEST_PAGE
                and _summed((0, 0), header[:24], words) == (sum1, sum2)
            )
            if not sound:
                return Wal(0, (), damaged=bool(file.read(1)))
            frames: list[LogFrame] = []
            befores, follows, length = {(sum1, sum2)}, True, _FRAME.size + page_size
            while len(raw := file.read(length)) == length:
                page, size, *salts, sum1, sum2 = _FRAME.unpack_from(raw)
                content = raw[_FRAME.size :]
                summed = {_summed(_summed(each, raw[:8], words), content, words) for each in befores}
                if follows and salts[0] == (salt1 - 1) & 0xFFFFFFFF and salts[1] != salt2:
                    # The rest is of the log before, which this one is written over.
                    break
                holds = (sum1, sum2) in summed and salts == [salt1, salt2] and page > 0
                follows = follows and holds
                frames.append(LogFrame(page, size, file.tell() - page_size, holds, follows))
                # Where this one is damaged, the next frame shows which part is at fault: its content, or its checksum.
                befores = {(sum1, sum2), *(summed if len(befores) == 1 else ())}
            return Wal(page_size, tuple(frames), damaged=not follows)
    except FileNotFoundError:
        return Wal(0, (), damaged=False)


def _summed(before: tuple[int, int], content: bytes, words: str) -> tuple[int, int]:
    """Returns SQLite's checksum of the content, carried on from that of what was before it."""
    first, second = before
    for word in struct.unpack(f"{words}{len(content) // 4}I", content):
        first, second = second, (first + second + word) & 0xFFFFFFFF
    return first, second


# A journal's file in memory, as its pages and its log have it. It is read where the disk takes no more writes, or the
# file is damaged. It leaves the disk as it is.

LARGEST = 128 * 2**20
"""Is the size in bytes of the largest file that is read so."""
_PAGE = 4096
_HEALED = ((0, b"SQLite format 3\0"), (16, struct.pack(">H", _PAGE)), (18, bytes((1, 1, 0, 64, 32, 32))))
"""Says what a header has at these places, whatever may have become of it. Only this one has no log beside it."""
_ALWAYS = ((44, struct.pack(">I", 4)), (52, bytes(4)), (56, struct.pack(">I", 1)), (64, bytes(4)))


class TooLarge(WarglassError):
    """Says that the file is larger than what is read into memory."""


def image(path: Path, wal: Wal, *, gaps: bool = False) -> sqlite3.Connection:
    """Returns the file's content, read-only. Raises OSError, TooLarge, sqlite3.Error, and schema.Newer.

    With `gaps` it also has what the log holds behind a damaged place. What the disk cannot read is then blank.
    """
    pages = _pages(path, blank=gaps)
    frames = list(wal.committed(gaps=gaps))
    if frames:
        with Path(f"{path}-wal").open("rb") as log:
            for frame in frames:
                log.seek(frame.at)
                at = (frame.page - 1) * wal.page_size
                if at <= LARGEST:
                    pages[len(pages) :] = bytes(max(0, at - len(pages)))
                    pages[at : at + wal.page_size] = log.read(wal.page_size)
    for at, held in (*_HEALED, *_ALWAYS):
        pages[at : at + len(held)] = held
    pages[28:32] = struct.pack(">I", len(pages) // _PAGE)
    return _open_pages(pages)


def as_it_lies(path: Path) -> sqlite3.Connection:
    """Returns the file without its log, read where it is. Raises sqlite3.Error."""
    return sqlite3.connect(
        f"{path.absolute().as_uri()}?mode=ro&immutable=1", uri=True, check_same_thread=False, isolation_level=None
    )


def empty() -> sqlite3.Connection:
    """Returns an empty journal, read-only."""
    return _open_pages(b"")


def _pages(path: Path, *, blank: bool) -> bytearray:
    with contextlib.suppress(FileNotFoundError), path.open("rb", buffering=0) as file:
        size = os.fstat(file.fileno()).st_size
        if size > LARGEST:
            raise TooLarge(f"{path} has {size} bytes")
        pages = bytearray(size)
        for at in range(0, size, _PAGE):
            try:
                pages[at : at + _PAGE] = os.pread(file.fileno(), _PAGE, at)
            except OSError:
                if not blank:
                    raise
        return pages
    return bytearray()


def _open_pages(pages: bytes | bytearray) -> sqlite3.Connection:
    db = sqlite3.connect(":memory:", check_same_thread=False, isolation_level=None)
    try:
        if pages:
            db.deserialize(pages)
            renamed(db)
        bring_up(db)
        db.execute("PRAGMA query_only=ON")
    except BaseException:
        db.close()
        raise
    return db


# A damaged journal is set aside whole, never deleted, and what holds of it is read into a fresh one.

BESIDE = ("-wal", "-shm", "-head")
"""Lists the endings of the files that belong to a journal's file."""
_DRAFT, _FRESH = "-draft", "-fresh"


def readable(path: Path, wal: Wal, *, blank: bool) -> tuple[sqlite3.Connection | None, FoundJournal]:
    """Returns what can be read of a damaged journal, in memory if it is not too large, and what of that holds. None
    where it cannot be read at all.

    With `blank`, it leaves out what the disk cannot read. Raises OSError and schema.Newer.
    """
    best, most = None, FoundJournal(sound={table: [] for table in DIGESTED}, unsound={table: [] for table in DIGESTED})
    most.torn = True
    # Pages are whole: a later page often has all that a damaged one had.
    for gaps in (True, False) if wal.damaged else (blank,):
        with contextlib.suppress(*UNREADABLE):
            try:
                db = image(path, wal, gaps=gaps)
            except TooLarge:
                db = as_it_lies(path)
            found = look_over(db)
            if best is None or _worth(found) > _worth(most):
                if best is not None:
                    best.close()
                best, most = db, found
            else:
                db.close()
    return best, most


def as_it_is(path: Path) -> sqlite3.Connection:
    """Returns what holds of the journal, read-only in memory, whatever the disk does. Raises schema.Newer."""
    new = empty()
    try:
        old, found = readable(path, read_wal(Path(f"{path}-wal")), blank=False)
    except OSError:
        return new
    if old is not None and found.faults:
        new.execute("PRAGMA query_only=OFF")
        _copy(old, new, found)
        new.execute("PRAGMA query_only=ON")
        old.close()
    if old is None or found.faults:
        return new
    new.close()
    return old


def mend(path: Path) -> JournalDamage:
    """Puts a fresh journal in place of the damaged one. Raises OSError, sqlite3.Error and schema.Newer: then the
    damaged one is where it was."""
    wal = read_wal(Path(f"{path}-wal"))
    mark = read_mark(Path(f"{path}-head"))
    last_written = max(each.stat().st_mtime_ns for each in (path, Path(f"{path}-wal")) if each.exists())
    old, found = readable(path, wal, blank=True)
    try:
        draft = Path(f"{path}{_DRAFT}")
        _write(draft, old, found)
        fresh = draft.rename(f"{path}{_FRESH}")
        _bring(path.parent)
        kept_as = _set_aside(path)
        fresh.rename(path)
        _bring(path.parent)
    finally:
        if old is not None:
            old.close()
    return missing(found, mark=mark, tail=wal.damaged, now=last_written, kept_as=kept_as)


def finish(path: Path) -> None:
    """Finishes what a power cut has interrupted: the old one was set aside, the fresh one not yet in its place. Raises
    OSError."""
    fresh = Path(f"{path}{_FRESH}")
    if fresh.exists() and not path.exists():
        _set_aside(path)
        fresh.rename(path)
    else:
        fresh.unlink(missing_ok=True)


def _worth(found: FoundJournal) -> int:
    return sum(held.events for held in found.held.values()) + sum(map(len, found.sound.values()))


def _set_aside(path: Path) -> str:
    kept_as = next(
        named
        for number in itertools.count(1)
        if not any(Path(f"{(named := f'{path}.damaged-{number}')}{suffix}").exists() for suffix in ("", *BESIDE))
    )
    for suffix in ("", *BESIDE):
        with contextlib.suppress(FileNotFoundError):
            Path(f"{path}{suffix}").rename(f"{kept_as}{suffix}")
    return Path(kept_as).name


def _write(draft: Path, old: sqlite3.Connection | None, found: FoundJournal) -> None:
    """Writes a journal of what holds."""
    for suffix in ("", "-journal"):
        Path(f"{draft}{suffix}").unlink(missing_ok=True)
    new = sqlite3.connect(draft, isolation_level=None)
    try:
        bring_up(new)
        new.execute("BEGIN")
        if old is not None:
            _copy(old, new, found)
        new.execute("COMMIT")
    finally:
        new.close()


def _copy(old: sqlite3.Connection, new: sqlite3.Connection, found: FoundJournal) -> None:
    """Copies what holds of the old one, read once more in the same way. It sets `found.torn` where a row cannot be
    read. A key finds another's row where rows are out of order, so none is looked up by it."""
    for table in found.sound:
        columns = (*DIGESTED[table], "digest")
        into = f"INSERT OR IGNORE INTO {table} ({', '.join(columns)}) VALUES ({', '.join('?' * len(columns))})"
        try:
            new.executemany(into, ([*row, digest] for row, digest, holds in read_rows(old, table) if holds))
        except DAMAGED:
            found.torn = True
    for match, held in found.held.items():
        # The chain says whose event it is. Its own number may be another's.
        query = f"SELECT {match:d}, {CHAINED}, chain FROM event WHERE match = ? ORDER BY seq LIMIT ?"
        try:
            new.executemany("INSERT INTO event VALUES (?, ?, ?, ?, ?, ?, ?)", old.execute(query, (match, held.events)))
        except UNREADABLE:
            (events,) = new.execute("SELECT count(*) FROM event WHERE match = ?", (match,)).fetchone()
            found.held[match] = msgspec.structs.replace(held, events=events, whole=False)
    new.execute("DELETE FROM event WHERE match NOT IN (SELECT id FROM match)")
    new.execute("DELETE FROM away WHERE match NOT IN (SELECT id FROM match)")
    if found.on_table is not None:
        new.execute("DELETE FROM away WHERE match = ?", (found.on_table,))
        new.execute("INSERT INTO on_table SELECT 1, id FROM match WHERE id = ?", (found.on_table,))
    last = "SELECT chain FROM event WHERE event.match = match.id ORDER BY seq DESC LIMIT 1"
    new.execute(f"UPDATE match SET head = coalesce(({last}), digest) WHERE id IS NOT ?", (found.on_table,))
    new.execute("UPDATE seal SET edits = ?, tally = ?", (found.edits, tally(new)))


def _bring(folder: Path) -> None:
    """Syncs the folder's names to the disk."""
    descriptor = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)
