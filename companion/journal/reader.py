"""Reads a match's rows beside the table, so that no player waits for a reader."""

import sqlite3
from threading import Lock
from typing import Any

import msgspec

from companion.journal.journal import Journal, MatchRow, Row
from companion.journal.schema import CHAINED

_ROWS = f"SELECT {CHAINED} FROM event WHERE match = ? AND seq > ? ORDER BY seq LIMIT ?"
_LINKED = f"SELECT {CHAINED}, chain FROM event WHERE match = ? AND seq > ? ORDER BY seq LIMIT ?"
_MATCH = "SELECT id, game, setup, wall, digest FROM match WHERE id = ? AND setup != x''"
_LAST = "SELECT coalesce(max(seq), 0) FROM event WHERE match = ?"
_PAGE = 512
_STAMP = """
SELECT edits, coalesce((SELECT match FROM on_table), 0),
    coalesce((SELECT max(seq) FROM event WHERE match = (SELECT match FROM on_table)), 0) FROM seal
"""
_LISTED = """
SELECT match.id, match.digest, match.head, away.called, away.standing
FROM match LEFT JOIN away ON away.match = match.id WHERE setup != x'' ORDER BY match.id
"""
_END = "SELECT seq, wall FROM event WHERE match = ? ORDER BY seq DESC LIMIT 1"
_NEXT = "SELECT min(id) FROM match WHERE id > ? AND setup != x''"


class Written(msgspec.Struct, frozen=True, kw_only=True):
    """Says what the journal has of a match behind some row of it. `match` is None where no match has that number, or
    not any more.

    `links` are its chain's, behind each of the `rows`, and `head` is that of the match before its first row. `last` is
    the number of its newest row, `next` that of the next match, None behind the last one.
    """

    match: MatchRow | None
    head: bytes = b""
    rows: tuple[Row, ...] = ()
    links: tuple[bytes, ...] = ()
    last: int = 0
    next: int | None = None


class Played(msgspec.Struct, frozen=True, kw_only=True):
    """Describes a match with its first rows. `more` says whether the journal has others behind them."""

    match: MatchRow
    rows: tuple[Row, ...]
    more: bool = False


class Stamp(msgspec.Struct, frozen=True):
    """Says how far the journal has come: its changes beside events, the match on the table (0 for none), and its newest
    row's number.

    While it stays equal, so do all matches and what is known of them.
    """

    edits: int
    on_table: int
    last: int


class Listed(msgspec.Struct, frozen=True, kw_only=True):
    """Describes a match that the journal has. `mark` changes with its rows once it has left the table.

    `put_away` says that it is among the saved games; `standing` says how it stood.
    """

    match: int
    mark: bytes
    put_away: bool
    called: str
    standing: str


class Extent(msgspec.Struct, frozen=True, kw_only=True):
    """Says how much the journal has of a match: its rows, and the wall time of the last one in nanoseconds. Before the
    first row that is its opening's."""

    rows: int
    last: int


class Reader:
    """Holds a connection of its own to the journal's file, as long as that is open. Any thread may call any method.

    It never writes, and no read lasts longer than a page: a commit never waits for it.
    """

    def __init__(self, journal: Journal) -> None:
        self._journal = journal
        self._lock = Lock()
        self._db: sqlite3.Connection | None = None

    def rows(self, match: int, *, after: int, most: int) -> list[Row]:
        """Returns the match's events numbered above `after`, the lowest first, at most so many. Raises
        sqlite3.Error."""
        if self._journal.trouble is not None:
            return self._journal.rows(match, after=after, most=most)
        with self._lock:
            return [Row(*row) for row in self._open().execute(_ROWS, (match, after, most))]

    def stamp(self) -> Stamp:
        """Returns how far the journal has come. Raises sqlite3.Error."""
        return Stamp(*self._all(_STAMP)[0])

    def listed(self) -> list[Listed]:
        """Returns every match, the oldest first. Raises sqlite3.Error."""
        return [
            Listed(
                match=match,
                mark=digest + (head or b""),
                put_away=standing is not None,
                called=called or "",
                standing=standing or "",
            )
            for match, digest, head, called, standing in self._all(_LISTED)
        ]

    def row(self, match: int) -> MatchRow | None:
        """Returns what that match was opened with; None where no match has that number, or not any more. Raises
        sqlite3.Error."""
        found = self._all(_MATCH, (match,))
        return MatchRow(*found[0][:-1]) if found else None

    def extent(self, row: MatchRow) -> Extent:
        """Returns how much the journal has of that match. Raises sqlite3.Error."""
        found = self._all(_END, (row.id,))
        rows, last = found[0] if found else (0, row.wall)
        return Extent(rows=rows, last=last)

    def played(self, match: int, *, most: int) -> Played | None:
        """Returns the match with at most so many of its rows, read by page. None where no match has that number, or not
        any more. Raises sqlite3.Error."""
        if self._journal.trouble is not None:
            raise sqlite3.OperationalError(self._journal.trouble)
        with self._lock:
            found = self._open().execute(_MATCH, (match,)).fetchone()
        if found is None:
            return None
        rows: list[Row] = []
        while len(rows) <= most and (page := self.rows(match, after=len(rows), most=_PAGE)):
            rows += page
        return Played(match=MatchRow(*found[:-1]), rows=tuple(rows[:most]), more=len(rows) > most)

    def last(self, match: int) -> int | None:
        """Returns the number of the match's newest row, 0 before the first; None where the match does not exist, or not
        any more. Raises sqlite3.Error."""
        if self._journal.trouble is not None:
            raise sqlite3.OperationalError(self._journal.trouble)
        with self._lock:
            db = self._open()
            if db.execute(_MATCH, (match,)).fetchone() is None:
                return None
            last: int = db.execute(_LAST, (match,)).fetchone()[0]
        return last

    def written(self, match: int, *, after: int, most: int, size: int) -> Written:
        """Returns the match as of one moment, with at most so many of its rows numbered above `after`. It stops behind
        the row with which their events come to `size` bytes. Raises sqlite3.Error."""
        if self._journal.trouble is not None:
            raise sqlite3.OperationalError(self._journal.trouble)
        with self._lock:
            db = self._open()
            db.execute("BEGIN")
            try:
                (following,) = db.execute(_NEXT, (match,)).fetchone()
                found = db.execute(_MATCH, (match,)).fetchone()
                if found is None:
                    return Written(match=None, next=following)
                (last,) = db.execute(_LAST, (match,)).fetchone()
                rows, links = [], []
                for *row, link in db.execute(_LINKED, (match, after, most)):
                    rows.append(Row(*row))
                    links.append(link)
                    size -= len(rows[-1].event)
                    if size <= 0:
                        break
            finally:
                db.execute("ROLLBACK")
        return Written(
            match=MatchRow(*found[:-1]),
            head=found[-1],
            rows=tuple(rows),
            links=tuple(links),
            last=last,
            next=following,
        )

    def _all(self, query: str, given: tuple[int, ...] = ()) -> list[Any]:
        if self._journal.trouble is not None:
            raise sqlite3.OperationalError(self._journal.trouble)
        with self._lock:
            return self._open().execute(query, given).fetchall()

    def _open(self) -> sqlite3.Connection:
        if self._db is None:
            uri = f"{self._journal.path.absolute().as_uri()}?mode=ro"
            self._db = sqlite3.connect(uri, uri=True, timeout=1, check_same_thread=False, isolation_level=None)
        return self._db

    def close(self) -> None:
        """Closes the connection. May be called again. A later read opens the file again."""
        with self._lock:
            if self._db is not None:
                self._db.close()
                self._db = None
