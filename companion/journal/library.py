"""What outlives a match: small things by name, beside the journal in the same file."""

from companion.journal import chain
from companion.journal.store import Store

SCHEMA = """
CREATE TABLE library (
    game TEXT NOT NULL, kind TEXT NOT NULL, id TEXT NOT NULL, body BLOB NOT NULL, PRIMARY KEY (game, kind, id)
) WITHOUT ROWID;
"""
_NAMED = "game = ? AND kind = ? AND id = ?"


MOST_OF_A_KIND, MOST_BYTES = 1000, 4 * 1024 * 1024
"""So many things of a kind there is room for in each game, and so many bytes of them."""


class Library:
    """Bodies by game, kind (such as "scenario") and id. What a body is, is its game's business.

    All of it is held in memory too, so a disk that does not answer keeps nobody from reading. Call it under the table's
    lock.
    """

    def __init__(self, store: Store) -> None:
        """Raises sqlite3.Error."""
        self._store = store
        self._held: dict[tuple[str, str], dict[str, bytes]] = {}
        for game, kind, id, body in store.db.execute("SELECT game, kind, id, body FROM library ORDER BY id"):
            self._held.setdefault((game, kind), {})[id] = body

    def all(self, game: str, kind: str) -> dict[str, bytes]:
        """Everything of a kind, by id."""
        return dict(sorted(self._held.get((game, kind), {}).items()))

    def get(self, game: str, kind: str, id: str) -> bytes | None:
        return self._held.get((game, kind), {}).get(id)

    def has_room(self, game: str, kind: str, id: str, body: bytes) -> bool:
        """Whether it may be kept too, or in place of what had the same id."""
        others = [held for other, held in self._held.get((game, kind), {}).items() if other != id]
        return len(others) < MOST_OF_A_KIND and sum(map(len, others)) + len(body) <= MOST_BYTES

    def put(self, game: str, kind: str, id: str, body: bytes) -> None:
        """Keeps it, in place of what had the same id. Raises sqlite3.Error."""
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
