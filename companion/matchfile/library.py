"""The matches of this table's journal as files, and files as matches of it."""

from collections.abc import Mapping
from threading import Lock

import msgspec

from companion.allowance import Allowance
from companion.clock import Clock
from companion.matchfile.contents import MOST_ROWS
from companion.matchfile.read import Brought, read
from companion.matchfile.write import digest_of, written
from companion.table.errors import NotHere, Refused, Unread
from companion.table.game import AnyGame
from companion.table.table import Table

AT_ONCE, A_SECOND = 20, 1 / 300
"""So many files are taken in in a row, and in the long run: each stays in the journal."""


class Taken(msgspec.Struct, frozen=True):
    """Under which number the journal has the match, and whether that is `new`: the same file comes in once."""

    match: int
    new: bool


class MatchFiles:
    """Any thread may call, without the table's lock; files are read one at a time."""

    def __init__(self, table: Table, games: Mapping[str, AnyGame], clock: Clock) -> None:
        self._table = table
        self._games = games
        self._clock = clock
        self._one_at_a_time = Lock()
        self._allowance = Allowance(most=AT_ONCE, a_second=A_SECOND, now=clock.now())

    def file(self, match: int) -> bytes:
        """Raises NotHere, Unread, and Refused where that match makes no file."""
        played = self._table.played(match, most=MOST_ROWS)
        if played.match.game not in self._games:
            raise NotHere("game", played.match.game)
        return written(played, self._games[played.match.game])

    def take_in(self, data: bytes) -> Taken:
        """Keeps the match of a file. Raises NoMatchFile and Refused, and then nothing has changed."""
        with self._one_at_a_time:
            # Before it is read: to play a long one again takes a while, whatever comes of it.
            if not self._allowance.take(self._clock.now()):
                raise Refused("So many matches were brought that the table needs a rest: try again in five minutes.")
            brought = read(data, self._games)
            if (known := self._known(brought)) is not None:
                return Taken(known, new=False)
            return Taken(self._table.bring(brought.played), new=True)

    def _known(self, brought: Brought) -> int | None:
        """The match that is the same, if there is one: opened at the same instant, and the same in every row that
        everyone may know."""
        opened = brought.played.match
        for match in self._table.opened_at(opened.wall):
            try:
                played = self._table.played(match, most=MOST_ROWS)
            except (NotHere, Unread):
                continue
            same = (played.match.game, played.match.setup, len(played.rows)) == (
                opened.game,
                opened.setup,
                len(brought.played.rows),
            )
            if same and not played.more and digest_of(played, self._games[opened.game]) == brought.digest:
                return match
        return None
