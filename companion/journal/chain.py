"""What vouches for what the journal holds: a hash chain a match, a digest for every other row, and a tally of those.

Nothing here is keyed. It tells loss, decay and careless editing from an end; whoever can write the file and knows this
page can write one that holds.
"""

import hashlib
import struct
from collections.abc import Iterable

SIZE = 16
NOTHING = bytes(SIZE)
"""The tally of no rows at all."""
_NUMBERS = struct.Struct("<qqqI")


def digest(*columns: int | str | bytes) -> bytes:
    """Of a row's columns, in order. Raises AttributeError or TypeError for what such a row never holds."""
    hashed = hashlib.blake2b(digest_size=SIZE)
    for column in columns:
        kind, written = (b"i", b"%d" % column) if isinstance(column, int) else _bytes(column)
        hashed.update(b"%b%d:" % (kind, len(written)) + written)
    return hashed.digest()


def link(before: bytes, row: tuple[int, int, int, str, bytes]) -> bytes:
    """The chain's next link: of an event (its number, wall and monotonic time, source and JSON), and of all before it
    back to its match's digest. Raises AttributeError, TypeError or struct.error for what no event's row ever holds."""
    seq, wall, mono, source, event = row
    who = source.encode()
    return hashlib.blake2b(before + _NUMBERS.pack(seq, wall, mono, len(who)) + who + event, digest_size=SIZE).digest()


def end(match: tuple[int, str, bytes, int], rows: Iterable[tuple[int, int, int, str, bytes]]) -> bytes:
    """The last link of a match (its number, game, setup and wall time) with these events, as its journal has it. Raises
    what `digest` and `link` do."""
    found = digest(*match)
    for row in rows:
        found = link(found, row)
    return found


def tallied(tally: bytes, *, gone: bytes | None = None, come: bytes | None = None) -> bytes:
    """The tally without one digest and with another: the sum of them all, so their order does not matter."""
    return _bytes_of(_number(tally) - _number(gone or b"") + _number(come or b""))


def _bytes(column: str | bytes) -> tuple[bytes, bytes]:
    return (b"s", column.encode()) if isinstance(column, str) else (b"b", column)


def _number(digest: bytes) -> int:
    return int.from_bytes(digest, "big")


def _bytes_of(number: int) -> bytes:
    return (number % (1 << 8 * SIZE)).to_bytes(SIZE, "big")
