"""Reading a shelf file that may be anything: looked through whole before anybody relies on it."""

import hashlib
import io
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

    def __init__(self, file: Path | bytes, *, most_events: int | None = None, most_bytes: int = MOST_BYTES) -> None:
        """Looks it through once. `most_events` and `most_bytes` (of all lines) bound what is taken."""
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
        """Once more."""
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

    def _header(self, archive: zipfile.ZipFile) -> Header:
        with archive.open(HEADER) as entry:
            text = entry.read(LARGEST_HEADER + 1)
        said = msgspec.json.decode(text, type=Header)
        if said.format != FORMAT:
            raise NoShelfFile(f"{self._called} is not a backup.")
        if said.version > VERSION:
            raise NoShelfFile(f"A newer Warglass wrote {_inside(self._called)}: update this one.")
        return said

    def _texts(self, archive: zipfile.ZipFile) -> Iterator[bytes]:
        """The lines with their ends, none longer than there is room for, and all of them together neither."""
        most = self._most_bytes
        with archive.open(LINES) as entry:
            while text := _line(entry):
                most -= len(text)
                if most < 0:
                    raise NoShelfFile(f"There is too much in {_inside(self._called)}.")
                yield text


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
    """Its name within a sentence."""
    return called.replace("This", "this", 1)
