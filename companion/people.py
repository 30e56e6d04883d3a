"""What the people at the table are called, where they sit, and how a phone gets there."""

import logging
from collections.abc import Iterable, Mapping

import msgspec
from msgspec.structs import replace

from companion.clock import SECOND
from companion.hotspot.wifi import Opened

# What the people at the table are called, by where they sit: as their phones said, or somebody for them; and who of
# them is there still.

_logger = logging.getLogger(__name__)

TABLE, SITTERS = "table", "sitters"
"""Where they are kept: the game that the library files them under, and their kind and id."""
MOST = 12
"""Whoever is the next pushes out the one that sat down first."""


STAYS_NS = 2 * 3600 * SECOND
"""So long whoever is not heard of is still taken to sit there: the next to play there may be somebody else."""


class Sitter(msgspec.Struct, frozen=True):
    """Somebody at a `seat`, with that phone; None where the name was typed for whoever sits there. `heard_ns` is when
    that was last heard, by the monotonic clock of this run of the service; None where nobody knows."""

    seat: str
    name: str
    phone: int | None = None
    heard_ns: int | None = None


Sitters = tuple[Sitter, ...]
"""In the order in which they sat down."""


def sat_down(sitters: Sitters, phone: int, *, seat: str, name: str | None, now: int) -> Sitters:
    """From now on that phone sits there and nowhere else."""
    others = tuple(each for each in sitters if each.phone != phone)
    return (*others, Sitter(seat, name, phone, now))[-MOST:] if name else others


def heard(sitters: Sitters, found: Sitter, *, new: bool, now: int) -> Sitters:
    """Whoever sits somewhere with that one's phone is there still; a `new` one sits where `found` says, and sat down
    before all others: what was said since holds."""
    if new and all(each.phone != found.phone for each in sitters):
        sitters = (found, *sitters)[:MOST]
    return tuple(replace(each, heard_ns=now) if each.phone == found.phone else each for each in sitters)


def called(sitters: Sitters, seat: str, name: str | None, *, now: int) -> Sitters:
    """From now on whoever sits there is called so, or by no name."""
    others = tuple(each for each in sitters if each.seat != seat)
    return (*others, Sitter(seat, name, heard_ns=now)) if name else others


def people(sitters: Iterable[Sitter], *, now: int) -> Mapping[str, str]:
    """By seat: of several who sit there still, the one that sat down last."""
    return {each.seat: each.name for each in sitters if each.heard_ns is None or 0 <= now - each.heard_ns <= STAYS_NS}


def read_sitters(kept: bytes | None) -> Sitters:
    """Returns those that `kept` is the JSON of: nobody where nothing was kept, or nothing that can be read."""
    try:
        return () if kept is None else msgspec.json.decode(kept, type=Sitters)
    except msgspec.DecodeError:
        _logger.exception("who sits where cannot be read: no player has a name")
        return ()


# How a phone gets to this table.


class Invite(msgspec.Struct, frozen=True, kw_only=True):
    """`address` is where phones find the pages, such as "192.168.1.5:8080", None while this machine is on no network;
    `code` is the join code, `token` what only the QR code says behind it, `phones` how many that have joined with it
    were seen so far, `guesser` the address from which somebody is guessing codes. `hotspot`: the table's own Wi-Fi,
    while that is the way to the address."""

    address: str | None
    code: str
    phones: int
    token: str = ""
    guesser: str | None = None
    hotspot: Opened | None = None

    @property
    def link(self) -> str | None:
        """Returns the address that joins, in capitals: of those a QR code holds nearly half as many again as of small
        letters.

        Browsers write scheme and host small again; the site knows the path both ways.
        """
        return None if self.address is None else f"HTTP://{self.address}/J/{self.code}{self.token}".upper()
