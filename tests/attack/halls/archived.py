"""What the organiser's archive has of tables' journals, held against the journals themselves."""

import sqlite3
from collections import Counter
from collections.abc import Mapping
from contextlib import closing
from pathlib import Path

from companion.games import all_games
from companion.hall.organiser.hall import FILE
from companion.hall.rows import Where, log_row
from companion.journal.journal import Row

JOURNAL = "table.sqlite"

Told = tuple[int, int, int, str, bytes]
"""A row as everyone may know it: number, wall time, monotonic time, source, event."""


class _Shut:
    """Seals nothing away: only what everyone may know is compared."""

    def seal(self, _data: bytes, _where: Where, _seq: int) -> str:
        return ""

    def unseal(self, _text: str, _where: Where, _seq: int) -> bytes:
        raise NotImplementedError


def journal(state: Path) -> dict[int, list[Told]]:
    """By the match's number, as the table has it."""
    games, found = all_games(), {}
    with closing(sqlite3.connect(state / JOURNAL, timeout=10)) as db:
        for match, game in db.execute("SELECT id, game FROM match").fetchall():
            query = "SELECT seq, wall, mono, source, event FROM event WHERE match = ? ORDER BY seq"
            found[match] = [_told(Row(*each), match, games[game].read_event) for each in db.execute(query, (match,))]
    return found


def _told(row: Row, match: int, read_event: object) -> Told:
    told = log_row(row, Where("", match), read_event=read_event, box=_Shut())  # type: ignore[arg-type]
    return told.seq, told.wall, told.mono, told.source, bytes(told.event)


def rows(hall: Path) -> Mapping[str, int]:
    """How many the archive has, by table."""
    query = "SELECT tbl, count(*) FROM row JOIN match ON row.of = match.id GROUP BY tbl"
    with closing(sqlite3.connect(hall / FILE, timeout=10)) as db:
        return dict(db.execute(query).fetchall())


def compared(hall: Path, states: Mapping[str, Path]) -> Counter[str]:
    """Of all rows of all journals: how many there are, and how many of them are lost, there twice, or say otherwise in
    the archive; and how many rows the archive has that no journal does."""
    counts: Counter[str] = Counter({"rows": 0, "lost": 0, "twice": 0, "different": 0, "invented": 0})
    query = (
        "SELECT seq, row.wall, mono, source, event FROM row JOIN match ON row.of = match.id WHERE tbl = ? AND match = ?"
    )
    with closing(sqlite3.connect(hall / FILE, timeout=10)) as db:
        for table, state in states.items():
            matches = journal(state)
            for match, rows in matches.items():
                archived: dict[int, list[Told]] = {}
                for each in db.execute(query, (table, match)):
                    archived.setdefault(each[0], []).append((*each[:4], bytes(each[4])))
                counts["rows"] += len(rows)
                counts["lost"] += sum(row[0] not in archived for row in rows)
                counts["twice"] += sum(len(there) > 1 for there in archived.values())
                counts["different"] += sum(row[0] in archived and row not in archived[row[0]] for row in rows)
                counts["invented"] += len(archived.keys() - {row[0] for row in rows})
            numbers = {match for (match,) in db.execute("SELECT match FROM match WHERE tbl = ?", (table,))}
            counts["matches invented"] += len(numbers - matches.keys())
    return counts
