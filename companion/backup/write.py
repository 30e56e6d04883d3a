"""Writing a shelf file from a journal, a row at a time."""

import hashlib
import sqlite3
import zipfile
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import IO

import msgspec

from companion.backup.contents import (
    FORMAT,
    HEADER,
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
from companion.journal.journal import JournalError
from companion.journal.store import in_words


def write(path: Path, to: IO[bytes], *, running: bool, wall_ns: int) -> Header:
    """Writes all of the journal in `path`, as it is at one moment, beside a table that is `running` or without one.
    Raises JournalError, and OSError where `to` does not take it."""
    counts: Counter[type[Line]] = Counter()
    digest, encoder = hashlib.sha256(), msgspec.json.Encoder()
    db = read_only(path, running=running)
    try:
        with zipfile.ZipFile(to, "w", zipfile.ZIP_DEFLATED) as archive:
            with archive.open(LINES, "w", force_zip64=True) as entry:
                for each in _lines(db):
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


def _lines(db: sqlite3.Connection) -> Iterator[Line]:
    for game, kind, id, body in db.execute("SELECT game, kind, id, body FROM library ORDER BY game, kind, id"):
        yield KeptLine(game=game, kind=kind, id=id, body=body)
    # What was deleted has no setup any more.
    query = "SELECT id, game, setup, wall FROM match WHERE setup != x'' ORDER BY id"
    for match, game, setup, wall in db.execute(query):
        yield MatchLine(match=match, game=game, setup=setup, wall=wall)
        rows = db.execute("SELECT seq, wall, mono, source, event FROM event WHERE match = ? ORDER BY seq", (match,))
        for seq, at, mono, source, event in rows:
            yield EventLine(seq=seq, wall=at, mono=mono, source=source, event=event)
    for match, wall, called, standing in db.execute("SELECT match, wall, called, standing FROM away ORDER BY place"):
        yield AwayLine(match=match, wall=wall, called=called, standing=standing)
    for (match,) in db.execute("SELECT match FROM on_table"):
        yield TableLine(match=match)
