"""A unit card as it is read: its columns cut for a table, and what each of its abilities does."""

import re
from collections.abc import Iterator
from dataclasses import dataclass

from companion.warzone.abilities.ability import Ability
from companion.warzone.cards import card_file as notation
from companion.warzone.cards.abilities import all_abilities, explained
from companion.warzone.cards.card import CHARACTERISTICS, Band, Strike, UnitCard
from companion.warzone.cards.card_file import file_of
from companion.warzone.cards.kept import KeptTexts
from web.warzone.calculators.fields import signed
from web.warzone.cards.texts import address


@dataclass(frozen=True)
class Column:
    """A column of a weapon: how far it reaches and its modifier, and DAM, as printed."""

    modifier: str
    damage: str


@dataclass(frozen=True)
class WeaponRow:
    """A weapon; a column that it does not have is None."""

    name: str
    abilities: str
    columns: tuple[Column | None, Column | None, Column | None]
    cf: int | None


@dataclass(frozen=True)
class AbilityRow:
    """An ability as printed: what it does (empty where the card has to be read) and the heading that says so, what its
    rule says, and where that is typed in."""

    name: str
    does: str
    source: str
    text: str
    address: str


def characteristics(card: UnitCard) -> list[tuple[str, str]]:
    """The nine, as printed."""
    numbers = [getattr(card, "defense" if name == "DEF" else name.lower()) for name in CHARACTERISTICS]
    return [(name, signed(it) if name == "DEF" else str(it)) for name, it in zip(CHARACTERISTICS, numbers, strict=True)]


def weapons(card: UnitCard) -> list[WeaponRow]:
    return [
        WeaponRow(
            each.name,
            ", ".join(map(str, each.abilities)),
            (_strike(each.strike), _band(each.short), _band(each.long)),
            each.cf,
        )
        for each in card.weapons
    ]


def abilities(card: UnitCard, texts: KeptTexts) -> Iterator[AbilityRow]:
    """Every ability of the unit and its weapons once, in the card's order."""
    rules = texts.of(all_abilities(card))
    for each in explained(card):
        rule, name, known = rules.get(each.ability), str(each.ability), each.effect
        yield AbilityRow(
            name=name,
            does=_does(each.ability, known.does) if known else "",
            source=known.source if known else "",
            text=rule.text if rule else "",
            address=address(rule.ability if rule else name, card.id),
        )


def _does(ability: Ability, does: str) -> str:
    """With the number that this card prints in place of the rule's X."""
    return does if ability.number is None else re.sub(r"\bX\b", _minus(str(ability.number)), does)


def points(card: UnitCard) -> list[tuple[str, str]]:
    """What it costs and gives, and how large its base is."""
    base = notation.base_text(card.base).replace("x", " × ").replace("mm", " mm")
    return [("DP", str(card.dp)), ("SP", signed(card.sp)), *([("Base", base)] if base else [])]


def designations(card: UnitCard) -> str:
    return ", ".join(file_of(card).designations)


def _strike(strike: Strike | None) -> Column | None:
    return None if strike is None else Column(_plus(strike.modifier), _minus(notation.damage_text(strike.damage)))


def _band(band: Band | None) -> Column | None:
    if band is None:
        return None
    reach = f"{_minus(notation.figure_text(band.reach))}″ {_plus(band.modifier)}"
    return Column(reach, _minus(notation.damage_text(band.damage)))


def _plus(modifier: int) -> str:
    return _minus(f"{modifier:+d}")


def _minus(text: str) -> str:
    """With the sign that a card is printed with."""
    return text.replace("-", "−").replace("x", "×")
