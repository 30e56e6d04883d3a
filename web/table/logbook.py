"""The dispute log as its page shows it."""

from collections.abc import Sequence
from datetime import datetime

import msgspec

from companion.clock import MS, SECOND
from companion.table.history import Entry
from companion.table.view import LogLine


class LogRow(msgspec.Struct, frozen=True, kw_only=True):
    """One row: `time` is the table's local time, to the millisecond."""

    seq: int
    time: str
    text: str
    side: str | None
    who: str
    gap: str | None
    gap_side: str | None


def rows(entries: Sequence[tuple[Entry, LogLine]]) -> list[LogRow]:
    """The entries, newest first."""
    return [
        LogRow(
            seq=entry.seq,
            time=_local(entry.wall_ns),
            text=line.text,
            side=line.side,
            who=line.who,
            gap=line.gap,
            gap_side=line.gap_side,
        )
        for entry, line in reversed(entries)
    ]


def _local(wall_ns: int) -> str:
    return f"{datetime.fromtimestamp(wall_ns // SECOND):%H:%M:%S}.{wall_ns // MS % 1000:03}"
