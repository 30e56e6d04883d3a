"""What a unit's card says to the smaller sums."""

from typing import Any

from companion.fields.invalid import Invalid
from companion.warzone.cards.attack_numbers import target_numbers
from companion.warzone.cards.card import UnitCard
from companion.warzone.cards.weapon import Band, Weapon

ABILITIES = {
    "trailblaze": "Trailblaze",
    "gymnastic": "Gymnastic",
    "flight": "Flight",
    "nerves_of_steel": "Nerves of Steel",
    "zombie": "Zombie",
    "determination": "Determination",
    "tactical": "Tactical",
    "recruit": "Recruit",
}
"""The Unit Special Abilities that a sum asks for, by its parameter."""


def unit_numbers(card: UnitCard) -> dict[str, Any]:
    """What the card says of the unit, as the target of a hit too, by the parameters' names. `reach` is the longest that
    it strikes with."""
    return {
        **target_numbers(card),
        "mv": card.mv,
        "mw": card.mw,
        "reach": max((_reach(weapon) for weapon in card.weapons if weapon.strike), default=0),
        **{name: card.has(ability) for name, ability in ABILITIES.items()},
    }


def indirect_weapons(card: UnitCard) -> list[Weapon]:
    """Those that may fire at a Spot."""
    return [weapon for weapon in card.weapons if weapon.has("Indirect") and (weapon.short or weapon.long)]


def indirect_numbers(card: UnitCard, name: str | None) -> dict[str, Any]:
    """What the card says of the weapon that fires at a Spot, which may be left out where there is but one. Raises
    Invalid."""
    armed = indirect_weapons(card)
    if name is None and len(armed) == 1:
        return _ranges(card, armed[0])
    listed = ", ".join(weapon.name for weapon in armed)
    found = next((weapon for weapon in armed if name is not None and weapon.name.casefold() == name.casefold()), None)
    if found is None:
        raise Invalid("weapon", f"say which: {listed}" if armed else f"{card.name} has none for Indirect Fire")
    return _ranges(card, found)


def _ranges(card: UnitCard, weapon: Weapon) -> dict[str, Any]:
    found: dict[str, Any] = {}
    columns: tuple[tuple[str, Band | None], ...] = (("short", weapon.short), ("long", weapon.long))
    for name, column in columns:
        if column is not None:
            found |= {name: str(max(0, column.reach.of(card.st))), f"{name}_modifier": column.modifier}
    return found


def _reach(weapon: Weapon) -> int:
    return sum(each.number or 0 for each in weapon.abilities if each.key == "reach")
