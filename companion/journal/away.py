"""The shelf of unfinished games: what was put away, how each match stood, and which one lies on the table."""

import sqlite3
from collections.abc import Callable

import msgspec

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

    def __init__(self, db: sqlite3.Connection, *, touched: Callable[[], None]) -> None:
        """`touched` is called after each change: there is something to bring to the disk."""
        self._db = db
        self._touched = touched

    def all(self) -> list[AwayRow]:
        """The last 50 that were put away, the newest first."""
        return self._rows("TRUE", MOST_LISTED)

    def find(self, match: int) -> AwayRow | None:
        return next(iter(self._rows("away.match = ?", match, 1)), None)

    def put(self, match: int, *, wall_ns: int, called: str, standing: str) -> None:
        columns = "(match, wall, called, standing)"
        self._db.execute(f"INSERT INTO away {columns} VALUES (?, ?, ?, ?)", (match, wall_ns, called, standing))
        self._touched()

    def lay(self, match: int) -> None:
        """That match is the one on the table, and not away."""
        self._db.execute("DELETE FROM away WHERE match = ?", (match,))
        self._db.execute("INSERT OR REPLACE INTO on_table VALUES (1, ?)", (match,))
        self._touched()

    def delete(self, match: int) -> None:
        """The match is gone for good, with all that happened in it. Only its number stays taken: a page that is open
        still may name it."""
        self._db.execute("DELETE FROM away WHERE match = ?", (match,))
        self._db.execute("DELETE FROM event WHERE match = ?", (match,))
        self._db.execute("UPDATE match SET setup = x'' WHERE id = ?", (match,))
        self._touched()

    def _rows(self, where: str, *given: int) -> list[AwayRow]:
        query = f"""
            SELECT match.id, game, setup, called, standing, match.wall, away.wall FROM away
            JOIN match ON match.id = away.match WHERE {where} ORDER BY place DESC LIMIT ?
        """
        names = AwayRow.__struct_fields__
        return [AwayRow(**dict(zip(names, row, strict=True))) for row in self._db.execute(query, given)]
