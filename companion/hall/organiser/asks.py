"""What tables have been asked and have not answered yet: said again, less and less often."""

import heapq
from collections.abc import Callable

import msgspec

from companion.hall.wire.from_hall import Ask

FIRST_MS = 1_000
LONGEST_MS = 15_000
"""How long is waited before an ask is said again: after the first time, and at the most."""
MOST = 64
"""Asks of one table at a time: the oldest is given up for another one."""


class Waiting(msgspec.Struct, kw_only=True):
    """An ask on its way. `asked_ms` is when it was last said, None before it was."""

    id: str
    table: str
    ask: Ask
    due_ms: int
    again: bool = True
    asked_ms: int | None = None
    _wait_ms: int = FIRST_MS


class Asks:
    """By table and id. Not locked: its owner is. Every `…ms` is on the hall's clock."""

    def __init__(self) -> None:
        self._by_table: dict[str, dict[str, Waiting]] = {}
        self._due: list[tuple[int, int, Waiting]] = []
        self._count = 0
        self._given_up: list[Waiting] = []
        """For another one."""

    def add(self, id: str, table: str, ask: Ask, now_ms: int, *, again: bool = True) -> None:
        """`again`: whether it is repeated. An id that is under way already is left as it is."""
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
        """Takes it out; None where nobody waits for that."""
        return self._by_table.get(table, {}).pop(id, None)

    def here_again(self, table: str, now_ms: int) -> None:
        """The table listens anew: whatever it was asked is said at once."""
        for waiting in self.of(table):
            waiting.due_ms, waiting._wait_ms = now_ms, FIRST_MS
            self._push(waiting)

    def due(self, now_ms: int, hears: Callable[[str], bool]) -> tuple[list[Waiting], list[Waiting]]:
        """What is to be said now, and what is given up for good, having expired or made room. A table that does not
        hear is asked nothing meanwhile."""
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
