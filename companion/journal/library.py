"""What outlives a match: small things by name, beside the journal in the same file."""

import sqlite3

from companion.errors import WarglassError
from companion.journal import chain
from companion.journal.store import Store

SCHEMA = """
CREATE TABLE library (
    game TEXT NOT NULL, kind TEXT NOT NULL, id TEXT NOT NULL, body BLOB NOT NULL, PRIMARY KEY (game, kind, id)
) WITHOUT ROWID;
"""
_NAMED = "game = ? AND kind = ? AND id = ?"
MOST_KEPT = 500
MOST_BYTES = 4 * 1024 * 1024
"""Of one kind: what a page of all of them can still show, and a search go through."""


class LibraryFull(WarglassError, sqlite3.Error):
    """There is no room for another. An error of SQLite's too: who keeps things treats it like a full disk."""

    def __init__(self, kind: str) -> None:
        super().__init__(f"a table keeps {MOST_KEPT} of one kind ({kind}) and no more, so delete some first")


class Library:
    """Bodies by game, kind (such as "scenario") and id. What a body is, is its game's business.

    All of it is held in memory too, so a disk that does not answer keeps nobody from reading. Call it under the table's
    lock.
    """

    def __init__(self, store: Store) -> None:
        """Raises sqlite3.Error."""
        self._store = store
        self._held: dict[tuple[str, str], dict[str, bytes]] = {}
        self.reread()

    def reread(self) -> None:
        """To be called after writes that were rolled back. Raises sqlite3.Error."""
        held: dict[tuple[str, str], dict[str, bytes]] = {}
        for game, kind, id, body in self._store.db.execute("SELECT game, kind, id, body FROM library ORDER BY id"):
            held.setdefault((game, kind), {})[id] = body
        self._held = held

    def all(self, game: str, kind: str) -> dict[str, bytes]:
        """Everything of a kind, by id."""
        return dict(sorted(self._held.get((game, kind), {}).items()))

    def get(self, game: str, kind: str, id: str) -> bytes | None:
        return self._held.get((game, kind), {}).get(id)

    def put(self, game: str, kind: str, id: str, body: bytes) -> None:
        """Keeps it, in place of what had the same id. Raises sqlite3.Error; LibraryFull is one."""
        held = {**self._held.get((game, kind), {}), id: body}
        if len(held) > MOST_KEPT or sum(map(len, held.values())) > MOST_BYTES:
            raise LibraryFull(kind)
        digest = chain.digest(game, kind, id, body)
        with self._store.together() as db:
            gone = self._digest(game, kind, id)
            db.execute("INSERT OR REPLACE INTO library VALUES (?, ?, ?, ?, ?)", (game, kind, id, body, digest))
            self._store.edited(gone=gone, come=digest)
        self._held.setdefault((game, kind), {})[id] = body

    def delete(self, game: str, kind: str, id: str) -> bool:
        """Whether it was there. Raises sqlite3.Error."""
        with self._store.together() as db:
            gone = self._digest(game, kind, id)
            if gone is not None:
                db.execute(f"DELETE FROM library WHERE {_NAMED}", (game, kind, id))
                self._store.edited(gone=gone)
        return self._held.get((game, kind), {}).pop(id, None) is not None

    def _digest(self, game: str, kind: str, id: str) -> bytes | None:
        found = self._store.db.execute(f"SELECT digest FROM library WHERE {_NAMED}", (game, kind, id)).fetchone()
        return None if found is None else bytes(found[0])
