"""The match on the table, with its rows in the journal."""

import logging
from collections.abc import Iterator, Sequence
from typing import Any

import msgspec

from companion.clock import Clock
from companion.journal.journal import MatchRow
from companion.table.commands import Command, Undo
from companion.table.errors import UNREADABLE, NotYours, Refused, Untold
from companion.table.events import Event, PutAway, Refusal, Undone, Upkeep
from companion.table.history import PAGE, Entry, History, Read, Source, SourceKind
from companion.table.match import Match
from companion.table.owed import Owed
from companion.table.refusals import Refusals
from companion.table.seats import Seat
from companion.table.state import Stage
from companion.table.told import words
from companion.table.told.logbook import Logbook
from companion.table.told.order import ordered
from companion.table.told.past import Past
from companion.table.view import LogLine, Over, TableView

LONGEST_SUBJECT, LONGEST_REASON = 80, 400
"""So many characters of a refusal the journal takes: both may hold what a phone made up."""

TOLD_AT_ONCE = 2000
"""Of a match with so many entries the report is made while everyone waits, in some hundredths of a second."""

_logger = logging.getLogger(__name__)


class Takeable(msgspec.Struct, frozen=True):
    """What `undo` would take back: its number in the journal, in a sentence, and in a few words for a button."""

    seq: int
    text: str
    act: str


def reported(past: Past) -> msgspec.Struct | None:
    """The report on a match that is over; None where the journal does not give it back."""
    try:
        return past.report(past.match.state.latest_ns)
    except UNREADABLE:
        _logger.exception("journal")
        return None


class LiveMatch:
    """A match's history, which is journaled as it grows. With the table's lock held."""

    def __init__(self, opening: Match[Any], *, read: Read, owed: Owed, clock: Clock, refusals: Refusals) -> None:
        """`read` brings what the journal has of it, `owed` knows what it does not have yet."""
        self.history = History(opening, read)
        self.owed = owed
        self.logbook = Logbook()
        self._read = read
        self._clock = clock
        self._over: Over | None = None
        self._told = False
        self.refusals = refusals

    @property
    def row(self) -> MatchRow:
        """The match as the journal has it, or will."""
        return self.owed.row

    @property
    def match(self) -> Match[Any]:
        return self.history.match

    @property
    def journaled(self) -> int:
        """The newest of its entries that the journal has; 0 for none."""
        return self.owed.since(self.history.next_seq) - 1

    def catch_up(self) -> None:
        """Goes on with what the journal has beyond what this match has seen. Raises sqlite3.Error, and what its game
        does of events that are none."""
        while page := self._read(self.history.next_seq - 1, PAGE):
            for entry in page:
                self.history.append(entry)
            self.history.saved()

    def view(self, now: int) -> TableView:
        """The match as everyone sees it, what the panel refused included."""
        return self.match.saying(self.refusals.shown).view(now)

    def events_of(self, command: Command, pressed: int, source: Source) -> Sequence[Event]:
        """What a player's command brings about at that instant. Raises Refused or NotHere."""
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
        """Whether it is one side's own. Raises NotYours where `source` does not sit for that side."""
        own = self.match.own(what)
        if own is not None and not source.keeps_secrets_of(own.side.value):
            raise NotYours(self.match.names[Seat(own.side.value)], own.what)
        return own is not None

    def _events_of(self, command: Command, pressed: int) -> Sequence[Event]:
        if not isinstance(command, Undo):
            return self.match.decide(command, pressed)
        act = self._last_act
        if command.seq is not None and (act is None or act.seq != command.seq):
            raise Refused(self._too_late(command.seq))
        if act is None:
            raise Refused("There is nothing to undo.")
        try:
            self.history.reach(act.seq)
        except UNREADABLE as error:
            _logger.exception("journal")
            raise Refused(f"Nothing was taken back: the journal does not say what came before. {error}.") from error
        sand = self.match.sand(pressed)
        # An undo that came late goes on from what has happened since.
        return [Undone(sand_ns=sand, seq=act.seq, mono_ns=self.match.state.clock.instant(sand) or pressed)]

    def guard_secrets(self, events: Sequence[Event], source: Source) -> None:
        """Raises NotYours where one of the events, or what it takes back, is a secret of a side's that `source` does
        not sit for."""
        for event in events:
            found = self._find(event.seq) if isinstance(event, Undone) else None
            changed = found.event if found is not None else event
            if found is not None:
                self._guarded(changed, source)
            side = self.match.side(changed)
            if side is not None and changed.public() != changed and not source.keeps_secrets_of(side):
                raise NotYours(self.match.names[Seat(side)])

    def refusal_of(self, command: Command, reason: str, *, pressed: int, source: Source) -> Refusal:
        """What the log tells of a player's command that was refused."""
        return Refusal(
            sand_ns=self.match.sand(pressed),
            mono_ns=pressed,
            command=type(command).__name__.lower(),
            subject=command.subject and command.subject[:LONGEST_SUBJECT],
            reason=reason[:LONGEST_REASON],
            at_panel=source.kind is SourceKind.BUTTON,
        )

    def take(self, events: Sequence[Event], *, at: int, source: Source) -> None:
        """Has the events happen, and journals them. Where the journal fails they have happened all the same, and are
        written first as soon as they can be: see `owed`."""
        self.happen(events, at=at, source=source)
        self.owed.attempt()
        if self.owed.nothing:
            self.history.saved()

    def happen(self, events: Sequence[Event], *, at: int, source: Source) -> None:
        """Has the events happen, to be journaled with what happens next."""
        for event in events:
            entry = self._entry(event, at=at, source=source)
            self.owed.add(entry)
            self.history.append(entry)
            if not isinstance(event, Refusal | Upkeep):
                self._over = None

    def due(self, now: int) -> int | None:
        """The next instant at which something happens by itself, or refusals may be summed up; None where neither."""
        return min(filter(None, (self.match.due(), self.refusals.due(now))), default=None)

    def sums(self, now: int, *, all: bool) -> Iterator[tuple[Refusal, Source]]:
        """What the log is to be told of refusals that were counted, and whose they were."""
        for refusal, source in self.refusals.last_sums(now) if all else self.refusals.sums(now):
            yield msgspec.structs.replace(refusal, sand_ns=self.match.sand(now)), source

    def counts_end_with(self, events: Sequence[Event]) -> bool:
        """Whether refusals were counted, and the match would be over after these."""
        match = self.match
        if not self.refusals.waiting:
            return False
        for event in events:
            match = match if isinstance(event, Undone | Upkeep) else match.evolve(event)
        return match.state.stage is Stage.OVER is not self.match.state.stage

    @property
    def unfinished(self) -> bool:
        """Whether another game's coming would put it away: somebody has acted in it, and it is not over."""
        return self.history.acted and self.match.state.stage is not Stage.OVER

    def leave(self, *, at: int, source: Source) -> None:
        """Where it is unfinished, it is put away at that instant; where nothing ever happened, nothing is kept of it.
        Nothing changes here, so it can stay if the journal fails."""
        if self.unfinished:
            gone = self._entry(PutAway(sand_ns=self.match.sand(at), mono_ns=at), at=at, source=source)
            self.owed.leave(gone, called=self.match.game.called(self.match.state), standing=self.match.standing)
        elif self.history.next_seq == 1:
            self.owed.forget()

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
        entries = ordered(self.history.latest(count))
        return self.logbook.lines(self.match, entries, self._find)

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
        return self.logbook.words(self.match, entry, self._find).text

    def _too_late(self, seq: int) -> str:
        """Why the act of that number is not taken back any more."""
        if self.history.taken_back(seq):
            return "That is taken back already."
        act = self._last_act
        if act is None or not self.history.stands(seq):
            return "That is nothing to take back."
        since = f"{words.whose(self.match, act)} has acted since: {self._described(act)}."
        return f"{since} Nothing was taken back."

    @property
    def _last_act(self) -> Entry | None:
        """What `undo` would take back; None too where the journal does not give it back any more."""
        try:
            return self.history.last_act
        except UNREADABLE:
            _logger.exception("journal")
            return None

    def _find(self, seq: int) -> Entry | None:
        try:
            return self.history.find(seq)
        except UNREADABLE:
            _logger.exception("journal")
            return None
