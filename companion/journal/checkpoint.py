"""The write-ahead log brought into the journal's one file, so that a long night does not fill the card.

Source: https://www.sqlite.org/wal.html#ckpt. SQLite syncs the log before it copies from it, and the file before it lets
the log begin anew. It begins anew with the next commit, which waits for the disk once: never a player's.
"""

import sqlite3
from contextlib import closing
from pathlib import Path


def copy(path: Path) -> bool:
    """Brings what the log of that journal holds into the file; False where a reader keeps it from going all the way.
    Through a connection of its own, while others write: it may wait for a slow disk without anybody waiting for it.
    Raises sqlite3.Error."""
    with closing(sqlite3.connect(path, timeout=0, isolation_level=None)) as db:
        busy, pages, copied = db.execute("PRAGMA wal_checkpoint(PASSIVE)").fetchone()
    return not busy and pages == copied


def begin_anew(db: sqlite3.Connection) -> bool:
    """Empties the log behind the connection that writes it; False where a reader needs it still. What was written since
    `copy` is brought into the file first, and a commit is made, so that it is no act that waits for the disk. Raises
    sqlite3.Error."""
    (busy, _, _) = db.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchone()
    if busy:
        return False
    (version,) = db.execute("PRAGMA user_version").fetchone()
    db.execute(f"PRAGMA user_version={version}")
    return True
