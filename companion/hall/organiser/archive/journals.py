"""Tables' journals as the archive has them: written once, never changed, read again."""

import sqlite3

import msgspec

from companion.hall.wire.from_table import Log, LogRow, Opening


class Journals:
    """The rows of one open file. For one thread at a time; everything raises sqlite3.Error."""

    def __init__(self, db: sqlite3.Connection) -> None:
        self._db = db
        self._ids: dict[tuple[str, str, int], int] = {}

    def forget(self) -> None:
        """What was written last has been rolled back."""
        self._ids.clear()

    def write(self, table: str, log: Log) -> str:
        """The first of it that contradicts what is there, in a sentence, which is left as it is; else "".

        What a side sealed is encrypted anew each time it is sent, so that is not compared.
        """
        of = self._id(table, log.journal, log.match)
        if log.opening is not None:
            values = (log.opening.game, bytes(log.opening.setup), log.opening.wall, of)
            self._db.execute("UPDATE match SET game = ?, setup = ?, wall = ? WHERE id = ? AND game IS NULL", values)
        sql = "UPDATE match SET last = max(last, ?), next = coalesce(?, next) WHERE id = ?"
        self._db.execute(sql, (log.last, log.next, of))
        if not log.rows:
            return ""
        last = log.rows[-1].seq
        query = "SELECT seq, wall, mono, source, event FROM row WHERE of = ? AND seq BETWEEN ? AND ?"
        there = {row[0]: row for row in self._db.execute(query, (of, log.rows[0].seq, last))}
        new, odd = [], ""
        for row in log.rows:
            columns = (row.seq, row.wall, row.mono, row.source, bytes(row.event))
            if row.seq not in there:
                new.append((of, *columns, row.sealed, (log.chain or None) if row.seq == last else None))
            elif there[row.seq] != columns:
                odd = odd or f"{table} says otherwise than before what entry {row.seq} of its match {log.match} was."
        self._db.executemany("INSERT INTO row VALUES (?, ?, ?, ?, ?, ?, ?, ?)", new)
        if log.chain and last in there and not odd:
            self._db.execute("UPDATE row SET chain = ? WHERE of = ? AND seq = ?", (log.chain, of, last))
        return odd

    def rows(self, table: str, journal: str, match: int, *, after: int, most: int) -> list[LogRow]:
        """Up to `most` rows behind `after`."""
        query = "SELECT seq, wall, mono, source, event, sealed FROM row WHERE of = ? AND seq > ? ORDER BY seq LIMIT ?"
        found = self._db.execute(query, (self._id(table, journal, match), after, most))
        return [LogRow(seq=s, wall=w, mono=m, source=o, event=msgspec.Raw(e), sealed=x) for s, w, m, o, e, x in found]

    def opening(self, table: str, journal: str, match: int) -> Opening | None:
        query = "SELECT game, setup, wall FROM match WHERE id = ? AND game IS NOT NULL"
        found = self._db.execute(query, (self._id(table, journal, match),)).fetchone()
        return None if found is None else Opening(game=found[0], setup=msgspec.Raw(found[1]), wall=found[2])

    def chain(self, table: str, journal: str, match: int, seq: int) -> str:
        """The journal's link behind that row, "" where no message ended there."""
        query = "SELECT coalesce(chain, '') FROM row WHERE of = ? AND seq = ?"
        found = self._db.execute(query, (self._id(table, journal, match), seq)).fetchone()
        return "" if found is None else str(found[0])

    def _id(self, table: str, journal: str, match: int) -> int:
        key = (table, journal, match)
        if key not in self._ids:
            self._db.execute("INSERT OR IGNORE INTO match (tbl, journal, match) VALUES (?, ?, ?)", key)
            query = "SELECT id FROM match WHERE tbl = ? AND journal = ? AND match = ?"
            (self._ids[key],) = self._db.execute(query, key).fetchone()
        return self._ids[key]
