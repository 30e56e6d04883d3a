"""Writing a shelf file from a journal, a row at a time."""

import hashlib
import sqlite3
import zipfile
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import IO

import msgspec

from companion.backup.contents import (
    FORMAT,
    HEADER,
    KINDS,
    LINES,
    VERSION,
    AwayLine,
    EventLine,
    Header,
    KeptLine,
    Line,
    MatchLine,
    TableLine,
)
from companion.journal.beside import read_only
from companion.journal.journal import JournalError, Row
from companion.journal.store import in_words
from companion.matchfile.public import unsealed
from companion.table.game import AnyGame


class ForAll:
    """Keeps a backup to what every player may know, and counts the matches that this leaves something out of."""

    def __init__(self, games: Mapping[str, AnyGame]) -> None:
        self._games = games
        self.hidden: set[int] = set()
        """Matches without what a side sealed. They come back as past games: nobody could play them on."""
        self.unread: set[int] = set()
        """Matches that this Warglass cannot read, so it cannot tell what is sealed: left out."""

    def rows(self, match: int, game: str, rows: list[Row]) -> list[Row] | None:
        """Returns the rows as everyone may know them, or None where that cannot be told."""
        try:
            shown = [unsealed(row, self._games[game]) for row in rows]
        except (KeyError, msgspec.DecodeError):
            self.unread.add(match)
            return None
        if shown != rows:
            self.hidden.add(match)
        return shown


def write(path: Path, to: IO[bytes], *, running: bool, wall_ns: int, for_all: ForAll | None = None) -> Header:
    """Writes all of the journal in `path`, as it is at one moment, beside a table that is `running` or without one.
    With `for_all` it writes what every player may know. Raises JournalError, and OSError where `to` takes no more."""
    counts: Counter[type[Line]] = Counter()
    digest, encoder = hashlib.sha256(), msgspec.json.Encoder()
    db = read_only(path, running=running)
    try:
        with zipfile.ZipFile(to, "w", zipfile.ZIP_DEFLATED) as archive:
            with archive.open(LINES, "w", force_zip64=True) as entry:
                for each in _lines(db, for_all):
                    line = encoder.encode(each) + b"\n"
                    counts[type(each)] += 1
                    digest.update(line)
                    entry.write(line)
            header = Header(
                format=FORMAT,
                version=VERSION,
                wall=wall_ns,
                kept=counts[KeptLine],
                matches=counts[MatchLine],
                events=counts[EventLine],
                digest=digest.hexdigest(),
            )
            archive.writestr(HEADER, encoder.encode(header))
    except sqlite3.Error as error:
        raise JournalError(f"{path} cannot be read: {in_words(error)}. Try `warglass journal check`.") from error
    finally:
        db.close()
    return header


def _lines(db: sqlite3.Connection, for_all: ForAll | None) -> Iterator[Line]:
    for game, kind, id, body in db.execute("SELECT game, kind, id, body FROM library ORDER BY game, kind, id"):
        if for_all is None or kind in KINDS:
            yield KeptLine(game=game, kind=kind, id=id, body=body)
    # What was deleted has no setup any more.
    query = "SELECT id, game, setup, wall FROM match WHERE setup != x'' ORDER BY id"
    for match, game, setup, wall in db.execute(query):
        found = db.execute("SELECT seq, wall, mono, source, event FROM event WHERE match = ? ORDER BY seq", (match,))
        rows: Iterable[Row] | None = (Row(*each) for each in found)
        if for_all is not None and (rows := for_all.rows(match, game, list(rows or ()))) is None:
            continue
        yield MatchLine(match=match, game=game, setup=setup, wall=wall)
        for row in rows or ():
            yield EventLine(seq=row.seq, wall=row.wall, mono=row.mono, source=row.source, event=row.event)
    past = set() if for_all is None else for_all.hidden | for_all.unread
    for match, wall, called, standing in db.execute("SELECT match, wall, called, standing FROM away ORDER BY place"):
        if match not in past:
            yield AwayLine(match=match, wall=wall, called=called, standing=standing)
    for (match,) in db.execute("SELECT match FROM on_table"):
        if match not in past:
            yield TableLine(match=match)
