"""A damaged journal is set aside whole, never deleted, and what holds of it read into a fresh one."""

import contextlib
import itertools
import os
import sqlite3
from pathlib import Path

import msgspec

from companion.journal.check import Found, look_over
from companion.journal.damage import Damage, missing
from companion.journal.head import read_mark
from companion.journal.image import TooLarge, as_it_lies, empty, image
from companion.journal.schema import CHAINED, DIGESTED, KEYS, bring_up, tally
from companion.journal.wal import Wal, read_wal

BESIDE = ("-wal", "-shm", "-head")
"""What lies beside a journal's file and belongs to it."""
_DRAFT, _FRESH = "-draft", "-fresh"


def readable(path: Path, wal: Wal, *, blank: bool) -> tuple[sqlite3.Connection | None, Found]:
    """What can be read of a damaged journal, in memory if it is not too large, and what of that holds: None where
    nothing can. With `blank`, what the disk does not read is left out. Raises OSError and schema.Newer."""
    best, most = None, Found(sound={table: [] for table in DIGESTED}, unsound={table: [] for table in DIGESTED})
    most.torn = True
    # Pages are whole: what a later one has is often all that a damaged one had.
    for gaps in (True, False) if wal.damaged else (blank,):
        with contextlib.suppress(sqlite3.Error):
            try:
                db = image(path, wal, gaps=gaps)
            except TooLarge:
                db = as_it_lies(path)
            found = look_over(db)
            if best is None or _worth(found) > _worth(most):
                if best is not None:
                    best.close()
                best, most = db, found
            else:
                db.close()
    return best, most


def as_it_is(path: Path) -> sqlite3.Connection:
    """What holds of the journal, in memory, the disk being as it is; nobody can change it. Raises schema.Newer."""
    new = empty()
    try:
        old, found = readable(path, read_wal(Path(f"{path}-wal")), blank=False)
    except OSError:
        return new
    if old is not None and found.faults:
        new.execute("PRAGMA query_only=OFF")
        _copy(old, new, found)
        new.execute("PRAGMA query_only=ON")
        old.close()
    return new if old is None or found.faults else old


def mend(path: Path) -> Damage:
    """Puts a fresh journal in place of the damaged one. Raises OSError, sqlite3.Error and schema.Newer: then the
    damaged one is where it was."""
    wal = read_wal(Path(f"{path}-wal"))
    mark = read_mark(Path(f"{path}-head"))
    last_written = max(each.stat().st_mtime_ns for each in (path, Path(f"{path}-wal")) if each.exists())
    old, found = readable(path, wal, blank=True)
    try:
        draft = Path(f"{path}{_DRAFT}")
        _write(draft, old, found)
        fresh = draft.rename(f"{path}{_FRESH}")
        _bring(path.parent)
        kept_as = _set_aside(path)
        fresh.rename(path)
        _bring(path.parent)
    finally:
        if old is not None:
            old.close()
    return missing(found, mark=mark, tail=wal.damaged, now=last_written, kept_as=kept_as)


def finish(path: Path) -> None:
    """Ends what a power cut has interrupted: the old one was set aside, the fresh one not yet in its place. Raises
    OSError."""
    fresh = Path(f"{path}{_FRESH}")
    if fresh.exists() and not path.exists():
        _set_aside(path)
        fresh.rename(path)
    else:
        fresh.unlink(missing_ok=True)


def _worth(found: Found) -> int:
    return sum(held.events for held in found.held.values()) + sum(map(len, found.sound.values()))


def _set_aside(path: Path) -> str:
    kept_as = next(
        named
        for number in itertools.count(1)
        if not any(Path(f"{(named := f'{path}.damaged-{number}')}{suffix}").exists() for suffix in ("", *BESIDE))
    )
    for suffix in ("", *BESIDE):
        with contextlib.suppress(FileNotFoundError):
            Path(f"{path}{suffix}").rename(f"{kept_as}{suffix}")
    return Path(kept_as).name


def _write(draft: Path, old: sqlite3.Connection | None, found: Found) -> None:
    """A journal of what holds."""
    for suffix in ("", "-journal"):
        Path(f"{draft}{suffix}").unlink(missing_ok=True)
    new = sqlite3.connect(draft, isolation_level=None)
    try:
        bring_up(new)
        new.execute("BEGIN")
        if old is not None:
            _copy(old, new, found)
        new.execute("COMMIT")
    finally:
        new.close()


def _copy(old: sqlite3.Connection, new: sqlite3.Connection, found: Found) -> None:
    """What holds of the old one, read once more, which may go another way through its pages: `found` is told of what
    cannot be."""
    for table, keys in found.sound.items():
        here = " AND ".join(f"{name} = ?" for name in KEYS[table])
        columns = (*DIGESTED[table], "digest")
        into = f"INSERT OR IGNORE INTO {table} ({', '.join(columns)}) VALUES ({', '.join('?' * len(columns))})"
        for key in keys:
            try:
                new.execute(into, old.execute(f"SELECT {', '.join(columns)} FROM {table} WHERE {here}", key).fetchone())
            except (sqlite3.Error, TypeError):
                found.torn = True
    for match, held in found.held.items():
        query = f"SELECT match, {CHAINED}, chain FROM event WHERE match = ? ORDER BY seq LIMIT ?"
        try:
            new.executemany("INSERT INTO event VALUES (?, ?, ?, ?, ?, ?, ?)", old.execute(query, (match, held.events)))
        except sqlite3.Error:
            (events,) = new.execute("SELECT count(*) FROM event WHERE match = ?", (match,)).fetchone()
            found.held[match] = msgspec.structs.replace(held, events=events, whole=False)
    new.execute("DELETE FROM event WHERE match NOT IN (SELECT id FROM match)")
    new.execute("DELETE FROM away WHERE match NOT IN (SELECT id FROM match)")
    if found.on_table is not None:
        new.execute("DELETE FROM away WHERE match = ?", (found.on_table,))
        new.execute("INSERT INTO on_table SELECT 1, id FROM match WHERE id = ?", (found.on_table,))
    last = "SELECT chain FROM event WHERE event.match = match.id ORDER BY seq DESC LIMIT 1"
    new.execute(f"UPDATE match SET head = coalesce(({last}), digest) WHERE id IS NOT ?", (found.on_table,))
    new.execute("UPDATE seal SET edits = ?, tally = ?", (found.edits, tally(new)))


def _bring(folder: Path) -> None:
    """Brings the folder's names to the disk."""
    descriptor = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)
