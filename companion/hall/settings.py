"""Which hall this table stands in: by warglass.toml, or by the card that was scanned at its page."""

import importlib.util
import socket
from enum import Enum
from pathlib import Path

import msgspec

from companion.errors import WarglassError
from companion.fields.invalid import Invalid
from companion.hall.card import Card
from companion.hall.card_text import read_card, written
from companion.hall.config import LONGEST_CARD, HallConfig
from companion.journal.store import in_words
from companion.system import files

NAME = "hall.card"
"""In the state directory: the line of a card, for the service alone."""
WITHOUT_HALLS = "sudo make install HALL=1"
_PARTS = ("paho", "cryptography")


class NotKept(WarglassError):
    """The disk does not take a card, or does not let go of it."""


class From(Enum):
    """Who said in which hall the table stands."""

    CONFIGURATION = "configuration"
    SCANNED = "scanned"


class Standing(msgspec.Struct, frozen=True, kw_only=True):
    """The table's card and where it is from; None where it stands in no hall. `trouble`: what keeps the card that
    there is from being used, as a sentence."""

    card: Card | None = None
    source: From | None = None
    trouble: str | None = None


def standing(config: HallConfig, state: Path) -> Standing:
    """warglass.toml goes before what was scanned. A card that cannot be read is told, and keeps nobody from playing."""
    if config.card:
        return _standing(config.card, From.CONFIGURATION, "[hall] of warglass.toml")
    place = state / NAME
    try:
        with place.open("rb") as file:
            text = file.read(LONGEST_CARD + 1)
    except FileNotFoundError:
        return Standing()
    except OSError as error:
        return Standing(source=From.SCANNED, trouble=f"The hall's card in {place} cannot be read: {in_words(error)}.")
    return _standing(text.decode("ascii", errors="replace"), From.SCANNED, str(place))


def _standing(text: str, source: From, place: str) -> Standing:
    try:
        return Standing(card=read_card(text), source=source)
    except Invalid as error:
        return Standing(source=source, trouble=f"The hall's card in {place} cannot be used: it {error.message}.")


def take_card(state: Path, text: str) -> Card:
    """Keeps a card, in the place of the one before. Raises Invalid for what is none, NotKept."""
    card = read_card(text)
    try:
        files.replace(state / NAME, written(card).encode("ascii"))
    except OSError as error:
        raise NotKept(f"The card cannot be kept: {in_words(error)}.") from error
    return card


def leave(state: Path) -> None:
    """Forgets the card that was scanned; one in warglass.toml stays. Raises NotKept."""
    try:
        files.remove(state / NAME)
    except OSError as error:
        raise NotKept(f"The card cannot be put away: {in_words(error)}.") from error


def hindrance() -> str | None:
    """What keeps this Warglass from standing in any hall, and what to do; None where nothing does."""
    if any(importlib.util.find_spec(part) is None for part in _PARTS):
        return f"This Warglass was installed without what a hall needs. On its machine:  {WITHOUT_HALLS}"
    try:
        socket.socket(socket.AF_INET, socket.SOCK_STREAM).close()
    except OSError:
        return f"This table's service may not open a way to a broker. On its machine:  {WITHOUT_HALLS}"
    return None
