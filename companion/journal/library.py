"""What outlives a match: small things by name, beside the journal in the same file."""

import sqlite3
from collections.abc import Callable

SCHEMA = """
CREATE TABLE library (
    game TEXT NOT NULL, kind TEXT NOT NULL, id TEXT NOT NULL, body BLOB NOT NULL, PRIMARY KEY (game, kind, id)
) WITHOUT ROWID;
"""


MOST_OF_A_KIND, MOST_BYTES = 1000, 4 * 1024 * 1024
"""So many things of a kind there is room for in each game, and so many bytes of them."""


class Library:
    """Bodies by game, kind (such as "scenario") and id. What a body is, is its game's business.

    Every method raises sqlite3.Error. Call them under the table's lock.
    """

    def __init__(self, db: sqlite3.Connection, *, touched: Callable[[], None]) -> None:
        """`touched` is called after each change: there is something to bring to the disk."""
        self._db = db
        self._touched = touched

    def all(self, game: str, kind: str) -> dict[str, bytes]:
        """Everything of a kind, by id."""
        query = "SELECT id, body FROM library WHERE game = ? AND kind = ? ORDER BY id"
        return dict(self._db.execute(query, (game, kind)))

    def get(self, game: str, kind: str, id: str) -> bytes | None:
        query = "SELECT body FROM library WHERE game = ? AND kind = ? AND id = ?"
        found = self._db.execute(query, (game, kind, id)).fetchone()
        return None if found is None else bytes(found[0])

    def has_room(self, game: str, kind: str, id: str, body: bytes) -> bool:
        """Whether it may be kept too, or in place of what had the same id."""
        query = "SELECT count(*), ifnull(sum(length(body)), 0) FROM library WHERE game = ? AND kind = ? AND id != ?"
        count, size = self._db.execute(query, (game, kind, id)).fetchone()
        return bool(count < MOST_OF_A_KIND and size + len(body) <= MOST_BYTES)

    def put(self, game: str, kind: str, id: str, body: bytes) -> None:
        """Keeps it, in place of what had the same id."""
        self._db.execute("INSERT OR REPLACE INTO library VALUES (?, ?, ?, ?)", (game, kind, id, body))
        self._touched()

    def delete(self, game: str, kind: str, id: str) -> bool:
        """Whether it was there."""
        gone = self._db.execute("DELETE FROM library WHERE game = ? AND kind = ? AND id = ?", (game, kind, id)).rowcount
        self._touched()
        return gone > 0
