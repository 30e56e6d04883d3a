"""From a Unit of the match to its attacks and its card, where one of its name is kept."""

from collections.abc import Sequence
from dataclasses import dataclass
from urllib.parse import urlencode

from companion.warzone.cards.card import UnitCard
from companion.warzone.force.enlisting import card_of
from companion.warzone.match.views import ForceView, UnitView
from web.warzone.calculators.tabs import SHOOT, STRIKE
from web.warzone.match.tiles import DUEL


@dataclass(frozen=True)
class Link:
    """`sheet`: it opens over the table."""

    text: str
    href: str
    sheet: bool = False


def links(side: str, unit: UnitView, *, own: ForceView, cards: Sequence[UnitCard], reacts: bool) -> list[Link]:
    """The Unit's card, and attacks by it; none where it only `reacts` now: then its enemy is known."""
    card = card_of(unit.unit, own.faction, cards)
    if card is None:
        return []
    read = Link("Read its card", _card(card, unit.assets), sheet=True)
    if reacts:
        return [read]
    asked = urlencode({"attacker": card.id})
    return [
        Link("Attack", f"{DUEL}?{urlencode({'side': side, 'unit': unit.unit.id})}", sheet=True),
        read,
        *(Link(f"{verb} with {card.name}", f"{at}?{asked}") for verb, at in (("Shoot", SHOOT), ("Strike", STRIKE))),
    ]


def _card(card: UnitCard, assets: Sequence[str]) -> str:
    """The card to read, as the Unit with these assets has it."""
    query = urlencode([("asset", each) for each in assets])
    return f"/warzone/units/{card.id}" + (f"?{query}" if query else "")
