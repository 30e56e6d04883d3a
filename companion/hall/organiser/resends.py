"""Asking tables for what the archive lacks of their journals."""

from collections.abc import Callable, Mapping

from companion.hall.organiser.archive.archive import Archive
from companion.hall.organiser.asks import Asks
from companion.hall.organiser.record import Record
from companion.hall.wire.from_hall import Ask, Resend

MOST = 64
"""Parts that are asked for at a time, of all tables; one of each."""
LATE_MS = 60_000
HELD_MS = 5_000
"""So long does a table that has not answered keep others from being asked, which have waited longer than it then."""


class Resends:
    """Of all tables. Not locked: its owner is. `ask` asks one something, and returns the ask's id."""

    def __init__(
        self, records: Mapping[str, Record], archive: Archive, asks: Asks, ask: Callable[[str, Ask], str]
    ) -> None:
        self._records = records
        self._archive = archive
        self._asks = asks
        self._ask = ask
        self._lacking: dict[str, None] = {}
        """Whoever has waited longest is the first."""
        self._held: dict[str, int] = {}
        """By table, when it was asked, the first one before all others."""

    def look(self, table: str) -> None:
        """Something of its journal may be lacking."""
        self._lacking.setdefault(table)

    def due(self, now_ms: int) -> None:
        """Asks for what is lacking, while the archive has room for it."""
        if not self._archive.takes():
            return
        while self._held and now_ms - next(iter(self._held.values())) >= HELD_MS:
            del self._held[next(iter(self._held))]
        for table in list(self._lacking):
            if len(self._held) >= MOST:
                return
            record = self._records[table]
            part = None if record.resend else record.refill.next(record.picture, record.shelf.have, now_ms)
            if part is not None:
                self._held[table] = now_ms
                ask = Resend(until_ms=now_ms + LATE_MS, match=part.match, after=part.after)
                record.resend = self._ask(table, ask)
            if not record.refill.waits:
                self._lacking.pop(table, None)

    def ended(self, record: Record, *, done: bool | None) -> None:
        """What it was asked for has come; or the table has no such match (`done` false); or nothing came (None)."""
        if done is None:
            record.refill.lost()
        else:
            record.refill.answered(done=done)
        if record.resend:
            self._held.pop(record.table, None)
            self._asks.answered(record.table, record.resend)
            record.resend = ""
        self._lacking.pop(record.table, None)
        self._lacking[record.table] = None
