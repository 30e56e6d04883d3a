"""Lists the Faction Assets that a Force may buy, and which Unit each is for."""

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence

import msgspec
from msgspec.structs import replace

from companion.warzone.abilities.ability import Abilities, Ability
from companion.warzone.cards.card import Band, CardFigure, Faction, Role, UnitCard, Weapon, WeaponDamage
from companion.warzone.force.force import ForceProblem, ForceRoster

# The Faction Assets that a Force may buy: their names, costs and lists (Chapter 12, Faction Assets).


class Asset(msgspec.Struct, frozen=True):
    """Holds one asset: its name, the list that it is on, and its cost in Deployment Points. The book has its effect."""

    name: str
    list: str
    dp: int = 1


_CORPORATIONS = frozenset(
    {Faction.BAUHAUS, Faction.CAPITOL, Faction.CYBERTRONIC, Faction.IMPERIAL, Faction.MISHIMA, Faction.BROTHERHOOD}
)
_DARK_LEGION = frozenset(faction for faction in Faction if faction.dark_legion)

_LISTS: tuple[tuple[str, frozenset[Faction], tuple[str, ...]], ...] = (
    (
        "General Assets",
        _CORPORATIONS,
        (
            "Command Helmet",
            "Cybernetic Power Arm",
            "Extra Kit",
            "Hyperactivator",
            "Intel Misdirection",
            "Mission Critical",
        ),
    ),
    ("Bauhaus Assets", frozenset({Faction.BAUHAUS}), ("Fire Support", "Reliability", "The Moment Has Come!")),
    ("Capitol Assets", frozenset({Faction.CAPITOL}), ("Air Strike", "Helicopter Deployment", "Supply Drop")),
    ("Cybertronic Assets", frozenset({Faction.CYBERTRONIC}), ("Arcane Immunity", "Network Hub", "Subreal Link")),
    ("Imperial Assets", frozenset({Faction.IMPERIAL}), ("Clan Rivalry", "Seize the Initiative", "To the Last Warrior")),
    ("Mishima Assets", frozenset({Faction.MISHIMA}), ("Heirloom Blade", "Honored Charge", "Daimyo")),
    (
        "Brotherhood Assets",
        frozenset({Faction.BROTHERHOOD}),
        ("F-214 Flamer", "Devotion and Zeal", "Word of the Cardinal"),
    ),
    ("Necrotech Assets", _DARK_LEGION, ("Carcass Suit", "Self Repair", "Subdermal Implants")),
    ("Algeroth Assets", frozenset({Faction.ALGEROTH}), ("Invoke Frenzy", "Distort", "Alpha Legionnaire")),
)

ASSETS = {name.casefold(): Asset(name, heading) for heading, _, names in _LISTS for name in names}
"""Has every asset, by its name in small letters."""


def available(faction: Faction) -> tuple[Asset, ...]:
    """Returns the assets on the lists that are open to a Force of this Faction, in the book's order."""
    return tuple(ASSETS[name.casefold()] for _, factions, names in _LISTS if faction in factions for name in names)


# The weapon of Air Strike, in the hands of the Leader that calls it (Chapter 12, Capitol Assets).

AIR_STRIKE = Weapon(
    name="Air Strike",
    abilities=(Ability("Concussive"), Ability("Explosive", "3")),
    short=Band(reach=CardFigure(48), modifier=-1, damage=WeaponDamage(CardFigure(10))),
)
"""Its test is against LD in place of MW, and it prints no CF."""


# A unit card as the Unit that Faction Assets are designated to has it (Chapter 12, Faction Assets).

CEREMONIAL_BLADES = "Ceremonial Blades"
HANDGUN = "Handgun"
_BEST_CF = 20
_MOST_TIMES = 9


def equipped(card: UnitCard, assets: Collection[str]) -> UnitCard:
    """Returns the card with what these assets, by their names in any case, change on it.

    An asset that changes a printed number changes it here. Any other joins the Special Abilities under its own name:
    those of its weapon, or else of the unit. A sum or a page then counts or shows it. A name that is not a designated
    asset has no effect, and a second naming has none (Faction Assets: only once per Force).
    """
    for name in dict.fromkeys(each.casefold() for each in assets):
        if (change := CHANGES.get(name)) is not None:
            card = change(card)
    return card


def _power_arm(card: UnitCard) -> UnitCard:
    return replace(card, st=card.st + 2)


def _extra_kit(card: UnitCard) -> UnitCard:
    """Raises CF to a maximum of 20; a weapon that prints no CF has none to raise."""
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
    """Returns a x1 Damage Multiplier on top of what is printed: multipliers of several sources add up (Damage
    Multipliers)."""
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


def _harder(damage: WeaponDamage | None) -> WeaponDamage | None:
    return damage and replace(damage, multiplier=min(damage.multiplier + 1, _MOST_TIMES))


def _with(abilities: Abilities, name: str, number: int) -> Abilities:
    """Returns the abilities with that one more, added to the number that stands there (Unit Profile: values stack)."""
    for index, each in enumerate(abilities):
        if each.key == name.casefold() and each.number is not None:
            return (*abilities[:index], replace(each, value=str(each.number + number)), *abilities[index + 1 :])
    return (*abilities, Ability(name, str(number)))


def _flamer(card: UnitCard) -> UnitCard:
    """Gives the first of several: Continuous and Projected, in its Short Range alone, so the weapon itself says by
    which asset."""
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
"""Says what each designated asset makes of a card, by its name in small letters."""

# Which Unit each Faction Asset is bought for, where it is bought for one (Chapter 12, Faction Assets).

_MOST_ARMOR = 22
_LEGIONNAIRES = "Undead Legionnaires"


class Requirement(msgspec.Struct, frozen=True):
    """Says which Units an asset may be designated to: those `having` this."""

    having: str
    fits: Callable[[UnitCard], bool]


def _leads(card: UnitCard) -> bool:
    return card.designation(Role.LEADER) is not None


REQUIREMENTS: Mapping[str, Requirement] = {
    "command helmet": Requirement("Command (X)", lambda card: card.has("Command")),
    "network hub": Requirement("Networked", lambda card: card.has("Networked")),
    "heirloom blade": Requirement(CEREMONIAL_BLADES, lambda card: any(map(is_heirloom, card.weapons))),
    "daimyo": Requirement("Leader and Command (X)", lambda card: _leads(card) and card.has("Command")),
    "f-214 flamer": Requirement(f"a {HANDGUN}", lambda card: any(map(is_handgun, card.weapons))),
    "word of the cardinal": Requirement("Leader and Faith (X)", lambda card: _leads(card) and card.has("Faith")),
    "subdermal implants": Requirement(f"AR {_MOST_ARMOR} or less", lambda card: card.ar <= _MOST_ARMOR),
    "invoke frenzy": Requirement("Command (X)", lambda card: card.has("Command")),
    "alpha legionnaire": Requirement(
        f"Unit Type {_LEGIONNAIRES}", lambda card: card.type.casefold() == _LEGIONNAIRES.casefold()
    ),
}
"""Has what designated assets ask for, by the asset's name in small letters. A designated asset that is not here is
for any Unit."""


class Bearers(msgspec.Struct, frozen=True):
    """Describes a designated asset that the Force has bought.

    `fit` lists its cards that may have it, each once. `named` is the id of the card that it was designated to, None
    while that is open.
    """

    asset: Asset
    fit: tuple[UnitCard, ...]
    named: str | None

    @property
    def having(self) -> str:
        """Returns what its Unit needs, or an empty text where any Unit will do."""
        requirement = REQUIREMENTS.get(self.asset.name.casefold())
        return requirement.having if requirement else ""


def bearers(force: ForceRoster, units: Sequence[UnitCard]) -> tuple[Bearers, ...]:
    """Returns each designated asset that is bought and open to the Faction, in the book's order.

    `units` are the Force's, as it deploys them. One asset may give a Unit what another needs: Devotion and Zeal makes a
    Leader one with Faith. While that is open, any Unit may still get it.
    """
    bought = {name.casefold() for name in force.assets}
    named = {asset.casefold(): id for asset, id in force.designated.items()}
    cards = {card.id: card for card in units}
    found = []
    for asset in available(force.faction):
        key = asset.name.casefold()
        if key not in bought or not designated(key):
            continue
        fit = tuple(
            card
            for card in cards.values()
            if fits(key, equipped(card, [each for each in bought - {key} if named.get(each, card.id) == card.id]))
        )
        found.append(Bearers(asset, fit, named.get(key)))
    return tuple(found)


def designated(asset: str) -> bool:
    """Returns True where an asset of that name is designated to one Unit when it is bought."""
    return asset.casefold() in CHANGES


def fits(asset: str, card: UnitCard) -> bool:
    """Returns True where a Unit with that card may have the asset, which must be one that is designated."""
    requirement = REQUIREMENTS.get(asset.casefold())
    return requirement is None or requirement.fits(card)


def designation_problems(found: Sequence[Bearers], units: Sequence[UnitCard]) -> Iterator[ForceProblem]:
    """Yields the assets that no Unit of the Force may have, or that the named Unit may not have."""
    names = {card.id: card.name for card in units}
    for each in found:
        name, needs = each.asset.name, f": it needs {each.having}" if each.having else ""
        if each.named is not None and each.named not in names:
            yield ForceProblem(each.asset.list, f"The Unit that you gave {name} is not in this Force: name another.")
        elif not each.fit:
            yield ForceProblem(each.asset.list, f"No Unit here can have {name}{needs}.")
        elif each.named is not None and each.named not in {card.id for card in each.fit}:
            yield ForceProblem(each.asset.list, f"{names[each.named]} cannot have {name}{needs}.")


def to_designate(found: Sequence[Bearers]) -> Iterator[ForceProblem]:
    """Yields what the player still has to choose before the Force is complete."""
    for each in found:
        if each.named is None and each.fit:
            yield ForceProblem(each.asset.list, f"Say which Unit has {each.asset.name}.")
