"""The unit cards that this table keeps."""

from collections.abc import Iterable

import msgspec

from companion.ids import FreeIds
from companion.readings import Readings
from companion.table.errors import NotHere
from companion.table.events import Deleted
from companion.table.history import Source
from companion.table.table import Table
from companion.warzone.cards.card import Terms, UnitCard
from companion.warzone.cards.factions import Faction
from companion.warzone.cards.ids import ADDRESSES, UNIT

GAME = "warzone"
LONGEST_SEARCH = 80
"""Characters: nobody reads on."""
Print = tuple[str, Faction | None]
"""A unit's name and Faction: cards that agree in both are prints of the same."""


def print_of(card: Terms) -> Print:
    return card.name, card.faction


class KeptCards:
    """Reads and keeps unit cards through the table. Any thread may call any method."""

    def __init__(self, table: Table) -> None:
        self._table = table
        self._readings = Readings(table, game=GAME, kind=UNIT, struct=UnitCard, order=_order)

    def all(self) -> tuple[UnitCard, ...]:
        """Every card by Faction and name. One that cannot be read any more is left out."""
        return self._readings.all()

    def by_id(self) -> dict[str, UnitCard]:
        return {card.id: card for card in self.all()}

    def search(self, words: str, faction: Faction | None) -> tuple[UnitCard, ...]:
        """The cards whose name or Unit Type has every word, of that Faction or available to it."""
        wanted = words[:LONGEST_SEARCH].casefold().split()
        return tuple(
            card
            for card in self.all()
            if (faction is None or faction in (card.faction, *card.also_in))
            and all(word in f"{card.name} {card.type}".casefold() for word in wanted)
        )

    def find(self, id: str) -> UnitCard:
        """Raises NotHere."""
        card = self.by_id().get(id)
        if card is None:
            raise NotHere(UNIT, id)
        return card

    def save(self, card: UnitCard) -> None:
        """Keeps it, in place of the one of the same id. Raises Refused where the disk does not take it."""
        self._table.keep(GAME, UNIT, card.id, msgspec.json.encode(card))

    def take_in(self, cards: Iterable[UnitCard]) -> tuple[UnitCard, ...]:
        """Keeps cards that came from elsewhere and returns them as they are kept: each in place of the one it is a
        newer print of, with what its owner says that abilities do, else under an id of its own. Raises Refused where
        the disk does not take one."""
        before = self.by_print()
        ids = {print: card.id for print, card in before.items()}
        free = self._free_ids()
        kept = []
        for card in cards:
            if print_of(card) not in ids:
                ids[print_of(card)] = free.after(card.name, otherwise=UNIT)
            own = before[print_of(card)].bound if print_of(card) in before else ()
            kept.append(msgspec.structs.replace(card, id=ids[print_of(card)], bound=card.bound or own))
            self.save(kept[-1])
        return tuple(kept)

    def by_print(self) -> dict[Print, UnitCard]:
        """The kept cards by what they are prints of: a card that is taken in replaces its like."""
        # Backwards: of several, the first in the list is the one that is replaced.
        return {print_of(card): card for card in reversed(self.all())}

    def delete(self, id: str, *, source: Source) -> None:
        """Raises NotHere, and Refused where the disk does not take it."""
        card = self.by_id().get(id)
        self._table.discard(GAME, UNIT, id)
        self._table.note(Deleted(kind="unit card", name=card.name if card else id), source=source)

    def free_id(self, name: str) -> str:
        """An id after the name that no card has yet."""
        return self._free_ids().after(name, otherwise=UNIT)

    def _free_ids(self) -> FreeIds:
        return FreeIds((*self._table.kept(GAME, UNIT), *ADDRESSES))


def _order(card: UnitCard) -> tuple[str, str]:
    return card.faction.value if card.faction else "", card.name.casefold()
