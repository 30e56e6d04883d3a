"""The rows of a profile as a weapon or as a unit's characteristics."""

import re

from companion.fields.numbers import whole
from companion.fields.words import clipped
from companion.warzone.battlescribe.document import Element
from companion.warzone.cards import notation
from companion.warzone.cards.card import CHARACTERISTICS
from companion.warzone.cards.weapon import Ability, Band, Strike, Weapon

_FIGURE = r"ST(?: ?[+-] ?[0-9]{1,3})?|[0-9]{1,3}"
_REACH = re.compile(rf"(?:up to ?)?(?:(?:{_FIGURE}) ?\"? ?- ?)?({_FIGURE}) ?\"?", re.IGNORECASE)
_NONE = ("", "-")


def rows(profile: Element) -> dict[str, str]:
    """The characteristics of a profile by name, with plain quotes and dashes."""
    each = profile.inside("characteristics")
    return {row.get("name"): notation.plain(row.text or row.get("value")) for row in each}


def is_unit(profile: Element) -> bool:
    return profile.tag == "profile" and set(CHARACTERISTICS) <= set(rows(profile))


def is_weapon(profile: Element) -> bool:
    return profile.tag == "profile" and {"CC DAM", "Crit Fail"} <= set(rows(profile))


def characteristics(profile: Element) -> dict[str, int]:
    """The nine by their keys. Raises ValueError, in words."""
    values = rows(profile)
    return {name.lower(): _number(name, values[name]) for name in CHARACTERISTICS}


def weapon(profile: Element) -> Weapon:
    """One row of the weapons' table. Raises ValueError, in words."""
    row = rows(profile)
    return Weapon(
        name=profile.get("name"),
        abilities=notation.read_abilities(row.get("Special Abilities", "")),
        strike=_strike(row),
        short=_band("Short", row),
        long=_band("Long", row),
        cf=None if row["Crit Fail"] in _NONE else _number("Crit Fail", row["Crit Fail"]),
    )


def ability(rule: Element) -> Ability:
    """A rule's name as a special ability. Raises ValueError, in words."""
    return notation.read_ability(rule.get("name"))


def _strike(row: dict[str, str]) -> Strike | None:
    modifier = row.get("CC Mod", "")
    return None if modifier in _NONE else notation.read_strike(f"{modifier} {row['CC DAM'] or '-'}")


def _band(name: str, row: dict[str, str]) -> Band | None:
    reach = row.get(f"{name} Range", "")
    if reach in _NONE:
        return None
    found = _REACH.fullmatch(reach)
    if found is None:
        raise ValueError(f'{name} Range must be such as Up to 12" or 12"-36", got {clipped(reach)}')
    return notation.read_band(f'{found[1]}" {row.get(f"{name} Mod", "")} {row.get(f"{name} DAM", "") or "-"}')


def _number(name: str, text: str) -> int:
    number = whole(text, least=-999, most=999)
    if number is None:
        raise ValueError(f"{name} must be a number, got {clipped(text) or 'nothing'}")
    return number
