"""The rows of a profile as a weapon or as a unit's characteristics."""

import re
from collections.abc import Mapping

from companion.fields.numbers import whole
from companion.fields.words import clipped
from companion.warzone.abilities.ability import Ability, plain, read_abilities, read_ability
from companion.warzone.battlescribe.document import Element
from companion.warzone.cards import notation
from companion.warzone.cards.card import CHARACTERISTICS, Base
from companion.warzone.cards.weapon import Band, Strike, Weapon

_FIGURE = r"ST(?: ?[+-] ?[0-9]{1,3})?|[0-9]{1,3}"
_REACH = re.compile(rf"(?:up to ?)?(?:(?:{_FIGURE}) ?\"? ?- ?)?({_FIGURE}) ?\"?", re.IGNORECASE)
_NONE = ("", "-")
_LONGEST = 400
"""Characters of what is read word by word; the longest of the game has 38."""

Rows = Mapping[str, str]
"""The characteristics of a profile by name, with plain quotes and dashes."""


def rows(profile: Element) -> Rows:
    each = profile.inside("characteristics")
    return {row.get("name"): plain(row.text or row.get("value")) for row in each}


def is_unit(rows: Rows) -> bool:
    return set(CHARACTERISTICS) <= rows.keys()


def is_weapon(rows: Rows) -> bool:
    return {"CC DAM", "Crit Fail"} <= rows.keys()


def characteristics(rows: Rows) -> dict[str, int]:
    """The nine by their keys. Raises ValueError, in words."""
    return {name.lower(): _number(name, rows[name]) for name in CHARACTERISTICS}


def base(rows: Rows) -> Base | None:
    """None where the profile has none. Raises ValueError, in words."""
    text = rows.get("Base", "")
    _short("Base", text)
    return notation.read_base(text)


def weapon(name: str, row: Rows) -> Weapon:
    """One row of the weapons' table. Raises ValueError, in words."""
    for column, text in row.items():
        _short(column, text)
    return Weapon(
        name=name,
        abilities=read_abilities(row.get("Special Abilities", "")),
        strike=_strike(row),
        short=_band("Short", row),
        long=_band("Long", row),
        cf=None if row["Crit Fail"] in _NONE else _number("Crit Fail", row["Crit Fail"]),
    )


def ability(rule: Element) -> Ability:
    """A rule's name as a special ability. Raises ValueError, in words."""
    name = rule.get("name")
    _short("The name", name)
    return read_ability(name)


def _strike(row: Rows) -> Strike | None:
    modifier = row.get("CC Mod", "")
    return None if modifier in _NONE else notation.read_strike(f"{modifier} {row['CC DAM'] or '-'}")


def _band(name: str, row: Rows) -> Band | None:
    reach = row.get(f"{name} Range", "")
    if reach in _NONE:
        return None
    found = _REACH.fullmatch(reach)
    if found is None:
        raise ValueError(f'{name} Range must be such as Up to 12" or 12"-36", got {clipped(reach)}')
    return notation.read_band(f'{found[1]}" {row.get(f"{name} Mod", "")} {row.get(f"{name} DAM", "") or "-"}')


def _short(name: str, text: str) -> None:
    if len(text) > _LONGEST:
        raise ValueError(f"{name} has more than {_LONGEST} characters")


def _number(name: str, text: str) -> int:
    _short(name, text)
    number = whole(text, least=-999, most=999)
    if number is None:
        raise ValueError(f"{name} must be a number, got {clipped(text) or 'nothing'}")
    return number
