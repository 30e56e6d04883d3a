"""Weapons and designations in the notation of the printed card: read generously, written one way."""

import re

from companion.fields.numbers import whole
from companion.fields.words import clipped
from companion.warzone.abilities.ability import plain, read_ability
from companion.warzone.cards.card import Base, Designation, OnlyWith, Role, Troopers
from companion.warzone.cards.weapon import Band, Damage, Figure, Strike

_FIGURE = r"ST(?: ?[+-] ?[0-9]{1,3})?|[0-9]{1,3}"
_LARGEST = 999
_DAMAGE = rf"(?P<figure>{_FIGURE})(?: ?x ?(?P<times>[1-9]))?"
_STRIKE = re.compile(rf"(?P<modifier>[+-]?[0-9]{{1,2}}) (?:-|{_DAMAGE})", re.IGNORECASE)
_BAND = re.compile(rf"(?P<reach>{_FIGURE})(?: ?\" ?| )(?P<modifier>[+-]?[0-9]{{1,2}}) (?:-|{_DAMAGE})", re.IGNORECASE)
_NEEDS = re.compile(r"(?P<count>[0-9]{1,2}) ?: ?(?P<types>.+)")
_BASE = re.compile(r"(?P<length>[0-9]{1,3})(?: ?x ?(?P<width>[0-9]{1,3}))? ?(?:mm)?", re.IGNORECASE)


def read_strike(text: str) -> Strike | None:
    """`+1 ST+5`; None for nothing or a dash. Raises ValueError, in words."""
    text = plain(text)
    if text in ("", "-"):
        return None
    found = _STRIKE.fullmatch(text)
    if found is None:
        raise ValueError(f"must be modifier and DAM, such as +1 ST+5 or +0 13x2, got {clipped(text)}")
    return Strike(_number(found["modifier"]), _damage(found))


def read_band(text: str) -> Band | None:
    """`12" +0 14`; None for nothing or a dash. Raises ValueError, in words."""
    text = plain(text)
    if text in ("", "-"):
        return None
    found = _BAND.fullmatch(text)
    if found is None:
        raise ValueError(f'must be range, modifier and DAM, such as 12" +0 14, got {clipped(text)}')
    return Band(_figure(found["reach"]), _number(found["modifier"]), _damage(found))


def read_designation(text: str) -> Designation:
    """`Leader (1 : Free Marines)`, `Trooper`. Raises ValueError, in words."""
    ability = read_ability(text)
    role = next((each for each in Role if each.value.casefold() == ability.name.casefold()), None)
    if role is None:
        raise ValueError(f"must be one of {', '.join(each.value for each in Role)}, got {clipped(ability.name)}")
    if ability.value is None:
        return Designation(role)
    found = _NEEDS.fullmatch(ability.value)
    if found is None or role not in (Role.LEADER, Role.SPECIALIST):
        raise ValueError(f"must be such as Leader (1 : Free Marines), got {clipped(plain(text))}")
    types = tuple(name for part in found["types"].split(",") if (name := part.strip()))
    return Designation(role, Troopers(_number(found["count"]), types))


def read_base(text: str) -> Base | None:
    """`30mm`, or `60x35mm` for an oval one; None for nothing or a dash. Raises ValueError, in words."""
    text = plain(text)
    if text in ("", "-"):
        return None
    found = _BASE.fullmatch(text)
    if found is None:
        raise ValueError(f"must be millimetres, such as 30mm or 60x35mm, got {clipped(text)}")
    return Base(_number(found["length"]), _number(found["width"] or found["length"]))


def read_only_with(text: str) -> OnlyWith | None:
    """`2 : Lamp Wardens`; None for nothing or a dash. Raises ValueError, in words."""
    text = plain(text)
    if text in ("", "-"):
        return None
    found = _NEEDS.fullmatch(text)
    if found is None:
        raise ValueError(f"must be how many for each of which unit, such as 2 : Lamp Wardens, got {clipped(text)}")
    return OnlyWith(_number(found["count"]), found["types"])


def strike_text(strike: Strike | None) -> str:
    """The CC column as printed; empty where nothing is."""
    return "" if strike is None else f"{strike.modifier:+d} {damage_text(strike.damage)}"


def band_text(band: Band | None) -> str:
    """A range column as printed; empty where nothing is."""
    return "" if band is None else f'{figure_text(band.reach)}" {band.modifier:+d} {damage_text(band.damage)}'


def figure_text(figure: Figure) -> str:
    if not figure.plus_st:
        return str(figure.value)
    return f"ST{figure.value:+d}" if figure.value else "ST"


def damage_text(damage: Damage | None) -> str:
    """DAM as printed; a dash where there is none."""
    if damage is None:
        return "-"
    return figure_text(damage.figure) + (f"x{damage.multiplier}" if damage.multiplier > 1 else "")


def designation_text(designation: Designation) -> str:
    needs = designation.needs
    return designation.role.value + (f" ({needs.count} : {', '.join(needs.types)})" if needs else "")


def base_text(base: Base | None) -> str:
    """As printed; empty where it is not known."""
    if base is None:
        return ""
    return f"{base.length}mm" if base.width == base.length else f"{base.length}x{base.width}mm"


def only_with_text(only_with: OnlyWith | None) -> str:
    return "" if only_with is None else f"{only_with.each} : {only_with.of}"


def _damage(found: re.Match[str]) -> Damage | None:
    return Damage(_figure(found["figure"]), _number(found["times"] or "1")) if found["figure"] else None


def _figure(text: str) -> Figure:
    plus_st = text[:2].upper() == "ST"
    number = "".join(text[2:].split()) if plus_st else text
    return Figure(_number(number or "0"), plus_st)


def _number(text: str) -> int:
    """Raises ValueError, in words."""
    number = whole(text, least=-_LARGEST, most=_LARGEST)
    if number is None:
        raise ValueError(f"must be a number up to {_LARGEST}, got {clipped(text)}")
    return number
