"""Reads a journal from another process than the one that plays. It never writes, and no player waits for it."""

import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import msgspec

from companion.journal.check import UNREADABLE, JournalDamage, look_over, missing
from companion.journal.journal import JournalError
from companion.journal.salvage import LARGEST, TooLarge, as_it_lies, image, read_wal
from companion.journal.schema import VERSION, Newer, version
from companion.journal.store import in_words, of_the_disk, read_mark


class ExportedMatch(msgspec.Struct, frozen=True, kw_only=True, tag="match", tag_field="row"):
    """Describes a match as it was opened; wall time in nanoseconds. A deleted match has no setup any more."""

    match: int
    game: str
    setup: msgspec.Raw
    wall: int


class ExportedEvent(msgspec.Struct, frozen=True, kw_only=True, tag="event", tag_field="row"):
    """Describes an event of the match before it, as the journal has it."""

    match: int
    seq: int
    wall: int
    mono: int
    source: str
    event: msgspec.Raw


def faults(path: Path, *, running: bool) -> tuple[list[str], JournalDamage | None]:
    """Returns what is wrong in a journal, for its owner, and what players would read of it. `running` says whether a
    table has it open. Raises JournalError."""
    log = read_wal(Path(f"{path}-wal")) if not running else None
    damaged = log is not None and log.damaged
    db = read_only(path, running=running)
    try:
        found = look_over(db)
        mark = None if running else read_mark(Path(f"{path}-head"))
        told = missing(found, mark=mark, tail=damaged, now=path.stat().st_mtime_ns)
    except (*UNREADABLE, OSError) as error:
        raise _unreadable(path, error) from error
    finally:
        db.close()
    said = [] if running or _head_holds(path) else ["Its header is damaged."]
    said += [*(["SQLite's log is damaged."] if damaged else []), *found.faults]
    if not said and not told.nothing:
        said = ["Its end is missing."]
    return said, told if said else None


def exported(path: Path, *, running: bool) -> Iterator[ExportedMatch | ExportedEvent]:
    """Yields every match, the oldest first, and behind each its events. It holds a row at a time. Raises
    JournalError."""
    db = read_only(path, running=running)
    try:
        for match, game, setup, opened in db.execute("SELECT id, game, setup, wall FROM match ORDER BY id"):
            yield ExportedMatch(match=match, game=game, setup=_raw(setup), wall=opened)
            rows = db.execute("SELECT seq, wall, mono, source, event FROM event WHERE match = ? ORDER BY seq", (match,))
            for seq, wall, mono, source, event in rows:
                yield ExportedEvent(match=match, seq=seq, wall=wall, mono=mono, source=source, event=_raw(event))
    except UNREADABLE as error:
        raise _unreadable(path, error) from error
    finally:
        db.close()


def kept(path: Path, kind: str, *, running: bool) -> Iterator[tuple[str, str, bytes]]:
    """Yields what a table keeps of a kind: game, id and body, game by game. Raises JournalError."""
    db = read_only(path, running=running)
    try:
        yield from db.execute("SELECT game, id, body FROM library WHERE kind = ? ORDER BY game, id", (kind,))
    except UNREADABLE as error:
        raise _unreadable(path, error) from error
    finally:
        db.close()


def read_only(path: Path, *, running: bool) -> sqlite3.Connection:
    """Returns the journal, to be read; where a table is running, as it was at one instant. Raises JournalError."""
    if not path.exists():
        raise JournalError(f"{path} is not there: no table was ever opened with this folder.")
    try:
        log = Path(f"{path}-wal")
        if running:
            # The table keeps the log's index for readers beside it.
            beside = sqlite3.connect(f"{path.absolute().as_uri()}?mode=ro", uri=True, isolation_level=None)
            return _as_of_now(beside, path)
        if (log.exists() and log.stat().st_size) or path.stat().st_size <= LARGEST // 16:
            # To read a log, SQLite would make files that belong to the calling user, and not to the table's user.
            return image(path, read_wal(log))
        return _as_of_now(as_it_lies(path), path)
    except Newer as error:
        raise JournalError(f"{path} was written by a newer Warglass: update.") from error
    except TooLarge as error:
        raise JournalError(f"{path} is large and was not closed: start Warglass, then ask again.") from error
    except (*UNREADABLE, OSError) as error:
        raise _unreadable(path, error) from error


def _head_holds(path: Path) -> bool:
    """Returns whether SQLite opens it and its header is right. A journal in memory had its header corrected."""
    try:
        with closing(as_it_lies(path)) as db:
            version(db)
    except UNREADABLE as error:
        return isinstance(error, sqlite3.Error) and of_the_disk(error)
    except Newer:
        pass
    return True


def _as_of_now(db: sqlite3.Connection, path: Path) -> sqlite3.Connection:
    try:
        db.execute("BEGIN")
        if version(db) < VERSION:
            raise JournalError(f"{path} was written by an older Warglass: start the new one once, then ask again.")
    except BaseException:
        db.close()
        raise
    return db


def _raw(written: bytes) -> msgspec.Raw:
    """Returns JSON as it is, and what is not JSON as a string."""
    try:
        msgspec.json.decode(written)
    except (msgspec.DecodeError, UnicodeDecodeError):
        return msgspec.Raw(msgspec.json.encode(written.decode(errors="replace") or None))
    return msgspec.Raw(written)


def _unreadable(path: Path, error: Any) -> JournalError:
    return JournalError(f"{path} cannot be read: {in_words(error)}. See what `warglass journal repair` makes of it.")
