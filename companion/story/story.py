"""A kept match, row by row as the live table showed it."""

from bisect import bisect_right
from collections.abc import Iterator, Sequence
from typing import Any, get_args

import msgspec
from msgspec.structs import replace

from companion.clock import MS
from companion.journal.reader import Played
from companion.story.pace import Pace
from companion.table.errors import Unread, readable
from companion.table.events import Event, Refusal, TableEvent, Undone
from companion.table.game import AnyGame
from companion.table.history import Entry, Read
from companion.table.match import Match
from companion.table.standing import stands
from companion.table.state import Stage
from companion.table.told.logbook import Logbook
from companion.table.told.order import ordered
from companion.table.told.past import Past
from companion.table.told.place import Place
from companion.table.told.shown import Showing, Shown, reported
from companion.table.view import LogLine, TableView

MOST = 5_000
"""Rows of one story: some hours of play. What came after them only the log tells."""


class Moment(msgspec.Struct, frozen=True, kw_only=True):
    """What was shown after the row `seq`. `at_ms` is when, on the story's clock (see Pace); `played_ms` the match's own
    time since its start signal; `stands` whether nobody took it back."""

    seq: int
    at_ms: int
    played_ms: int
    stands: bool
    event: Event
    line: LogLine
    """The row in words, as the log tells it."""
    place: Place | None
    """What it is to whoever looks back, if it stands and is anything."""


class _After(msgspec.Struct, frozen=True, kw_only=True):
    """What a view after a row is made of: `now_ns` is the monotonic instant of whichever boot that was."""

    now_ns: int
    at_ms: int
    played_ms: int
    showing: Showing
    refusal: Refusal | None
    place: Place | None


class Story:
    """Made once, from what the journal or a file has; nothing in it changes any more. Any thread may ask.

    What players sealed is in no view before it was revealed, for a view never has it; words are the log's.
    """

    def __init__(self, played: Played, game: AnyGame, *, only_last: bool = False) -> None:
        """Replays the match, its first MOST rows at most. Raises Unread where it is none that its game can read;
        `only_last`: also where an undo takes back another act than the last, which no table does and which takes long
        to tell."""
        self.game = game
        self.match = played.match
        with readable():
            entries = [Entry.of(row, game.read_event) for row in played.rows[:MOST]]
            opening = Match.opened(game, played.match.setup, now=_opened_ns(entries))
        self.more = played.more or len(played.rows) > MOST
        """Whether it goes on behind the last moment."""
        self._opening, self._opened_ns = opening, _opened_ns(entries)
        self._after: list[_After] = []
        self.past = self._replay(opening, entries, only_last)
        self.moments: Sequence[Moment] = tuple(self._told(entries))
        self._standing = [moment for moment in self.moments if moment.stands]

    @property
    def length_ms(self) -> int:
        """On the story's clock."""
        return self.moments[-1].at_ms if self.moments else 0

    def view(self, seq: int, *, later_ms: int = 0) -> TableView:
        """What the table showed so long after the row of that number, had nothing else happened; 0 is before the
        first. What a hall said and what was broken then is not part of a match."""
        if not 1 <= seq <= len(self._after):
            return self._opening.view(self._opened_ns + later_ms * MS)
        after = self._after[seq - 1]
        view = after.showing.view(after.now_ns + later_ms * MS, refusal=after.refusal)
        return replace(view, version=seq)

    def state(self, seq: int) -> Match[Any]:
        """The match after that row: it knows secrets, `view` does not."""
        return self._after[seq - 1].showing.match if 1 <= seq <= len(self._after) else self._opening

    def instant_ns(self, seq: int) -> int:
        """When that row was told, by the monotonic clock of its boot."""
        return self._after[seq - 1].now_ns

    def seq_at(self, at_ms: int) -> int:
        """The last row by that time of the story's clock; 0 before the first."""
        return bisect_right(self.moments, at_ms, key=lambda moment: moment.at_ms)

    def seq_played(self, played_ms: int) -> int:
        """The last row that stands by that time of the match's own; 0 where none does."""
        found = bisect_right(self._standing, played_ms, key=lambda moment: moment.played_ms)
        return self._standing[found - 1].seq if found else 0

    def report(self) -> msgspec.Struct:
        """What its game has to tell of it, up to its last moment. Raises Unread."""
        with readable():
            return self.past.report(self.past.match.state.latest_ns)

    def _replay(self, opening: Match[Any], entries: Sequence[Entry], only_last: bool) -> Past:
        shown, pace, began_ns = Shown(opening, _read_from(entries)), Pace(), None
        for entry in entries:
            if only_last:
                _no_other(shown, entry.event)
            now_ns = pace.add(entry, falling=shown.match.due() is not None)
            before = shown.match.state
            shown.append(entry)
            shown.history.saved()
            if shown.untold:
                shown.tell(reported(shown.past))
            match, event = shown.match, entry.event
            place = None if isinstance(event, get_args(TableEvent)) else match.game.place(before, event, match.state)
            if match.state.stage is Stage.SETUP:
                began_ns = None
            elif began_ns is None:
                began_ns = event.sand_ns
            after = _After(
                now_ns=now_ns,
                at_ms=pace.at_ns // MS,
                played_ms=0 if began_ns is None else max(0, match.sand(now_ns) - began_ns) // MS,
                showing=shown.now,
                refusal=event if isinstance(event, Refusal) and event.at_panel and event.times == 1 else None,
                place=place,
            )
            self._after.append(after)
        return shown.past

    def _told(self, entries: Sequence[Entry]) -> Iterator[Moment]:
        past, in_order = self.past, ordered(entries)
        lines = {line.seq: line for line in Logbook().lines(past.match, in_order, past.find)}
        for entry, after in zip(entries, self._after, strict=True):
            stood = stands(past.marks, entry.seq)
            yield Moment(
                seq=entry.seq,
                at_ms=after.at_ms,
                played_ms=after.played_ms,
                stands=stood,
                event=entry.event.public(),
                line=lines[entry.seq],
                place=after.place if stood else None,
            )


def _no_other(shown: Shown, event: Event) -> None:
    act = shown.last_act
    if isinstance(event, Undone) and (act is None or act.seq != event.seq):
        raise Unread("An undo in it takes back what was not the last act.")


def _opened_ns(entries: Sequence[Entry]) -> int:
    """When the match was set up, by the clock of the boot of its first row: the match's own time counts from there."""
    return entries[0].mono_ns - entries[0].event.sand_ns if entries else 0


def _read_from(entries: Sequence[Entry]) -> Read:
    return lambda after, most: entries[after : after + most]
