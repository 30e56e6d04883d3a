"""The test of an Interact Action: what a Unit's kept card and its assets say of it."""

from collections.abc import Sequence

from companion.people import same
from companion.warzone.cards.card import UnitCard
from companion.warzone.chances.dice import Reroll
from companion.warzone.force.force import card_of
from companion.warzone.match.views import ForceView, UnitView
from companion.warzone.sums.leadership import Interact

SUBREAL_LINK = "Subreal Link"
"""The asset whose Unit may re-roll a failed test (Chapter 12, General Assets)."""


def interacting(
    unit: UnitView, force: ForceView, cards: Sequence[UnitCard], *, ld: int | None, reroll: bool = False
) -> Interact | None:
    """The question to ask; None where neither a card nor a player says the Unit's LD. `ld` goes before the card's,
    `reroll` is the players' word that a failure is rolled again."""
    card = card_of(unit.unit, force.faction, cards)
    if ld is None:
        ld = card.ld if card else None
    if ld is None:
        return None
    return Interact(
        ld=ld,
        reroll=Reroll.FAILED if reroll else Reroll.NONE,
        determination=card is not None and card.has("Determination"),
        tactical=card is not None and card.has("Tactical"),
        subreal_link=any(same(asset, SUBREAL_LINK) for asset in unit.assets),
    )


def linked(force: ForceView) -> bool:
    """Whether the Force has a Subreal Link of which nobody said which Unit's it is."""
    bought = any(same(effect.name, SUBREAL_LINK) for effect in force.effects)
    return bought and not any(same(asset, SUBREAL_LINK) for unit in force.units for asset in unit.assets)
