"""Reads and writes the hall card, one line of text, and says which hall this table stands in."""

import base64
import binascii
import hashlib
import importlib.util
import re
import socket
import ssl
from enum import Enum
from ipaddress import ip_address
from pathlib import Path
from typing import Annotated
from urllib.parse import parse_qs, urlsplit

import msgspec

from companion.errors import WarglassError
from companion.fields.characters import strange
from companion.fields.decode import from_packed
from companion.fields.invalid import Invalid
from companion.fields.words import clipped
from companion.hall.config import LONGEST_CARD, HallConfig
from companion.hall.wire.topics import NAME, Name, Short, named
from companion.journal.store import in_words
from companion.system import state as files

# A hall card: all that a table needs to stand in a hall, on one piece of paper.


KEY_BYTES = 32
_MOST_CERTIFICATE = 1000


class HallCard(msgspec.Struct, frozen=True, kw_only=True, array_like=True):
    """Holds the credentials of one table. They are packed by their place: every byte is a row of dots in the QR code.

    `ca` (DER) signs the broker's certificates; it is empty only for a broker on this very machine.
    `hall` and `table` are their names in topics. `called` is what players call the table.
    `password` is the table's own at the broker. `key` encrypts what its players seal: 32 bytes that only this card has.
    """

    host: Short
    port: Annotated[int, msgspec.Meta(ge=1, le=65535)]
    hall: Name
    table: Name
    called: Short
    password: Short
    ca: Annotated[bytes, msgspec.Meta(max_length=_MOST_CERTIFICATE)]
    key: Annotated[bytes, msgspec.Meta(min_length=KEY_BYTES, max_length=KEY_BYTES)]


# A card as one line of text, which people copy, and as the link that a phone scans.

PREFIX = "WG1-"
TABLES_OWN = "{table}.local"
"""A table's pages are there on its network, if its box has the table's name."""
_ADDRESS = re.compile(r"([A-Za-z0-9][A-Za-z0-9.-]*|\[[0-9A-Fa-f:.]+\])(:[0-9]{1,5})?")
_LENGTH_BYTES = 2
_SUM_BYTES = 4
_WITHIN_LINK = 200
"""Counts the characters of a link beside the card's own."""
_LONGEST_HOST = 40
_HOST = re.compile(r"[A-Za-z0-9]([A-Za-z0-9.-]*[A-Za-z0-9])?")
_NAME = re.compile(NAME)


def written(card: HallCard) -> str:
    """Returns the card as one line. Raises Invalid where `read_card` would not take it back."""
    body = msgspec.msgpack.encode(card)
    text = PREFIX + _letters(len(body).to_bytes(_LENGTH_BYTES) + body + _sum(body))
    read_card(text)
    return text


def address(at: str, table: str) -> str:
    """Returns that table's address: `at` with its name in the place of {table}. Raises Invalid for anything else."""
    found = at.replace("{table}", table)
    if not _ADDRESS.fullmatch(found):
        raise Invalid(
            "at", f"must be a name or an address, such as {TABLES_OWN} or 192.168.1.5:8080, got {clipped(at)}"
        )
    return found


def link(card: HallCard, *, at: str = TABLES_OWN) -> str:
    """Returns the link that a phone opens: the page of the table at that address, with the card behind a #.

    Browsers do not send what is behind a #. Raises Invalid where `at` is not an address.
    """
    return f"http://{address(at, card.table)}/hall#{written(card)}"


def fingerprint(card: HallCard) -> str:
    """Returns the SHA-256 of the certificate of the hall's own authority, in fours, for people to compare."""
    digest = hashlib.sha256(card.ca).hexdigest().upper()
    return " ".join(digest[at : at + 4] for at in range(0, len(digest), 4))


def read_card(text: str) -> HallCard:
    """Reads the card from a line, or from a link that contains one. Spaces and line breaks do not count.

    Raises Invalid, which says what is wrong with "card".
    """
    line = _taken_out("".join(text[: LONGEST_CARD + _WITHIN_LINK + 1].split()))
    if not line:
        raise Invalid("card", "is missing")
    if not line.startswith(PREFIX):
        raise Invalid("card", f"must begin with {PREFIX}: it is not a hall card")
    if len(line) > LONGEST_CARD:
        raise Invalid("card", f"has more than {LONGEST_CARD} letters")
    card = _unpacked(_body(line.removeprefix(PREFIX)))
    _check(card)
    return card


def _taken_out(line: str) -> str:
    if not line.startswith(("http://", "https://")):
        return line
    try:
        found = urlsplit(line)
        # As links were on the first cards.
        return found.fragment or parse_qs(found.query, max_num_fields=8).get("card", [""])[0]
    except ValueError:
        return ""


def _body(letters: str) -> bytes:
    try:
        data = base64.b64decode(letters + "=" * (-len(letters) % 4), altchars=b"-_", validate=True)
    except (binascii.Error, ValueError) as error:
        raise Invalid("card", "is cut off, or has letters that no card has: copy all of it once more") from error
    size = int.from_bytes(data[:_LENGTH_BYTES])
    whole = _LENGTH_BYTES + size + _SUM_BYTES
    if len(data) < whole:
        wanted = -(-whole * 4 // 3)
        raise Invalid("card", f"is cut off: {len(letters)} of {wanted} letters are there. Copy all of it")
    body, told = data[_LENGTH_BYTES:-_SUM_BYTES], data[-_SUM_BYTES:]
    # The letters themselves too, because the last one may have bits that decoding drops.
    if len(data) > whole or _sum(body) != told or _letters(data) != letters:
        raise Invalid("card", "has a letter that is wrong: scan it, or copy it once more")
    return body


def _unpacked(body: bytes) -> HallCard:
    try:
        return from_packed(body, HallCard)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        raise Invalid("card", "is of another Warglass's making: update this one, or have a new card made") from error


def _check(card: HallCard) -> None:
    for fault in strange(msgspec.structs.asdict(card), HallCard):
        raise Invalid("card", f"has letters in {fault.field} that cannot be printed")
    check_host(card.host)
    if not named(card.table) or not _NAME.fullmatch(card.hall):
        raise Invalid("card", "names no table, or no hall")
    if not card.password:
        raise Invalid("card", "has no password in it")
    if card.ca:
        _check_certificate(card.ca)
    elif not on_this_machine(card.host):
        raise Invalid("card", "has no certificate in it, so the table cannot check that the broker is the hall's")


def _check_certificate(ca: bytes) -> None:
    try:
        ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT).load_verify_locations(cadata=ca)
    except ssl.SSLError as error:
        raise Invalid("card", "has a certificate in it that is none") from error


def check_host(host: str) -> None:
    """Raises Invalid for anything but a name or an address that means the same on every machine."""
    try:
        local = "%" in host or ip_address(host).is_unspecified
    except ValueError:
        local = len(host) > _LONGEST_HOST or _HOST.fullmatch(host) is None
    if local:
        raise Invalid("card", f"names a broker at {clipped(repr(host))}, which is no address that others can use")


def on_this_machine(host: str) -> bool:
    """Returns True where it means the machine itself, for which no certificate is needed."""
    try:
        return ip_address(host).is_loopback
    except ValueError:
        return host == "localhost"


def _sum(body: bytes) -> bytes:
    return hashlib.sha256(body).digest()[:_SUM_BYTES]


def _letters(data: bytes) -> str:
    return base64.urlsafe_b64encode(data).decode().rstrip("=")


# Which hall this table stands in: by warglass.toml, or by the card scanned at its page.

CARD_FILE = "hall.card"
"""In the state directory: the line of a card, for the service alone."""
WITHOUT_HALLS = "sudo make install HALL=1"
_PARTS = ("paho", "cryptography")


class NotKept(WarglassError):
    """Reports that the disk does not take a card, or does not delete it."""


class From(Enum):
    """Says where the card comes from."""

    CONFIGURATION = "configuration"
    SCANNED = "scanned"


class CardStanding(msgspec.Struct, frozen=True, kw_only=True):
    """Holds the table's card and where it comes from; None where it stands in no hall.

    `trouble` is a sentence: why the card that is there cannot be used.
    """

    card: HallCard | None = None
    source: From | None = None
    trouble: str | None = None


def standing(config: HallConfig, state: Path) -> CardStanding:
    """Reads the table's card: warglass.toml goes before a scanned one.

    A card that cannot be read is reported as `trouble`, and players can play on.
    """
    if config.card:
        return _standing(config.card, From.CONFIGURATION, "[hall] of warglass.toml")
    place = state / CARD_FILE
    try:
        with place.open("rb") as file:
            text = file.read(LONGEST_CARD + 1)
    except FileNotFoundError:
        return CardStanding()
    except OSError as error:
        return CardStanding(
            source=From.SCANNED, trouble=f"The hall's card in {place} cannot be read: {in_words(error)}."
        )
    return _standing(text.decode("ascii", errors="replace"), From.SCANNED, str(place))


def _standing(text: str, source: From, place: str) -> CardStanding:
    try:
        return CardStanding(card=read_card(text), source=source)
    except Invalid as error:
        return CardStanding(source=source, trouble=f"The hall's card in {place} cannot be used: it {error.message}.")


def take_card(state: Path, text: str) -> HallCard:
    """Keeps a card, in the place of the one before. Raises Invalid for anything but a card, and NotKept."""
    card = read_card(text)
    try:
        files.replace(state / CARD_FILE, written(card).encode("ascii"))
    except OSError as error:
        raise NotKept(f"The card cannot be kept: {in_words(error)}.") from error
    return card


def leave(state: Path) -> None:
    """Forgets the card that was scanned; one in warglass.toml stays. Raises NotKept."""
    try:
        files.remove(state / CARD_FILE)
    except OSError as error:
        raise NotKept(f"The card cannot be deleted: {in_words(error)}.") from error


def hindrance() -> str | None:
    """Returns what keeps this Warglass from standing in any hall, and what to do; None where it can."""
    if any(importlib.util.find_spec(part) is None for part in _PARTS):
        return f"This Warglass was installed without what a hall needs. On its machine:  {WITHOUT_HALLS}"
    try:
        socket.socket(socket.AF_INET, socket.SOCK_STREAM).close()
    except OSError:
        return f"This table's service may not open a way to a broker. On its machine:  {WITHOUT_HALLS}"
    return None
