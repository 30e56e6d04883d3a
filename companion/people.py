"""Keeps what the people at the table are called, where they sit, and how a phone gets there."""

import logging
from collections.abc import Iterable, Mapping

import msgspec
from msgspec.structs import replace

from companion.clock import SECOND
from companion.fields.decode import decoder_of
from companion.hotspot.wifi import OpenedWifi

# What the people at the table are called, by seat, as their phones or another player said. Also which of them are still
# there.

_logger = logging.getLogger(__name__)

TABLE, SITTERS = "table", "sitters"
"""Says where the library files them: the game's name, and their kind and id."""
MOST = 12
"""Limits how many are kept: one more replaces the one who came first."""


STAYS_NS = 2 * 3600 * SECOND
"""Says how long a person without a sign counts as still there. The next player there may be another person."""


class Sitter(msgspec.Struct, frozen=True):
    """Describes a person at a `seat`, with that phone; None where another player typed the name.

    `heard_ns` is the last sign of that person, by the monotonic clock of this run of the service; None where it is not
    known.
    """

    seat: str
    name: str
    phone: int | None = None
    heard_ns: int | None = None


Sitters = tuple[Sitter, ...]
"""Lists them in the order in which they came."""


def sat_down(sitters: Sitters, phone: int, *, seat: str, name: str | None, now: int) -> Sitters:
    """Returns the list with that phone at that seat and at no other."""
    others = tuple(each for each in sitters if each.phone != phone)
    return (*others, Sitter(seat, name, phone, now))[-MOST:] if name else others


def note_sign(sitters: Sitters, found: Sitter, *, new: bool, now: int) -> Sitters:
    """Returns the list with a new sign from that phone's player, who is still there.

    A `new` one gets the seat that `found` says and counts as the first to have come: any later word stays.
    """
    if new and all(each.phone != found.phone for each in sitters):
        sitters = (found, *sitters)[:MOST]
    return tuple(replace(each, heard_ns=now) if each.phone == found.phone else each for each in sitters)


def called(sitters: Sitters, seat: str, name: str | None, *, now: int) -> Sitters:
    """Returns the list with that name for the player at that seat, or none."""
    others = tuple(each for each in sitters if each.seat != seat)
    return (*others, Sitter(seat, name, heard_ns=now)) if name else others


def people(sitters: Iterable[Sitter], *, now: int) -> Mapping[str, str]:
    """Returns the names by seat: of several who are still there, the latest."""
    return {each.seat: each.name for each in sitters if each.heard_ns is None or 0 <= now - each.heard_ns <= STAYS_NS}


def read_sitters(kept: bytes | None) -> Sitters:
    """Returns the list that `kept` is the JSON of. Empty where none was kept, or it cannot be read."""
    try:
        return () if kept is None else decoder_of(Sitters).decode(kept)
    except msgspec.DecodeError:
        _logger.exception("who sits where cannot be read: no player has a name")
        return ()


# How a phone gets to this table.


class Invite(msgspec.Struct, frozen=True, kw_only=True):
    """Describes how a phone joins. `address` is where phones find the pages, such as "192.168.1.5:8080", None while
    this machine is on no network.

    `code` is the join code; `token` is what only the QR code adds to it. `phones` counts the phones seen since the code
    was made that have joined with it.

    `guesser` is the address from which somebody is guessing codes. `hotspot` is the table's own Wi-Fi, while phones
    need it to reach the address.
    """

    address: str | None
    code: str
    phones: int
    token: str = ""
    guesser: str | None = None
    hotspot: OpenedWifi | None = None

    @property
    def link(self) -> str | None:
        """Returns the address that joins, in capitals: a QR code holds nearly half as many again of those as of small
        letters.

        Browsers write scheme and host small again; the site knows the path both ways.
        """
        return None if self.address is None else f"HTTP://{self.address}/J/{self.code}{self.token}".upper()
