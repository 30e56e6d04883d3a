"""A match as everyone is shown it: its own view, its last lines, what `undo` would take back, how it ended."""

import logging
from typing import Any

import msgspec
from msgspec.structs import replace

from companion.table.errors import UNREADABLE
from companion.table.events import Refusal, Upkeep
from companion.table.history import Entry, History, Read
from companion.table.match import Match
from companion.table.state import Stage
from companion.table.told.logbook import Logbook
from companion.table.told.order import ordered
from companion.table.told.past import Past
from companion.table.view import LogLine, Over, TableView

LINES_SHOWN = 3
TOLD_AT_ONCE = 2000
"""Of a match with so many entries the report is made while everyone waits, in some hundredths of a second."""

_logger = logging.getLogger(__name__)


class Takeable(msgspec.Struct, frozen=True):
    """What `undo` would take back: its number in the journal, in a sentence, and in a few words for a button."""

    seq: int
    text: str
    act: str


class Showing(msgspec.Struct, frozen=True, kw_only=True):
    """A match after one of its entries, with what is said of that beside its own view."""

    match: Match[Any]
    lines: tuple[LogLine, ...]
    undo: Takeable | None
    over: Over | None

    def view(self, now: int, *, refusal: Refusal | None) -> TableView:
        """All of it at the monotonic instant `now`, the panel having refused that."""
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
    """A match's history, and what is shown of it after the newest entry. Not locked: whoever owns it is."""

    def __init__(self, opening: Match[Any], read: Read) -> None:
        """`read` brings what the journal has of it."""
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
        """Has that happen. Raises sqlite3.Error, see History.append."""
        self.history.append(entry)
        self._lines = self._undo = None
        if not isinstance(entry.event, Refusal | Upkeep):
            self._over = None

    @property
    def now(self) -> Showing:
        """As it stands after the newest entry."""
        return Showing(match=self.match, lines=self.lines, undo=self.undo, over=self.over)

    @property
    def lines(self) -> tuple[LogLine, ...]:
        """The last entries in words."""
        if self._lines is None:
            entries = ordered(self.history.latest(LINES_SHOWN))
            self._lines = tuple(self.logbook.lines(self.match, entries, self.find))
        return self._lines

    @property
    def last_act(self) -> Entry | None:
        """What `undo` would take back; None too where the journal does not give it back any more."""
        try:
            return self.history.last_act
        except UNREADABLE:
            _logger.exception("journal")
            return None

    @property
    def undo(self) -> Takeable | None:
        """What `undo` would take back now."""
        if self._undo is None:
            act = self.last_act
            found = None if act is None else Takeable(act.seq, self.described(act), self.match.act(act.event))
            self._undo = (found,)
        return self._undo[0]

    def described(self, entry: Entry) -> str:
        """The entry as a sentence."""
        return self.logbook.words(self.match, entry, self.find).text

    def find(self, seq: int) -> Entry | None:
        """The entry of that number; None where there is none, or the journal does not give it back."""
        try:
            return self.history.find(seq)
        except UNREADABLE:
            _logger.exception("journal")
            return None

    @property
    def past(self) -> Past:
        """The match as it has gone up to now."""
        history = self.history
        recent, marks = history.recent, history.marks
        return Past(opening=history.opening, match=self.match, recent=recent, marks=marks, read=self._read)

    @property
    def over(self) -> Over | None:
        """How the match ended; None as long as it has not. The figure that tells most takes its whole report: so it is
        told once, of a long match later (see `tell`), and anew only where something has changed since."""
        if self._over is None and self.match.state.stage is Stage.OVER:
            self._over, self._told = self.match.over, False
            if self.history.next_seq <= TOLD_AT_ONCE:
                self.tell(reported(self.past))
        return self._over

    @property
    def untold(self) -> bool:
        """Whether the match is over, and its report is to be made yet."""
        return self.over is not None and not self._told

    def tell(self, report: msgspec.Struct | None) -> None:
        """The match is over, and that is its report, as far as the journal gave it back."""
        self._told = True
        if self._over is not None and report is not None:
            self._over = self.match.told(self._over, report)


def reported(past: Past) -> msgspec.Struct | None:
    """The report on a match that is over; None where the journal does not give it back."""
    try:
        return past.report(past.match.state.latest_ns)
    except UNREADABLE:
        _logger.exception("journal")
        return None
