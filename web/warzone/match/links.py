"""From a Unit of the match into the calculators, where a card of its name is kept."""

from collections.abc import Sequence
from dataclasses import dataclass
from urllib.parse import urlencode

from companion.warzone.cards.card import UnitCard
from companion.warzone.force.enlisting import card_of
from companion.warzone.match.views import ForceView, UnitView
from web.warzone.calculators.tabs import SHOOT, STRIKE


@dataclass(frozen=True)
class Link:
    """`sheet`: it opens over the table."""

    text: str
    href: str
    sheet: bool = False


def links(unit: UnitView, *, own: ForceView, cards: Sequence[UnitCard], reacts: bool) -> list[Link]:
    """The Unit's card, and attacks by it; none where it only `reacts` now: then its enemy is known."""
    card = card_of(unit.unit, own.faction, cards)
    if card is None:
        return []
    found = [Link("Read its card", f"/warzone/units/{card.id}", sheet=True)]
    if not reacts:
        asked = urlencode({"attacker": card.id})
        found += [
            Link(f"{verb} with {card.name}", f"{at}?{asked}") for verb, at in (("Shoot", SHOOT), ("Strike", STRIKE))
        ]
    return found
