"""What outlives a match: small things by name, beside the journal in the same file."""

import sqlite3
from collections.abc import Callable

from companion.errors import WarglassError

SCHEMA = """
CREATE TABLE library (
    game TEXT NOT NULL, kind TEXT NOT NULL, id TEXT NOT NULL, body BLOB NOT NULL, PRIMARY KEY (game, kind, id)
) WITHOUT ROWID;
"""


MOST_KEPT = 500
MOST_BYTES = 4 * 1024 * 1024
"""Of one kind: what a page of all of them can still show, and a search go through."""


class LibraryFull(WarglassError, sqlite3.Error):
    """There is no room for another. An error of SQLite's too: who keeps things treats it like a full disk."""

    def __init__(self, kind: str) -> None:
        super().__init__(f"a table keeps {MOST_KEPT} of one kind ({kind}) and no more, so delete some first")


class Library:
    """Bodies by game, kind (such as "scenario") and id. What a body is, is its game's business.

    Every method raises sqlite3.Error. Call them under the table's lock.
    """

    def __init__(self, db: sqlite3.Connection, *, touched: Callable[[], None]) -> None:
        """`touched` is called after each change: there is something to bring to the disk."""
        self._db = db
        self._touched = touched
        self._sizes: dict[tuple[str, str], dict[str, int]] = {}  # of the bodies, by game and kind and then by id

    def all(self, game: str, kind: str) -> dict[str, bytes]:
        """Everything of a kind, by id."""
        query = "SELECT id, body FROM library WHERE game = ? AND kind = ? ORDER BY id"
        return dict(self._db.execute(query, (game, kind)))

    def get(self, game: str, kind: str, id: str) -> bytes | None:
        query = "SELECT body FROM library WHERE game = ? AND kind = ? AND id = ?"
        found = self._db.execute(query, (game, kind, id)).fetchone()
        return None if found is None else bytes(found[0])

    def put(self, game: str, kind: str, id: str, body: bytes) -> None:
        """Keeps it, in place of what had the same id. Raises LibraryFull."""
        sizes = {**self._sizes_of(game, kind), id: len(body)}
        if len(sizes) > MOST_KEPT or sum(sizes.values()) > MOST_BYTES:
            raise LibraryFull(kind)
        self._db.execute("INSERT OR REPLACE INTO library VALUES (?, ?, ?, ?)", (game, kind, id, body))
        self._sizes[game, kind] = sizes
        self._touched()

    def delete(self, game: str, kind: str, id: str) -> bool:
        """Whether it was there."""
        self._sizes.pop((game, kind), None)
        gone = self._db.execute("DELETE FROM library WHERE game = ? AND kind = ? AND id = ?", (game, kind, id)).rowcount
        self._touched()
        return gone > 0

    def _sizes_of(self, game: str, kind: str) -> dict[str, int]:
        """Counted once and kept: an import asks five hundred times."""
        if (game, kind) not in self._sizes:
            query = "SELECT id, LENGTH(body) FROM library WHERE game = ? AND kind = ?"
            self._sizes[game, kind] = dict(self._db.execute(query, (game, kind)))
        return self._sizes[game, kind]
