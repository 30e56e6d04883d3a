"""The tables of the journal's file, and how an older file is brought up to them."""

import functools
import sqlite3

from companion.errors import WarglassError
from companion.journal import away, chain, library

_MATCHES = """
CREATE TABLE match (id INTEGER PRIMARY KEY, game TEXT NOT NULL, setup BLOB NOT NULL, wall INTEGER NOT NULL);
CREATE TABLE event (
    match INTEGER NOT NULL REFERENCES match (id), seq INTEGER NOT NULL, wall INTEGER NOT NULL, mono INTEGER NOT NULL,
    source TEXT NOT NULL, event BLOB NOT NULL, PRIMARY KEY (match, seq)
) WITHOUT ROWID;
"""
# A match's `head` is its last link as it left the table: only the one on the table may grow. `edits` counts what was
# changed beside events.
_SEALED = f"""
ALTER TABLE match ADD COLUMN digest BLOB;
ALTER TABLE match ADD COLUMN head BLOB;
ALTER TABLE event ADD COLUMN chain BLOB;
ALTER TABLE library ADD COLUMN digest BLOB;
ALTER TABLE away ADD COLUMN digest BLOB;
CREATE TABLE seal (only INTEGER PRIMARY KEY CHECK (only = 1), edits INTEGER NOT NULL, tally BLOB NOT NULL);
INSERT INTO seal VALUES (1, 0, x'{chain.NOTHING.hex()}');
"""
_STEPS = (_MATCHES, library.SCHEMA, away.SCHEMA, _SEALED)
"""What each schema version adds to the one before."""
_SEALED_VERSION = 4
VERSION = len(_STEPS)
_MARK = 0x57470000
"""The file's application id is this and the version once more: "WG". A version that it contradicts is a flipped bit."""

KEYS = {"match": ("id",), "library": ("game", "kind", "id"), "away": ("place",)}
"""By table, what names a row that has a digest."""
DIGESTED = {
    "match": (*KEYS["match"], "game", "setup", "wall"),
    "library": (*KEYS["library"], "body"),
    "away": (*KEYS["away"], "match", "wall", "called", "standing"),
}
"""By table, the columns that a row's digest is of, its key first."""
CHAINED = "seq, wall, mono, source, event"


class Newer(WarglassError):
    """A newer Warglass has written this file."""


def version(db: sqlite3.Connection) -> int:
    """The file's version; VERSION or lower. Raises Newer, sqlite3.Error, and sqlite3.DatabaseError for one that cannot
    be."""
    (said,) = db.execute("PRAGMA user_version").fetchone()
    (mark,) = db.execute("PRAGMA application_id").fetchone()
    if mark != _mark(said):
        raise sqlite3.DatabaseError("its header is damaged")
    if said > VERSION:
        raise Newer(f"version {said} of the journal is newer than {VERSION}")
    return int(said)


def bring_up(db: sqlite3.Connection) -> None:
    """Adds whatever an older file, or an empty one, lacks: all or nothing. Raises Newer, sqlite3.Error."""
    found = version(db)
    if found == VERSION:
        return
    if found and db.execute("PRAGMA quick_check(1)").fetchone() != ("ok",):
        raise sqlite3.DatabaseError("it is damaged")
    try:
        db.executescript(f"BEGIN IMMEDIATE; {''.join(_STEPS[found:])}")
        if found < _SEALED_VERSION:
            _seal(db)
        _name(db, VERSION)
        db.execute("COMMIT")
    except BaseException:
        if db.in_transaction:
            db.execute("ROLLBACK")
        raise


def renamed(db: sqlite3.Connection) -> None:
    """Gives a file whose header says a version that cannot be the one that its tables are of. Raises Newer,
    sqlite3.Error."""
    try:
        version(db)
    except sqlite3.DatabaseError:
        tables = described(db)
        made = VERSION if "seal" in tables else sum(name in tables for name in ("match", "library", "away"))
        _name(db, made)


@functools.cache
def expected() -> dict[str, str]:
    """What the file says of each table of ours, by name."""
    db = sqlite3.connect(":memory:", isolation_level=None)
    db.executescript("".join(_STEPS))
    said = described(db)
    db.close()
    return said


def described(db: sqlite3.Connection) -> dict[str, str]:
    """Raises sqlite3.Error."""
    query = "SELECT name, sql FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite%'"
    return {name: " ".join(sql.split()) for name, sql in db.execute(query)}


def tally(db: sqlite3.Connection) -> bytes:
    """What `seal.tally` should be. Raises sqlite3.Error."""
    found = chain.NOTHING
    for table in DIGESTED:
        for (digest,) in db.execute(f"SELECT digest FROM {table}"):
            found = chain.tallied(found, come=digest)
    return found


def _mark(version: int) -> int:
    return _MARK + version if version >= _SEALED_VERSION else 0


def _name(db: sqlite3.Connection, version: int) -> None:
    db.execute(f"PRAGMA user_version={version}")
    db.execute(f"PRAGMA application_id={_mark(version)}")


def _seal(db: sqlite3.Connection) -> None:
    """Vouches for rows that were written before anything did. Holds a match's rows at a time."""
    for table, columns in DIGESTED.items():
        here = " AND ".join(f"{name} = ?" for name in KEYS[table])
        for row in db.execute(f"SELECT {', '.join(columns)} FROM {table}").fetchall():
            key = row[: len(KEYS[table])]
            db.execute(f"UPDATE {table} SET digest = ? WHERE {here}", (chain.digest(*row), *key))
    db.execute("INSERT OR IGNORE INTO on_table SELECT 1, max(id) FROM match HAVING max(id) IS NOT NULL")
    for match, digest in db.execute("SELECT id, digest FROM match").fetchall():
        last = digest
        links = []
        for row in db.execute(f"SELECT {CHAINED} FROM event WHERE match = ? ORDER BY seq", (match,)):
            last = chain.link(last, row)
            links.append((last, match, row[0]))
        db.executemany("UPDATE event SET chain = ? WHERE match = ? AND seq = ?", links)
        left = "UPDATE match SET head = ? WHERE id = ? AND id NOT IN (SELECT match FROM on_table)"
        db.execute(left, (last, match))
    db.execute("UPDATE seal SET tally = ?", (tally(db),))
