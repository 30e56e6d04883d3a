"""Which Unit each Faction Asset is bought for, where it is bought for one (Chapter 12, Faction Assets)."""

from collections.abc import Callable, Iterator, Mapping, Sequence

import msgspec

from companion.warzone.cards.card import Role, UnitCard
from companion.warzone.force.assets import Asset, available
from companion.warzone.force.equipped import CEREMONIAL_BLADES, CHANGES, HANDGUN, equipped, is_handgun, is_heirloom
from companion.warzone.force.force import Force
from companion.warzone.force.problem import ForceProblem

_MOST_ARMOR = 22
_LEGIONNAIRES = "Undead Legionnaires"


class Requirement(msgspec.Struct, frozen=True):
    """Whom an asset may be designated to: a Unit `having` this."""

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
"""By the asset's name in small letters. A designated asset that is not here is for any Unit."""


class Bearers(msgspec.Struct, frozen=True):
    """A designated asset that the Force has bought: `fit` are its cards that may have it, each once; `named` is the id
    of the card that it was designated to, None while that is open."""

    asset: Asset
    fit: tuple[UnitCard, ...]
    named: str | None

    @property
    def having(self) -> str:
        """What its Unit needs, "" where any will do."""
        requirement = REQUIREMENTS.get(self.asset.name.casefold())
        return requirement.having if requirement else ""


def bearers(force: Force, units: Sequence[UnitCard]) -> tuple[Bearers, ...]:
    """Each designated asset that is bought and open to the Faction, in the book's order. `units`: the Force's, as it
    deploys them.

    What one asset gives a Unit another may call for: Devotion and Zeal makes a Leader one with Faith. While that is
    open, it may still go to anyone.
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
    """Whether an asset of that name is designated to one Unit when it is bought."""
    return asset.casefold() in CHANGES


def fits(asset: str, card: UnitCard) -> bool:
    """Whether a Unit with that card may have the asset, which must be one that is designated."""
    requirement = REQUIREMENTS.get(asset.casefold())
    return requirement is None or requirement.fits(card)


def designation_problems(found: Sequence[Bearers], units: Sequence[UnitCard]) -> Iterator[ForceProblem]:
    """Where nobody among the Force's units may have an asset, or whoever was named may not."""
    names = {card.id: card.name for card in units}
    for each in found:
        name, needs = each.asset.name, f": it needs {each.having}" if each.having else ""
        if each.named is not None and each.named not in names:
            yield ForceProblem(each.asset.list, f"The Unit that you gave {name} is not in this Force: name another.")
        elif not each.fit:
            yield ForceProblem(each.asset.list, f"Nobody here can have {name}{needs}.")
        elif each.named is not None and each.named not in {card.id for card in each.fit}:
            yield ForceProblem(each.asset.list, f"{names[each.named]} cannot have {name}{needs}.")


def to_designate(found: Sequence[Bearers]) -> Iterator[ForceProblem]:
    """What is still to be said before the Force is whole."""
    for each in found:
        if each.named is None and each.fit:
            yield ForceProblem(each.asset.list, f"Say which Unit has {each.asset.name}.")
