"""The match on the table, with its rows in the journal."""

import logging
import sqlite3
from collections.abc import Sequence
from itertools import pairwise
from typing import Any

import msgspec

from companion.clock import Clock
from companion.journal.journal import Journal, MatchRow
from companion.table import log
from companion.table.commands import Command, Undo
from companion.table.errors import Refused
from companion.table.events import Event, HouseRuled, PutAway, Refusal, Undone
from companion.table.history import PAGE, Entry, History, Read, Source, SourceKind
from companion.table.logbook import Logbook
from companion.table.match import Match
from companion.table.past import Past
from companion.table.state import Stage
from companion.table.view import LogLine, Over

_logger = logging.getLogger(__name__)

TOLD_AT_ONCE = 2000
"""Of a match with so many entries the report is made while everyone waits, in some hundredths of a second."""


class Takeable(msgspec.Struct, frozen=True):
    """What `undo` would take back: its number in the journal, in a sentence, and in a few words for a button."""

    seq: int
    text: str
    act: str


def reported(past: Past) -> msgspec.Struct | None:
    """The report on a match that is over; None where the journal does not give it back."""
    try:
        return past.report(past.match.state.latest_ns)
    except sqlite3.Error:
        _logger.exception("journal")
        return None


class LiveMatch:
    """A match's history, which is journaled as it grows. With the table's lock held."""

    def __init__(self, row: MatchRow, history: History, *, read: Read, journal: Journal, clock: Clock) -> None:
        self.row = row
        self.history = history
        self.logbook = Logbook()
        self._read = read
        self._journal = journal
        self._clock = clock
        self._unsaved: list[Entry] = []
        self._over: Over | None = None
        self._told = False

    @property
    def match(self) -> Match[Any]:
        return self.history.match

    def catch_up(self) -> None:
        """Goes on with what the journal has beyond what this match has seen. Raises sqlite3.Error."""
        while page := self._read(self.history.next_seq - 1, PAGE):
            for entry in page:
                self.history.append(entry)
            self.history.saved()

    def events_of(self, command: Command, pressed: int) -> Sequence[Event]:
        """What a player's command brings about at that instant. Raises Refused or NotHere."""
        if not isinstance(command, Undo):
            return self.match.decide(command, pressed)
        act = self._last_act
        if command.seq is not None and (act is None or act.seq != command.seq):
            raise Refused(self._too_late(command.seq))
        if act is None:
            raise Refused("There is nothing to undo.")
        try:
            self.history.reach(act.seq)
        except sqlite3.Error as error:
            _logger.exception("journal")
            raise Refused(f"Nothing was taken back: the journal does not say what came before. {error}.") from error
        return [Undone(sand_ns=self.match.sand(pressed), seq=act.seq, mono_ns=pressed)]

    def refusal_of(self, command: Command, reason: str, *, pressed: int, source: Source) -> Refusal:
        """What the log tells of a player's command that was refused."""
        return Refusal(
            sand_ns=self.match.sand(pressed),
            mono_ns=pressed,
            command=type(command).__name__.lower(),
            subject=command.subject,
            reason=reason,
            at_panel=source.kind is SourceKind.BUTTON,
        )

    def take(self, events: Sequence[Event], *, at: int, source: Source) -> None:
        """Has the events happen, and journals them. Raises sqlite3.Error where the journal fails: they have happened
        all the same, and are written first as soon as they can be."""
        for event in events:
            entry = self._entry(event, at=at, source=source)
            self._unsaved.append(entry)
            self.history.append(entry)
            if not isinstance(event, Refusal | HouseRuled):
                self._over = None
        self._journal.append(self.row.id, [entry.row() for entry in self._unsaved])
        self._unsaved = []
        self.history.saved()

    @property
    def unfinished(self) -> bool:
        """Whether another game's coming would put it away: somebody has acted in it, and it is not over."""
        return self.history.acted and self.match.state.stage is not Stage.OVER

    def leave(self, *, at: int, source: Source) -> None:
        """Journals whatever was not written yet, and where it is unfinished, that it is put away at that instant.
        Nothing changes here, so it can stay if the journal fails. Raises sqlite3.Error."""
        entries = list(self._unsaved)
        if self.unfinished:
            gone = PutAway(sand_ns=self.match.sand(at), mono_ns=at)
            entries.append(self._entry(gone, at=at, source=source))
            self._journal.away.put(
                self.row.id,
                wall_ns=entries[-1].wall_ns,
                called=self.match.game.called(self.match.state),
                standing=self.match.standing,
            )
        self._journal.append(self.row.id, [entry.row() for entry in entries])

    def _entry(self, event: Event, *, at: int, source: Source) -> Entry:
        wall_ns = self._clock.wall() - (self._clock.now() - at)
        seq = self.history.next_seq
        return Entry(seq=seq, wall_ns=wall_ns, mono_ns=at, source=str(source), event=event)

    @property
    def past(self) -> Past:
        """The match as it has gone up to now."""
        history = self.history
        recent, marks = history.recent, history.marks
        return Past(opening=history.opening, match=self.match, recent=recent, marks=marks, read=self._read)

    def lines(self, count: int) -> list[LogLine]:
        """The last `count` entries in words."""
        entries = log.ordered(self.history.latest(count))
        words = [*(self.logbook.words(self.match, entry, self._find) for entry in entries), None]
        names = log.named(self.match)
        return [log.beside(one, following, names) for one, following in pairwise(words) if one]

    @property
    def undo(self) -> Takeable | None:
        """What `undo` would take back now."""
        act = self._last_act
        if act is None:
            return None
        return Takeable(act.seq, self._described(act), self.match.act(act.event))

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

    def _described(self, entry: Entry) -> str:
        return self.logbook.words(self.match, entry, self._find).line.text

    def _too_late(self, seq: int) -> str:
        """Why the act of that number is not taken back any more."""
        if self.history.taken_back(seq):
            return "That is taken back already."
        act = self._last_act
        if act is None or not self.history.stands(seq):
            return "That is nothing to take back."
        since = f"{log.whose(self.match, act)} has acted since: {self._described(act)}."
        return f"{since} Nothing was taken back."

    @property
    def _last_act(self) -> Entry | None:
        """What `undo` would take back; None too where the journal does not give it back any more."""
        try:
            return self.history.last_act
        except sqlite3.Error:
            _logger.exception("journal")
            return None

    def _find(self, seq: int) -> Entry | None:
        try:
            return self.history.find(seq)
        except sqlite3.Error:
            _logger.exception("journal")
            return None
