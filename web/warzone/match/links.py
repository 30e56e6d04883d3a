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


def links(side: str, unit: UnitView, *, own: ForceView, enemy: ForceView, cards: Sequence[UnitCard]) -> list[Link]:
    """The Unit's duels and its card, and attacks by numbers; against it where an Enemy Unit is being Activated, whose
    card then is the attacker's."""
    card = card_of(unit.unit, own.faction, cards)
    if card is None:
        return []
    acting = next((each for each in enemy.units if each.acting), None)
    attacker = card_of(acting.unit, enemy.faction, cards) if acting else None
    if acting is None or attacker is None:
        asked = {"attacker": card.id}
        whose = f"with {card.name}"
    else:
        asked = {"attacker": attacker.id, "target": card.id, "wounds_taken": str(unit.wounds)}
        whose = f"at it with {acting.unit.card}"
    duel = {"side": side, "unit": unit.unit.id, **({"target": acting.unit.id} if acting else {})}
    return [
        Link(f"Attack {acting.unit.name}" if acting else "Attack", f"{DUEL}?{urlencode(duel)}", sheet=True),
        Link("Read its card", _card(card, unit.assets), sheet=True),
        *(Link(f"{verb} {whose}", f"{at}?{urlencode(asked)}") for verb, at in (("Shoot", SHOOT), ("Strike", STRIKE))),
    ]


def _card(card: UnitCard, assets: Sequence[str]) -> str:
    """The card to read, as the Unit with these assets has it."""
    query = urlencode([("asset", each) for each in assets])
    return f"/warzone/units/{card.id}" + (f"?{query}" if query else "")
