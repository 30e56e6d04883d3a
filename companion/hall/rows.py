"""Prepares rows of the journal for their way through a hall, which may not read what players sealed."""

import base64
import binascii
import secrets
import struct
from collections.abc import Callable, Mapping, Sequence
from typing import Protocol

import msgspec

from companion.errors import WarglassError
from companion.hall.card import HallCard
from companion.hall.wire.messages import MOST_ROWS, Log, LogRow, Opening
from companion.hall.wire.topics import LARGEST
from companion.journal.journal import MatchRow, Row
from companion.journal.reader import Written
from companion.table.events import Event
from companion.table.game import AnyGame

# A row of the journal as it goes through a hall, and back: what a side has sealed only encrypted.

ReadEvent = Callable[[bytes], Event]
"""Reads a game's event: raises msgspec.DecodeError for anything else."""
_UNKNOWN = msgspec.Raw(b'{"type":"unknown","sand_ns":0}')
"""Stands for an event that this Warglass does not know: all may know this much of it."""
_LENGTH = struct.Struct(">I")
_ROOM = 1024
"""Sealed events are padded to a multiple of this many bytes: else the length would give away a card's name."""
_NO_ROW = 0
"""Marks where a link of the chain is sealed: a link does not open as a row, nor a row as a link."""


class Where(msgspec.Struct, frozen=True):
    """Says which match a row belongs to, by the name of its journal and its number there."""

    journal: str
    match: int


class Strongbox(Protocol):
    """Seals with the key of a table's card. A seal that is moved to another row does not open."""

    def seal(self, data: bytes, where: Where, seq: int) -> str: ...

    def unseal(self, text: str, where: Where, seq: int) -> bytes:
        """Opens a seal. Raises WarglassError, in words, where the key is another card's."""


class NoRow(WarglassError):
    """Reports that what was sealed is not a row of a journal."""

    def __init__(self, seq: int) -> None:
        super().__init__(f"What players sealed in row {seq} opens, but is no row of a journal.")


def log_row(row: Row, where: Where, *, read_event: ReadEvent, box: Strongbox) -> LogRow:
    """Returns the row as it may go through a hall.

    A kind of event that can hide something is always sealed, so that the hall cannot see which events do.
    All others go as the journal has them, to the byte.
    """
    event, sealed = _public(row.event, read_event), None
    if event is not None:
        sealed = box.seal(_padded(row.event, beyond=len(bytes(event))), where, row.seq)
    event = event or msgspec.Raw(row.event)
    return LogRow(seq=row.seq, wall=row.wall, mono=row.mono, source=row.source, event=event, sealed=sealed)


def row_of(told: LogRow, where: Where, *, box: Strongbox) -> Row:
    """Returns the row that was sent so. Raises WarglassError, in words, where the key is another one, or it was
    changed.
    """
    event = (
        bytes(told.event)
        if told.sealed is None
        else _without_padding(box.unseal(told.sealed, where, told.seq), told.seq)
    )
    return Row(seq=told.seq, wall=told.wall, mono=told.mono, source=told.source, event=event)


def may_hide(event: bytes, read_event: ReadEvent) -> bool:
    """Returns True for an event that no table sends openly, as far as this Warglass knows its kind at all."""
    return _public(event, read_event) is not None


def sealed_link(link: bytes, where: Where, *, box: Strongbox) -> str:
    """Seals a link of the chain that the journal has of the match.

    It is a digest of what players sealed too: with it, a reader could try the cards of a game until one fits.
    """
    return box.seal(link, where, _NO_ROW)


def link_of(sealed: str, where: Where, *, box: Strongbox) -> bytes | None:
    """Returns the link that was sealed so; None where this key does not open it, as after a new card."""
    try:
        return box.unseal(sealed, where, _NO_ROW)
    except WarglassError:
        return None


def _public(event: bytes, read_event: ReadEvent) -> msgspec.Raw | None:
    """Returns what all may know of an event that is to be sealed; None for one that may go openly."""
    try:
        found = read_event(event)
    except msgspec.DecodeError:
        return _UNKNOWN
    if type(found).public is Event.public:
        return None
    return msgspec.Raw(msgspec.json.encode(found.public()))


def _padded(event: bytes, *, beyond: int) -> bytes:
    """Returns the event with its length before it, padded by what all may know and some multiple of _ROOM."""
    hidden = max(0, len(event) - beyond)
    room = beyond + _ROOM * (hidden // _ROOM + 1)
    return _LENGTH.pack(len(event)) + event.ljust(room, b"\0")


def _without_padding(data: bytes, seq: int) -> bytes:
    if len(data) < _LENGTH.size:
        raise NoRow(seq)
    (length,) = _LENGTH.unpack_from(data)
    event = data[_LENGTH.size :]
    if length > len(event):
        raise NoRow(seq)
    return event[:length]


# The journal by the message: the rows of a match behind some number, as many as go into one.

_AROUND = 512
"""Bytes of a message beside its rows and its opening."""

Find = Callable[[int, int], Written]
"""Returns what the journal has of that match behind that row: Table.written, at most MOST_ROWS and LARGEST bytes."""


class Logs:
    """Packs the rows of one journal, by its name. Any thread may call."""

    def __init__(self, *, journal: str, find: Find, games: Mapping[str, AnyGame], box: Strongbox) -> None:
        self._journal = journal
        self._find = find
        self._games = games
        self._box = box

    def after(self, match: int, after: int) -> Log:
        """Returns the rows numbered above `after`, the lowest first. Raises sqlite3.Error."""
        written = self._find(match, after)
        if written.match is None:
            return Log(journal=self._journal, match=match, last=0, next=written.next)
        opening = opening_of(written.match) if after == 0 else None
        told = [self._log_row(written.match, row) for row in written.rows]
        count = fitting(told, beside=opening)
        links = (written.head, *written.links) if after == 0 else (b"", *written.links)
        return Log(
            journal=self._journal,
            match=match,
            last=written.last,
            rows=tuple(told[:count]),
            opening=opening,
            chain=sealed_link(links[count], Where(self._journal, match), box=self._box) if links[count] else "",
            next=written.next,
        )

    def _log_row(self, match: MatchRow, row: Row) -> LogRow:
        game = self._games.get(match.game)
        read_event = _unread if game is None else game.read_event
        return log_row(row, Where(self._journal, match.id), read_event=read_event, box=self._box)


def opening_of(match: MatchRow) -> Opening:
    return Opening(game=match.game, setup=msgspec.Raw(match.setup), wall=match.wall)


def fitting(rows: Sequence[LogRow], *, beside: Opening | None = None) -> int:
    """Returns how many of the rows go into one message of LARGEST bytes, with that opening beside them.

    MOST_ROWS at most, and at least one where there is any, however large.
    """
    room = LARGEST - _AROUND - (0 if beside is None else len(msgspec.json.encode(beside)))
    for count, row in enumerate(rows[:MOST_ROWS]):
        room -= len(msgspec.json.encode(row)) + 1
        if room < 0:
            return max(1, count)
    return len(rows[:MOST_ROWS])


def _unread(event: bytes) -> Event:  # noqa: ARG001
    raise msgspec.DecodeError("a game that this Warglass does not know")


# What players sealed, on its way through a hall that may not read it: encrypted to the key of the table's card.

_NONCE_BYTES = 12


class OtherKey(WarglassError):
    """Reports that it does not open: it has another card's key, was moved, or was changed on the way."""

    def __init__(self) -> None:
        super().__init__(
            "What players sealed does not open with this table's card: it was sealed with another one, or has been "
            "changed. Give this table the card of the one that it stands in for."
        )


class CardBox:
    """Seals and opens rows with the 32 bytes of a card's key, as a Strongbox. Any thread may call."""

    def __init__(self, card: HallCard) -> None:
        self._card = card

    def seal(self, data: bytes, where: Where, seq: int) -> str:
        """Encrypts `data`, as base64. The same data never looks the same twice."""
        # Not at the top: where there is no hall it need not be installed.
        from cryptography.hazmat.primitives.ciphers.aead import ChaCha20Poly1305  # noqa: PLC0415

        nonce = secrets.token_bytes(_NONCE_BYTES)
        encrypted = ChaCha20Poly1305(self._card.key).encrypt(nonce, data, self._place(where, seq))
        return base64.b64encode(nonce + encrypted).decode()

    def unseal(self, text: str, where: Where, seq: int) -> bytes:
        """Raises OtherKey."""
        from cryptography.exceptions import InvalidTag  # noqa: PLC0415
        from cryptography.hazmat.primitives.ciphers.aead import ChaCha20Poly1305  # noqa: PLC0415

        try:
            data = base64.b64decode(text, validate=True)
            nonce, encrypted = data[:_NONCE_BYTES], data[_NONCE_BYTES:]
            return ChaCha20Poly1305(self._card.key).decrypt(nonce, encrypted, self._place(where, seq))
        except (binascii.Error, ValueError, InvalidTag) as error:
            raise OtherKey from error

    def _place(self, where: Where, seq: int) -> bytes:
        """Returns where a sealed row belongs. A seal that is moved elsewhere does not open."""
        return msgspec.json.encode((self._card.hall, self._card.table, where.journal, where.match, seq))
