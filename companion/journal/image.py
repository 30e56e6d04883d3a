"""A journal's file in memory, as its pages and its log have it: to be read where the disk takes no more, or the file is
damaged. Nothing on the disk is touched."""

import contextlib
import os
import sqlite3
import struct
from pathlib import Path

from companion.errors import WarglassError
from companion.journal.schema import bring_up, renamed
from companion.journal.wal import Wal

LARGEST = 128 * 2**20
"""Bytes of the largest file that is read so."""
_PAGE = 4096
_HEALED = ((0, b"SQLite format 3\0"), (16, struct.pack(">H", _PAGE)), (18, bytes((1, 1, 0, 64, 32, 32))))
"""What a header has at these places, whatever may have become of it, but that this one has no log beside it."""
_ALWAYS = ((44, struct.pack(">I", 4)), (52, bytes(4)), (56, struct.pack(">I", 1)), (64, bytes(4)))


class TooLarge(WarglassError):
    """The file is larger than what is read into memory."""


def image(path: Path, wal: Wal, *, gaps: bool = False) -> sqlite3.Connection:
    """The file's content, which nobody can change; with `gaps` also what its log holds behind a damaged place, and what
    the disk does not read left blank. Raises OSError, TooLarge, sqlite3.Error, and schema.Newer."""
    pages = _pages(path, blank=gaps)
    frames = list(wal.committed(gaps=gaps))
    if frames:
        with Path(f"{path}-wal").open("rb") as log:
            for frame in frames:
                log.seek(frame.at)
                at = (frame.page - 1) * wal.page_size
                if at <= LARGEST:
                    pages[len(pages) :] = bytes(max(0, at - len(pages)))
                    pages[at : at + wal.page_size] = log.read(wal.page_size)
    for at, held in (*_HEALED, *_ALWAYS):
        pages[at : at + len(held)] = held
    pages[28:32] = struct.pack(">I", len(pages) // _PAGE)
    return _opened(pages)


def as_it_lies(path: Path) -> sqlite3.Connection:
    """The file without its log, read where it lies. Raises sqlite3.Error."""
    return sqlite3.connect(
        f"{path.absolute().as_uri()}?mode=ro&immutable=1", uri=True, check_same_thread=False, isolation_level=None
    )


def empty() -> sqlite3.Connection:
    """A journal with nothing in it, which nobody can change."""
    return _opened(b"")


def _pages(path: Path, *, blank: bool) -> bytearray:
    with contextlib.suppress(FileNotFoundError), path.open("rb", buffering=0) as file:
        size = os.fstat(file.fileno()).st_size
        if size > LARGEST:
            raise TooLarge(f"{path} has {size} bytes")
        pages = bytearray(size)
        for at in range(0, size, _PAGE):
            try:
                pages[at : at + _PAGE] = os.pread(file.fileno(), _PAGE, at)
            except OSError:
                if not blank:
                    raise
        return pages
    return bytearray()


def _opened(pages: bytes | bytearray) -> sqlite3.Connection:
    db = sqlite3.connect(":memory:", check_same_thread=False, isolation_level=None)
    try:
        if pages:
            db.deserialize(pages)
            renamed(db)
        bring_up(db)
        db.execute("PRAGMA query_only=ON")
    except BaseException:
        db.close()
        raise
    return db
