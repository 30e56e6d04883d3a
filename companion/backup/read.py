"""Reading a shelf file that may be anything: looked through whole before anybody relies on it."""

import hashlib
import zipfile
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import IO

import msgspec

from companion.backup.contents import (
    FORMAT,
    HEADER,
    LARGEST_HEADER,
    LINES,
    LONGEST_LINE,
    MOST_BYTES,
    VERSION,
    AwayLine,
    EventLine,
    Header,
    KeptLine,
    Line,
    MatchLine,
    TableLine,
)
from companion.errors import WarglassError

_PACKED = (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED)
_LINE: msgspec.json.Decoder[Line] = msgspec.json.Decoder(Line)


class NoShelfFile(WarglassError):
    """It cannot be used. The message is a sentence for whoever brought it."""


class ShelfFile:
    """A file that holds what it says, from its first line to its last. Raises NoShelfFile where it does not, and where
    it cannot be read. Memory stays flat however long it is."""

    def __init__(self, path: Path) -> None:
        """Looks it through once."""
        self._path = path
        counts: Counter[type[Line]] = Counter()
        digest, order = hashlib.sha256(), _Order()
        with _refused(path), self._archive() as archive:
            self.header = _header(archive)
            for text in _texts(archive):
                digest.update(text)
                line = _LINE.decode(text)
                order.add(line)
                counts[type(line)] += 1
        said = self.header
        if (said.kept, said.matches, said.events, said.digest) != (
            counts[KeptLine],
            counts[MatchLine],
            counts[EventLine],
            digest.hexdigest(),
        ):
            raise NoShelfFile(f"{path} is damaged: it is not as it was written.")

    def lines(self) -> Iterator[Line]:
        """Once more."""
        with _refused(self._path), self._archive() as archive:
            yield from map(_LINE.decode, _texts(archive))

    def _archive(self) -> zipfile.ZipFile:
        archive = zipfile.ZipFile(self._path)
        members = archive.infolist()
        ours = sorted(each.filename for each in members) == sorted((LINES, HEADER))
        if not ours or any(each.compress_type not in _PACKED or each.flag_bits & 1 for each in members):
            archive.close()
            raise NoShelfFile(f"{self._path} is no shelf file.")
        return archive


class _Order:
    """Which line may follow which."""

    def __init__(self) -> None:
        self._match, self._seq, self._known = 0, 0, set[int]()
        self._left: set[int] = set()
        self._laid = False

    def add(self, line: Line) -> None:
        """Raises ValueError."""
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

    def __init__(self, path: Path) -> None:
        self._path = path

    def __enter__(self) -> None:
        pass

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: object) -> None:
        if isinstance(error, OSError) and error.strerror:
            raise NoShelfFile(f"{self._path} cannot be read: {error.strerror}.") from error
        if isinstance(error, Exception) and not isinstance(error, WarglassError):
            raise NoShelfFile(f"{self._path} is no shelf file, or it is damaged.") from error


def _header(archive: zipfile.ZipFile) -> Header:
    with archive.open(HEADER) as entry:
        text = entry.read(LARGEST_HEADER + 1)
    said = msgspec.json.decode(text, type=Header)
    if said.format != FORMAT:
        raise NoShelfFile(f"{archive.filename} is no shelf file.")
    if said.version > VERSION:
        raise NoShelfFile(f"A newer Warglass wrote {archive.filename}: update this one.")
    return said


def _texts(archive: zipfile.ZipFile) -> Iterator[bytes]:
    """The lines with their ends, none longer than there is room for, and all of them together neither."""
    most = MOST_BYTES
    with archive.open(LINES) as entry:
        while text := _line(entry):
            most -= len(text)
            if most < 0:
                raise NoShelfFile(f"There is too much in {archive.filename}.")
            yield text


def _line(entry: IO[bytes]) -> bytes:
    text = entry.readline(LONGEST_LINE + 1)
    if text and not text.endswith(b"\n"):
        raise ValueError("a line has no end")
    return text
