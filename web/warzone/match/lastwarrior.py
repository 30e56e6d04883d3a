"""To the Last Warrior: the Units that may be tested in this Start Turn Phase (Chapter 12, Imperial Assets)."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from companion.people import same
from companion.table.seats import Side
from companion.warzone.cards.card import UnitCard
from companion.warzone.chances.dice import FACES
from companion.warzone.force.force import card_of
from companion.warzone.match.state import RALLIES
from companion.warzone.match.views import WarzoneView
from web.warzone.calculators.odds import percent


@dataclass(frozen=True, kw_only=True)
class Warrior:
    """A Pinned Unit, and its LD with the chance of a Success where its card is kept."""

    side: str
    unit: str
    name: str
    ld: int | None
    percent: str


def warriors(view: WarzoneView, sides: Sequence[Side], cards: Sequence[UnitCard]) -> Iterator[Warrior]:
    """Of these sides' Forces, where one has the asset and has not used it this Turn."""
    for side in sides:
        force = view.sides[side.value]
        if not any(effect.now and same(effect.name, RALLIES) for effect in force.effects):
            continue
        for each in force.units:
            if each.pinned and each.fall is None:
                card = card_of(each.unit, force.faction, cards)
                yield Warrior(
                    side=side.value,
                    unit=each.unit.id,
                    name=each.unit.name,
                    ld=card.ld if card else None,
                    percent=percent(card.ld / FACES) if card else "",
                )
