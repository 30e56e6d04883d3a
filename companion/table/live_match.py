"""Keeps the match on the table, with its rows in the journal."""

import logging
from collections.abc import Iterator, Sequence
from typing import Any

import msgspec

from companion.clock import Clock
from companion.journal.journal import MatchRow
from companion.table import logbook as words
from companion.table.backlog import Owed
from companion.table.commands import Command, Undo
from companion.table.errors import UNREADABLE, NotYours, Refused, Untold
from companion.table.events import Event, PutAway, Refusal, Source, SourceKind, Undone, Upkeep
from companion.table.history import PAGE, Entry, History, Read
from companion.table.match import Match
from companion.table.refusals import Refusals
from companion.table.seats import Seat
from companion.table.showing import Shown
from companion.table.state import Stage
from companion.table.view import TableView

LONGEST_SUBJECT, LONGEST_REASON = 80, 400
"""Limits, in characters, what the journal takes of a refusal. A phone may have made up both."""

_logger = logging.getLogger(__name__)


class LiveMatch:
    """Journals a match's history as it grows. The caller holds the table's lock."""

    def __init__(self, opening: Match[Any], *, read: Read, owed: Owed, clock: Clock, refusals: Refusals) -> None:
        """Takes `read`, which returns what the journal has of the match, and `owed`, which knows what the journal does
        not have yet."""
        self.shown = Shown(opening, read)
        self.owed = owed
        self._read = read
        self._clock = clock
        self.refusals = refusals

    @property
    def row(self) -> MatchRow:
        """Returns the match's row as the journal has it, or will have it."""
        return self.owed.row

    @property
    def history(self) -> History:
        return self.shown.history

    @property
    def match(self) -> Match[Any]:
        return self.shown.match

    @property
    def journaled(self) -> int:
        """Returns the number of the newest of its entries that the journal has; 0 for none."""
        return self.owed.since(self.history.next_seq) - 1

    def catch_up(self) -> None:
        """Adds what the journal has beyond what this match has seen. Raises sqlite3.Error, and what its game raises for
        events that it cannot read."""
        while page := self._read(self.history.next_seq - 1, PAGE):
            for entry in page:
                self.shown.append(entry)
            self.history.saved()

    def view(self, now: int, *, words: bool = True) -> TableView:
        """Returns the match as everyone sees it, what the panel refused included. `words` is as in `Table.view`."""
        showing = self.shown.now if words else self.shown.wordless
        return showing.view(now, refusal=self.refusals.shown)

    def events_of(self, command: Command, pressed: int, source: Source) -> Sequence[Event]:
        """Returns the events that a player's command brings about at that instant. Raises Refused or NotHere."""
        own = self._guarded(command, source)
        try:
            events = self._events_of(command, pressed)
        except Refused as refused:
            if own:
                raise Untold(str(refused)) from refused
            raise
        self.guard_secrets(events, source)
        return events

    def _guarded(self, what: Command | Event, source: Source) -> bool:
        """Returns whether only one side may do this. Raises NotYours where `source` does not sit for that side."""
        own = self.match.own(what)
        if own is not None and not source.keeps_secrets_of(own.side.value):
            raise NotYours(self.match.names[Seat(own.side.value)], own.what)
        return own is not None

    def _events_of(self, command: Command, pressed: int) -> Sequence[Event]:
        if not isinstance(command, Undo):
            return self.match.decide(command, pressed)
        act = self.shown.last_act
        if command.seq is not None and (act is None or act.seq != command.seq):
            raise Refused(self._too_late(command.seq))
        if act is None:
            raise Refused("There is no act to undo.")
        try:
            self.history.reach(act.seq)
        except UNREADABLE as error:
            _logger.exception("journal")
            raise Refused("Not undone: the journal cannot be read at the moment.") from error
        sand = self.match.sand(pressed)
        # An undo that came late continues from what has happened since.
        return [Undone(sand_ns=sand, seq=act.seq, mono_ns=self.match.state.clock.instant(sand) or pressed)]

    def guard_secrets(self, events: Sequence[Event], source: Source) -> None:
        """Raises NotYours where an event, or what it takes back, is a secret of a side that `source` does not sit
        for."""
        for event in events:
            found = self.shown.find(event.seq) if isinstance(event, Undone) else None
            changed = found.event if found is not None else event
            if found is not None:
                self._guarded(changed, source)
            side = self.match.side(changed)
            if side is not None and changed.public() != changed and not source.keeps_secrets_of(side):
                raise NotYours(self.match.names[Seat(side)])

    def refusal_of(self, command: Command, reason: str, *, pressed: int, source: Source) -> Refusal:
        """Returns the log's event for a player's command that was refused."""
        return Refusal(
            sand_ns=self.match.sand(pressed),
            mono_ns=pressed,
            command=type(command).__name__.lower(),
            subject=command.subject and command.subject[:LONGEST_SUBJECT],
            reason=reason[:LONGEST_REASON],
            at_panel=source.kind is SourceKind.BUTTON,
        )

    def take(self, events: Sequence[Event], *, at: int, source: Source) -> None:
        """Lets the events happen, and journals them. Where the journal fails they have happened all the same. They are
        then written first, as soon as the disk takes them: see `owed`."""
        self.happen(events, at=at, source=source)
        self.owed.attempt()
        if self.owed.nothing:
            self.history.saved()

    def happen(self, events: Sequence[Event], *, at: int, source: Source) -> None:
        """Lets the events happen. They are journaled with what happens next."""
        for event in events:
            entry = self._entry(event, at=at, source=source)
            self.owed.add(entry)
            self.shown.append(entry)

    def due(self, now: int) -> int | None:
        """Returns the next instant at which something happens by itself, or refusals may be summed up; None where
        neither is due."""
        return min(filter(None, (self.match.due(), self.refusals.due(now))), default=None)

    def sums(self, now: int, *, all: bool) -> Iterator[tuple[Refusal, Source]]:
        """Yields what the log records of counted refusals, and their sources."""
        for refusal, source in self.refusals.last_sums(now) if all else self.refusals.sums(now):
            yield msgspec.structs.replace(refusal, sand_ns=self.match.sand(now)), source

    def counts_end_with(self, events: Sequence[Event]) -> bool:
        """Returns whether refusals were counted, and the match would be over after these events."""
        match = self.match
        if not self.refusals.waiting:
            return False
        for event in events:
            match = match if isinstance(event, Undone | Upkeep) else match.evolve(event)
        return match.state.stage is Stage.OVER is not self.match.state.stage

    @property
    def unfinished(self) -> bool:
        """Returns whether opening another game would save this match for later: a player has acted in it, and it is not
        over."""
        return self.history.acted and self.match.state.stage is not Stage.OVER

    def leave(self, *, at: int, source: Source) -> None:
        """Saves the match for later at that instant, where it is unfinished. A match without any entry is forgotten.

        It changes no state here, so the match can stay if the journal fails.
        """
        if self.unfinished:
            gone = self._entry(PutAway(sand_ns=self.match.sand(at), mono_ns=at), at=at, source=source)
            self.owed.leave(gone, called=self.match.game.called(self.match.state), standing=self.match.standing)
        elif self.history.next_seq == 1:
            self.owed.forget()

    def _entry(self, event: Event, *, at: int, source: Source) -> Entry:
        wall_ns = self._clock.wall() - (self._clock.now() - at)
        seq = self.history.next_seq
        return Entry(seq=seq, wall_ns=wall_ns, mono_ns=at, source=str(source), event=event)

    def _too_late(self, seq: int) -> str:
        """Returns why the act of that number can no longer be taken back."""
        if self.history.taken_back(seq):
            return "That is taken back already."
        act = self.shown.last_act
        if act is None or not self.history.stands(seq):
            return "That act cannot be taken back."
        since = f"{words.whose(self.match, act)} has acted since: {self.shown.described(act)}."
        return f"{since} Not undone."
