"""Keeps the archive's index in a file of its own, and reads searches."""

import contextlib
import hashlib
import re
import sqlite3
from collections.abc import Iterable, Iterator, Sequence
from datetime import date, timedelta
from enum import Enum
from pathlib import Path
from threading import RLock

import msgspec

from companion import __version__
from companion.errors import WarglassError
from companion.fields.decode import decoder_of
from companion.journal.store import in_words
from companion.shelf.summary import KnownMatch, Summary, folded, sought, words

# A search for past games, in words: "anna won", "wartime november", "2026-11".

LONGEST = 200
"""Counts the characters of a search that are read."""
_AROUND = ".,;:!?()[]\"'“”‘’„«»…"
"""Matches what surrounds a word without belonging to it: "vs.", "(anna)"."""
_YEAR_FIRST = re.compile(r"(?P<year>\d{4})[-/.](?P<month>\d{1,2})(?:[-/.](?P<day>\d{1,2}))?")
_YEAR_LAST = re.compile(r"(?:(?P<day>\d{1,2})[-/.])?(?P<month>\d{1,2})[-/.](?P<year>\d{4})")
_WON = {"won", "win", "wins", "winner"}
_LOST = {"lost", "lose", "loses", "loser"}
_BEAT = {"beat", "beats", "defeated", "defeats"}
_DRAWN = {"draw", "drawn", "draws", "tie", "tied"}
_NOBODY = {"nobody", "noone"}
_DECIDING = _WON | _LOST | _BEAT
_FILLERS = {
    "a", "against", "and", "at", "by", "from", "game", "games", "in", "match", "matches", "of", "on", "played", "the",
    "to", "v", "versus", "vs", "with",
}  # fmt: skip


class Search(msgspec.Struct, frozen=True, kw_only=True):
    """Describes a search. All of its parts must match. `words` are beginnings of words that a match is known by, `won`
    of its winner's, `lost` of a loser's. `decided` wants any winner, `drawn` an end without one. `days` are beginnings
    of the day of the last act, "2026-11". `game` is a game by its name. `put_away` wants saved matches alone."""

    words: tuple[str, ...] = ()
    won: tuple[str, ...] = ()
    lost: tuple[str, ...] = ()
    decided: bool = False
    drawn: bool = False
    days: tuple[str, ...] = ()
    game: str | None = None
    put_away: bool = False


EVERYTHING = Search()


def understood(text: str, *, today: date, game: str | None = None, put_away: bool = False) -> Search:
    """Returns the search that a text means. The name before "won" or "lost" is the winner or loser, else the name
    behind it. The name before "beat" won, and the name behind it lost."""
    typed = [word.strip(_AROUND) for word in folded(text[:LONGEST]).split()]
    said = [word for word in typed if word and word not in _FILLERS]
    days = [day for word in said if (day := _day(word, today))]
    rest = [word for word in said if not _day(word, today)]
    away = _of_two(rest, {"put"}, {"away"})
    drawn = _of_two(rest, _NOBODY, _DECIDING) or _of_two(rest, _DECIDING, _NOBODY)
    drawn = any(word in _DRAWN for word in rest) or drawn
    rest = [word for word in rest if word not in _DRAWN]
    won, lost, others = _told_apart(rest)
    return Search(
        words=words(*others),
        won=words(*won),
        lost=words(*lost),
        decided=any(word in _DECIDING for word in rest),
        drawn=drawn,
        days=tuple(days),
        game=game,
        put_away=put_away or away,
    )


def _of_two(said: list[str], first: set[str], second: set[str]) -> bool:
    """Returns whether a word of the first set comes right before a word of the second, and removes both."""
    at = next((at for at in range(len(said) - 1) if said[at] in first and said[at + 1] in second), None)
    if at is not None:
        del said[at : at + 2]
    return at is not None


def _told_apart(said: Sequence[str]) -> tuple[list[str], list[str], list[str]]:
    """Returns the words for the winner, the words for the loser, and all others."""
    won: list[str] = []
    lost: list[str] = []
    taken: set[int] = set()

    def take(side: list[str], *places: int) -> None:
        """Returns the first of these places that has a name."""
        names = (each for each in places if 0 <= each < len(said) and each not in taken)
        name = next((each for each in names if said[each] not in _DECIDING), None)
        if name is not None:
            taken.add(name)
            side.append(said[name])

    for at, word in enumerate(said):
        if word in _DECIDING:
            taken.add(at)
        if word in _BEAT:
            take(won, at - 1)
            take(lost, at + 1)
        elif word in _DECIDING:
            take(won if word in _WON else lost, at - 1, at + 1)
    return won, lost, [word for at, word in enumerate(said) if at not in taken]


def _day(word: str, today: date) -> str | None:
    """Returns the beginning of the day that a word means. Of three numbers that begin with a day, it reads them as
    Europe writes them."""
    if word in ("today", "yesterday"):
        return (today - timedelta(days=word == "yesterday")).isoformat()
    found = next(filter(None, (each.fullmatch(word) for each in (_YEAR_FIRST, _YEAR_LAST))), None)
    return found and "-".join(part.zfill(2) for part in found.group("year", "month", "day") if part)


# The index: each match's summary, made once, in a file of its own that may be deleted at any time.
#
# The journal has the truth. The index reads again from there what it lacks or cannot read.

_VERSION = 3
"""Numbers this layout of the file. A file with another number is replaced by an empty one."""
_MADE_BY = int.from_bytes(hashlib.blake2b(f"{_VERSION} {__version__}".encode(), digest_size=3).digest(), "big")
_SCHEMA = """
CREATE TABLE match (
    match INTEGER PRIMARY KEY, mark BLOB NOT NULL, told INTEGER NOT NULL, place TEXT NOT NULL, game TEXT NOT NULL,
    last INTEGER NOT NULL, size INTEGER NOT NULL, day TEXT NOT NULL, words TEXT NOT NULL, won TEXT NOT NULL,
    lost TEXT NOT NULL, summary BLOB NOT NULL, digest BLOB NOT NULL
);
CREATE INDEX newest ON match (last, match);
"""
_COLUMNS = "match, mark, told, place, game, last, size, day, words, won, lost, summary"
_NEWEST = "ORDER BY last DESC, match DESC"


class ShelfPlace(Enum):
    """Says where a match is: on the table, saved unfinished, or neither."""

    TABLE = "table"
    AWAY = "away"
    SHELF = "shelf"


class Shelved(msgspec.Struct, frozen=True, kw_only=True):
    """Describes a match of the archive. `told` is True once its summary is complete."""

    summary: Summary
    place: ShelfPlace
    told: bool


class IndexSum(msgspec.Struct, frozen=True, kw_only=True):
    """Counts matches and their bytes. `put_away` of them are saved for later."""

    matches: int
    size: int
    put_away: int


NONE = IndexSum(matches=0, size=0, put_away=0)


class IndexFault(WarglassError):
    """Says that the index cannot read or write what it should, and has to be made again."""


class Index:
    """Keeps the index in one SQLite file, or in memory. Any thread may call any method.

    It reads a thousand matches in some hundredths of a second. Every method but `anew` may raise IndexFault.
    """

    def __init__(self, path: Path | None) -> None:
        """Opens the file, or makes a new one where it is missing, damaged or another version's."""
        self._file = self._path = path
        self._lock = RLock()
        self.trouble: str | None = None
        """Says why the index is in memory where it should be in a file."""
        try:
            self._db = _open_file(path)
        except (sqlite3.Error, OSError):
            self._db = self._fresh()

    def anew(self, *, in_memory: bool = False) -> None:
        """Empties the index. Uses memory from now on where the disk does not take a file, or on demand."""
        with self._lock:
            self._db.close()
            if in_memory and self._path is not None:
                self._path, self.trouble = None, "the disk does not take it"
            self._db = self._fresh()

    def to_disk(self) -> None:
        """Moves from memory into its file, once the disk takes it again."""
        with self._lock:
            if self.trouble is None:
                return
            kept, self._path = self._db, self._file
            file = self._fresh()
            if self._path is None:
                file.close()
                return
            try:
                kept.backup(file)
            except sqlite3.Error as error:
                file.close()
                self._path, self.trouble = None, in_words(error)
            else:
                self._db, self.trouble = file, None
                kept.close()

    def close(self) -> None:
        with self._lock:
            self._db.close()

    def __del__(self) -> None:
        """Closes an index in memory, which has no more to save once its owners are gone."""
        with contextlib.suppress(AttributeError):
            self._db.close()

    def marks(self) -> dict[int, bytes]:
        """Returns by number the mark of what each match was summed up from."""
        with self._held() as db:
            return dict(db.execute("SELECT match, mark FROM match").fetchall())

    def put(self, found: Iterable[tuple[KnownMatch, Shelved]]) -> None:
        """Replaces what is known of these matches. All of them change, or none."""
        rows = [_row(known, shelved) for known, shelved in found]
        with self._together() as db:
            db.executemany(f"INSERT OR REPLACE INTO match VALUES ({'?, ' * _COLUMNS.count(',')}?, ?)", rows)

    def drop(self, matches: Iterable[int]) -> None:
        """Removes these matches."""
        with self._together() as db:
            db.executemany("DELETE FROM match WHERE match = ?", [(match,) for match in matches])

    def untold(self) -> tuple[Shelved, bytes] | None:
        """Returns the newest match without a summary, with the mark to sum it up from."""
        with self._held() as db:
            query = f"SELECT {_COLUMNS}, digest FROM match WHERE NOT told {_NEWEST} LIMIT 1"
            row = db.execute(query).fetchone()
            return None if row is None else (_read(row), row[1])

    def count_untold(self) -> int:
        """Returns how many matches have no summary yet."""
        with self._held() as db:
            untold: int = db.execute("SELECT count(*) FROM match WHERE NOT told").fetchone()[0]
            return untold

    def find(self, search: Search, *, skip: int = 0, most: int | None = None) -> list[Shelved]:
        """Returns the matches that a search finds, or at most so many. The one that was played last comes first."""
        where, given = _where(search)
        query = f"SELECT {_COLUMNS}, digest FROM match WHERE {where} {_NEWEST} LIMIT ? OFFSET ?"
        with self._held() as db:
            return [_read(row) for row in db.execute(query, (*given, -1 if most is None else most, skip))]

    def get(self, match: int) -> Shelved | None:
        """Returns that match."""
        with self._held() as db:
            row = db.execute(f"SELECT {_COLUMNS}, digest FROM match WHERE match = ?", (match,)).fetchone()
            return None if row is None else _read(row)

    def sum(self, search: Search = EVERYTHING) -> IndexSum:
        """Sums up the matches that a search finds."""
        where, given = _where(search)
        return self._sum(where, given)

    def sum_older(self, before_ms: int) -> IndexSum:
        """Sums up the matches that were last played before that wall time. The match on the table does not count."""
        return self._sum(_OLDER, [before_ms])

    def older(self, before_ms: int, *, most: int) -> list[int]:
        """Returns at most so many of those, the oldest first."""
        query = f"SELECT match FROM match WHERE {_OLDER} ORDER BY last, match LIMIT ?"
        with self._held() as db:
            return [match for (match,) in db.execute(query, (before_ms, most))]

    def _sum(self, where: str, given: Sequence[str | int]) -> IndexSum:
        query = f"SELECT count(*), coalesce(sum(size), 0), coalesce(sum(place = 'away'), 0) FROM match WHERE {where}"
        with self._held() as db:
            matches, size, put_away = db.execute(query, given).fetchone()
        return IndexSum(matches=matches, size=size, put_away=put_away)

    @contextlib.contextmanager
    def _held(self) -> Iterator[sqlite3.Connection]:
        with self._lock:
            try:
                yield self._db
            except (sqlite3.Error, msgspec.DecodeError) as error:
                raise IndexFault(str(error)) from error

    @contextlib.contextmanager
    def _together(self) -> Iterator[sqlite3.Connection]:
        with self._held() as db:
            db.execute("BEGIN IMMEDIATE")
            try:
                yield db
                db.execute("COMMIT")
            except BaseException:
                with contextlib.suppress(sqlite3.Error):
                    db.execute("ROLLBACK")
                raise

    def _fresh(self) -> sqlite3.Connection:
        if self._path is not None:
            try:
                for suffix in ("", "-wal", "-shm"):
                    Path(f"{self._path}{suffix}").unlink(missing_ok=True)
                return _open_file(self._path)
            except (sqlite3.Error, OSError) as error:
                self._path, self.trouble = None, in_words(error)
        return _open_file(None)


_OLDER = "place != 'table' AND last < ?"


def _open_file(path: Path | None) -> sqlite3.Connection:
    """Opens the file. Raises sqlite3.Error where it is damaged or another version's."""
    db = sqlite3.connect(path or ":memory:", timeout=1, check_same_thread=False, isolation_level=None)
    try:
        (version,) = db.execute("PRAGMA user_version").fetchone()
        db.execute("PRAGMA journal_mode=WAL")
        db.execute("PRAGMA synchronous=NORMAL")
        if version == 0 and not db.execute("SELECT count(*) FROM sqlite_master").fetchone()[0]:
            db.executescript(f"BEGIN; {_SCHEMA} PRAGMA user_version={_MADE_BY}; COMMIT")
        elif version != _MADE_BY or db.execute("PRAGMA quick_check(1)").fetchone() != ("ok",):
            raise sqlite3.DatabaseError("another version, or damaged")
        for row in db.execute(f"SELECT {_COLUMNS}, digest FROM match"):
            _hold(row)
    except BaseException:
        db.close()
        raise
    return db


def _row(known: KnownMatch, shelved: Shelved) -> tuple[object, ...]:
    summary = shelved.summary
    row = (
        summary.match,
        known.mark,
        1 if shelved.told else 0,
        shelved.place.value,
        summary.game,
        summary.last_ms,
        summary.size,
        known.day,
        known.words,
        known.won,
        known.lost,
        msgspec.json.encode(summary),
    )
    return (*row, _digest(row))


def _where(search: Search) -> tuple[str, list[str | int]]:
    """Returns the search as SQL, and the values to fill in."""
    parts, given = ["TRUE"], list[str | int]()
    for column, found in (("words", search.words), ("won", search.won), ("lost", search.lost)):
        for word in found:
            parts.append(f"instr({column}, ?)")
            given.append(sought(word))
    for day in search.days:
        parts.append("instr(day, ?) = 1")
        given.append(day)
    if search.decided:
        parts.append("won != ''")
    if search.drawn:
        parts.append("won = '' AND instr(words, ' ended ')")
    if search.game is not None:
        parts.append("game = ?")
        given.append(search.game)
    if search.put_away:
        parts.append("place = 'away'")
    return " AND ".join(parts), given


def _digest(row: tuple[object, ...]) -> bytes:
    return hashlib.blake2b(repr(row).encode(), digest_size=16).digest()


def _hold(row: tuple[object, ...]) -> None:
    if _digest(row[:-1]) != row[-1]:
        raise sqlite3.DatabaseError("a row is not what was written")


def _read(row: tuple[object, ...]) -> Shelved:
    _hold(row)
    told, place, summary = row[2], row[3], row[11]
    assert isinstance(summary, bytes)
    return Shelved(summary=decoder_of(Summary).decode(summary), place=ShelfPlace(place), told=bool(told))
