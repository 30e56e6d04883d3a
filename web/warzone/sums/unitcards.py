"""The smaller sums asked for by a unit's card: `unit`, and for a Spot its `weapon`, in place of numbers."""

from collections.abc import Mapping
from typing import Any

import msgspec
from msgspec import UNSET

from companion.fields.invalid import Invalid
from companion.warzone.cards.card import UnitCard
from companion.warzone.cards.kept import KeptCards
from companion.warzone.cards.numbers import indirect_numbers, indirect_weapons, unit_numbers
from web.warzone.calculators.asked import Asked
from web.warzone.calculators.fields import Field, pick
from web.warzone.calculators.partial import completed, given
from web.warzone.cards import picks
from web.warzone.sums.kinds import Kind


class UnitCards:
    """Fills in what the unit's card says. Any thread may call any method."""

    def __init__(self, cards: KeptCards) -> None:
        self._cards = cards

    def question(self, query: msgspec.Struct, kind: Kind) -> Any:
        """The kind's question, its own numbers before those on the card. Raises Invalid."""
        return completed({**self.printed(query, kind), **given(query, kind.question)}, kind.question)

    def known(self, query: msgspec.Struct, kind: Kind) -> Mapping[str, Any]:
        """What the card says, as far as it can be read."""
        try:
            return self.printed(query, kind)
        except Invalid:
            card = self._card(query, kind, strict=False)
            return {} if card is None else _asked(unit_numbers(card), kind)

    def printed(self, query: msgspec.Struct, kind: Kind) -> Mapping[str, Any]:
        """What the card says to the kind's question; nothing without one. Raises Invalid."""
        card, weapon = self._card(query, kind, strict=True), _text(query, kind, "weapon")
        if card is None:
            if weapon is not None:
                raise Invalid("weapon", "needs the unit whose it is")
            return {}
        numbers = unit_numbers(card)
        if "weapon" in kind.picks:
            numbers |= indirect_numbers(card, weapon)
        return _asked(numbers, kind)

    def fields(self, asked: Asked, kind: Kind) -> list[Field]:
        """The lists of cards and weapons."""
        found: list[Field] = []
        if "unit" in kind.picks:
            found += picks.units(asked, self._cards.all(), "unit").values()
        if "weapon" in kind.picks:
            card = self._cards.by_id().get(asked.texts.get("unit", ""))
            armed = indirect_weapons(card) if card else []
            options = [(each.name, each.name) for each in armed]
            found.append(pick(asked, "weapon", options, none=armed[0].name if len(armed) == 1 else "choose"))
        return found

    def _card(self, query: msgspec.Struct, kind: Kind, *, strict: bool) -> UnitCard | None:
        id = _text(query, kind, "unit")
        card = None if id is None else self._cards.by_id().get(id)
        if id is not None and card is None and strict:
            raise Invalid("unit", f"there is no unit card {id}: /warzone/units has those that are kept")
        return card


def _asked(numbers: Mapping[str, Any], kind: Kind) -> dict[str, Any]:
    wanted = {each.encode_name for each in msgspec.structs.fields(kind.question)}
    return {name: value for name, value in numbers.items() if name in wanted}


def _text(query: msgspec.Struct, kind: Kind, name: str) -> str | None:
    value = getattr(query, name) if name in kind.picks else UNSET
    return None if value is UNSET else str(value)
