"""A match of the archive on its way to another box."""

from collections.abc import Sequence

import msgspec

from companion.hall.wire import codec
from companion.hall.wire.from_hall import Restore
from companion.hall.wire.from_table import LogRow, Opening
from companion.hall.wire.sizes import LARGEST, LARGEST_LOG
from companion.table.errors import Refused

MOST_ROWS = 100
_HEAD_BYTES = 1024
"""What an ask has beside its rows and its opening."""


class Restoring(msgspec.Struct, frozen=True, kw_only=True):
    """Rows up to `after` are under way or there, `last` is the last one that the archive has; the box had `lacks` more,
    and was heard until `heard_until_ms` on its own clock, where that is known."""

    id: str
    table: str
    journal: str
    match: int
    last: int
    lacks: int = 0
    heard_until_ms: int | None = None
    after: int = 0


def part(
    restoring: Restoring, rows: Sequence[LogRow], opening: Opening | None, *, chain: str, until_ms: int
) -> Restore:
    """As many of these rows, which follow `after`, as one message usually takes, or one; `chain` is the link behind the
    last row of all. Raises Refused where not one fits."""
    size = _HEAD_BYTES + (len(bytes(opening.setup)) if opening is not None else 0)
    fitting: list[LogRow] = []
    for row in rows[:MOST_ROWS]:
        more = size + len(codec.written(row)) + 1
        if more > (LARGEST if fitting else LARGEST_LOG):
            break
        size = more
        fitting.append(row)
    if not fitting:
        raise Refused(f"Entry {restoring.after + 1} of that match does not fit into a message.")
    at_end = fitting[-1].seq == restoring.last
    heard_until_ms = restoring.heard_until_ms if at_end else None
    return Restore(
        until_ms=until_ms,
        restoring=restoring.id,
        after=restoring.after,
        last=restoring.last,
        journal=restoring.journal,
        was=restoring.match,
        rows=tuple(fitting),
        opening=opening,
        chain=chain if at_end else "",
        lacks=restoring.lacks,
        unheard_ms=0 if heard_until_ms is None else max(0, heard_until_ms - fitting[-1].mono // 1_000_000),
    )
