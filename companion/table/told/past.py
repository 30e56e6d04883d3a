"""A match as it had gone up to an instant."""

from collections.abc import Iterator
from typing import Any

import msgspec

from companion.table.events import Event
from companion.table.game import Step
from companion.table.history import PAGE, Entry, Read, between
from companion.table.match import Match
from companion.table.standing import stands


class Past(msgspec.Struct, frozen=True, kw_only=True):
    """Taken with the table's lock held, and asked without it: nothing in it changes any more.

    `recent` are the newest entries, `read` brings the older ones, `marks` tells what stands. Every method may raise
    sqlite3.Error.
    """

    opening: Match[Any]
    match: Match[Any]
    recent: tuple[Entry, ...]
    marks: bytes
    read: Read

    @property
    def last(self) -> int:
        """The newest entry's number."""
        return self.recent[-1].seq if self.recent else 0

    def entries(self, first: int, last: int) -> list[Entry]:
        """Those with these numbers and between."""
        return between(first, last, recent=self.recent, read=self.read)

    def find(self, seq: int) -> Entry | None:
        return next(iter(self.entries(seq, seq)), None)

    def report(self, sand_ns: int) -> msgspec.Struct:
        """What there is to tell of the match, up to its end, else up to that sand time."""
        return self.opening.report(self.standing(), sand_ns=sand_ns)

    def standing(self) -> Iterator[Event]:
        """Every event of the match that was not taken back, the undos left out, read by page."""
        for after in range(0, self.last, PAGE):
            for entry in self.entries(after + 1, min(after + PAGE, self.last)):
                if stands(self.marks, entry.seq):
                    yield entry.event

    def steps(self) -> Iterator[Step[Any]]:
        """The same, each with the states before and after it."""
        return self.opening.steps(self.standing())
