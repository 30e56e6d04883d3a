"""Lists of the kept unit cards, their weapons and their bands, for the calculators' forms."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import Any

import msgspec

from companion.fields.invalid import Invalid
from companion.warzone.cards.card import Band, UnitCard, Weapon
from companion.warzone.cards.numbers import UNARMED, BandName
from web.warzone.calculators.asked import Asked
from web.warzone.calculators.fields import Field, pick, signed


@dataclass(frozen=True, kw_only=True)
class Way:
    """A weapon, or a weapon in one of its bands: in words, and as parameters."""

    weapon: str
    band: str = ""
    texts: Mapping[str, str]

    def words(self, asked: Asked) -> tuple[str, str]:
        """What is still to be chosen of it: the weapon and its band, or the band alone."""
        return (self.band, "") if self.band and "weapon" in asked.texts else (self.weapon, self.band)


def known(asked: Asked, *parts: Callable[[msgspec.Struct], dict[str, Any]]) -> dict[str, Any]:
    """What the cards of a question say, as far as they can be read."""
    found: dict[str, Any] = {}
    for part in parts:
        try:
            found |= part(asked.query)
        except Invalid:
            continue
    return found


def units(asked: Asked, cards: Iterable[UnitCard], *names: str) -> dict[str, Field]:
    """The parameters that take a unit card's id."""
    options = [(card.id, card.name) for card in cards]
    return {name: pick(asked, name, options, none="by numbers") for name in names}


def ranged(asked: Asked, attacker: UnitCard | None, name: str = "weapon") -> dict[str, Field]:
    """The ranged weapons of the attacker and the bands of the one that is used."""
    armed = _ranged(attacker) if attacker else []
    used = next((each for each in armed if each.name == asked.texts.get(name)), armed[0] if len(armed) == 1 else None)
    return {
        name: _weapons(asked, name, armed),
        "band": pick(asked, "band", _bands(used), none=_alone(_bands(used)) or "both"),
    }


def ranged_ways(attacker: UnitCard) -> Iterable[Way]:
    """Every ranged weapon in each of its bands."""
    for weapon in _ranged(attacker):
        for name, words in _bands(weapon):
            yield Way(weapon=weapon.name, band=words, texts={"weapon": weapon.name, "band": name})


def melee_ways(attacker: UnitCard) -> Iterable[Way]:
    """Everything to strike with, hands last."""
    for name in (*(weapon.name for weapon in _melee(attacker)), UNARMED):
        yield Way(weapon=name, texts={"weapon": name})


def melee(asked: Asked, attacker: UnitCard | None, name: str) -> dict[str, Field]:
    """The weapons that the attacker strikes with."""
    armed = [each.name for each in _melee(attacker)] if attacker else []
    none = armed[0] if len(armed) == 1 else "all weapons" if armed else UNARMED
    options = [(each, each) for each in (*armed, UNARMED)] if attacker else []
    return {name: pick(asked, name, options if armed else [], none=none)}


def _weapons(asked: Asked, name: str, armed: list[Weapon]) -> Field:
    options = [(each.name, each.name) for each in armed]
    return pick(asked, name, options, none=_alone(options) or "all weapons")


def _ranged(attacker: UnitCard) -> list[Weapon]:
    return [each for each in attacker.weapons if each.short or each.long]


def _melee(attacker: UnitCard) -> list[Weapon]:
    return [each for each in attacker.weapons if each.strike]


def _alone(options: list[tuple[str, str]]) -> str | None:
    """The words of the only option, which then need not be picked."""
    return options[0][1] if len(options) == 1 else None


def _bands(weapon: Weapon | None) -> list[tuple[str, str]]:
    printed = ((BandName.SHORT, weapon.short), (BandName.LONG, weapon.long)) if weapon else ()
    return [(name.value, _band(column)) for name, column in printed if column is not None]


def _band(column: Band) -> str:
    reach = f"ST{signed(column.reach.value)}" if column.reach.plus_st else f"{column.reach.value}″"
    return f"to {reach} {signed(column.modifier) if column.modifier else '+0'}"
