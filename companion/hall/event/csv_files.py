"""Reads and writes players, pairings, results and standings as CSV."""

from collections.abc import Mapping, Sequence
from fractions import Fraction

import msgspec
from msgspec.structs import replace

from companion.fields.numbers import whole
from companion.fields.words import clipped
from companion.hall.event.commands import a_result, repair, with_players, with_results
from companion.hall.event.event import (
    MOST_POINTS,
    MOST_ROUNDS,
    MOST_START,
    Away,
    Bye,
    EventPairing,
    EventResult,
    HallEvent,
    How,
    Player,
    named,
)
from companion.hall.event.sheet import Column, SheetRow, read, write
from companion.hall.event.standings import Ending, standings
from companion.hall.event.swiss import names_of
from companion.names import key
from companion.table.errors import Refused

# The players as CSV: name, club, table, dropped; points to start with and byes asked for, where there are any.

_COLUMNS = (
    Column(
        field="name",
        called=("name", "playername", "fullname", "player", "players"),
        needed=True,
        instead=("first name",),
    ),
    Column(field="first name", called=("firstname", "forename", "givenname", "first")),
    Column(field="last name", called=("lastname", "surname", "familyname", "last")),
    Column(field="club", called=("club", "clubfaction", "team", "teamname", "group", "faction", "army")),
    Column(field="table", called=("table", "fixedtable", "alwaysattable")),
    Column(field="dropped", called=("dropped", "drop", "droppedout", "out")),
    Column(field="start", called=("startpoints", "startswith")),
    Column(field="away", called=("byes", "byesaskedfor")),
)
_CHANGED = frozenset({"club", "table", "dropped", "start", "away"})
_YES = frozenset({"yes", "y", "true", "1", "x", "dropped"})
_NO = frozenset({"", "no", "n", "false", "0"})


def players_csv(event: HallEvent) -> bytes:
    more = any(each.start or each.away for each in event.players)
    rows = [
        (
            *(each.name, each.club, each.table, "yes" if each.dropped else "no"),
            *((each.start, "; ".join(f"{one.round} {one.bye.value}" for one in each.away)) if more else ()),
        )
        for each in event.players
    ]
    return write(("name", "club", "table", "dropped", *(("start points", "byes") if more else ())), rows)


def with_players_csv(event: HallEvent, data: bytes) -> HallEvent:
    """Adds these players. Of players who are there already, it changes the columns that the file has.

    Raises Invalid, naming line and column.
    """
    known = event.by_key
    lines: dict[str, int] = {}
    players = []
    for row in read(data, _COLUMNS):
        made = _player(row)
        if (before := lines.get(key(made.name))) is not None:
            raise row.wrong("name", f"{made.name} is in line {before} already")
        lines[key(made.name)] = row.line
        if (old := known.get(key(made.name))) is not None:
            made = replace(old, **{field: getattr(made, field) for field in row.titles if field in _CHANGED})
        players.append(made)
    return with_players(event, players)


def _player(row: SheetRow) -> Player:
    said = row["dropped"].casefold()
    if said not in _YES | _NO:
        raise row.wrong("dropped", f"must be yes or no, got {clipped(row['dropped'])}")
    start = whole(row["start"] or "0", most=MOST_START)
    if start is None:
        raise row.wrong("start", f"must be a whole number up to {MOST_START}, got {clipped(row['start'])}")
    made = named(
        row["name"] or f"{row['first name']} {row['last name']}",
        club=row["club"],
        table=row["table"],
        dropped=said in _YES,
        line=row.line,
        titles=row.titles,
    )
    return replace(made, start=start, away=_away(row))


def _away(row: SheetRow) -> tuple[Away, ...]:
    found: dict[int, Away] = {}
    for text in filter(None, map(str.strip, row["away"].split(";"))):
        number, _, said = text.partition(" ")
        round = whole(number, least=1, most=MOST_ROUNDS)
        bye = next((each for each in Bye if each.value == said.strip().casefold()), None)
        if round is None or bye in (None, Bye.ALLOCATED) or round in found:
            raise row.wrong("away", f"must be such as “3 half; 5 zero”, got {clipped(row['away'])}")
        found[round] = Away(round, bye)
    return tuple(found[round] for round in sorted(found))


# Pairings, results and standings as CSV.

_ROUND = Column(field="round", called=("round", "rd"))
_TABLE = Column(field="table", called=("table", "board", "tbl"))
_ONE = Column(
    field="player 1", called=("player1", "player", "playera", "firstplayer", "first", "name", "name1"), needed=True
)
_TWO = Column(
    field="player 2",
    called=("player2", "player", "playerb", "secondplayer", "second", "opponent", "name", "name2"),
    needed=True,
)
_HOW = Column(field="how", called=("how", "ending"))
_PAIRINGS = (_ROUND, _TABLE, _ONE, _TWO)
_RESULTS = (
    *_PAIRINGS,
    Column(field="winner", called=("winner", "won", "wonby", "result"), needed=True),
    Column(field="points 1", called=("points1", "points", "score1", "score", "player1points", "player1score")),
    Column(
        field="points 2",
        called=("points2", "points", "score2", "score", "player2points", "player2score", "opponentpoints"),
    ),
    _HOW,
)
_DRAW = frozenset({"draw", "drawn", "tie", "tied"})
_BOTH_LOST = frozenset({"both lost", "both lose", "double loss"})
_HOWS = {
    **{each.value: each for each in How},
    **{each.value.replace("-", " "): each for each in How},
    **dict.fromkeys(_BOTH_LOST, How.BOTH_LOST),
}
_NOBODY = frozenset({"", "bye", "-"})


def pairings_csv(event: HallEvent, number: int) -> bytes:
    rows = [
        (number, each.table, each.players[0], "bye" if each.bye else each.players[1])
        for each in event.round(number).pairings
    ]
    return write(("round", "table", "player 1", "player 2"), rows)


def with_pairings_csv(event: HallEvent, data: bytes) -> HallEvent:
    """Gives the newest round these pairings. A pair without a table has the topmost free one.

    Raises Invalid, naming line and column, or Refused.
    """
    if not event.rounds:
        raise Refused("There is no round yet: pair the first one.")
    rows = list(read(data, _PAIRINGS))
    known = event.by_key
    taken: dict[str, int] = {}
    seen: dict[str, int] = {}
    for row in rows:
        _round(event, row, least=event.number)
        table = key(row["table"])
        if table and not _alone(known, row) and taken.setdefault(table, row.line) != row.line:
            raise row.wrong("table", f"{clipped(row['table'])} is in line {taken[table]} already")
    free = (table for table in names_of(event) if key(table) not in taken)
    pairings = []
    for row in rows:
        players = _names(known, row)
        for field, name in zip(("player 1", "player 2"), players, strict=False):
            if seen.setdefault(name, row.line) != row.line or players.count(name) > 1:
                raise row.wrong(field, f"{name} is in line {seen[name]} already")
        if len(row["table"]) > 40:
            raise row.wrong("table", f"must be at most 40 characters, got {len(row['table'])}")
        table = "" if _alone(known, row) else row["table"] or next(free, "")
        if not table and not _alone(known, row):
            raise row.wrong("table", f"is missing: all {len(event.tables)} tables are taken")
        pairings.append(EventPairing(table=table, players=players))
    return repair(event, pairings)


def results_csv(event: HallEvent, number: int | None = None) -> bytes:
    """Writes the results of a round, or of all; a match without a result has no winner.

    Byes are in it. The column "how" is there where a match was not simply played to its end.
    """
    numbers = range(1, event.number + 1) if number is None else (number,)
    rows = [_result(each, one) for one in numbers for each in event.round(one).pairings]
    titles = ("round", "table", "player 1", "player 2", "winner", "points 1", "points 2", "how")
    width = len(titles) if any(row[-1] for row in rows) else len(titles) - 1
    return write(titles[:width], [row[:width] for row in rows])


def _result(pairing: EventPairing, number: int) -> Sequence[str | int]:
    one, result = pairing.players[0], pairing.result
    if pairing.bye:
        how = "" if pairing.kind is Bye.ALLOCATED else f"{pairing.kind.value} bye"
        return (number, "", one, "bye", one, "", "", how)
    if result is None:
        return (number, pairing.table, *pairing.players, "", "", "", "")
    how = "" if isinstance(result.how, msgspec.UnsetType) else result.how.value
    winner = "draw" if result.drawn else "" if result.winner is None else pairing.players[result.winner]
    return (number, pairing.table, *pairing.players, winner, *result.score, how)


def with_results_csv(event: HallEvent, data: bytes) -> HallEvent:
    """Sets these results in place of earlier ones; a row without a winner takes a result back.

    A row without a round means the newest one. Raises Invalid, naming line and column.
    """
    if not event.rounds:
        raise Refused("There is no round yet: pair the first one.")
    known = event.by_key
    playing = [{frozenset(each.players): each for each in round.pairings} for round in event.rounds]
    results: dict[tuple[int, str], EventResult | None] = {}
    rows = list(read(data, _RESULTS))
    numbered = _numbered(known, rows)
    for row in rows:
        number = _round(event, row)
        names = _names(known, row)
        pairing = playing[number - 1].get(frozenset(names))
        if pairing is None:
            raise row.wrong("player 1", f"{' and '.join(names)} do not play each other in round {number}")
        if pairing.bye:
            continue
        if row["table"] and key(row["table"]) != key(pairing.table):
            raise row.wrong("table", f"must be {pairing.table}, where these two play, got {clipped(row['table'])}")
        if (number, pairing.table) in results:
            raise row.wrong("player 1", f"{' and '.join(names)} are there twice in round {number}")
        told = _result_of(pairing, names, row, numbered=numbered)
        results[number, pairing.table] = pairing.result if told is not None and told.same(pairing.result) else told
    return with_results(event, results)


def _numbered(known: Mapping[str, Player], rows: Sequence[SheetRow]) -> int | None:
    """Returns the first line whose winner is 1 or 2 and cannot be a name."""
    for row in rows:
        names = [key(row[field]) for field in ("player 1", "player 2")]
        if row["winner"] in ("1", "2") and key(row["winner"]) not in names and not _alone(known, row):
            return row.line
    return None


def _result_of(
    pairing: EventPairing, names: Sequence[str], row: SheetRow, *, numbered: int | None
) -> EventResult | None:
    how = _HOWS.get(key(row["how"]))
    if row["how"] and how is None:
        raise row.wrong("how", f"must be both-lost, forfeit, no-show or empty, got {clipped(row['how'])}")
    winner, said = _winner(names, row, numbered=numbered), key(row["winner"])
    points = [_points(row, field) for field in ("points 1", "points 2")]
    if winner is None and said in _BOTH_LOST:
        how = How.BOTH_LOST
    if winner is None and not said and how is None:
        if any(row[field] for field in ("points 1", "points 2")):
            raise row.wrong("winner", "is missing: a player of the two, or draw")
        return None
    if winner is None and said and said not in _DRAW | _BOTH_LOST:
        raise row.wrong("winner", f"must be {names[0]}, {names[1]} or draw, got {clipped(row['winner'])}")
    if (how is How.FORFEIT and winner is None) or (how is How.BOTH_LOST and winner is not None):
        raise row.wrong("how", f"cannot be {how.value} {'without a winner' if winner is None else 'with a winner'}")
    if tuple(names) != pairing.players:
        points.reverse()
        winner = None if winner is None else 1 - winner
    return a_result(winner, points, how=how)


def _winner(names: Sequence[str], row: SheetRow, *, numbered: int | None) -> int | None:
    """Returns the winner's place, by name before it is by number. Raises Invalid where a file may mean either."""
    said = key(row["winner"])
    by_name = next((place for place, name in enumerate(names) if key(name) == said), None)
    by_number = {"1": 0, "2": 1}.get(said)
    if by_name is None:
        return by_number
    if numbered is not None and by_number not in (None, by_name):
        raise row.wrong("winner", f"{said} is a player, and a place as in line {numbered}: write names in all lines")
    return by_name


def _points(row: SheetRow, field: str) -> int:
    if not row[field]:
        return 0
    number = whole(row[field], least=-MOST_POINTS, most=MOST_POINTS)
    if number is None:
        raise row.wrong(field, f"must be a whole number up to {MOST_POINTS}, got {clipped(row[field])}")
    return number


def _round(event: HallEvent, row: SheetRow, *, least: int = 1) -> int:
    if not row["round"]:
        return event.number
    number = whole(row["round"], least=least, most=event.number)
    if number is None:
        allowed = f"{least} to {event.number}" if least < event.number else f"{least}"
        raise row.wrong("round", f"must be {allowed}, got {clipped(row['round'])}")
    return number


def _alone(known: Mapping[str, Player], row: SheetRow) -> bool:
    other = key(row["player 2"])
    return other in _NOBODY and other not in known


def _names(known: Mapping[str, Player], row: SheetRow) -> tuple[str, ...]:
    """Returns the names of the two players, or of the one, as the event spells them."""
    fields = ("player 1",) if _alone(known, row) else ("player 1", "player 2")
    for field in fields:
        if key(row[field]) not in known:
            raise row.wrong(field, f"there is no player called {clipped(row[field])}" if row[field] else "is missing")
    return tuple(known[key(row[field])].name for field in fields)


def standings_csv(event: HallEvent) -> bytes:
    """Writes the standings with each tie-break of the event; a fraction to three places, rounded down."""
    titles = (
        "rank",
        "name",
        "club",
        "points",
        "won",
        "drawn",
        "lost",
        "byes",
        *(each.value for each in event.tiebreaks),
    )
    rows = [
        (
            each.rank,
            each.player.name,
            each.player.club,
            each.record.points,
            *(each.record.count(ending) for ending in (Ending.WON, Ending.DRAWN, Ending.LOST)),
            each.record.byes,
            *map(written, each.breaks),
        )
        for each in standings(event)
    ]
    return write(titles, rows)


def written(value: Fraction) -> str | int:
    """Writes a tie-break as people read it: whole, or to three places, rounded down towards zero."""
    if value.denominator == 1:
        return value.numerator
    thousandths = abs(value.numerator) * 1000 // value.denominator
    return f"{'-' if value < 0 else ''}{thousandths // 1000}.{thousandths % 1000:03}"
