"""A mark beside the journal of how far it has come: only so is an end that was cut off told from an end."""

import contextlib
import hashlib
import os
from pathlib import Path

import msgspec

_SIZE = 256
"""Bytes of the file, always overwritten as a whole: it takes no room that a full disk would not have."""
_DIGEST = 32


class Mark(msgspec.Struct, frozen=True, kw_only=True):
    """After some commit: how many edits there had been (see `seal`), which match lay on the table, its last event and
    that one's link in hexadecimal, and the wall time of it in nanoseconds."""

    edits: int
    match: int
    seq: int
    chain: str
    wall: int


class Head:
    """The file of the mark. It is written with every commit and left to the kernel to bring to the disk, so after a
    power cut it tells what the last second's acts were that the journal lacks."""

    def __init__(self, path: Path) -> None:
        """Raises OSError."""
        self._file = os.open(path, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)

    def write(self, mark: Mark) -> None:
        """What cannot be written is left: an older mark is no wrong one."""
        written = msgspec.json.encode(mark).ljust(_SIZE - _DIGEST)
        with contextlib.suppress(OSError):
            os.pwrite(self._file, written + _digest(written), 0)

    def close(self) -> None:
        with contextlib.suppress(OSError):
            os.fsync(self._file)
        os.close(self._file)


def read_mark(path: Path) -> Mark | None:
    """None where there is none, or none that holds. Raises OSError."""
    try:
        held = path.read_bytes()
    except FileNotFoundError:
        return None
    written = held[: _SIZE - _DIGEST]
    if len(held) != _SIZE or _digest(written) != held[_SIZE - _DIGEST :]:
        return None
    with contextlib.suppress(msgspec.DecodeError):
        return msgspec.json.decode(written, type=Mark)
    return None


def _digest(written: bytes) -> bytes:
    return hashlib.blake2b(written, digest_size=_DIGEST).digest()
