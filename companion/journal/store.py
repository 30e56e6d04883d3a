"""The journal's open file: one connection, its transactions, and the mark of how far they have come."""

import contextlib
import errno
import sqlite3
from collections.abc import Iterator

from companion.journal import chain
from companion.journal.head import Head, Mark

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
    """What is wrong with the disk, to end a sentence with."""
    if isinstance(error, OSError):
        return _SYSTEM.get(error.errno or 0, error.strerror or str(error))
    return _SQLITE.get(getattr(error, "sqlite_errorcode", 0) & 0xFF, str(error))


def of_the_disk(error: sqlite3.Error) -> bool:
    """Whether it is the disk that fails, and not what the file holds."""
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
        tally = chain.tallied(tally, gone=gone, come=come)
        self.db.execute("UPDATE seal SET edits = edits + 1, tally = ?", (tally,))


def reached(db: sqlite3.Connection) -> Mark:
    """How far the journal has come. Raises sqlite3.Error."""
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
