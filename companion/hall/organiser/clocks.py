"""Asking tables what time it is by their own clocks, which also tells who is there."""

from collections.abc import Callable

from companion.hall.organiser.asks import Asks
from companion.hall.organiser.record import Record
from companion.hall.wire.from_hall import Ask, Clock
from companion.hall.wire.from_table import Answer, Time

AT_ONCE = 5
EVERY_MS = 60_000
AGAIN_MS = 10_000
"""A table that comes is asked so often, one after the other; then once in so long; and where it has not answered for
AGAIN_MS, once more."""


class Clocks:
    """Of all tables. Not locked: its owner is. `ask` asks one something, not repeated, and returns the ask's id."""

    def __init__(self, asks: Asks, ask: Callable[[str, Ask], str]) -> None:
        self._asks = asks
        self._ask = ask

    def came(self, record: Record, now_ms: int) -> None:
        """The table is there anew."""
        self._asks.answered(record.table, record.clock)
        record.clock, record.unanswered = "", 0
        record.clocks_left = AT_ONCE
        self.due(record, now_ms)

    def check(self, record: Record, now_ms: int) -> None:
        """Whoever was said to be there may have gone unheard."""
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

    def told(self, record: Record, asked: Clock, answer: Answer, now_ms: int) -> None:
        """What the table says its clock is, or that it did not answer."""
        record.clock = ""
        if isinstance(answer, Time):
            record.offsets = record.offsets.measured(
                record.clock_boot, asked_ms=asked.hall_ms, table_ms=answer.ms, now_ms=now_ms
            )
        else:
            record.unanswered += 1
            record.clocks_left, record.clock_due_ms = 0, now_ms
        self.due(record, now_ms)
