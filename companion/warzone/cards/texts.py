"""The rule texts that this table keeps: of an ability once, beside the cards and never in one, so that they go nowhere
with a card's file or link."""

from collections.abc import Iterable

import msgspec

from companion.readings import Readings
from companion.table.events import Deleted
from companion.table.history import Source
from companion.table.table import Table
from companion.warzone.abilities.ability import Ability
from companion.warzone.cards.kept import GAME
from companion.warzone.cards.rule_text import RuleText, called, id_of

KIND = "rule text"


class KeptTexts:
    """Reads and keeps rule texts through the table. Any thread may call any method."""

    def __init__(self, table: Table) -> None:
        self._table = table
        self._readings = Readings(table, game=GAME, kind=KIND, struct=RuleText, order=lambda each: each.id)

    def all(self) -> tuple[RuleText, ...]:
        """Every one, by its ability."""
        return self._readings.all()

    def of(self, abilities: Iterable[Ability]) -> dict[Ability, RuleText]:
        """What the rules of those say of which a text is kept: of the ability as it is printed before that of its
        name."""
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
