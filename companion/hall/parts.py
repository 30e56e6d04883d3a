"""A match of the archive's, as the asks that have another box go on with it."""

from collections.abc import Iterator, Sequence

from msgspec.structs import replace

from companion.hall.logs import fitting
from companion.hall.wire.from_hall import Restore
from companion.hall.wire.from_table import MOST_ROWS, LogRow, Opening


def parts(whole: Restore, opening: Opening, rows: Sequence[LogRow]) -> Iterator[Restore]:
    """Asks that say of the match what `whole` does, each with as many of its rows, all from the first on, as go into a
    message. One at least, for a match in which nothing has happened."""
    beside: Opening | None = opening
    after = 0
    while beside is not None or after < len(rows):
        page = rows[after : after + MOST_ROWS]
        count = fitting(page, beside=beside)
        yield replace(whole, after=after, rows=tuple(page[:count]), opening=beside)
        after, beside = after + count, None
