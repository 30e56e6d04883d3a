"""Reading a match's rows beside the table: nobody who plays waits for whoever reads."""

import sqlite3
from threading import Lock

from companion.journal.journal import Journal, Row
from companion.journal.schema import CHAINED

_ROWS = f"SELECT {CHAINED} FROM event WHERE match = ? AND seq > ? ORDER BY seq LIMIT ?"


class Reader:
    """A connection of its own to the journal's file, as long as that is open. It never writes, and no read lasts longer
    than a page: a commit never waits for it. Any thread may call."""

    def __init__(self, journal: Journal) -> None:
        self._journal = journal
        self._lock = Lock()
        self._db: sqlite3.Connection | None = None

    def rows(self, match: int, *, after: int, most: int) -> list[Row]:
        """The match's events numbered above `after`, the lowest first, at most so many. Raises sqlite3.Error."""
        if self._journal.trouble is not None:
            return self._journal.rows(match, after=after, most=most)
        with self._lock:
            if self._db is None:
                uri = f"{self._journal.path.absolute().as_uri()}?mode=ro"
                self._db = sqlite3.connect(uri, uri=True, timeout=1, check_same_thread=False, isolation_level=None)
            return [Row(*row) for row in self._db.execute(_ROWS, (match, after, most))]

    def close(self) -> None:
        """May be called again, and what is read after it opens the file anew."""
        with self._lock:
            if self._db is not None:
                self._db.close()
                self._db = None
