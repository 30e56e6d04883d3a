"""A unit card as a short text for an address: whoever opens the link has the card."""

import base64
import zlib

import msgspec

from companion.fields.invalid import Invalid
from companion.warzone.cards.card import UnitCard
from companion.warzone.cards.card_file import card_of, file_of

_LARGEST = 16 * 1024
"""Bytes of JSON; what unpacks to more is not a card."""


def link_text(card: UnitCard) -> str:
    """Letters, digits, hyphens and underscores only; some 400 for a usual card."""
    packed = zlib.compress(msgspec.json.encode(file_of(card)), level=9)
    return base64.urlsafe_b64encode(packed).decode().rstrip("=")


def from_link(text: str) -> UnitCard:
    """The card that the text is. Raises Invalid."""
    try:
        packed = base64.b64decode(text + "=" * (-len(text) % 4), altchars=b"-_", validate=True)
        unpacked = zlib.decompressobj()
        data = unpacked.decompress(packed, _LARGEST)
        if unpacked.unconsumed_tail or not unpacked.eof:
            raise Invalid("card", "is not whole: copy the link again")
        return card_of(msgspec.json.decode(data))
    except (ValueError, zlib.error, RecursionError) as error:
        raise Invalid("card", "is no card: copy the link again") from error
