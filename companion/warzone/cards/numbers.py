"""Takes from unit cards the numbers for attacks and for the smaller sums."""

from collections.abc import Iterable
from enum import Enum
from typing import Any

from msgspec import structs

from companion.fields.invalid import Invalid
from companion.warzone.abilities.ability import Ability
from companion.warzone.attacks.target import written
from companion.warzone.cards.card import Band, UnitCard, Weapon, WeaponDamage

# The numbers of an attack as the cards of both units print them.

UNARMED = "Unarmed"
"""Stands in place of a weapon's name (Chapter 9, Fists, Feet, and Everything In-Between)."""
FLAMER = "f-214 flamer"
_FLAMES = (Ability("Continuous"), Ability("Projected"))
"""Says what the asset makes of a Handgun in Short Range (Chapter 12, Brotherhood Assets)."""
_RATINGS = range(1, 21)


class BandName(Enum):
    """Says which of a weapon's two ranges is used (Chapter 3, Weapon Profile)."""

    SHORT = "short"
    LONG = "long"


def shoot_numbers(attacker: UnitCard, *, weapon: str | None, band: BandName | None) -> dict[str, Any]:
    """Returns what the attacker's card says of a Shoot Action, by the parameters' names.

    Weapon and band may be left out where there is only one. `beyond_short` counts for Indirect Fire: the book asks
    whether the Spot is beyond the Short Range. A weapon without a Short Range is never beyond it. Raises Invalid.
    """
    used = _weapon(attacker, weapon, (each for each in attacker.weapons if each.short or each.long))
    name, column = _band(used, band)
    used = in_band(used, name)
    return {
        "mw": attacker.mw,
        "range": column.modifier,
        "beyond_short": name is BandName.LONG and used.short is not None,
        **_rating(used),
        **_damage(attacker, column.damage),
        **_abilities(attacker, used),
    }


def strike_numbers(attacker: UnitCard, *, weapon: str | None) -> dict[str, Any]:
    """Returns what the attacker's card says of a Strike Action, by the parameters' names.

    For UNARMED, or without a weapon to strike with, it uses bare ST (Chapter 9, Fists, Feet, and Everything
    In-Between). Raises Invalid.
    """
    armed = [each for each in attacker.weapons if each.strike]
    if weapon == UNARMED or (weapon is None and not armed):
        return {"cc": attacker.cc, "st": attacker.st, **_abilities(attacker, None)}
    used = _weapon(attacker, weapon, armed)
    if used.strike is None:
        raise Invalid("weapon", f"{used.name} prints no CC: it cannot strike")
    return {
        "cc": attacker.cc,
        "weapon": used.strike.modifier,
        **_rating(used),
        **_damage(attacker, used.strike.damage),
        **_abilities(attacker, used),
    }


def in_band(weapon: Weapon, band: BandName | None) -> Weapon:
    """Returns the weapon as it is in that range: one asset changes it in Short Range alone."""
    if band is None or not weapon.has(FLAMER):
        return weapon
    own = (each for each in weapon.abilities if each.key != FLAMER)
    return structs.replace(weapon, abilities=(*own, *(_FLAMES if band is BandName.SHORT else ())))


def honored_charge(attacker: UnitCard, weapon: str) -> str:
    """Returns what Honored Charge does for that weapon, or UNARMED, as an ability.

    The X is what its DAM has of +1 ST (Chapter 12, Mishima Assets).
    """
    used = attacker.weapon(weapon)
    printed = used.strike.damage if used and used.strike else None
    by_st = weapon == UNARMED or (printed is not None and printed.figure.plus_st)
    return f"Honored Charge ({1 if by_st else 0})"


def target_numbers(target: UnitCard) -> dict[str, Any]:
    """Returns what the target's card says, by the parameters' names."""
    return {
        "def": target.defense,
        "ar": target.ar,
        "wounds": target.w,
        "target_abilities": written(target.abilities),
        **({"ld": target.ld} if target.ld in _RATINGS else {}),
    }


def _abilities(attacker: UnitCard, weapon: Weapon | None) -> dict[str, Any]:
    all_of_them: tuple[Ability, ...] = (*(weapon.abilities if weapon else ()), *attacker.abilities)
    return {"abilities": written(all_of_them), **({"pw": attacker.pw} if attacker.pw in _RATINGS else {})}


def _weapon(attacker: UnitCard, name: str | None, fit: Iterable[Weapon]) -> Weapon:
    if name is not None:
        found = attacker.weapon(name)
        if found is None:
            raise Invalid("weapon", f"must be on the card of {attacker.name}: {_names(attacker.weapons)}, got {name}")
        return found
    choice = list(fit)
    if not choice:
        raise Invalid("weapon", f"is missing: no weapon of {attacker.name} can shoot")
    if len(choice) > 1:
        raise Invalid("weapon", f"say which: {_names(choice)}")
    return choice[0]


def _band(weapon: Weapon, name: BandName | None) -> tuple[BandName, Band]:
    printed = {BandName.SHORT: weapon.short, BandName.LONG: weapon.long}
    columns = [(each, column) for each, column in printed.items() if column is not None and name in (None, each)]
    if len(columns) == 1:
        return columns[0]
    if columns:
        raise Invalid("band", f"say short or long for {weapon.name}")
    raise Invalid("band", f"no {name.value} range for {weapon.name}" if name else f"{weapon.name} cannot shoot")


def _rating(weapon: Weapon) -> dict[str, Any]:
    return {} if weapon.cf is None else {"cf": weapon.cf}


def _damage(attacker: UnitCard, damage: WeaponDamage | None) -> dict[str, Any]:
    """Returns DAM and its multiplier, or `harmless` for a dash, as smoke has it."""
    if damage is None:
        return {"harmless": True}
    return {"dam": damage.figure.of(attacker.st), "multiplier": damage.multiplier}


def _names(weapons: Iterable[Weapon]) -> str:
    return ", ".join(each.name for each in weapons) or "no weapons"


# What a unit's card says to the smaller sums.

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
"""Lists the Unit Special Abilities that a sum asks for, by its parameter."""


def unit_numbers(card: UnitCard) -> dict[str, Any]:
    """Returns what the card says of the unit, also as the target of a hit, by the parameters' names.

    `reach` is the longest that it strikes with.
    """
    return {
        **target_numbers(card),
        "mv": card.mv,
        "mw": card.mw,
        "reach": max((reach(card, weapon.name) for weapon in card.weapons if weapon.strike), default=0),
        **{name: card.has(ability) for name, ability in ABILITIES.items()},
    }


def indirect_weapons(card: UnitCard) -> list[Weapon]:
    """Returns the weapons that may fire at a Spot."""
    return [weapon for weapon in card.weapons if weapon.has("Indirect") and (weapon.short or weapon.long)]


def indirect_numbers(card: UnitCard, name: str | None) -> dict[str, Any]:
    """Returns what the card says of the weapon that fires at a Spot.

    The name may be left out where there is only one such weapon. Raises Invalid.
    """
    armed = indirect_weapons(card)
    if name is None and len(armed) == 1:
        return _ranges(card, armed[0])
    listed = ", ".join(weapon.name for weapon in armed)
    found = next((weapon for weapon in armed if name is not None and weapon.name.casefold() == name.casefold()), None)
    if found is None:
        raise Invalid("weapon", f"say which: {listed}" if armed else f"no weapon of {card.name} has Indirect Fire")
    return _ranges(card, found)


def _ranges(card: UnitCard, weapon: Weapon) -> dict[str, Any]:
    found: dict[str, Any] = {}
    columns: tuple[tuple[str, Band | None], ...] = (("short", weapon.short), ("long", weapon.long))
    for name, column in columns:
        if column is not None:
            found |= {name: str(max(0, column.reach.of(card.st))), f"{name}_modifier": column.modifier}
    return found


def reach(card: UnitCard, weapon: str) -> int:
    """Returns from how many inches the weapon of that name strikes, 0 from contact alone (Reach)."""
    used = card.weapon(weapon)
    return sum(each.number or 0 for each in used.abilities if each.key == "reach") if used else 0
