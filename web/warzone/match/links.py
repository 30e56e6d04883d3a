"""From a Unit of the match into the calculators, where a card of its name is kept."""

from collections.abc import Sequence
from dataclasses import dataclass
from urllib.parse import urlencode

from companion.player_names import same
from companion.warzone.cards.card import UnitCard
from companion.warzone.match.views import ForceView, UnitView
from web.warzone.calculators.tabs import SHOOT, STRIKE


@dataclass(frozen=True)
class Link:
    """`sheet`: it opens over the table."""

    text: str
    href: str
    sheet: bool = False


def links(unit: UnitView, *, own: ForceView, enemy: ForceView, cards: Sequence[UnitCard]) -> list[Link]:
    """The Unit's card, and attacks by it; against it where an Enemy Unit is being Activated, whose card then is the
    attacker's."""
    card = card_of(unit, own, cards)
    if card is None:
        return []
    acting = next((each for each in enemy.units if each.acting), None)
    attacker = card_of(acting, enemy, cards) if acting else None
    if acting is None or attacker is None:
        asked = {"attacker": card.id}
        whose = f"with {card.name}"
    else:
        asked = {"attacker": attacker.id, "target": card.id, "wounds_taken": str(unit.wounds)}
        whose = f"at it with {acting.unit.card}"
    return [
        Link("Read its card", f"/warzone/units/{card.id}", sheet=True),
        *(Link(f"{verb} {whose}", f"{at}?{urlencode(asked)}") for verb, at in (("Shoot", SHOOT), ("Strike", STRIKE))),
    ]


def card_of(unit: UnitView, force: ForceView, cards: Sequence[UnitCard]) -> UnitCard | None:
    """The kept card of the Unit's name, its own Faction's before another's."""
    named = [card for card in cards if same(card.name, unit.unit.card)]
    named.sort(key=lambda card: card.faction is not force.faction)
    return named[0] if named else None
