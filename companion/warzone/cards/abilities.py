"""The Special Abilities of a card with what is known of them."""

import msgspec

from companion.warzone.abilities.ability import Ability
from companion.warzone.abilities.bound import vocabulary
from companion.warzone.abilities.described import Known
from companion.warzone.cards.card import UnitCard


class Explained(msgspec.Struct, frozen=True):
    """An ability as printed, and what it does; None where the card has to be read."""

    ability: Ability
    effect: Known | None


def explained(card: UnitCard) -> tuple[Explained, ...]:
    """Every ability of the unit and its weapons once, in the card's order."""
    words = vocabulary(*card.bound)
    return tuple(Explained(each, words.get(each.key)) for each in dict.fromkeys(all_abilities(card)))


def all_abilities(card: UnitCard) -> tuple[Ability, ...]:
    """The unit's, then its weapons'."""
    return (*card.abilities, *(ability for weapon in card.weapons for ability in weapon.abilities))
