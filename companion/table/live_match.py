"""The match on the table, with its rows in the journal."""

from collections.abc import Sequence
from typing import Any

from companion.clock import Clock
from companion.table import log
from companion.table.commands import Command, Undo
from companion.table.errors import Refused
from companion.table.events import Event, HouseRuled, Refusal, Undone
from companion.table.history import Entry, History, Source, SourceKind
from companion.table.journal import Journal, MatchRow
from companion.table.match import Match
from companion.table.state import Stage
from companion.table.view import LogLine, Over


class LiveMatch:
    """A match's history, which is journaled as it grows. With the table's lock held."""

    def __init__(self, row: MatchRow, history: History, *, journal: Journal, clock: Clock) -> None:
        self.row = row
        self.history = history
        self._journal = journal
        self._clock = clock
        self._unsaved: list[Entry] = []
        self._over: Over | None = None

    @property
    def match(self) -> Match[Any]:
        return self.history.match

    def events_of(self, command: Command, pressed: int) -> Sequence[Event]:
        """What a player's command brings about at that instant. Raises Refused or NotHere."""
        if not isinstance(command, Undo):
            return self.match.decide(command, pressed)
        act = self.history.last_act
        if act is None:
            raise Refused("There is nothing to undo.")
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
        wall_ns = self._clock.wall() - (self._clock.now() - at)
        for event in events:
            seq = self.history.next_seq
            entry = Entry(seq=seq, wall_ns=wall_ns, mono_ns=at, source=str(source), event=event)
            self._unsaved.append(entry)
            self.history.append(entry)
            if not isinstance(event, Refusal | HouseRuled):
                self._over = None
        self._journal.append(self.row.id, self._unsaved)
        self._unsaved = []

    def lines(self, count: int | None = None) -> list[LogLine]:
        """The last `count` entries in words, or all of them."""
        return log.lines(self.history, self.history.latest(count))

    @property
    def undo(self) -> str | None:
        """What `undo` would take back now, in words."""
        act = self.history.last_act
        return None if act is None else log.describe(self.history, act)

    @property
    def over(self) -> Over | None:
        """How the match ended; None as long as it has not. To tell it takes its whole report, so it is told once, and
        anew only where something has changed since."""
        if self._over is None and self.match.state.stage is Stage.OVER:
            report = self.history.opening.report(self.history.standing(), sand_ns=self.match.state.latest_ns)
            self._over = self.match.over(report)
        return self._over
