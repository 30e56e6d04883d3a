"""A match of the journal's gone through again, beside the table."""

from collections.abc import Callable, Sequence

from companion.journal.journal import MatchRow, Row
from companion.table.game import AnyGame
from companion.table.history import PAGE, Entry, History
from companion.table.match import Match
from companion.table.told.past import Past

Rows = Callable[[int, int], Sequence[Row]]
"""A match's rows numbered above the first number, the lowest first, at most as many as the second. Raises
sqlite3.Error."""


def retold(row: MatchRow, rows: Rows, game: AnyGame) -> Past:
    """The match as it has gone. Holds its last rows and their states, whatever its length. Raises sqlite3.Error, and
    whatever its game does of rows that it cannot read."""

    def read(after: int, most: int) -> list[Entry]:
        return [Entry.of(each, game.read_event) for each in rows(after, most)]

    history = History(Match.opened(game, row.setup, now=0), read)
    while page := read(history.next_seq - 1, PAGE):
        for entry in page:
            history.append(entry)
        history.saved()
    return Past(opening=history.opening, match=history.match, recent=history.recent, marks=history.marks, read=read)
