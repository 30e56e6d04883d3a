"""The event's rulings, which hold at every table, now and when it comes."""

import itertools
from collections.abc import Iterable
from typing import Protocol

from msgspec.structs import replace

from companion.hall.organiser.archive import kept
from companion.hall.organiser.archive.archive import Archive
from companion.hall.organiser.archive.kept import Resumed
from companion.hall.organiser.asks import Waiting
from companion.hall.organiser.hall_clock import HallClock
from companion.hall.organiser.record import Record
from companion.hall.wire.from_hall import Ask, HouseRule

MOST = 200
"""Of one event."""
AT_ONCE = 8
"""So many is one table told at a time: they leave room for whatever else it is asked."""
LATE_MS = 24 * 3_600_000


class Asking(Protocol):
    """Asks it of a table under that id, unless it is under way already."""

    def __call__(self, table: str, ask: Ask, *, id: str) -> str: ...


class Rulings:
    """Which there are, and which table has answered which. Not locked: its owner is."""

    def __init__(self, resumed: Resumed, archive: Archive, clock: HallClock, ask: Asking) -> None:
        self.all = dict(resumed.rules)
        """By the id that tables are asked with."""
        self._answered = set(resumed.ruled)
        self._archive = archive
        self._clock = clock
        self._ask = ask

    @property
    def full(self) -> bool:
        return len(self.all) >= MOST

    def add(self, id: str, rule: HouseRule, records: Iterable[Record]) -> None:
        """One more, for all of these tables."""
        self.all[id] = rule
        self._archive.keep(kept.rule(id, rule))
        for record in records:
            self._tell(record)

    def came(self, record: Record, *, other_box: bool) -> None:
        """The table is there anew. Another box has heard none of them."""
        if other_box:
            self._answered.difference_update([(record.table, id) for id in self.all])
            self._archive.keep(kept.not_ruled(record.table))
        self._tell(record)

    def answered(self, record: Record, waiting: Waiting, *, done: bool) -> None:
        """By the table itself, which is told the next."""
        self._answered.add((record.table, waiting.id))
        self._archive.keep(kept.ask(record.table, waiting.id, waiting.ask, done=1 if done else 2))
        self._tell(record)

    def _tell(self, record: Record) -> None:
        """The first that it has not answered; nothing while it is not there."""
        if record.picture.online:
            until_ms = self._clock.now_ms() + LATE_MS
            lacking = (id for id in self.all if (record.table, id) not in self._answered)
            for id in itertools.islice(lacking, AT_ONCE):
                self._ask(record.table, replace(self.all[id], until_ms=until_ms), id=id)
