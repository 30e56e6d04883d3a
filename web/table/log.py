"""The dispute log's part of the API: who did what, to the millisecond."""

from collections.abc import Sequence
from datetime import UTC, datetime, timedelta
from typing import Any

import msgspec

from companion.clock import MS
from companion.table.history import Entry
from companion.table.table import Table
from companion.table.view import LogLine
from web.http.codec import Nothing
from web.http.endpoint import Call, Endpoint, get

_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)


class LogEvent(msgspec.Struct, frozen=True, kw_only=True):
    """One event of the journal. The event's own fields stand beside these.

    `wall` is ISO 8601 in UTC, `mono_ms` the press on the server's monotonic clock to the microsecond, `source` what it
    was done with and `who` by whom, `type` the kind of event, `text` what it was in words, `side` whose act it was,
    `gap` how long before the next act of `gap_side`, in words.
    """

    seq: int
    wall: str
    mono_ms: float
    source: str
    who: str
    type: str
    text: str
    side: str | None
    gap: str | None
    gap_side: str | None


class Log(msgspec.Struct, frozen=True):
    events: tuple[LogEvent, ...]


def endpoints(table: Table) -> Sequence[Endpoint[Any, Any]]:
    def read(_: Call[Nothing, Nothing]) -> dict[str, object]:
        return {"events": [described(entry, line) for entry, line in table.entries()]}

    return (get("/log", read, query=Nothing, answer=Log, summary="The journal of this match"),)


def described(entry: Entry, line: LogLine) -> dict[str, Any]:
    """The journal's row as the API gives it. What an undo took back is `undoes`, for `seq` is the row's own number."""
    own: dict[str, Any] = msgspec.to_builtins(entry.event)
    if "seq" in own:
        own["undoes"] = own.pop("seq")
    return own | {
        "seq": entry.seq,
        "wall": iso(entry.wall_ns),
        "mono_ms": round(entry.mono_ns / MS, 3),
        "source": line.source,
        "who": line.who,
        "text": line.text,
        "side": line.side,
        "gap": line.gap,
        "gap_side": line.gap_side,
    }


def iso(wall_ns: int) -> str:
    """A wall-clock instant as ISO 8601, UTC, to the millisecond."""
    instant = _EPOCH + timedelta(milliseconds=wall_ns // MS)
    return instant.isoformat(timespec="milliseconds").replace("+00:00", "Z")
