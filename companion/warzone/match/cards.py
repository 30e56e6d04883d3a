"""The unit cards that a match's Units came from, for its file."""

from collections.abc import Iterator

import msgspec

from companion.fields.decode import from_json
from companion.fields.invalid import Invalid
from companion.table.cards import Cards
from companion.warzone.cards.card import UnitCard
from companion.warzone.cards.card_file import CardFile, file_of
from companion.warzone.cards.ids import ADDRESSES, UNIT
from companion.warzone.match.views import WarzoneView


def _used(view: WarzoneView) -> Iterator[str]:
    return (id for force in view.sides.values() for each in force.units if isinstance(id := each.unit.card_id, str))


def _written(kept: bytes) -> bytes:
    return msgspec.json.encode(file_of(from_json(kept, UnitCard)))


def _read(said: bytes) -> tuple[str, bytes]:
    card = from_json(said, CardFile).card()
    if card.id in ADDRESSES:
        raise Invalid("id", "is the address of another page")
    return card.id, msgspec.json.encode(card)


CARDS = Cards(kind=UNIT, used=_used, written=_written, read=_read)
