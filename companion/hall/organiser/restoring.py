"""A match of the archive on its way to another box."""

from collections.abc import Sequence

import msgspec

from companion.hall.wire import codec
from companion.hall.wire.from_hall import Restore
from companion.hall.wire.from_table import LogRow, Opening
from companion.hall.wire.sizes import LARGEST
from companion.table.errors import Refused

MOST_ROWS = 100
_HEAD_BYTES = 512
"""What an ask has beside its rows, its opening and what is counted for a row's commas."""


class Restoring(msgspec.Struct, frozen=True, kw_only=True):
    """Rows up to `after` are there already, `last` is the last one that there is."""

    id: str
    table: str
    journal: str
    match: int
    last: int
    after: int = 0


def part(
    restoring: Restoring, rows: Sequence[LogRow], opening: Opening | None, *, chain: str, until_ms: int
) -> Restore:
    """As many of these rows, which follow `after`, as one message takes; `chain` is the link behind the last of all.
    Raises Refused where not one fits."""
    room = LARGEST - _HEAD_BYTES - (len(bytes(opening.setup)) if opening is not None else 0)
    fitting: list[LogRow] = []
    for row in rows[:MOST_ROWS]:
        room -= len(codec.written(row)) + 1
        if room < 0:
            break
        fitting.append(row)
    if not fitting:
        raise Refused(f"Entry {restoring.after + 1} of that match does not fit into a message.")
    return Restore(
        until_ms=until_ms,
        restoring=restoring.id,
        after=restoring.after,
        last=restoring.last,
        was=restoring.match,
        rows=tuple(fitting),
        opening=opening,
        chain=chain if fitting[-1].seq == restoring.last else "",
    )
