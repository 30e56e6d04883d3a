"""Replays a match: keeps what the table showed at every row, on a clock of its own."""

from bisect import bisect_right
from collections import OrderedDict
from collections.abc import Iterator, Mapping, Sequence
from threading import Lock
from typing import Any, get_args

import msgspec
from msgspec.structs import replace

from companion.clock import MS, SECOND
from companion.journal.journal import MatchRow, Row
from companion.journal.reader import Played
from companion.table.errors import NotHere, Unread, readable
from companion.table.events import Event, Recovered, Refusal, SetUpAnew, TableEvent, TakenOut, Undone
from companion.table.game import AnyGame, Place
from companion.table.history import Entry, stands
from companion.table.logbook import Logbook, Past, begins, ordered
from companion.table.match import Match
from companion.table.showing import Showing, Shown, reported
from companion.table.state import Stage
from companion.table.table import Table
from companion.table.view import LogLine, TableView

# How long a replay takes: as long as the match, without the times when no act came and no sand fell.

LONGEST_LULL_NS = 5 * SECOND
"""Says how much stays of a pause, of a night between, or of players who think while no sand falls."""


class Pace:
    """Keeps the replay's clock, from the first row on. It never goes back: a late press counts when it arrived."""

    def __init__(self) -> None:
        self._newest: Entry | None = None
        self.at_ns = 0

    def add(self, entry: Entry, *, falling: bool) -> int:
        """Continues the match with that row; `falling` says whether sand fell until then. Returns the row's instant on
        its boot's monotonic clock (ns), no earlier than those before it."""
        newest, self._newest = self._newest, entry
        if newest is None:
            return entry.mono_ns
        if begins(entry, newest):
            self.at_ns += LONGEST_LULL_NS
            return entry.mono_ns
        if entry.mono_ns < newest.mono_ns:
            self._newest = newest
            return newest.mono_ns
        passed = entry.mono_ns - newest.mono_ns
        self.at_ns += passed if falling else min(passed, LONGEST_LULL_NS)
        return entry.mono_ns


# A match gone through once more, as far as it has come: whatever comes behind that is added.


class After(msgspec.Struct, frozen=True, kw_only=True):
    """Says what a view after a row is made of. `now_ns` is the monotonic instant of that row's boot."""

    now_ns: int
    at_ms: int
    played_ms: int
    showing: Showing
    refusal: Refusal | None
    place: Place | None


class Retelling:
    """Plays a match's rows again, one after the other. Has no lock: one thread adds to it. What is there stays as it
    is."""

    def __init__(self, row: MatchRow, game: AnyGame, rows: Sequence[Row], *, only_last: bool) -> None:
        """Plays the rows. For `only_last` see the class below. Raises Unread, and what the game raises on rows that it
        cannot read."""
        self.row = row
        self.entries: list[Entry] = [Entry.of(each, game.read_event) for each in rows]
        self._game = game
        self._only_last = only_last
        self._is_opening = True
        """True while all rows so far may be late presses that are older than the match."""
        first = self.entries[0] if self.entries else None
        self._start(first.mono_ns - first.event.sand_ns if first else 0)

    def _start(self, opened_ns: int) -> None:
        self.opened_ns = opened_ns
        """Is the instant at which the match was set up, on the clock of the first row's boot. The match's time counts
        from there."""
        self.opening = Match.start(self._game, self.row.setup, now=opened_ns)
        self.after: list[After] = []
        self.logbook = Logbook()
        self._shown = Shown(self.opening, lambda after, most: self.entries[after : after + most])
        self._pace = Pace()
        self._began_ns: int | None = None
        self._go_on()

    def add(self, rows: Sequence[Row]) -> None:
        """Adds these rows. Raises as the constructor does, and is then of no more use."""
        self.entries += [Entry.of(row, self._game.read_event) for row in rows]
        self._go_on()

    def _go_on(self) -> None:
        for entry in self.entries[len(self.after) :]:
            if self._is_opening and (early_ns := self._early_ns(entry)):
                self._start(self.opened_ns + early_ns)
                return
            self._go(entry)

    def _early_ns(self, entry: Entry) -> int:
        """Returns by how much the match was opened later than the first row says: a late press is older."""
        clock, sand_ns = self._shown.match.state.clock, entry.event.sand_ns
        falls = clock.running and not isinstance(entry.event, Recovered | TakenOut | SetUpAnew)
        self._is_opening = falls and not sand_ns
        return max(0, clock.sand(entry.mono_ns) - sand_ns) if falls and sand_ns else 0

    @property
    def past(self) -> Past:
        """Returns the match's past up to now."""
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


# A kept match, row by row as the live table showed it.

MOST = 5_000
"""Bounds the rows of one replay, some hours of play: each phone that opens it receives all of them. Later rows are in
the journal, and in a backup."""


class Moment(msgspec.Struct, frozen=True, kw_only=True):
    """Says what the table showed after the row `seq`. `at_ms` is when, on the replay's clock (see Pace). `played_ms` is
    the match's own time since its start signal. `stands` is False where an undo took the act back."""

    seq: int
    at_ms: int
    played_ms: int
    stands: bool
    event: Event
    line: LogLine
    """Is the row as a line of the log."""
    place: Place | None
    """Is the place that players go back to, if the row stands and is one."""


class Story:
    """Holds a replayed match. Made once from the rows of the journal or of a file, it never changes. Any thread may
    ask. It has no sealed cards before they were revealed, because views and the log have none."""

    def __init__(self, played: Played, game: AnyGame, *, only_last: bool = False) -> None:
        """Replays the match, its first MOST rows at most. Raises Unread where its game cannot read it. `only_last`
        raises it too where an undo takes back another act than the last: no table does that, and it takes long."""
        with readable():
            retelling = Retelling(played.match, game, played.rows[:MOST], only_last=only_last)
        self._tell(retelling, more=played.more or len(played.rows) > MOST)

    def longer(self, rows: Sequence[Row], *, more: bool) -> "Story":
        """Returns a replay with these rows behind its own, MOST in all. `more`: the match has later rows. This replay
        stays as it is and grows no more. Raises Unread."""
        retelling = self._retelling
        assert len(retelling.entries) == len(self._after)
        with readable():
            retelling.add(rows)
        longer = Story.__new__(Story)
        longer._tell(retelling, more=more)
        return longer

    def _tell(self, retelling: Retelling, *, more: bool) -> None:
        self.game = retelling.opening.game
        self.match = retelling.row
        self.more = more
        """True where the match has rows after the last moment."""
        self._retelling = retelling
        self._opening, self._opened_ns = retelling.opening, retelling.opened_ns
        self._after: Sequence[After] = tuple(retelling.after)
        self.past = retelling.past
        self.moments: Sequence[Moment] = tuple(self._moments())
        self._standing = [moment for moment in self.moments if moment.stands]

    @property
    def length_ms(self) -> int:
        """Returns the length on the replay's clock."""
        return self.moments[-1].at_ms if self.moments else 0

    @property
    def played_ms(self) -> int:
        """Returns the length on the match's own clock, as its report counts."""
        return self.moments[-1].played_ms if self.moments else 0

    def view(self, seq: int, *, later_ms: int = 0) -> TableView:
        """Returns what the table showed so long after that row, had no act followed. 0 is before the first row. What a
        hall sent and what was broken is not part of a match."""
        if not 1 <= seq <= len(self._after):
            return self._opening.view(self._opened_ns + later_ms * MS)
        after = self._after[seq - 1]
        view = after.showing.view(after.now_ns + later_ms * MS, refusal=after.refusal)
        return replace(view, version=seq)

    def state(self, seq: int) -> Match[Any]:
        """Returns the match after that row: it knows secrets, `view` does not."""
        return self._after[seq - 1].showing.match if 1 <= seq <= len(self._after) else self._opening

    def instant_ns(self, seq: int) -> int:
        """Returns the row's instant on the monotonic clock of its boot."""
        return self._after[seq - 1].now_ns

    def seq_at(self, at_ms: int) -> int:
        """Returns the last row by that time of the replay's clock, or 0 before the first."""
        return bisect_right(self.moments, at_ms, key=lambda moment: moment.at_ms)

    def seq_played(self, played_ms: int) -> int:
        """Returns the last row that stands by that time of the match's own clock, or 0 without one."""
        found = bisect_right(self._standing, played_ms, key=lambda moment: moment.played_ms)
        return self._standing[found - 1].seq if found else 0

    def report(self) -> msgspec.Struct:
        """Returns the game's report up to the last moment. Raises Unread."""
        with readable():
            return self.past.report(self.past.match.state.latest_ns)

    def _moments(self) -> Iterator[Moment]:
        past, entries = self.past, self._retelling.entries
        lines = {line.seq: line for line in self._retelling.logbook.lines(past.match, ordered(entries), past.find)}
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


# Replays that phones have open, made one at a time and kept for a while.

KEPT, KEPT_ROWS = 8, 3 * MOST
"""Bounds the replays in memory, and the rows of all of them. A row takes some 2.5 KB: forty megabytes at most."""


class Stories:
    """Keeps the replays that phones have open. Any thread may ask. A caller waits while another replay is made. Acts at
    the table never wait."""

    def __init__(self, table: Table, games: Mapping[str, AnyGame]) -> None:
        self._table = table
        self._games = games
        self._one_at_a_time = Lock()
        self._kept: OrderedDict[int, Story] = OrderedDict()

    def of(self, match: int) -> Story:
        """Returns the replay of a match as the journal has it now. Raises NotHere, also for a game that this Warglass
        does not know, and Unread."""
        with self._one_at_a_time:
            known = self._kept.pop(match, None)
            last = self._table.last_row(match)
            self._kept[match] = story = self._made(match) if known is None else self._brought_up(known, last)
            while len(self._kept) > KEPT or sum(len(each.moments) for each in self._kept.values()) > KEPT_ROWS:
                self._kept.popitem(last=False)
            return story

    def _brought_up(self, story: Story, last: int) -> Story:
        """Returns the replay of a match that has so many rows now."""
        rows, match = len(story.moments), story.match.id
        if min(last, MOST) == rows and story.more == (last > MOST):
            return story
        if not 0 < rows <= last:
            return self._made(match)
        with readable():
            news = self._table.reader.rows(match, after=rows, most=MOST - rows)
        return story.longer(news, more=last > MOST)

    def _made(self, match: int) -> Story:
        played = self._table.played(match, most=MOST)
        if played.match.game not in self._games:
            raise NotHere("game", played.match.game)
        return Story(played, self._games[played.match.game])
