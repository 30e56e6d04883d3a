"""Builds a match as everyone sees it, beside its log and its report."""

import logging
from collections.abc import Callable
from threading import Lock
from typing import Any

import msgspec
from msgspec.structs import replace

from companion.clock import SECOND
from companion.table.errors import UNREADABLE, readable
from companion.table.events import Refusal, Upkeep
from companion.table.history import Entry, History, Read
from companion.table.logbook import Logbook, LogPage, Past, ordered
from companion.table.match import Match
from companion.table.state import Stage
from companion.table.view import LogLine, Over, TableView

# The table at one instant, for those parts that report on it.


class Glance(msgspec.Struct, frozen=True, kw_only=True):
    """Holds the table at one version. `match` is what the view shows, and it knows secrets.

    `number` is the match's number in the journal, 0 until it has one. `seq` is the newest row that the journal has of
    it. Neither counts what the journal is owed.
    """

    view: TableView
    match: Match[Any]
    number: int
    seq: int


# A match as everyone sees it: its own view, its last lines, what `undo` would take back, how it ended.

LINES_SHOWN = 3
TOLD_AT_ONCE = 2000
"""Limits the entries of a match whose report is made while everyone waits, in some hundredths of a second."""

_logger = logging.getLogger(__name__)


class Takeable(msgspec.Struct, frozen=True):
    """Says what `undo` would take back: its number in the journal, in a sentence, and in a few words for a button."""

    seq: int
    text: str
    act: str


class Showing(msgspec.Struct, frozen=True, kw_only=True):
    """Describes a match after one of its entries, with what the table adds to its own view."""

    match: Match[Any]
    lines: tuple[LogLine, ...]
    undo: Takeable | None
    over: Over | None

    def view(self, now: int, *, refusal: Refusal | None) -> TableView:
        """Returns the view at the monotonic instant `now`, with `refusal` as what the panel refused."""
        undo = self.undo
        return replace(
            self.match.saying(refusal).view(now),
            last=self.lines,
            undo=undo and undo.text,
            undo_seq=undo and undo.seq,
            undo_act=undo and undo.act,
            over=self.over,
        )


class Shown:
    """Keeps a match's history, and what is shown of it after the newest entry. It has no lock: its owner has one."""

    def __init__(self, opening: Match[Any], read: Read) -> None:
        """Takes `read`, which returns what the journal has of the match."""
        self.history = History(opening, read)
        self.logbook = Logbook()
        self._read = read
        self._over: Over | None = None
        self._told = False
        self._lines: tuple[LogLine, ...] | None = None
        self._undo: tuple[Takeable | None] | None = None

    @property
    def match(self) -> Match[Any]:
        return self.history.match

    def append(self, entry: Entry) -> None:
        """Adds that entry. Raises sqlite3.Error, see History.append."""
        self.history.append(entry)
        self._lines = self._undo = None
        if not isinstance(entry.event, Refusal | Upkeep):
            self._over = None

    @property
    def now(self) -> Showing:
        """Returns the match as it stands after the newest entry."""
        return Showing(match=self.match, lines=self.lines, undo=self.undo, over=self.over)

    @property
    def wordless(self) -> Showing:
        """Returns the same without words: without its last entries, and without what `undo` would take back."""
        return Showing(match=self.match, lines=(), undo=None, over=self.over)

    @property
    def lines(self) -> tuple[LogLine, ...]:
        """Returns the last entries in words."""
        if self._lines is None:
            entries = ordered(self.history.latest(LINES_SHOWN))
            self._lines = tuple(self.logbook.lines(self.match, entries, self.find))
        return self._lines

    @property
    def last_act(self) -> Entry | None:
        """Returns what `undo` would take back; None too where the journal cannot read it any more."""
        try:
            return self.history.last_act
        except UNREADABLE:
            _logger.exception("journal")
            return None

    @property
    def undo(self) -> Takeable | None:
        """Returns what `undo` would take back now."""
        if self._undo is None:
            act = self.last_act
            found = None if act is None else Takeable(act.seq, self.described(act), self.match.act(act.event))
            self._undo = (found,)
        return self._undo[0]

    def described(self, entry: Entry) -> str:
        """Returns the entry as a sentence."""
        return self.logbook.words(self.match, entry, self.find).text

    def find(self, seq: int) -> Entry | None:
        """Returns the entry of that number; None where it does not exist, or the journal cannot read it."""
        try:
            return self.history.find(seq)
        except UNREADABLE:
            _logger.exception("journal")
            return None

    @property
    def past(self) -> Past:
        """Returns the match as it has gone up to now."""
        history = self.history
        recent, marks = history.recent, history.marks
        return Past(opening=history.opening, match=self.match, recent=recent, marks=marks, read=self._read)

    @property
    def over(self) -> Over | None:
        """Returns how the match ended; None until it has ended.

        The figure that tells most needs the whole report. So it is made once, of a long match later (see `tell`), and
        again only after a change.
        """
        if self._over is None and self.match.state.stage is Stage.OVER:
            self._over, self._told = self.match.over, False
            if self.history.next_seq <= TOLD_AT_ONCE:
                self.tell(reported(self.past))
        return self._over

    @property
    def untold(self) -> bool:
        """Returns whether the match is over and its report is not made yet."""
        return self.over is not None and not self._told

    def tell(self, report: msgspec.Struct | None) -> None:
        """Adds the report of the match, which is over, as far as the journal could read it."""
        self._told = True
        if self._over is not None and report is not None:
            self._over = self.match.with_telling(self._over, report)


def reported(past: Past) -> msgspec.Struct | None:
    """Returns the report on a match that is over; None where the journal cannot read it."""
    try:
        return past.report(past.match.state.latest_ns)
    except UNREADABLE:
        _logger.exception("journal")
        return None


# What others read of a match beside the table, its log and its report: no player waits for a reader.

SHARED_NS = SECOND
"""Says how much older, in sand time, a report from another request may be, while the match has no new entry."""


class Taken(msgspec.Struct, frozen=True, kw_only=True):
    """Says what is reported: the match up to that sand time, the words known of it, and the table's version then."""

    past: Past
    logbook: Logbook
    sand_ns: int
    version: int


class Reports:
    """Makes reports one at a time. Callers that come meanwhile wait for the next report and share it.

    Any thread may call, without the table's lock. Raises Unread where the journal fails.
    """

    def __init__(self, take: Callable[[], Taken]) -> None:
        self._take = take
        self._one_at_a_time = Lock()
        self._begun = 0
        self._of: Taken | None = None
        self._report: msgspec.Struct | None = None

    def log(self, *, after: int | None, before: int | None, most: int) -> LogPage:
        """Returns a page of the log, see Logbook.page, as everyone may know it."""
        taken = self._take()
        with readable():
            page = taken.logbook.page(taken.past, after=after, before=before, most=most)
        return replace(page, lines=tuple((_public(entry), line) for entry, line in page.lines))

    def latest(self) -> msgspec.Struct:
        """Returns the report as of now, or of a moment ago."""
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
        """Returns whether the last report says what one of this moment would."""
        of = self._of
        return of is not None and of.version == taken.version and taken.sand_ns - of.sand_ns < SHARED_NS


def _public(entry: Entry) -> Entry:
    return replace(entry, event=entry.event.public())
