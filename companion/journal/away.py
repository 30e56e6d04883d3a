"""The shelf of unfinished games: what was put away, how each match stood, and which one lies on the table."""

import msgspec

from companion.journal import chain
from companion.journal.store import Store, last_link

SCHEMA = """
CREATE TABLE away (
    place INTEGER PRIMARY KEY, match INTEGER NOT NULL UNIQUE REFERENCES match (id), wall INTEGER NOT NULL,
    called TEXT NOT NULL, standing TEXT NOT NULL
);
CREATE TABLE on_table (only INTEGER PRIMARY KEY CHECK (only = 1), match INTEGER NOT NULL REFERENCES match (id));
"""
MOST_LISTED = 50


class AwayRow(msgspec.Struct, frozen=True, kw_only=True):
    """An unfinished match. Wall times in nanoseconds; `called` and `standing` as its game told them (see Game)."""

    match: int
    game: str
    setup: bytes
    called: str
    standing: str
    opened: int
    put_away: int


class Away:
    """What the journal knows of matches that are not being played. The newest place is the highest: wall clocks jump.

    Every method raises sqlite3.Error. Call them under the table's lock.
    """

    def __init__(self, store: Store) -> None:
        self._store = store

    def all(self) -> list[AwayRow]:
        """The last 50 that were put away, the newest first."""
        return self._rows("TRUE", MOST_LISTED)

    def find(self, match: int) -> AwayRow | None:
        return next(iter(self._rows("away.match = ?", match, 1)), None)

    def put(self, match: int, *, wall_ns: int, called: str, standing: str) -> None:
        with self._store.together() as db:
            (place,) = db.execute("SELECT coalesce(max(place), 0) + 1 FROM away").fetchone()
            row = (place, match, wall_ns, called, standing)
            digest = chain.digest(*row)
            db.execute("INSERT INTO away VALUES (?, ?, ?, ?, ?, ?)", (*row, digest))
            self._store.edited(come=digest)

    def seal(self, match: int) -> None:
        """The match, which is not the one on the table, grows no more."""
        with self._store.together() as db:
            (digest,) = db.execute("SELECT digest FROM match WHERE id = ?", (match,)).fetchone()
            _, _, head, _ = last_link(db, match) or (match, 0, digest, 0)
            db.execute("UPDATE match SET head = ? WHERE id = ?", (head, match))

    def lay(self, match: int) -> None:
        """That match is the one on the table, and not away. The one before it has left, and grows no more."""
        with self._store.together() as db:
            for (left,) in db.execute("SELECT match FROM on_table WHERE match <> ?", (match,)).fetchall():
                self.seal(left)
            db.execute("UPDATE match SET head = NULL WHERE id = ?", (match,))
            db.execute("INSERT OR REPLACE INTO on_table VALUES (1, ?)", (match,))
            self._store.edited(gone=self._taken(match))

    def cut(self, match: int, *, rows: int) -> bool:
        """Whether the match has no more than so many rows; else so many of its last ones are gone, and it is off the
        shelf. It holds like one that never had more. Not for the one on the table."""
        with self._store.together() as db:
            (last,) = db.execute("SELECT coalesce(max(seq), 0) FROM event WHERE match = ?", (match,)).fetchone()
            if last <= rows:
                return True
            db.execute("DELETE FROM event WHERE match = ? AND seq > ?", (match, last - rows))
            self.seal(match)
            self._store.edited(gone=self._taken(match))
            return False

    def delete(self, match: int) -> None:
        """The match, which does not lie on the table or leaves it, is gone for good, with all that happened in it. Only
        its number stays taken: a page that is open still may name it."""
        with self._store.together() as db:
            self._store.edited(gone=self._taken(match))
            db.execute("DELETE FROM event WHERE match = ?", (match,))
            id, game, _, wall, gone = db.execute(
                "SELECT id, game, setup, wall, digest FROM match WHERE id = ?", (match,)
            ).fetchone()
            left = chain.digest(id, game, b"", wall)
            db.execute("UPDATE match SET setup = x'', digest = ?, head = ? WHERE id = ?", (left, left, match))
            self._store.edited(gone=gone, come=left)

    def _taken(self, match: int) -> bytes | None:
        """The digest of the match's row, which is off the shelf with that."""
        gone = self._store.db.execute("DELETE FROM away WHERE match = ? RETURNING digest", (match,)).fetchone()
        return None if gone is None else bytes(gone[0])

    def _rows(self, where: str, *given: int) -> list[AwayRow]:
        query = f"""
            SELECT match.id, game, setup, called, standing, match.wall, away.wall FROM away
            JOIN match ON match.id = away.match WHERE {where} ORDER BY place DESC LIMIT ?
        """
        names = AwayRow.__struct_fields__
        return [AwayRow(**dict(zip(names, row, strict=True))) for row in self._store.db.execute(query, given)]
