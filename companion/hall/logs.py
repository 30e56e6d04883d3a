"""The journal by the message: the rows of a match behind some number, as many as go into one."""

from collections.abc import Callable, Mapping, Sequence

import msgspec

from companion.hall.rows import Strongbox, Where, log_row, sealed_link
from companion.hall.wire.from_table import MOST_ROWS, Log, LogRow, Opening
from companion.hall.wire.sizes import LARGEST
from companion.journal.journal import MatchRow, Row
from companion.journal.reader import Written
from companion.table.events import Event
from companion.table.game import AnyGame

_AROUND = 512
"""Bytes of a message beside its rows and its opening."""

Find = Callable[[int, int], Written]
"""What the journal has of the match of that number behind that row: Table.written, MOST_ROWS and LARGEST bytes at the
most."""


class Logs:
    """Of one journal, by its name. Any thread may call."""

    def __init__(self, *, journal: str, find: Find, games: Mapping[str, AnyGame], box: Strongbox) -> None:
        self._journal = journal
        self._find = find
        self._games = games
        self._box = box

    def after(self, match: int, after: int) -> Log:
        """The rows numbered above `after`, the lowest first. Raises sqlite3.Error."""
        written = self._find(match, after)
        if written.match is None:
            return Log(journal=self._journal, match=match, last=0, next=written.next)
        opening = opening_of(written.match) if after == 0 else None
        told = [self._told(written.match, row) for row in written.rows]
        count = fitting(told, beside=opening)
        links = (written.head, *written.links) if after == 0 else (b"", *written.links)
        return Log(
            journal=self._journal,
            match=match,
            last=written.last,
            rows=tuple(told[:count]),
            opening=opening,
            chain=self._sealed(links[count], match),
            next=written.next,
        )

    def _sealed(self, link: bytes, match: int) -> str:
        return sealed_link(link, Where(self._journal, match), box=self._box) if link else ""

    def _told(self, match: MatchRow, row: Row) -> LogRow:
        game = self._games.get(match.game)
        read_event = _unread if game is None else game.read_event
        return log_row(row, Where(self._journal, match.id), read_event=read_event, box=self._box)


def opening_of(match: MatchRow) -> Opening:
    return Opening(game=match.game, setup=msgspec.Raw(match.setup), wall=match.wall)


def fitting(rows: Sequence[LogRow], *, beside: Opening | None = None) -> int:
    """How many of the rows go into one message of LARGEST bytes, MOST_ROWS at the most, with that opening beside them:
    one at least where there is any, however large."""
    room = LARGEST - _AROUND - (0 if beside is None else len(msgspec.json.encode(beside)))
    for count, row in enumerate(rows[:MOST_ROWS]):
        room -= len(msgspec.json.encode(row)) + 1
        if room < 0:
            return max(1, count)
    return len(rows[:MOST_ROWS])


def _unread(event: bytes) -> Event:  # noqa: ARG001
    raise msgspec.DecodeError("a game that this Warglass does not know")
