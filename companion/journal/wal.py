"""SQLite's write-ahead log, read before SQLite reads it: what it skips in silence is found here.

Source: "The Write-Ahead Log", https://www.sqlite.org/fileformat2.html#walformat
"""

import struct
from collections.abc import Iterator
from pathlib import Path

import msgspec

_HEADER = struct.Struct(">8I")
_FRAME = struct.Struct(">6I")
_MAGIC = 0x377F0682
"""Its lowest bit says whether checksums read words with the highest byte first."""
_SMALLEST_PAGE, _LARGEST_PAGE = 512, 65536


class Frame(msgspec.Struct, frozen=True):
    """A page as some commit left it. `size` is the file's in pages where a transaction ends here, else 0; `holds`
    whether its checksum does, `follows` whether SQLite would take it: all before it hold too."""

    page: int
    size: int
    at: int
    holds: bool
    follows: bool


class Wal(msgspec.Struct, frozen=True):
    """`at` in a frame is where its page begins in the log's file. Damaged is a log of which SQLite would leave out
    something that somebody wrote to its end; a write that was cut short is none."""

    page_size: int
    frames: tuple[Frame, ...]
    damaged: bool

    def committed(self, *, gaps: bool) -> Iterator[Frame]:
        """The frames up to the last commit: with `gaps` all that hold for themselves, else only those that SQLite
        would take."""
        frames = [frame for frame in self.frames if (frame.holds if gaps else frame.follows)]
        last = max((index for index, frame in enumerate(frames) if frame.size), default=-1)
        return iter(frames[: last + 1])


def read_wal(path: Path) -> Wal:
    """The log in that file; an empty one where there is none. Raises OSError."""
    try:
        with path.open("rb") as file:
            header = file.read(_HEADER.size)
            if len(header) < _HEADER.size:
                return Wal(0, (), damaged=False)
            magic, _, page_size, _, salt1, salt2, sum1, sum2 = _HEADER.unpack(header)
            words = ">" if magic & 1 else "<"
            sound = (
                magic & ~1 == _MAGIC
                and _SMALLEST_PAGE <= page_size <= _LARGEST_PAGE
                and _summed((0, 0), header[:24], words) == (sum1, sum2)
            )
            if not sound:
                return Wal(0, (), damaged=bool(file.read(1)))
            frames: list[Frame] = []
            befores, follows, length = {(sum1, sum2)}, True, _FRAME.size + page_size
            while len(raw := file.read(length)) == length:
                page, size, *salts, sum1, sum2 = _FRAME.unpack_from(raw)
                content = raw[_FRAME.size :]
                summed = {_summed(_summed(each, raw[:8], words), content, words) for each in befores}
                if follows and salts[0] == (salt1 - 1) & 0xFFFFFFFF and salts[1] != salt2:
                    # The rest is of the log before, which this one is written over.
                    break
                holds = (sum1, sum2) in summed and salts == [salt1, salt2] and page > 0
                follows = follows and holds
                frames.append(Frame(page, size, file.tell() - page_size, holds, follows))
                # Where this one is damaged, the next tells which of both was: what it holds, or its checksum.
                befores = {(sum1, sum2), *(summed if len(befores) == 1 else ())}
            return Wal(page_size, tuple(frames), damaged=not follows)
    except FileNotFoundError:
        return Wal(0, (), damaged=False)


def _summed(before: tuple[int, int], content: bytes, words: str) -> tuple[int, int]:
    """SQLite's checksum of the content, carried on from that of what was before it."""
    first, second = before
    for word in struct.unpack(f"{words}{len(content) // 4}I", content):
        first, second = second, (first + second + word) & 0xFFFFFFFF
    return first, second
