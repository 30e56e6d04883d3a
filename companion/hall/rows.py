"""A row of the journal as it goes through a hall, and back: what a side has sealed only encrypted."""

import struct
from collections.abc import Callable
from typing import Protocol

import msgspec

from companion.errors import WarglassError
from companion.hall.wire.from_table import LogRow
from companion.journal.journal import Row
from companion.table.events import Event

ReadEvent = Callable[[bytes], Event]
"""A game's: raises msgspec.DecodeError for what is no event of it."""
_UNKNOWN = msgspec.Raw(b'{"type":"unknown","sand_ns":0}')
"""What everyone may know of an event that this Warglass does not know."""
_LENGTH = struct.Struct(">I")
_ROOM = 1024
"""What is hidden is as long as the next multiple of so many bytes: else a card's name could be told by its length."""
_NO_ROW = 0
"""Where a link of the chain is sealed: it opens as no row, and no row as one."""


class Where(msgspec.Struct, frozen=True):
    """The match that a row is of, by the name of its journal and its number there."""

    journal: str
    match: int


class Strongbox(Protocol):
    """Seals with the key of a table's card. What is moved to another row does not open."""

    def seal(self, data: bytes, where: Where, seq: int) -> str: ...

    def unseal(self, text: str, where: Where, seq: int) -> bytes:
        """Raises WarglassError, in words, where the key is another card's."""


class NoRow(WarglassError):
    """What was sealed is none of a journal's rows."""

    def __init__(self, seq: int) -> None:
        super().__init__(f"What players sealed in row {seq} opens, but is no row of a journal.")


def log_row(row: Row, where: Where, *, read_event: ReadEvent, box: Strongbox) -> LogRow:
    """As it may go through a hall. A kind of event that can hide something is sealed whether this one hides anything or
    not, so that nobody sees which do; all others go as the journal has them, to the byte."""
    public = _public(row.event, read_event)
    if public is None:
        return _made(row, msgspec.Raw(row.event), None)
    return _made(row, public, box.seal(_padded(row.event, beyond=len(bytes(public))), where, row.seq))


def row_of(told: LogRow, where: Where, *, box: Strongbox) -> Row:
    """The row that was told so. Raises WarglassError, in words, where the key is another one, or it was changed."""
    event = bytes(told.event) if told.sealed is None else _opened(box.unseal(told.sealed, where, told.seq), told.seq)
    return Row(seq=told.seq, wall=told.wall, mono=told.mono, source=told.source, event=event)


def may_hide(event: bytes, read_event: ReadEvent) -> bool:
    """Whether this is an event that no table tells openly, as far as this Warglass knows its kind at all."""
    return _public(event, read_event) is not None


def sealed_link(link: bytes, where: Where, *, box: Strongbox) -> str:
    """A link of the chain that the journal has of the match. It is a digest of what players sealed too:
    whoever had it could try the cards of a game until one fits."""
    return box.seal(link, where, _NO_ROW)


def link_of(sealed: str, where: Where, *, box: Strongbox) -> bytes | None:
    """The link that was sealed so; None where this key does not open it, as after a new card."""
    try:
        return box.unseal(sealed, where, _NO_ROW)
    except WarglassError:
        return None


def _public(event: bytes, read_event: ReadEvent) -> msgspec.Raw | None:
    """What everyone may know of an event that is to be sealed; None for one that everyone may know."""
    try:
        found = read_event(event)
    except msgspec.DecodeError:
        return _UNKNOWN
    if type(found).public is Event.public:
        return None
    return msgspec.Raw(msgspec.json.encode(found.public()))


def _made(row: Row, event: msgspec.Raw, sealed: str | None) -> LogRow:
    return LogRow(seq=row.seq, wall=row.wall, mono=row.mono, source=row.source, event=event, sealed=sealed)


def _padded(event: bytes, *, beyond: int) -> bytes:
    """With its length before it, and as long as what everyone knows and some multiple of _ROOM."""
    hidden = max(0, len(event) - beyond)
    room = beyond + _ROOM * (hidden // _ROOM + 1)
    return _LENGTH.pack(len(event)) + event.ljust(room, b"\0")


def _opened(data: bytes, seq: int) -> bytes:
    if len(data) < _LENGTH.size:
        raise NoRow(seq)
    (length,) = _LENGTH.unpack_from(data)
    event = data[_LENGTH.size :]
    if length > len(event):
        raise NoRow(seq)
    return event[:length]
