"""Keeps the table's unit cards, rule texts and Forces."""

from collections.abc import Iterable

import msgspec

from companion.fields.invalid import Invalid
from companion.names import FreeIds, free_id, like, same, tidy
from companion.readings import Readings
from companion.table.errors import NotHere
from companion.table.events import Deleted, Source
from companion.table.table import Table
from companion.warzone.abilities.ability import Ability
from companion.warzone.cards.abilities import RuleText, called, id_of
from companion.warzone.cards.card import CardTerms, Faction, UnitCard
from companion.warzone.force.force import LONGEST_NAME, KeptForce

# Under what name and which ids a table keeps unit cards.

UNIT = "unit"
"""Names their kind in the library."""
ADDRESSES = ("new", "edit", "import", "keep")
"""Lists what cannot be a card's id: their pages are there."""

# The unit cards that this table keeps.

GAME = "warzone"
LONGEST_SEARCH = 80
"""Limits the characters of a search; the rest is ignored."""
Print = tuple[str, Faction | None]
"""Names a unit and its Faction: cards that agree in both are prints of the same."""


def print_of(card: CardTerms) -> Print:
    return card.name, card.faction


class KeptCards:
    """Reads and keeps unit cards through the table. Any thread may call any method."""

    def __init__(self, table: Table) -> None:
        self._table = table
        self._readings = Readings(table, game=GAME, kind=UNIT, struct=UnitCard, order=_order)

    def all(self) -> tuple[UnitCard, ...]:
        """Returns every card by Faction and name. Skips a card that can no longer be read."""
        return self._readings.all()

    def by_id(self) -> dict[str, UnitCard]:
        return {card.id: card for card in self.all()}

    def search(self, words: str, faction: Faction | None) -> tuple[UnitCard, ...]:
        """Returns the cards whose name or Unit Type has every word, of that Faction or available to it."""
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
        """Keeps cards from elsewhere, and returns them as they are kept.

        A card that is a newer print of a kept one takes its place, and keeps what its owner says that abilities do. Any
        other gets an id of its own. Raises Refused where the disk does not take one.
        """
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
        """Returns the kept cards by what they are prints of: a card that is taken in replaces its like."""
        # Backwards: of several, the first in the list is the one that is replaced.
        return {print_of(card): card for card in reversed(self.all())}

    def delete(self, id: str, *, source: Source) -> None:
        """Raises NotHere, and Refused where the disk does not take it."""
        card = self.by_id().get(id)
        self._table.discard(GAME, UNIT, id)
        self._table.note(Deleted(kind="unit card", name=card.name if card else id), source=source)

    def free_id(self, name: str) -> str:
        """Returns an id after the name that no card has yet."""
        return self._free_ids().after(name, otherwise=UNIT)

    def _free_ids(self) -> FreeIds:
        return FreeIds((*self._table.kept(GAME, UNIT), *ADDRESSES))


def _order(card: UnitCard) -> tuple[str, str]:
    return card.faction.value if card.faction else "", card.name.casefold()


# The rule texts that this table keeps: of an ability once, beside the cards and never in one, so that they go nowhere
# with a card's file or link.

KIND = "rule text"


class KeptTexts:
    """Reads and keeps rule texts through the table. Any thread may call any method."""

    def __init__(self, table: Table) -> None:
        self._table = table
        self._readings = Readings(table, game=GAME, kind=KIND, struct=RuleText, order=lambda each: each.id)

    def all(self) -> tuple[RuleText, ...]:
        """Returns every rule, by its ability."""
        return self._readings.all()

    def of(self, abilities: Iterable[Ability]) -> dict[Ability, RuleText]:
        """Returns the kept rules of those abilities: of an ability as printed before that of its name."""
        kept = {each.id: each for each in self.all()}
        return {each: kept[id] for each in abilities for id in reversed(called(each)) if id in kept}

    def take_in(self, rules: Iterable[RuleText]) -> None:
        """Keeps each, in place of the one of the same ability. Raises Refused where the disk does not take one, or the
        table no more of them."""
        before = set(self.all())
        for rule in rules:
            if rule not in before:
                self._table.keep(GAME, KIND, rule.id, msgspec.json.encode(rule))

    def delete(self, ability: str, *, source: Source) -> None:
        """Raises NotHere, and Refused where the disk does not take it."""
        self._table.discard(GAME, KIND, id_of(ability))
        self._table.note(Deleted(kind=KIND, name=ability), source=source)

    def delete_all(self, *, source: Source) -> None:
        """Raises Refused where the disk does not take it."""
        for id in self._table.kept(GAME, KIND):
            self._table.discard(GAME, KIND, id)
        self._table.note(Deleted(kind="rule texts", name="of all abilities"), source=source)


# The Forces that this table keeps.

FORCE = "force"


class KeptForces:
    """Reads and keeps Forces through the table. Any thread may call any method."""

    def __init__(self, table: Table) -> None:
        self._table = table
        self._readings = Readings(
            table, game=GAME, kind=FORCE, struct=KeptForce, order=lambda force: force.name.casefold()
        )

    def all(self) -> tuple[KeptForce, ...]:
        """Returns every Force by name. Skips a Force that can no longer be read."""
        return self._readings.all()

    def find(self, id: str) -> KeptForce:
        """Raises NotHere."""
        for force in self.all():
            if force.id == id:
                return force
        raise NotHere(FORCE, id)

    def save(self, force: KeptForce) -> None:
        """Keeps it, in place of the one of the same id.

        Raises Invalid for its name, and Refused where the disk does not take it.
        """
        try:
            tidy(force.name, longest=LONGEST_NAME)
        except ValueError as error:
            raise Invalid("name", str(error)) from error
        others = [each.name for each in self.all() if each.id != force.id and not same(each.name, force.name)]
        if (other := like(force.name, others)) is not None:
            raise Invalid("name", f"looks like {other}: choose a name that differs more")
        self._table.keep(GAME, FORCE, force.id, msgspec.json.encode(force))

    def delete(self, id: str, *, source: Source) -> None:
        """Raises NotHere, and Refused where the disk does not take it."""
        name = next((force.name for force in self.all() if force.id == id), id)
        self._table.discard(GAME, FORCE, id)
        self._table.note(Deleted(kind="Force", name=name), source=source)

    def id_for(self, name: str) -> str:
        """Returns the id of the kept Force of that name, or one that no Force has yet."""
        kept = self.all()
        same = next((force.id for force in kept if force.name.casefold() == name.casefold()), None)
        return same or free_id(name, {force.id for force in kept}, otherwise=FORCE)
