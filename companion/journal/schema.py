"""Defines the tables of the journal's file: rows, saved games, what outlives a match. Also upgrades older files."""

import functools
import sqlite3

import msgspec

from companion.errors import WarglassError
from companion.journal import store as chain
from companion.journal.store import Store, last_link

# The list of saved games: what was saved for later, how each match stood, and which one is on the table.

AWAY_SCHEMA = """
CREATE TABLE away (
    place INTEGER PRIMARY KEY, match INTEGER NOT NULL UNIQUE REFERENCES match (id), wall INTEGER NOT NULL,
    called TEXT NOT NULL, standing TEXT NOT NULL
);
CREATE TABLE on_table (only INTEGER PRIMARY KEY CHECK (only = 1), match INTEGER NOT NULL REFERENCES match (id));
"""
MOST_LISTED = 50


class AwayRow(msgspec.Struct, frozen=True, kw_only=True):
    """Describes a saved match. Wall times are in nanoseconds; `called` and `standing` are as its game words them (see
    Game)."""

    match: int
    game: str
    setup: bytes
    called: str
    standing: str
    opened: int
    put_away: int


class SavedMatches:
    """Keeps what the journal knows of matches that are not being played. The newest place is the highest, because wall
    clocks jump.

    Every method raises sqlite3.Error. Call them under the table's lock.
    """

    def __init__(self, store: Store) -> None:
        self._store = store

    def all(self) -> list[AwayRow]:
        """Returns the last 50 saved matches, the newest first."""
        return self._rows("TRUE", MOST_LISTED)

    def find(self, match: int) -> AwayRow | None:
        return next(iter(self._rows("away.match = ?", match, 1)), None)

    def put(self, match: int, *, wall_ns: int, called: str, standing: str) -> None:
        with self._store.together() as db:
            (place,) = db.execute("SELECT coalesce(max(place), 0) + 1 FROM away").fetchone()
            row = (place, match, wall_ns, called, standing)
            digest = chain.digest(*row)
            db.execute("INSERT INTO away VALUES (?, ?, ?, ?, ?, ?)", (*row, digest))
            self._store.edited(come=digest)

    def seal(self, match: int) -> None:
        """Ends the growth of a match that is not the one on the table."""
        with self._store.together() as db:
            (digest,) = db.execute("SELECT digest FROM match WHERE id = ?", (match,)).fetchone()
            _, _, head, _ = last_link(db, match) or (match, 0, digest, 0)
            db.execute("UPDATE match SET head = ? WHERE id = ?", (head, match))

    def lay(self, match: int) -> None:
        """Makes that match the one on the table, and no longer a saved one. The one before it has left, and grows no
        more."""
        with self._store.together() as db:
            for (left,) in db.execute("SELECT match FROM on_table WHERE match <> ?", (match,)).fetchall():
                self.seal(left)
            db.execute("UPDATE match SET head = NULL WHERE id = ?", (match,))
            db.execute("INSERT OR REPLACE INTO on_table VALUES (1, ?)", (match,))
            self._store.edited(gone=self._taken(match))

    def cut(self, match: int, *, rows: int) -> bool:
        """Returns whether the match has at most so many rows. Else it deletes so many of its last ones and takes it off
        the list of saved games.

        The rest holds like a match that never had more. Not for the one on the table.
        """
        with self._store.together() as db:
            (last,) = db.execute("SELECT coalesce(max(seq), 0) FROM event WHERE match = ?", (match,)).fetchone()
            if last <= rows:
                return True
            db.execute("DELETE FROM event WHERE match = ? AND seq > ?", (match, last - rows))
            self.seal(match)
            self._store.edited(gone=self._taken(match))
            return False

    def delete(self, match: int) -> None:
        """Deletes the match for good, with all that happened in it. It must not be on the table, or must be leaving it.
        Only its number stays taken: an open page may still name it."""
        with self._store.together() as db:
            self._store.edited(gone=self._taken(match))
            db.execute("DELETE FROM event WHERE match = ?", (match,))
            id, game, _, wall, gone = db.execute(
                "SELECT id, game, setup, wall, digest FROM match WHERE id = ?", (match,)
            ).fetchone()
            left = chain.digest(id, game, b"", wall)
            db.execute("UPDATE match SET setup = x'', digest = ?, head = ? WHERE id = ?", (left, left, match))
            self._store.edited(gone=gone, come=left)

    def _taken(self, match: int) -> bytes | None:
        """Takes the match off the list of saved games. Returns the digest of its row there."""
        gone = self._store.db.execute("DELETE FROM away WHERE match = ? RETURNING digest", (match,)).fetchone()
        return None if gone is None else bytes(gone[0])

    def _rows(self, where: str, *given: int) -> list[AwayRow]:
        query = f"""
            SELECT match.id, game, setup, called, standing, match.wall, away.wall FROM away
            JOIN match ON match.id = away.match WHERE {where} ORDER BY place DESC LIMIT ?
        """
        names = AwayRow.__struct_fields__
        return [AwayRow(**dict(zip(names, row, strict=True))) for row in self._store.db.execute(query, given)]


# What outlives a match: small things by name, beside the journal in the same file.

LIBRARY_SCHEMA = """
CREATE TABLE library (
    game TEXT NOT NULL, kind TEXT NOT NULL, id TEXT NOT NULL, body BLOB NOT NULL, PRIMARY KEY (game, kind, id)
) WITHOUT ROWID;
"""
_NAMED = "game = ? AND kind = ? AND id = ?"
MOST_KEPT = 500
MOST_BYTES = 4 * 1024 * 1024
"""Limits the bytes of one kind, so that a page can show all of them and a search can go through them."""


class LibraryFull(WarglassError, sqlite3.Error):
    """Says that there is no room for another. It is an error of SQLite's too, so that callers treat it like a full
    disk."""

    def __init__(self, kind: str) -> None:
        super().__init__(f"a table keeps {MOST_KEPT} of one kind ({kind}) and no more, so delete some first")


class Library:
    """Keeps bodies by game, kind (such as "scenario") and id. Only its game knows what a body means.

    It holds all of it in memory too, so everyone can read while the disk does not answer. Call it under the table's
    lock.
    """

    def __init__(self, store: Store) -> None:
        """Reads all of it. Raises sqlite3.Error."""
        self._store = store
        self._held: dict[tuple[str, str], dict[str, bytes]] = {}
        self.reread()

    def reread(self) -> None:
        """Reads all of it again, after writes that were rolled back. Raises sqlite3.Error."""
        held: dict[tuple[str, str], dict[str, bytes]] = {}
        for game, kind, id, body in self._store.db.execute("SELECT game, kind, id, body FROM library ORDER BY id"):
            held.setdefault((game, kind), {})[id] = body
        self._held = held

    def all(self, game: str, kind: str) -> dict[str, bytes]:
        """Returns everything of a kind, by id."""
        return dict(sorted(self._held.get((game, kind), {}).items()))

    def get(self, game: str, kind: str, id: str) -> bytes | None:
        return self._held.get((game, kind), {}).get(id)

    def put(self, game: str, kind: str, id: str, body: bytes) -> None:
        """Keeps it, in place of what had the same id. Raises sqlite3.Error, of which LibraryFull is one."""
        held = {**self._held.get((game, kind), {}), id: body}
        if len(held) > MOST_KEPT or sum(map(len, held.values())) > MOST_BYTES:
            raise LibraryFull(kind)
        digest = chain.digest(game, kind, id, body)
        with self._store.together() as db:
            gone = self._digest(game, kind, id)
            db.execute("INSERT OR REPLACE INTO library VALUES (?, ?, ?, ?, ?)", (game, kind, id, body, digest))
            self._store.edited(gone=gone, come=digest)
        self._held.setdefault((game, kind), {})[id] = body

    def delete(self, game: str, kind: str, id: str) -> bool:
        """Returns whether it was there. Raises sqlite3.Error."""
        with self._store.together() as db:
            gone = self._digest(game, kind, id)
            if gone is not None:
                db.execute(f"DELETE FROM library WHERE {_NAMED}", (game, kind, id))
                self._store.edited(gone=gone)
        return self._held.get((game, kind), {}).pop(id, None) is not None

    def _digest(self, game: str, kind: str, id: str) -> bytes | None:
        found = self._store.db.execute(f"SELECT digest FROM library WHERE {_NAMED}", (game, kind, id)).fetchone()
        return None if found is None else bytes(found[0])


# The tables of the journal's file, and how an older file is upgraded to them.

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
_SHAPES = ""
"""Adds no table: events or setups have shapes that an older Warglass cannot read
(tests/companion/journal/test_shapes.py). Without a version of its own it would take such a match for a damaged one, and
begin a new game."""
_STEPS = (_MATCHES, LIBRARY_SCHEMA, AWAY_SCHEMA, _SEALED, _SHAPES)
"""Lists what each schema version adds to the one before."""
_SEALED_VERSION = 4
VERSION = len(_STEPS)
_MARK = 0x57470000
"""Is "WG": the file's application id is this plus the version. Where the two contradict each other, a bit has
flipped."""

KEYS = {"match": ("id",), "library": ("game", "kind", "id"), "away": ("place",)}
"""Names by table the columns that identify a row with a digest."""
DIGESTED = {
    "match": (*KEYS["match"], "game", "setup", "wall"),
    "library": (*KEYS["library"], "body"),
    "away": (*KEYS["away"], "match", "wall", "called", "standing"),
}
"""Lists by table the columns that a row's digest is of, its key first."""
CHAINED = "seq, wall, mono, source, event"


class Newer(WarglassError):
    """Says that a newer Warglass has written this file."""


def version(db: sqlite3.Connection) -> int:
    """Returns the file's version; VERSION or lower. Raises Newer, sqlite3.Error, and sqlite3.DatabaseError for an
    impossible one."""
    (said,) = db.execute("PRAGMA user_version").fetchone()
    (mark,) = db.execute("PRAGMA application_id").fetchone()
    if mark != _mark(said):
        raise sqlite3.DatabaseError("its header is damaged")
    if said > VERSION:
        raise Newer(f"version {said} of the journal is newer than {VERSION}")
    return int(said)


def bring_up(db: sqlite3.Connection) -> None:
    """Adds all that an older file, or an empty one, lacks, or none of it. Raises Newer, sqlite3.Error."""
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
    """Writes into a file whose header has an impossible version the version of its tables. Raises Newer,
    sqlite3.Error."""
    try:
        version(db)
    except sqlite3.DatabaseError:
        tables = described(db)
        made = VERSION if "seal" in tables else sum(name in tables for name in ("match", "library", "away"))
        _name(db, made)


@functools.cache
def expected() -> dict[str, str]:
    """Returns what the file says of each table of ours, by name."""
    db = sqlite3.connect(":memory:", isolation_level=None)
    db.executescript("".join(_STEPS))
    said = described(db)
    db.close()
    return said


def described(db: sqlite3.Connection) -> dict[str, str]:
    """Returns each table's SQL by name. Raises sqlite3.Error."""
    query = "SELECT name, sql FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite%'"
    return {name: " ".join(sql.split()) for name, sql in db.execute(query)}


def tally(db: sqlite3.Connection) -> bytes:
    """Returns what `seal.tally` should be. Raises sqlite3.Error."""
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
    """Adds digests and chains to rows that were written before these existed. It holds one match's rows at a time."""
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
