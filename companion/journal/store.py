"""The journal's open file: its connection, its hash chains, and the mark of how far it has come."""

import contextlib
import errno
import hashlib
import os
import sqlite3
import struct
from collections.abc import Iterable, Iterator
from pathlib import Path

import msgspec

# A mark beside the journal of how far it has come: only so is an end that was cut off told from an end.

_SIZE = 256
"""Bytes of the file, always overwritten as a whole: it takes no room that a full disk would not have."""
_DIGEST = 32


class Mark(msgspec.Struct, frozen=True, kw_only=True):
    """After some commit: how many edits there had been (see `seal`), which match lay on the table, its last event and
    that one's link in hexadecimal, and the wall time of it in nanoseconds."""

    edits: int
    match: int
    seq: int
    chain: str
    wall: int


class Head:
    """The file of the mark. It is written with every commit and left to the kernel to bring to the disk, so after a
    power cut it tells what the last second's acts were that the journal lacks."""

    def __init__(self, path: Path) -> None:
        """Raises OSError."""
        self._file = os.open(path, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)

    def write(self, mark: Mark) -> None:
        """What cannot be written is left: an older mark is no wrong one."""
        written = msgspec.json.encode(mark).ljust(_SIZE - _DIGEST)
        with contextlib.suppress(OSError):
            os.pwrite(self._file, written + _digest(written), 0)

    def close(self) -> None:
        with contextlib.suppress(OSError):
            os.fsync(self._file)
        os.close(self._file)


def read_mark(path: Path) -> Mark | None:
    """None where there is none, or none that holds. Raises OSError."""
    try:
        held = path.read_bytes()
    except FileNotFoundError:
        return None
    written = held[: _SIZE - _DIGEST]
    if len(held) != _SIZE or _digest(written) != held[_SIZE - _DIGEST :]:
        return None
    with contextlib.suppress(msgspec.DecodeError):
        return msgspec.json.decode(written, type=Mark)
    return None


def _digest(written: bytes) -> bytes:
    return hashlib.blake2b(written, digest_size=_DIGEST).digest()


# What vouches for what the journal holds: a hash chain a match, a digest for every other row, and a tally of those.
#
# Nothing here is keyed. It tells loss, decay and careless editing from an end; whoever can write the file and knows
# this page can write one that holds.

SIZE = 16
NOTHING = bytes(SIZE)
"""The tally of no rows at all."""
_NUMBERS = struct.Struct("<qqqI")


def digest(*columns: int | str | bytes) -> bytes:
    """Of a row's columns, in order. Raises AttributeError or TypeError for what such a row never holds."""
    hashed = hashlib.blake2b(digest_size=SIZE)
    for column in columns:
        kind, written = (b"i", b"%d" % column) if isinstance(column, int) else _bytes(column)
        hashed.update(b"%b%d:" % (kind, len(written)) + written)
    return hashed.digest()


def link(before: bytes, row: tuple[int, int, int, str, bytes]) -> bytes:
    """Returns the chain's next link: of an event (its number, wall and monotonic time, source and JSON), and of all
    before it back to its match's digest. Raises AttributeError, TypeError or struct.error for what no event's row ever
    holds."""
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


def in_words(error: sqlite3.Error | OSError) -> str:
    """Returns what is wrong with the disk, to end a sentence with."""
    if isinstance(error, OSError):
        return _SYSTEM.get(error.errno or 0, error.strerror or str(error))
    return _SQLITE.get(getattr(error, "sqlite_errorcode", 0) & 0xFF, str(error))


def of_the_disk(error: sqlite3.Error) -> bool:
    """Returns whether it is the disk that fails, and not what the file holds."""
    return getattr(error, "sqlite_errorcode", sqlite3.SQLITE_ERROR) & 0xFF in _DISK


class Store:
    """A connection that whoever writes goes through. Call it under the table's lock."""

    def __init__(self, db: sqlite3.Connection, head: Head | None) -> None:
        """`head` is None where nothing reaches the disk: then nothing is written at all."""
        self.db = db
        self.dirty = False
        self._head = head

    @contextlib.contextmanager
    def together(self) -> Iterator[sqlite3.Connection]:
        """Whatever is written within is committed at its end, or none of it where anything is raised. May be nested.
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
        """Another row than an event was changed: the digests that it had and has. Within `together`."""
        (tally,) = self.db.execute("SELECT tally FROM seal").fetchone()
        tally = tallied(tally, gone=gone, come=come)
        self.db.execute("UPDATE seal SET edits = edits + 1, tally = ?", (tally,))


def reached(db: sqlite3.Connection) -> Mark:
    """Returns how far the journal has come. Raises sqlite3.Error."""
    (edits,) = db.execute("SELECT edits FROM seal").fetchone()
    match = db.execute("SELECT id, 0, digest, wall FROM match WHERE id = (SELECT match FROM on_table)").fetchone()
    if match is None:
        return Mark(edits=edits, match=0, seq=0, chain="", wall=0)
    id, seq, link, wall = last_link(db, match[0]) or match
    return Mark(edits=edits, match=id, seq=seq, chain=link.hex(), wall=wall)


def last_link(db: sqlite3.Connection, match: int) -> tuple[int, int, bytes, int] | None:
    """Of a match's last event: the match, its number there, its link, its wall time. None before the first. Raises
    sqlite3.Error."""
    query = "SELECT match, seq, chain, wall FROM event WHERE match = ? ORDER BY seq DESC LIMIT 1"
    found: tuple[int, int, bytes, int] | None = db.execute(query, (match,)).fetchone()
    return found
