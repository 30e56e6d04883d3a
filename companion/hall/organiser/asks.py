"""Keeps what tables have been asked and have not answered yet, and asks for their clocks and journals."""

import heapq
from collections.abc import Callable, Mapping

import msgspec

from companion.hall.organiser.archive import Archive
from companion.hall.organiser.record import Record
from companion.hall.wire.messages import Answer, Ask, Clock, Resend, Time

# What tables have been asked and have not answered yet: sent again, less and less often.

FIRST_MS = 1_000
LONGEST_MS = 15_000
"""Bound the wait before an ask is sent again: after the first time, and at the most."""
MOST = 64
"""Limits the asks of one table at a time: the oldest is given up for another one."""


class Waiting(msgspec.Struct, kw_only=True):
    """Holds an ask on its way. `asked_ms` is when it last went out, None before it did."""

    id: str
    table: str
    ask: Ask
    due_ms: int
    again: bool = True
    asked_ms: int | None = None
    _wait_ms: int = FIRST_MS


class Asks:
    """Keeps asks by table and id. Not locked: its owner is. Every `…ms` is on the hall's clock."""

    def __init__(self) -> None:
        self._by_table: dict[str, dict[str, Waiting]] = {}
        self._due: list[tuple[int, int, Waiting]] = []
        self._count = 0
        self._given_up: list[Waiting] = []
        """Lists asks that have made room for another one."""

    def add(self, id: str, table: str, ask: Ask, now_ms: int, *, again: bool = True) -> None:
        """Adds an ask. `again`: it is repeated. An id that is under way already stays as it is."""
        mine = self._by_table.setdefault(table, {})
        if id in mine:
            return
        if len(mine) >= MOST:
            self._given_up.append(mine.pop(next(iter(mine))))
        mine[id] = waiting = Waiting(id=id, table=table, ask=ask, due_ms=now_ms, again=again)
        self._push(waiting)

    def of(self, table: str) -> list[Waiting]:
        return list(self._by_table.get(table, {}).values())

    def answered(self, table: str, id: str) -> Waiting | None:
        """Removes and returns the ask; None where no ask waits for that answer."""
        return self._by_table.get(table, {}).pop(id, None)

    def here_again(self, table: str, now_ms: int) -> None:
        """Sends all that the table was asked at once: it listens again."""
        for waiting in self.of(table):
            waiting.due_ms, waiting._wait_ms = now_ms, FIRST_MS
            self._push(waiting)

    def due(self, now_ms: int, hears: Callable[[str], bool]) -> tuple[list[Waiting], list[Waiting]]:
        """Returns the asks that are due now, and those given up for good: they have expired or made room.

        A table that is not connected gets no asks meanwhile.
        """
        said, gone = [], self._given_up
        self._given_up = []
        while self._due and self._due[0][0] <= now_ms:
            due_ms, _, waiting = heapq.heappop(self._due)
            mine = self._by_table.get(waiting.table, {})
            if mine.get(waiting.id) is not waiting or due_ms != waiting.due_ms:
                continue
            if waiting.ask.until_ms <= now_ms:
                gone.append(mine.pop(waiting.id))
                continue
            if hears(waiting.table) and (waiting.again or waiting.asked_ms is None):
                waiting.asked_ms = now_ms
                said.append(waiting)
            waiting.due_ms = min(now_ms + waiting._wait_ms, waiting.ask.until_ms)
            waiting._wait_ms = min(2 * waiting._wait_ms, LONGEST_MS)
            self._push(waiting)
        return said, gone

    def _push(self, waiting: Waiting) -> None:
        self._count += 1
        heapq.heappush(self._due, (waiting.due_ms, self._count, waiting))


# Asking tables for the time by their own clocks, which also shows which tables are there.

AT_ONCE = 5
EVERY_MS = 60_000
AGAIN_MS = 10_000
"""A table that comes is asked AT_ONCE times, one after the other, then once every EVERY_MS.

Where it has not answered for AGAIN_MS, it is asked once more.
"""


class Clocks:
    """Asks all tables. Not locked: its owner is. `ask` sends one ask, not repeated, and returns its id."""

    def __init__(self, asks: Asks, ask: Callable[[str, Ask], str]) -> None:
        self._asks = asks
        self._ask = ask

    def came(self, record: Record, now_ms: int) -> None:
        """Begins again: the table has come back."""
        self._asks.answered(record.table, record.clock)
        record.clock, record.unanswered = "", 0
        record.clocks_left = AT_ONCE
        self.due(record, now_ms)

    def check(self, record: Record, now_ms: int) -> None:
        """Asks at once, because a table that counts as connected may be gone."""
        record.clock_due_ms = now_ms
        self.due(record, now_ms)

    def due(self, record: Record, now_ms: int) -> None:
        """Asks, if it is time to."""
        link, best = record.picture.link, record.offsets.best
        if link is None or not link.online or record.clock or not (record.clocks_left or record.clock_due_ms <= now_ms):
            return
        record.clocks_left = max(0, record.clocks_left - 1)
        record.clock_due_ms = now_ms + EVERY_MS
        record.clock_boot = link.boot
        known = best if record.offsets.boot == link.boot else None
        ask = Clock(
            until_ms=now_ms + AGAIN_MS,
            hall_ms=now_ms,
            offset_ms=None if known is None else known.ms,
            error_ms=None if known is None else known.error(now_ms),
        )
        record.clock = self._ask(record.table, ask)

    def take_answer(self, record: Record, asked: Clock, answer: Answer, now_ms: int) -> None:
        """Takes the table's clock, or that it did not answer."""
        record.clock = ""
        if isinstance(answer, Time):
            record.offsets = record.offsets.measured(
                record.clock_boot, asked_ms=asked.hall_ms, table_ms=answer.ms, now_ms=now_ms
            )
        else:
            record.unanswered += 1
            record.clocks_left, record.clock_due_ms = 0, now_ms
        self.due(record, now_ms)


# Asking tables for what the archive lacks of their journals.

LATE_MS = 60_000
HELD_MS = 5_000
"""A table that has not answered keeps others waiting this long. Those have waited longer than it then."""


class Resends:
    """Asks all tables. Not locked: its owner is. `ask` sends one ask, and returns its id."""

    def __init__(
        self, records: Mapping[str, Record], archive: Archive, asks: Asks, ask: Callable[[str, Ask], str]
    ) -> None:
        self._records = records
        self._archive = archive
        self._asks = asks
        self._ask = ask
        self._lacking: dict[str, None] = {}
        """Lists tables, the one that has waited longest first."""
        self._held: dict[str, int] = {}
        """Holds when each table was asked, the first one before all others."""

    def look(self, table: str) -> None:
        """Notes that some of its journal may be lacking."""
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
        """Ends an ask: its rows came; or the table has no such match (`done` false); or no answer came (None)."""
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
