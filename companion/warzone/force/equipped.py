"""A unit card as the Unit that Faction Assets are designated to has it (Chapter 12, Faction Assets)."""

from collections.abc import Callable, Collection, Mapping

from msgspec.structs import replace

from companion.warzone.abilities.ability import Abilities, Ability
from companion.warzone.cards.card import UnitCard
from companion.warzone.cards.weapon import Damage, Weapon

CEREMONIAL_BLADES = "Ceremonial Blades"
HANDGUN = "Handgun"
_BEST_CF = 20
_MOST_TIMES = 9


def equipped(card: UnitCard, assets: Collection[str]) -> UnitCard:
    """The card with what these assets, by their names in any case, change on it.

    An asset that changes a printed number changes it here. Any other stands among the Special Abilities by its own
    name, of the weapon that it is for or else of the unit, for whoever counts or shows what it does. A name that is no
    designated asset changes nothing, and twice the same is once (Faction Assets: only once per Force).
    """
    for name in dict.fromkeys(each.casefold() for each in assets):
        if (change := CHANGES.get(name)) is not None:
            card = change(card)
    return card


def _power_arm(card: UnitCard) -> UnitCard:
    return replace(card, st=card.st + 2)


def _extra_kit(card: UnitCard) -> UnitCard:
    """To a maximum of 20; a weapon that prints no CF has none to raise."""
    return replace(
        card,
        weapons=tuple(
            replace(each, cf=min(each.cf + 1, _BEST_CF)) if each.cf is not None else each for each in card.weapons
        ),
    )


def _implants(card: UnitCard) -> UnitCard:
    return replace(card, ar=card.ar + 1)


def _alpha(card: UnitCard) -> UnitCard:
    return replace(card, cc=card.cc + 1, mw=card.mw + 1, abilities=_with(card.abilities, "Controller", 3))


def _zeal(card: UnitCard) -> UnitCard:
    return replace(card, abilities=_with(card.abilities, "Faith", 1))


def _heirloom(card: UnitCard) -> UnitCard:
    """A x1 Damage Multiplier on top of what is printed: multipliers of several sources add up (Damage Multipliers)."""
    return replace(card, weapons=tuple(_doubled(each) if is_heirloom(each) else each for each in card.weapons))


def is_heirloom(weapon: Weapon) -> bool:
    return weapon.name.casefold() == CEREMONIAL_BLADES.casefold()


def is_handgun(weapon: Weapon) -> bool:
    return HANDGUN.casefold() in weapon.name.casefold()


def _doubled(weapon: Weapon) -> Weapon:
    strike, short, long = weapon.strike, weapon.short, weapon.long
    return replace(
        weapon,
        strike=strike and replace(strike, damage=_harder(strike.damage)),
        short=short and replace(short, damage=_harder(short.damage)),
        long=long and replace(long, damage=_harder(long.damage)),
    )


def _harder(damage: Damage | None) -> Damage | None:
    return damage and replace(damage, multiplier=min(damage.multiplier + 1, _MOST_TIMES))


def _with(abilities: Abilities, name: str, number: int) -> Abilities:
    """The abilities with that one more, added to the number that stands there (Unit Profile: values stack)."""
    for index, each in enumerate(abilities):
        if each.key == name.casefold() and each.number is not None:
            return (*abilities[:index], replace(each, value=str(each.number + number)), *abilities[index + 1 :])
    return (*abilities, Ability(name, str(number)))


def _flamer(card: UnitCard) -> UnitCard:
    """The first of several: Continuous and Projected, in its Short Range alone, so the weapon itself says by which
    asset."""
    first = next((each for each in card.weapons if is_handgun(each)), None)
    flaming = (
        replace(each, abilities=(*each.abilities, Ability("F-214 Flamer"))) if each is first else each
        for each in card.weapons
    )
    return replace(card, weapons=tuple(flaming))


def _named(asset: str) -> Callable[[UnitCard], UnitCard]:
    return lambda card: replace(card, abilities=(*card.abilities, Ability(asset)))


CHANGES: Mapping[str, Callable[[UnitCard], UnitCard]] = {
    "cybernetic power arm": _power_arm,
    "extra kit": _extra_kit,
    "heirloom blade": _heirloom,
    "f-214 flamer": _flamer,
    "devotion and zeal": _zeal,
    "subdermal implants": _implants,
    "alpha legionnaire": _alpha,
    **{
        asset.casefold(): _named(asset)
        for asset in (
            "Command Helmet",
            "Hyperactivator",
            "Helicopter Deployment",
            "Arcane Immunity",
            "Network Hub",
            "Subreal Link",
            "Daimyo",
            "Word of the Cardinal",
            "Carcass Suit",
            "Self Repair",
            "Invoke Frenzy",
            "Distort",
        )
    },
}
"""What each designated asset makes of a card, by its name in small letters."""
