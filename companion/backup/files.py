"""Writes a backup a row at a time, and reads one that may be any file."""

import hashlib
import io
import sqlite3
import zipfile
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import IO, Annotated

import msgspec

from companion.errors import WarglassError
from companion.fields.decode import decoder_of
from companion.journal.beside import read_only
from companion.journal.journal import JournalError, Row
from companion.journal.store import in_words
from companion.matchfile.files import unsealed
from companion.table.game import AnyGame

# A backup is a zip of two entries. The larger has one JSON value a line.

FORMAT = "warglass shelf"
VERSION = 1
LINES, HEADER = "shelf.jsonl", "shelf.json"
"""Are the names in the zip. The header comes behind the lines that it counts."""
LARGEST_HEADER = 4096
LONGEST_LINE = 8 * 1024 * 1024
"""Bounds a line, in bytes: one kept thing may be large."""
MOST_BYTES = 4 * 1024**3
"""Bounds all lines, in bytes: far more than a table's card has room for."""

KINDS = ("choices", "force", "ruling", "scenario", "unit")
"""Lists the kinds of kept things in a backup for every player. The rest belongs to this box: its hall, seats, rule
texts of catalogues, and questions without a ruling."""
TAKEN_KINDS = (*KINDS, "rule text")
"""Lists the kinds that a running table takes from a backup."""

Ns = Annotated[int, msgspec.Meta(ge=-(2**62), le=2**62)]
Number = Annotated[int, msgspec.Meta(ge=1, le=2**31)]


class KeptLine(msgspec.Struct, frozen=True, kw_only=True, tag="kept", tag_field="row"):
    """Describes something that outlives a match, such as a scenario."""

    game: str
    kind: str
    id: str
    body: bytes


class MatchLine(msgspec.Struct, frozen=True, kw_only=True, tag="match", tag_field="row"):
    """Describes a match as it was opened; its events follow."""

    match: Number
    game: str
    setup: bytes
    wall: Ns


class EventLine(msgspec.Struct, frozen=True, kw_only=True, tag="event", tag_field="row"):
    """Describes an event of the match before it, exactly as the journal has it."""

    seq: Number
    wall: Ns
    mono: Ns
    source: str
    event: bytes


class AwayLine(msgspec.Struct, frozen=True, kw_only=True, tag="away", tag_field="row"):
    """Describes a match that is saved for later, see companion.journal.schema. The oldest comes first."""

    match: Number
    wall: Ns
    called: str
    standing: str


class TableLine(msgspec.Struct, frozen=True, kw_only=True, tag="table", tag_field="row"):
    """Describes the match on the table."""

    match: Number


Line = KeptLine | MatchLine | EventLine | AwayLine | TableLine


class BackupHeader(msgspec.Struct, frozen=True, kw_only=True):
    """Says how much there is, and the SHA-256 of all lines as they stand; `wall` is when it was written."""

    format: str
    version: int
    wall: Ns
    kept: int
    matches: int
    events: int
    digest: str


# Reading a backup from anywhere: all of it is checked before any of it is used.

_PACKED = (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED)
_LINE: msgspec.json.Decoder[Line] = decoder_of(Line)


class NoShelfFile(WarglassError):
    """Says in a sentence for the player why the file cannot be used."""


class ShelfFile:
    """Reads a backup whose lines are all as its header says. Raises NoShelfFile where they are not, and where it cannot
    be read. Memory stays flat at any length."""

    def __init__(self, file: Path | bytes, *, most_events: int | None = None, most_bytes: int = MOST_BYTES) -> None:
        """Reads the file once, to check it. `most_events` and `most_bytes` (of all lines) bound it."""
        self._file = file
        self._most_bytes = most_bytes
        self._called = str(file) if isinstance(file, Path) else "This file"
        counts: Counter[type[Line]] = Counter()
        digest, order = hashlib.sha256(), _Order()
        with _refused(self._called), self._archive() as archive:
            self.header = self._header(archive)
            for text in self._texts(archive):
                digest.update(text)
                line = _LINE.decode(text)
                order.add(line)
                counts[type(line)] += 1
                if most_events is not None and counts[EventLine] > most_events:
                    raise NoShelfFile(f"{self._called} has more than {most_events:,} acts, which is too much here.")
        said = self.header
        if (said.kept, said.matches, said.events, said.digest) != (
            counts[KeptLine],
            counts[MatchLine],
            counts[EventLine],
            digest.hexdigest(),
        ):
            raise NoShelfFile(f"{self._called} is damaged: it is not as it was written.")

    def lines(self) -> Iterator[Line]:
        """Yields the lines once more."""
        with _refused(self._called), self._archive() as archive:
            yield from map(_LINE.decode, self._texts(archive))

    def _archive(self) -> zipfile.ZipFile:
        archive = zipfile.ZipFile(self._file if isinstance(self._file, Path) else io.BytesIO(self._file))
        members = archive.infolist()
        ours = sorted(each.filename for each in members) == sorted((LINES, HEADER))
        if not ours or any(each.compress_type not in _PACKED or each.flag_bits & 1 for each in members):
            archive.close()
            raise NoShelfFile(f"{self._called} is not a backup.")
        return archive

    def _header(self, archive: zipfile.ZipFile) -> BackupHeader:
        with archive.open(HEADER) as entry:
            text = entry.read(LARGEST_HEADER + 1)
        said = decoder_of(BackupHeader).decode(text)
        if said.format != FORMAT:
            raise NoShelfFile(f"{self._called} is not a backup.")
        if said.version > VERSION:
            raise NoShelfFile(f"A newer Warglass wrote {_inside(self._called)}: update this one.")
        return said

    def _texts(self, archive: zipfile.ZipFile) -> Iterator[bytes]:
        """Yields the lines with their ends. Bounds each of them, and all together."""
        most = self._most_bytes
        with archive.open(LINES) as entry:
            while text := _line(entry):
                most -= len(text)
                if most < 0:
                    raise NoShelfFile(f"There is too much in {_inside(self._called)}.")
                yield text


class _Order:
    """Checks which line follows which."""

    def __init__(self) -> None:
        self._match, self._seq, self._known = 0, 0, set[int]()
        self._left: set[int] = set()
        self._laid = False

    def add(self, line: Line) -> None:
        """Raises ValueError where the line may not follow."""
        match line:
            case KeptLine():
                fits = not self._known
            case MatchLine(match=number):
                fits = number > self._match and not self._left and not self._laid
                self._match, self._seq = number, 0
                self._known.add(number)
            case EventLine(seq=seq):
                fits = bool(self._known) and seq == self._seq + 1 and not self._left and not self._laid
                self._seq = seq
            case AwayLine(match=number):
                fits = number in self._known and number not in self._left and not self._laid
                self._left.add(number)
            case TableLine(match=number):
                fits = number in self._known and number not in self._left and not self._laid
                self._laid = True
        if not fits:
            raise ValueError(line)


class _refused:  # noqa: N801
    """Says in words whatever a file that may be anything makes zipfile and the decoders raise: that is promised
    nowhere."""

    def __init__(self, called: str) -> None:
        self._called = called

    def __enter__(self) -> None:
        pass

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: object) -> None:
        if isinstance(error, OSError) and error.strerror:
            raise NoShelfFile(f"{self._called} cannot be read: {error.strerror}.") from error
        if isinstance(error, Exception) and not isinstance(error, WarglassError):
            raise NoShelfFile(f"{self._called} is not a backup, or it is damaged.") from error


def _line(entry: IO[bytes]) -> bytes:
    text = entry.readline(LONGEST_LINE + 1)
    if text and not text.endswith(b"\n"):
        raise ValueError("a line has no end")
    return text


def _inside(called: str) -> str:
    """Returns the file's name within a sentence."""
    return called.replace("This", "this", 1)


# Writing a backup from a journal, a row at a time.


class ForAll:
    """Keeps a backup to what every player may know, and counts the matches that this leaves something out of."""

    def __init__(self, games: Mapping[str, AnyGame]) -> None:
        self._games = games
        self.hidden: set[int] = set()
        """Lists the matches that lose sealed cards. They come back as past games, because players could not continue
        them."""
        self.unread: set[int] = set()
        """Lists the matches that are left out: this Warglass cannot read them, and so cannot know what is sealed."""

    def rows(self, match: int, game: str, rows: list[Row]) -> list[Row] | None:
        """Returns the rows as everyone may know them, or None where this Warglass cannot read them."""
        try:
            shown = [unsealed(row, self._games[game]) for row in rows]
        except (KeyError, msgspec.DecodeError):
            self.unread.add(match)
            return None
        if shown != rows:
            self.hidden.add(match)
        return shown


def write(path: Path, to: IO[bytes], *, running: bool, wall_ns: int, for_all: ForAll | None = None) -> BackupHeader:
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
            header = BackupHeader(
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
