"""A match gone through once more, as far as it has come: whatever comes behind that is added."""

from collections.abc import Sequence
from typing import Any, get_args

import msgspec

from companion.clock import MS
from companion.journal.journal import MatchRow, Row
from companion.story.pace import Pace
from companion.table.errors import Unread
from companion.table.events import Event, Recovered, Refusal, SetUpAnew, TableEvent, TakenOut, Undone
from companion.table.game import AnyGame
from companion.table.history import Entry
from companion.table.match import Match
from companion.table.state import Stage
from companion.table.told.logbook import Logbook
from companion.table.told.past import Past
from companion.table.told.place import Place
from companion.table.told.shown import Showing, Shown, reported


class After(msgspec.Struct, frozen=True, kw_only=True):
    """What a view after a row is made of: `now_ns` is the monotonic instant of whichever boot that was."""

    now_ns: int
    at_ms: int
    played_ms: int
    showing: Showing
    refusal: Refusal | None
    place: Place | None


class Retelling:
    """Not locked: whoever adds to it is alone. What was there before stays as it is."""

    def __init__(self, row: MatchRow, game: AnyGame, rows: Sequence[Row], *, only_last: bool) -> None:
        """`only_last`: see Story. Raises whatever its game does of rows that it cannot read, and Unread."""
        self.row = row
        self.entries: list[Entry] = [Entry.of(each, game.read_event) for each in rows]
        self._game = game
        self._only_last = only_last
        self._is_opening = True
        """Whether all rows so far may be presses that are older than the match and were heard late."""
        first = self.entries[0] if self.entries else None
        self._start(first.mono_ns - first.event.sand_ns if first else 0)

    def _start(self, opened_ns: int) -> None:
        self.opened_ns = opened_ns
        """When the match was set up, by the clock of the boot of its first row: its own time counts from there."""
        self.opening = Match.opened(self._game, self.row.setup, now=opened_ns)
        self.after: list[After] = []
        self.logbook = Logbook()
        self._shown = Shown(self.opening, lambda after, most: self.entries[after : after + most])
        self._pace = Pace()
        self._began_ns: int | None = None
        self._go_on()

    def add(self, rows: Sequence[Row]) -> None:
        """Goes on with these. Raises likewise, and then it is of no use any more."""
        self.entries += [Entry.of(row, self._game.read_event) for row in rows]
        self._go_on()

    def _go_on(self) -> None:
        for entry in self.entries[len(self.after) :]:
            if self._is_opening and (early_ns := self._early_ns(entry)):
                self._start(self.opened_ns + early_ns)
                return
            self._go(entry)

    def _early_ns(self, entry: Entry) -> int:
        """Returns by how much the match was opened later than the first row says: a press heard late is older."""
        clock, sand_ns = self._shown.match.state.clock, entry.event.sand_ns
        falls = clock.running and not isinstance(entry.event, Recovered | TakenOut | SetUpAnew)
        self._is_opening = falls and not sand_ns
        return max(0, clock.sand(entry.mono_ns) - sand_ns) if falls and sand_ns else 0

    @property
    def past(self) -> Past:
        """The match as it has gone up to now."""
        return self._shown.past

    def _go(self, entry: Entry) -> None:
        shown, event = self._shown, entry.event
        if self._only_last:
            _no_other(shown, event)
        now_ns = self._pace.add(entry, falling=shown.match.due() is not None)
        before = shown.match.state
        shown.append(entry)
        shown.history.saved()
        if shown.untold:
            shown.tell(reported(shown.past))
        match = shown.match
        if match.state.stage is Stage.SETUP:
            self._began_ns = None
        elif self._began_ns is None:
            self._began_ns = event.sand_ns
        began_ns = self._began_ns
        after = After(
            now_ns=now_ns,
            at_ms=self._pace.at_ns // MS,
            played_ms=0 if began_ns is None else max(0, match.sand(now_ns) - began_ns) // MS,
            showing=shown.now,
            refusal=event if isinstance(event, Refusal) and event.at_panel and event.times == 1 else None,
            place=_place(match, before, event),
        )
        self.after.append(after)


def _place(match: Match[Any], before: Any, event: Event) -> Place | None:
    return None if isinstance(event, get_args(TableEvent)) else match.game.place(before, event, match.state)


def _no_other(shown: Shown, event: Event) -> None:
    act = shown.last_act
    if isinstance(event, Undone) and (act is None or act.seq != event.seq):
        raise Unread("An undo in it takes back what was not the last act.")
