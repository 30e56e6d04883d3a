"""What the people at the table are called, by where they sit: as their phones said, or somebody for them."""

import logging
from collections.abc import Iterable, Mapping

import msgspec

_logger = logging.getLogger(__name__)

TABLE, SITTERS = "table", "sitters"
"""Where they are kept: the game that the library files them under, and their kind and id."""
MOST = 12
"""Whoever is the next pushes out the one that sat down first."""


class Sitter(msgspec.Struct, frozen=True):
    """Somebody at a `seat`, with that phone; None where the name was typed for whoever sits there."""

    seat: str
    name: str
    phone: int | None = None


Sitters = tuple[Sitter, ...]
"""In the order in which they sat down."""


def sat_down(sitters: Sitters, phone: int, *, seat: str, name: str | None) -> Sitters:
    """From now on that phone sits there and nowhere else."""
    others = tuple(each for each in sitters if each.phone != phone)
    return (*others, Sitter(seat, name, phone))[-MOST:] if name else others


def called(sitters: Sitters, seat: str, name: str | None) -> Sitters:
    """From now on whoever sits there is called so, or by no name."""
    others = tuple(each for each in sitters if each.seat != seat)
    return (*others, Sitter(seat, name)) if name else others


def people(sitters: Iterable[Sitter]) -> Mapping[str, str]:
    """By seat: of several who sit there, the one that sat down last."""
    return {each.seat: each.name for each in sitters}


def read_sitters(kept: bytes | None) -> Sitters:
    """Those that `kept` is the JSON of: nobody where nothing was kept, or nothing that can be read."""
    try:
        return () if kept is None else msgspec.json.decode(kept, type=Sitters)
    except msgspec.DecodeError:
        _logger.exception("who sits where cannot be read: nobody has a name")
        return ()
