"""What is told of a match beside the table, its log and its report: nobody who plays waits for whoever reads."""

from collections.abc import Callable
from threading import Lock

import msgspec
from msgspec.structs import replace

from companion.clock import SECOND
from companion.table.errors import readable
from companion.table.history import Entry
from companion.table.told.logbook import Logbook, LogPage
from companion.table.told.past import Past

SHARED_NS = SECOND
"""So much older, in sand time, may a report be that somebody else has asked for, as long as nothing has happened."""


class Taken(msgspec.Struct, frozen=True, kw_only=True):
    """What is told of: the match up to that sand time, the words known of it, and the table's version then."""

    past: Past
    logbook: Logbook
    sand_ns: int
    version: int


class Reports:
    """Any thread may call, without the table's lock. Reports are made one at a time: whoever asks meanwhile waits for
    the next one, which then is the same for all of them. Raises Unread where the journal fails."""

    def __init__(self, take: Callable[[], Taken]) -> None:
        self._take = take
        self._one_at_a_time = Lock()
        self._begun = 0
        self._of: Taken | None = None
        self._report: msgspec.Struct | None = None

    def log(self, *, after: int | None, before: int | None, most: int) -> LogPage:
        """A page of the log, see Logbook.page, as everyone may know it."""
        taken = self._take()
        with readable():
            page = taken.logbook.page(taken.past, after=after, before=before, most=most)
        return replace(page, lines=tuple((_public(entry), line) for entry, line in page.lines))

    def latest(self) -> msgspec.Struct:
        """The report as of now, or of a moment ago."""
        before = self._begun
        with self._one_at_a_time:
            if self._report is not None and self._begun > before:
                return self._report
            taken = self._take()
            if self._report is None or not self._still(taken):
                self._begun, self._report = self._begun + 1, None
                with readable():
                    self._report, self._of = taken.past.report(taken.sand_ns), taken
            return self._report

    def _still(self, taken: Taken) -> bool:
        """Whether the last one made says what one of this moment would."""
        of = self._of
        return of is not None and of.version == taken.version and taken.sand_ns - of.sand_ns < SHARED_NS


def _public(entry: Entry) -> Entry:
    return replace(entry, event=entry.event.public())
