"""The key of a table's card, as what seals and opens that table's rows."""

from companion.hall import sealed
from companion.hall.card import Card
from companion.hall.rows import Where


class CardBox:
    """A Strongbox. Any thread may call."""

    def __init__(self, card: Card) -> None:
        self._card = card

    def seal(self, data: bytes, where: Where, seq: int) -> str:
        return sealed.seal(self._card.key, data, self._place(where, seq))

    def unseal(self, text: str, where: Where, seq: int) -> bytes:
        """Raises OtherKey."""
        return sealed.unseal(self._card.key, text, self._place(where, seq))

    def _place(self, where: Where, seq: int) -> sealed.Place:
        card = self._card
        return sealed.Place(hall=card.hall, table=card.table, journal=where.journal, match=where.match, seq=seq)
