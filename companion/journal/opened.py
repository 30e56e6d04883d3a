"""How the journal's file is opened: looked over, mended where it is damaged, and with what belongs beside it."""

import contextlib
import logging
import os
import sqlite3
from pathlib import Path

import msgspec

from companion.journal import salvage
from companion.journal.check import Found, look_over
from companion.journal.damage import Damage, missing
from companion.journal.head import Head, read_mark
from companion.journal.schema import bring_up
from companion.journal.store import of_the_disk, reached
from companion.journal.wal import read_wal

_logger = logging.getLogger(__name__)


class Opened(msgspec.Struct, frozen=True):
    """The file, its mark, the descriptor of its log, and what is missing, if anything is."""

    db: sqlite3.Connection
    head: Head
    log: int
    damage: Damage | None

    def close(self) -> None:
        """Brings everything into the one file."""
        self.db.close()
        self.head.close()
        os.close(self.log)


def open_file(path: Path) -> Opened:
    """Opens or creates the journal. What is damaged is set aside, and a fresh one of what holds takes its place. Raises
    OSError, sqlite3.Error, and Newer where a newer Warglass wrote it."""
    path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
    salvage.finish(path)
    mark, damage, log = read_mark(Path(f"{path}-head")), None, Path(f"{path}-wal")
    # A damaged log, or one alone, is not for SQLite's eyes: it would take of it what it likes and delete the rest.
    looked = None if read_wal(log).damaged or (log.exists() and not path.exists()) else _looked_over(path)
    if looked is None:
        mark, damage = None, salvage.mend(path)
        looked = _looked_over(path)
    if looked is None:
        raise sqlite3.DatabaseError("a fresh journal does not hold either")
    db, found = looked
    with contextlib.ExitStack() as undo:
        undo.callback(db.close)
        db.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchone()
        if mark is not None:
            damage = missing(found, mark=mark, tail=False, now=mark.wall)
            damage = None if damage.nothing else damage
        head = Head(Path(f"{path}-head"))
        undo.callback(head.close)
        opened = Opened(db, head, os.open(log, os.O_RDONLY | os.O_CLOEXEC), damage)
        head.write(reached(db))
        undo.pop_all()
    if damage is not None:
        _logger.warning("%s", damage)
    return opened


def _may_be_written(path: Path) -> bool:
    """Whether the file's header lets SQLite write it at all. Raises OSError."""
    with path.open("rb") as file:
        versions = file.read(20)[18:]
    return all(each in {1, 2} for each in versions)


def _looked_over(path: Path) -> tuple[sqlite3.Connection, Found] | None:
    """The file, opened; None where it is damaged. Raises sqlite3.Error, Newer."""
    db = sqlite3.connect(path, timeout=0, check_same_thread=False, isolation_level=None)
    try:
        # Where the disk does not let it be written, SQLite opens it to be read, and for good.
        db.execute("BEGIN IMMEDIATE")
        db.execute("PRAGMA user_version=0")
        db.execute("ROLLBACK")
        db.execute("PRAGMA journal_mode=WAL")
        db.execute("PRAGMA synchronous=NORMAL")
        # A checkpoint in the middle of a flip would wait for the SD card; they happen in quiet moments instead.
        db.execute("PRAGMA wal_autocheckpoint=0")
        # Nothing of what was in the log before stays behind it.
        db.execute("PRAGMA journal_size_limit=0")
        bring_up(db)
        found = look_over(db)
    except sqlite3.Error as error:
        db.close()
        if of_the_disk(error) and _may_be_written(path):
            raise
        return None
    except BaseException:
        db.close()
        raise
    if found.faults:
        _logger.warning("the journal is damaged: %s", " ".join(found.faults))
        db.close()
        return None
    return db, found
