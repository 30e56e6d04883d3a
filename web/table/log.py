"""Serves the dispute log, for the API and as its page shows it, and the saved games."""

from collections.abc import Sequence
from datetime import UTC, datetime, timedelta
from typing import Annotated, Any

import msgspec

from companion.clock import MS, SECOND
from companion.fields.invalid import Invalid
from companion.fields.numbers import LARGEST
from companion.table.history import Entry
from companion.table.logbook import MOST_LINES, LogPage
from companion.table.opening import Unfinished
from companion.table.table import Table
from companion.table.view import LogLine
from web.http.endpoint import Call, Endpoint, Nothing, get

# The dispute log's part of the API: who did what, to the millisecond.

NEWEST = 200
"""Limits the events where a request gives no limit. So a page that is sent again with every flip stays small."""
_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)


class LogEvent(msgspec.Struct, frozen=True, kw_only=True):
    """Describes one event of the journal. The event's own fields are beside these.

    `wall` is ISO 8601 in UTC, `mono_ms` the press on the server's monotonic clock to the microsecond. `source` is the
    device, `who` the person. `type` is the kind of event, `text` what it was in words, `side` whose act it was. `gap`
    is how long before the next act of `gap_side` it was, in words.
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


class LogAnswer(msgspec.Struct, frozen=True, kw_only=True):
    """Describes a page of the journal: its events numbered `first` to `last`, in the order of their presses. `earlier`
    events come before them: ask for `before=first`. `later` ones come after them: ask for `after=last`, also for those
    yet to come."""

    events: tuple[LogEvent, ...]
    first: int
    last: int
    earlier: int
    later: int


class Page(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Asks for at most `limit` events: the first ones numbered above `after`, or the last ones below `before`, else the
    newest.

    A page may end sooner, where all that was pressed until then is on it.
    """

    after: Annotated[int, msgspec.Meta(ge=0, le=LARGEST)] | None = None
    before: Annotated[int, msgspec.Meta(ge=1, le=LARGEST)] | None = None
    limit: Annotated[int, msgspec.Meta(ge=1, le=MOST_LINES)] = NEWEST

    def of(self, table: Table) -> LogPage:
        """Returns the page of this match's log that is asked for. Raises Invalid, and Unread where the journal
        fails."""
        if self.after is not None and self.before is not None:
            raise Invalid("before", "give either after or before")
        return table.log(after=self.after, before=self.before, most=self.limit)


def endpoints(table: Table) -> Sequence[Endpoint[Any, Any]]:
    def read(call: Call[Page, Nothing]) -> dict[str, object]:
        page = call.query.of(table)
        events = [described(entry, line) for entry, line in page.lines]
        return {
            "events": events,
            "first": page.first,
            "last": page.last,
            "earlier": page.earlier,
            "later": page.later,
        }

    return (get("/log", read, query=Page, answer=LogAnswer, summary="The journal of this match, by page"),)


def described(entry: Entry, line: LogLine) -> dict[str, Any]:
    """Returns the journal's row as the API gives it. `undoes` is what an undo took back, because `seq` is the row's own
    number."""
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
    """Returns a wall-clock instant as ISO 8601, UTC, to the millisecond."""
    instant = _EPOCH + timedelta(milliseconds=wall_ns // MS)
    return instant.isoformat(timespec="milliseconds").replace("+00:00", "Z")


# The dispute log as its page shows it.


class ShownLogRow(msgspec.Struct, frozen=True, kw_only=True):
    """Describes one row: `time` is the table's local time, to the millisecond."""

    seq: int
    time: str
    text: str
    side: str | None
    who: str
    gap: str | None
    gap_side: str | None


def rows(entries: Sequence[tuple[Entry, LogLine]]) -> list[ShownLogRow]:
    """Returns the entries, newest first."""
    return [
        ShownLogRow(
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


# The saved games, as pages list them.


class SavedMatchLine(msgspec.Struct, frozen=True, kw_only=True):
    """Describes one of them: its number, its names and how it stood. `when` is when it was saved, by the table's local
    time."""

    match: int
    title: str
    called: str
    standing: str
    when: str


def listed(games: Sequence[Unfinished], *, now: datetime) -> list[SavedMatchLine]:
    return [
        SavedMatchLine(
            match=game.match,
            title=game.title,
            called=game.called,
            standing=game.standing,
            when=when(datetime.fromtimestamp(game.put_away_ms // 1000), now=now),
        )
        for game in games
    ]


def when(then: datetime, *, now: datetime) -> str:
    """Returns it as players say it: "today 21:40", "yesterday 21:40", "Tuesday 21:40", "3 March", "3 March 2025"."""
    days = (now.date() - then.date()) // timedelta(days=1)
    if 0 <= days <= 6:
        day = ("today", "yesterday")[days] if days < 2 else f"{then:%A}"
        return f"{day} {then:%H:%M}"
    date = f"{then.day} {then:%B}"
    return date if then.year == now.year else f"{date} {then.year}"
