"""A kept match, row by row as the live table showed it."""

from bisect import bisect_right
from collections.abc import Iterator, Sequence
from typing import Any

import msgspec
from msgspec.structs import replace

from companion.clock import MS
from companion.journal.journal import Row
from companion.journal.reader import Played
from companion.story.retelling import After, Retelling
from companion.table.errors import readable
from companion.table.events import Event
from companion.table.game import AnyGame
from companion.table.match import Match
from companion.table.standing import stands
from companion.table.told.order import ordered
from companion.table.told.place import Place
from companion.table.view import LogLine, TableView

MOST = 5_000
"""Rows of one story, some hours of play: it is told whole to each phone that looks at it. What came after them is in
the journal, and in a backup of that."""


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


class Story:
    """Made once, from what the journal or a file has; nothing in it changes any more. Any thread may ask.

    What players sealed is in no view before it was revealed, for a view never has it; words are the log's.
    """

    def __init__(self, played: Played, game: AnyGame, *, only_last: bool = False) -> None:
        """Replays the match, its first MOST rows at most. Raises Unread where it is none that its game can read;
        `only_last`: also where an undo takes back another act than the last, which no table does and which takes long
        to tell."""
        with readable():
            retelling = Retelling(played.match, game, played.rows[:MOST], only_last=only_last)
        self._tell(retelling, more=played.more or len(played.rows) > MOST)

    def longer(self, rows: Sequence[Row], *, more: bool) -> "Story":
        """The same with these rows behind its own, MOST in all; `more`: the match goes on behind them. This one stays
        as it is, and grows no more. Raises Unread."""
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
        """Whether it goes on behind the last moment."""
        self._retelling = retelling
        self._opening, self._opened_ns = retelling.opening, retelling.opened_ns
        self._after: Sequence[After] = tuple(retelling.after)
        self.past = retelling.past
        self.moments: Sequence[Moment] = tuple(self._told())
        self._standing = [moment for moment in self.moments if moment.stands]

    @property
    def length_ms(self) -> int:
        """On the story's clock."""
        return self.moments[-1].at_ms if self.moments else 0

    @property
    def played_ms(self) -> int:
        """On the match's own clock, which its report goes by."""
        return self.moments[-1].played_ms if self.moments else 0

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

    def _told(self) -> Iterator[Moment]:
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
