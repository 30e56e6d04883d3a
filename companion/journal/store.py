"""Holds the journal's open file: its connection, its hash chains, and the mark of how far it has come."""

import contextlib
import errno
import hashlib
import os
import sqlite3
import struct
from collections.abc import Iterable, Iterator
from pathlib import Path

import msgspec

from companion.fields.decode import decoder_of

# A mark beside the journal of how far it has come. Only the mark shows whether the journal's end was cut off.

_SIZE = 256
"""Is the file's size in bytes. The file is always overwritten as a whole, so it takes no room that a full disk would
lack."""
_DIGEST = 32


class EndMark(msgspec.Struct, frozen=True, kw_only=True):
    """Says how far the journal had come after a commit: how many edits there had been (see `seal`), and which match was
    on the table.

    It also has that match's last event, the event's link in hexadecimal, and its wall time in nanoseconds.
    """

    edits: int
    match: int
    seq: int
    chain: str
    wall: int


class Head:
    """Writes the file of the mark. It does so with every commit and leaves the sync to the kernel. So after a power cut
    the mark shows which of the last second's acts the journal lacks."""

    def __init__(self, path: Path) -> None:
        """Opens the file. Raises OSError."""
        self._file = os.open(path, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)

    def write(self, mark: EndMark) -> None:
        """Writes the mark. A failure is ignored: an older mark is not a wrong one."""
        written = msgspec.json.encode(mark).ljust(_SIZE - _DIGEST)
        with contextlib.suppress(OSError):
            os.pwrite(self._file, written + _digest(written), 0)

    def close(self) -> None:
        with contextlib.suppress(OSError):
            os.fsync(self._file)
        os.close(self._file)


def read_mark(path: Path) -> EndMark | None:
    """Returns the mark; None where there is none, or none that holds. Raises OSError."""
    try:
        held = path.read_bytes()
    except FileNotFoundError:
        return None
    written = held[: _SIZE - _DIGEST]
    if len(held) != _SIZE or _digest(written) != held[_SIZE - _DIGEST :]:
        return None
    with contextlib.suppress(msgspec.DecodeError):
        return decoder_of(EndMark).decode(written)
    return None


def _digest(written: bytes) -> bytes:
    return hashlib.blake2b(written, digest_size=_DIGEST).digest()


# What protects the journal's content: a hash chain a match, a digest for every other row, and a tally of those. It has
# no keys. It tells loss, decay and careless editing from an end. A person who can write the file and knows this page
# can write one that holds.

SIZE = 16
NOTHING = bytes(SIZE)
"""Is the tally of no rows at all."""
_NUMBERS = struct.Struct("<qqqI")


def digest(*columns: int | str | bytes) -> bytes:
    """Returns the digest of a row's columns, in order. Raises AttributeError or TypeError for values that no such row
    holds."""
    hashed = hashlib.blake2b(digest_size=SIZE)
    for column in columns:
        kind, written = (b"i", b"%d" % column) if isinstance(column, int) else _bytes(column)
        hashed.update(b"%b%d:" % (kind, len(written)) + written)
    return hashed.digest()


def link(before: bytes, row: tuple[int, int, int, str, bytes]) -> bytes:
    """Returns the chain's next link: of an event (its number, wall and monotonic time, source and JSON), and of all
    before it. The chain goes back to its match's digest.

    Raises AttributeError, TypeError or struct.error for values that no event's row holds.
    """
    seq, wall, mono, source, event = row
    who = source.encode()
    return hashlib.blake2b(before + _NUMBERS.pack(seq, wall, mono, len(who)) + who + event, digest_size=SIZE).digest()


def end(match: tuple[int, str, bytes, int], rows: Iterable[tuple[int, int, int, str, bytes]]) -> bytes:
    """Returns the last link of a match (its number, game, setup and wall time) with these events, as its journal has
    it. Raises what `digest` and `link` do."""
    found = digest(*match)
    for row in rows:
        found = link(found, row)
    return found


def tallied(tally: bytes, *, gone: bytes | None = None, come: bytes | None = None) -> bytes:
    """Returns the tally without one digest and with another: the sum of them all, so their order does not matter."""
    return _bytes_of(_number(tally) - _number(gone or b"") + _number(come or b""))


def _bytes(column: str | bytes) -> tuple[bytes, bytes]:
    return (b"s", column.encode()) if isinstance(column, str) else (b"b", column)


def _number(digest: bytes) -> int:
    return int.from_bytes(digest, "big")


def _bytes_of(number: int) -> bytes:
    return (number % (1 << 8 * SIZE)).to_bytes(SIZE, "big")


# The journal's open file: one connection, its transactions, and the mark of how far they have come.

_SQLITE = {
    sqlite3.SQLITE_FULL: "the disk is full",
    sqlite3.SQLITE_READONLY: "the disk is read-only",
    sqlite3.SQLITE_IOERR: "the disk does not answer",
    sqlite3.SQLITE_CANTOPEN: "the disk does not open it",
    sqlite3.SQLITE_BUSY: "another program keeps the journal for itself",
    sqlite3.SQLITE_CORRUPT: "the journal is damaged; starting Warglass again mends it",
    sqlite3.SQLITE_NOTADB: "the journal is damaged; starting Warglass again mends it",
}
_DISK = {
    sqlite3.SQLITE_FULL,
    sqlite3.SQLITE_READONLY,
    sqlite3.SQLITE_IOERR,
    sqlite3.SQLITE_CANTOPEN,
    sqlite3.SQLITE_BUSY,
    sqlite3.SQLITE_LOCKED,
    sqlite3.SQLITE_PERM,
}
_SYSTEM = {
    errno.ENOSPC: "the disk is full",
    errno.EDQUOT: "the disk is full",
    errno.EROFS: "the disk is read-only",
    errno.EIO: "the disk does not answer",
}


def in_words(error: Exception) -> str:
    """Returns what is wrong with the disk, as the end of a sentence."""
    if isinstance(error, OSError):
        return _SYSTEM.get(error.errno or 0, error.strerror or str(error))
    return _SQLITE.get(getattr(error, "sqlite_errorcode", 0) & 0xFF, str(error))


def of_the_disk(error: sqlite3.Error) -> bool:
    """Returns whether the disk fails, and not the file's content."""
    return getattr(error, "sqlite_errorcode", sqlite3.SQLITE_ERROR) & 0xFF in _DISK


class Store:
    """Holds the connection that all writes go through. Call it under the table's lock."""

    def __init__(self, db: sqlite3.Connection, head: Head | None) -> None:
        """Takes the mark's file as `head`; None where the disk takes no writes, and then it does not write at all."""
        self.db = db
        self.dirty = False
        self._head = head

    @contextlib.contextmanager
    def together(self) -> Iterator[sqlite3.Connection]:
        """Commits at the block's end all that is written inside, or none of it where the block raises. May be nested.
        Raises sqlite3.Error."""
        if self.db.in_transaction:
            yield self.db
            return
        self.db.execute("BEGIN IMMEDIATE")
        try:
            yield self.db
            self.db.execute("COMMIT")
        except BaseException:
            with contextlib.suppress(sqlite3.Error):
                self.db.execute("ROLLBACK")
            raise
        self.dirty = True
        if self._head is not None:
            with contextlib.suppress(sqlite3.Error):
                self._head.write(reached(self.db))

    def edited(self, *, gone: bytes | None = None, come: bytes | None = None) -> None:
        """Records that another row than an event was changed, by the digests that it had and has. Call it within
        `together`."""
        (tally,) = self.db.execute("SELECT tally FROM seal").fetchone()
        tally = tallied(tally, gone=gone, come=come)
        self.db.execute("UPDATE seal SET edits = edits + 1, tally = ?", (tally,))


def reached(db: sqlite3.Connection) -> EndMark:
    """Returns how far the journal has come. Raises sqlite3.Error."""
    (edits,) = db.execute("SELECT edits FROM seal").fetchone()
    match = db.execute("SELECT id, 0, digest, wall FROM match WHERE id = (SELECT match FROM on_table)").fetchone()
    if match is None:
        return EndMark(edits=edits, match=0, seq=0, chain="", wall=0)
    id, seq, link, wall = last_link(db, match[0]) or match
    return EndMark(edits=edits, match=id, seq=seq, chain=link.hex(), wall=wall)


def last_link(db: sqlite3.Connection, match: int) -> tuple[int, int, bytes, int] | None:
    """Returns of a match's last event: the match, its number there, its link, its wall time. None before the first.
    Raises sqlite3.Error."""
    query = "SELECT match, seq, chain, wall FROM event WHERE match = ? ORDER BY seq DESC LIMIT 1"
    found: tuple[int, int, bytes, int] | None = db.execute(query, (match,)).fetchone()
    return found
