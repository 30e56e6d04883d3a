"""Which rows of the journal go out next, while a connection lasts."""

from collections.abc import Callable

from companion.hall.wire.from_table import MOST_ROWS, Log

Logs = Callable[[int, int], Log]
"""The journal's rows of a match (its number) behind a row: see Log. Raises sqlite3.Error."""


class RowsOut:
    """New rows from the moment on at which the table first told how far its journal is. The journal is the queue, so
    nothing waits here; and what was before, the hall asks for."""

    def __init__(self, logs: Logs) -> None:
        self._logs = logs
        self._match: int | None = None
        self._after = 0

    def next(self, match: int, seq: int) -> Log | None:
        """What follows what went out, now that the journal has `match` on the table, up to row `seq`; None where that
        is all. The last rows of a match that has left go before those of the next. Raises sqlite3.Error."""
        if self._match is None:
            self._match, self._after = match, seq
        if match != self._match:
            left = self._logs(self._match, self._after) if self._match else None
            if left is not None and left.rows:
                return self._out(left)
            # Of one that was taken out again the hall may have all but the newest: it asks, where it has not.
            self._match, self._after = match, max(0, seq - MOST_ROWS)
        if not match or seq <= self._after:
            return None
        found = self._logs(match, self._after)
        return self._out(found) if found.rows else None

    def _out(self, log: Log) -> Log:
        self._after = log.rows[-1].seq
        return log
