"""What the archive has of one table's journals, counted in memory."""

import sqlite3

from companion.hall.organiser.view import Archived
from companion.hall.wire.from_table import Log

MOST_BEYOND = 2_000
"""Rows behind a gap that are remembered: others are sent again with what is in the gap."""


MOST_VOLUMES = 4_096
"""Matches of one table: more than are played in years, and no more than a table that makes them up may have kept."""


class Volume:
    """One match. It has all rows up to `have`, and those in `beyond` behind a gap."""

    def __init__(self) -> None:
        self.have = 0
        self.beyond: set[int] = set()
        self.last = 0
        self.game = ""
        self.wall_ms = 0

    def add(self, seq: int) -> None:
        if seq == self.have + 1:
            self.have = seq
            while self.have + 1 in self.beyond:
                self.have += 1
                self.beyond.discard(self.have)
        elif seq > self.have and len(self.beyond) < MOST_BEYOND:
            self.beyond.add(seq)


class Shelf:
    """Of one table, by a match's number and its journal. Not locked: its owner is."""

    def __init__(self) -> None:
        self.volumes: dict[tuple[int, str], Volume] = {}
        self.have: dict[tuple[int, str], int] = {}

    def add(self, log: Log) -> None:
        volume = self._volume(log.match, log.journal)
        volume.last = max(volume.last, log.last)
        if log.opening is not None:
            volume.game, volume.wall_ms = log.opening.game, volume.wall_ms or log.opening.wall // 1_000_000
        for row in log.rows:
            volume.add(row.seq)
            volume.wall_ms = max(volume.wall_ms, row.wall // 1_000_000)
        self.have[log.match, log.journal] = volume.have

    def goes_to(self, match: int, journal: str, seq: int) -> bool:
        """The table's journal has that row of it; whether the match is known at all."""
        volume = self.volumes.get((match, journal))
        if volume is not None:
            volume.last = max(volume.last, seq)
        return volume is not None

    def archived(self) -> list[Archived]:
        """The newest first."""
        found = [
            Archived(
                journal=journal,
                match=match,
                game=volume.game,
                rows=volume.have,
                whole=bool(volume.game) and volume.have >= volume.last,
                wall_ms=volume.wall_ms,
            )
            for (match, journal), volume in self.volumes.items()
        ]
        return sorted(found, key=lambda each: (each.wall_ms, each.match), reverse=True)

    def full(self, match: int, journal: str) -> bool:
        """Whether that match would be one too many."""
        return len(self.volumes) >= MOST_VOLUMES and (match, journal) not in self.volumes

    def put(self, match: int, journal: str, volume: Volume) -> None:
        self.volumes[match, journal] = volume
        self.have[match, journal] = volume.have

    def _volume(self, match: int, journal: str) -> Volume:
        found = self.volumes.get((match, journal))
        if found is None:
            self.volumes[match, journal] = found = Volume()
        return found


def in_sequence(log: Log) -> bool:
    """Whether its rows follow each other, as in a journal."""
    first = log.rows[0].seq if log.rows else 1
    return first >= 1 and all(row.seq == first + index for index, row in enumerate(log.rows))


def shelves(db: sqlite3.Connection) -> dict[str, Shelf]:
    """Of every table. Raises sqlite3.Error."""
    query = (
        "SELECT id, tbl, journal, match, coalesce(game, ''), last, coalesce(max(seq), 0), count(seq),"
        " coalesce(max(row.wall), match.wall, 0) FROM match LEFT JOIN row ON of = id GROUP BY id"
    )
    found: dict[str, Shelf] = {}
    for id, table, journal, match, game, last, newest, count, wall in db.execute(query).fetchall():
        volume = Volume()
        volume.game, volume.last, volume.wall_ms = game, last, wall // 1_000_000
        if newest == count:
            volume.have = count
        else:
            for (seq,) in db.execute("SELECT seq FROM row WHERE of = ? ORDER BY seq", (id,)):
                volume.add(seq)
        found.setdefault(table, Shelf()).put(match, journal, volume)
    return found
