"""The players as CSV: name, club, table, dropped."""

from msgspec.structs import replace

from companion.fields.words import clipped
from companion.hall.event.commands import with_players
from companion.hall.event.event import Event
from companion.hall.event.players import Player, key, named
from companion.hall.event.sheet import Column, Row, read, write

_COLUMNS = (
    Column(field="name", called=("name", "player", "playername", "players"), needed=True),
    Column(field="club", called=("club", "faction", "team", "army", "group", "clubfaction")),
    Column(field="table", called=("table", "fixedtable", "alwaysattable")),
    Column(field="dropped", called=("dropped", "drop", "droppedout", "out")),
)
_YES = frozenset({"yes", "y", "true", "1", "x", "dropped"})
_NO = frozenset({"", "no", "n", "false", "0"})


def players_csv(event: Event) -> bytes:
    rows = [(each.name, each.club, each.table, "yes" if each.dropped else "no") for each in event.players]
    return write(("name", "club", "table", "dropped"), rows)


def with_players_csv(event: Event, data: bytes) -> Event:
    """These players as well. Of those who are there already the columns that the file has hold. Raises Invalid, naming
    line and column."""
    known = event.by_key
    lines: dict[str, int] = {}
    players = []
    for row in read(data, _COLUMNS):
        made = _player(row)
        if (before := lines.get(key(made.name))) is not None:
            raise row.wrong("name", f"{made.name} is in line {before} already")
        lines[key(made.name)] = row.line
        if (old := known.get(key(made.name))) is not None:
            made = replace(old, **{field: getattr(made, field) for field in row.titles if field != "name"})
        players.append(made)
    return with_players(event, players)


def _player(row: Row) -> Player:
    said = row["dropped"].casefold()
    if said not in _YES | _NO:
        raise row.wrong("dropped", f"must be yes or no, got {clipped(row['dropped'])}")
    return named(
        row["name"], club=row["club"], table=row["table"], dropped=said in _YES, line=row.line, titles=row.titles
    )
