"""Reads and writes a unit card as one file, in the printed card's own notation, and as a link."""

import base64
import re
import zlib
from collections.abc import Callable, Iterator
from typing import Annotated, Any, TypeVar

import msgspec

from companion.fields.decode import from_file
from companion.fields.invalid import FieldError, Invalid, refuse_first
from companion.fields.numbers import whole
from companion.fields.words import clipped
from companion.names import tidy
from companion.toml.reading import read_toml
from companion.toml.writing import dumps
from companion.warzone.abilities.ability import Name, plain, read_ability
from companion.warzone.abilities.wording import Bound, bound_lines, read_bound, read_line
from companion.warzone.cards.card import (
    Band,
    Base,
    CardFigure,
    CardStrike,
    CardTerms,
    Designation,
    Face,
    OnlyWith,
    Role,
    Troopers,
    UnitCard,
    Weapon,
    WeaponDamage,
)

# Weapons and designations in the notation of the printed card: read generously, written one way.

_FIGURE = r"ST(?: ?[+-] ?[0-9]{1,3})?|[0-9]{1,3}"
_LARGEST = 999
_DAMAGE = rf"(?P<figure>{_FIGURE})(?: ?x ?(?P<times>[1-9]))?"
_STRIKE = re.compile(rf"(?P<modifier>[+-]?[0-9]{{1,2}}) (?:-|{_DAMAGE})", re.IGNORECASE)
_BAND = re.compile(rf"(?P<reach>{_FIGURE})(?: ?\" ?| )(?P<modifier>[+-]?[0-9]{{1,2}}) (?:-|{_DAMAGE})", re.IGNORECASE)
_NEEDS = re.compile(r"(?P<count>[0-9]{1,2}) ?: ?(?P<types>.+)")
_BASE = re.compile(r"(?P<length>[0-9]{1,3})(?: ?x ?(?P<width>[0-9]{1,3}))? ?(?:mm)?", re.IGNORECASE)


def read_strike(text: str) -> CardStrike | None:
    """Reads `+1 ST+5`; None for an empty text or a dash. Raises ValueError, in words."""
    text = plain(text)
    if text in ("", "-"):
        return None
    found = _STRIKE.fullmatch(text)
    if found is None:
        raise ValueError(f"must be modifier and DAM, such as +1 ST+5 or +0 13x2, got {clipped(text)}")
    return CardStrike(_number(found["modifier"]), _damage(found))


def read_band(text: str) -> Band | None:
    """Reads `12" +0 14`; None for an empty text or a dash. Raises ValueError, in words."""
    text = plain(text)
    if text in ("", "-"):
        return None
    found = _BAND.fullmatch(text)
    if found is None:
        raise ValueError(f'must be range, modifier and DAM, such as 12" +0 14, got {clipped(text)}')
    return Band(_figure(found["reach"]), _number(found["modifier"]), _damage(found))


def read_designation(text: str) -> Designation:
    """Reads `Leader (1 : Free Marines)` or `Trooper`. Raises ValueError, in words."""
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
    """Reads `30mm`, or `60x35mm` for an oval base; None for an empty text or a dash. Raises ValueError, in words."""
    text = plain(text)
    if text in ("", "-"):
        return None
    found = _BASE.fullmatch(text)
    if found is None:
        raise ValueError(f"must be millimetres, such as 30mm or 60x35mm, got {clipped(text)}")
    return Base(_number(found["length"]), _number(found["width"] or found["length"]))


def read_only_with(text: str) -> OnlyWith | None:
    """Reads `2 : Lamp Wardens`; None for an empty text or a dash. Raises ValueError, in words."""
    text = plain(text)
    if text in ("", "-"):
        return None
    found = _NEEDS.fullmatch(text)
    if found is None:
        raise ValueError(f"must be how many for each of which unit, such as 2 : Lamp Wardens, got {clipped(text)}")
    return OnlyWith(_number(found["count"]), found["types"])


def strike_text(strike: CardStrike | None) -> str:
    """Returns the CC column as printed; empty where the weapon has none."""
    return "" if strike is None else f"{strike.modifier:+d} {damage_text(strike.damage)}"


def band_text(band: Band | None) -> str:
    """Returns a range column as printed; empty where the weapon has none."""
    return "" if band is None else f'{figure_text(band.reach)}" {band.modifier:+d} {damage_text(band.damage)}'


def figure_text(figure: CardFigure) -> str:
    if not figure.plus_st:
        return str(figure.value)
    return f"ST{figure.value:+d}" if figure.value else "ST"


def damage_text(damage: WeaponDamage | None) -> str:
    """Returns DAM as printed; a dash where there is none."""
    if damage is None:
        return "-"
    return figure_text(damage.figure) + (f"x{damage.multiplier}" if damage.multiplier > 1 else "")


def designation_text(designation: Designation) -> str:
    needs = designation.needs
    return designation.role.value + (f" ({needs.count} : {', '.join(needs.types)})" if needs else "")


def base_text(base: Base | None) -> str:
    """Returns the base as printed; empty where it is not known."""
    if base is None:
        return ""
    return f"{base.length}mm" if base.width == base.length else f"{base.length}x{base.width}mm"


def only_with_text(only_with: OnlyWith | None) -> str:
    return "" if only_with is None else f"{only_with.each} : {only_with.of}"


def _damage(found: re.Match[str]) -> WeaponDamage | None:
    return WeaponDamage(_figure(found["figure"]), _number(found["times"] or "1")) if found["figure"] else None


def _figure(text: str) -> CardFigure:
    plus_st = text[:2].upper() == "ST"
    number = "".join(text[2:].split()) if plus_st else text
    return CardFigure(_number(number or "0"), plus_st)


def _number(text: str) -> int:
    """Raises ValueError, in words."""
    number = whole(text, least=-_LARGEST, most=_LARGEST)
    if number is None:
        raise ValueError(f"must be a number up to {_LARGEST}, got {clipped(text)}")
    return number


# A unit card as one file: TOML in the card's own notation, to copy, mail and edit by hand; and the same as JSON.

T = TypeVar("T")
LARGEST = 60_000
"""Characters of a card's file."""
_ID = re.compile(r"[a-z0-9]+(?:-[a-z0-9]+)*")
_Line = Annotated[str, msgspec.Meta(max_length=120)]
_BoundLine = Annotated[str, msgspec.Meta(max_length=240)]


class WeaponLine(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True):
    """Describes a weapon as its line is printed: `cc` such as `+1 ST+5`, `short` and `long` such as `12" +0 14`."""

    name: Name
    abilities: Annotated[tuple[_Line, ...], msgspec.Meta(max_length=24)] = ()
    cc: _Line = ""
    short: _Line = ""
    long: _Line = ""
    cf: Face | None = None


class CardFile(CardTerms, frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True):
    """Describes a card as files, links and the API write it.

    Designations, abilities and weapons are as printed. `base` is such as `30mm` or `60x35mm`, `only_with` such as `2 :
    Lamp Wardens`. `bound` is such as `Lantern Oath: own Strike TN +2 in a Charge`.
    """

    designations: Annotated[tuple[_Line, ...], msgspec.Meta(max_length=8)] = ()
    abilities: Annotated[tuple[_Line, ...], msgspec.Meta(max_length=24)] = ()
    weapons: Annotated[tuple[WeaponLine, ...], msgspec.Meta(max_length=12)] = ()
    bound: Annotated[tuple[_BoundLine, ...], msgspec.Meta(max_length=72)] = ()
    base: _Line = ""
    only_with: _Line = ""

    def card(self) -> UnitCard:
        """Raises Invalid."""
        refuse_first(_faults(self))
        terms = {field: getattr(self, field) for field in CardTerms.__struct_fields__}
        card = UnitCard(
            designations=_each("designations", self.designations, read_designation),
            abilities=_each("abilities", self.abilities, read_ability),
            weapons=tuple(_weapon(f"weapons[{index}]", line) for index, line in enumerate(self.weapons)),
            bound=_bound(self.bound),
            base=_at("base", read_base, self.base),
            only_with=_at("only_with", read_only_with, self.only_with),
            **terms,
        )
        return checked(card)


def file_of(card: UnitCard) -> CardFile:
    """Returns the card in the form of files and of the API."""
    return CardFile(
        designations=tuple(designation_text(each) for each in card.designations),
        abilities=tuple(str(each) for each in card.abilities),
        weapons=tuple(_line(weapon) for weapon in card.weapons),
        bound=bound_lines(card.bound),
        base=base_text(card.base),
        only_with=only_with_text(card.only_with),
        **{field: getattr(card, field) for field in CardTerms.__struct_fields__},
    )


def write_card(card: UnitCard) -> str:
    """Writes the card as TOML, from which `read_card` makes the same card."""
    data: dict[str, Any] = msgspec.to_builtins(file_of(card))
    return dumps(data)


def read_card(text: str) -> UnitCard:
    """Reads a card from a TOML text. Raises Invalid, with the line."""
    return read_toml(text, card_of)


def card_of(data: object) -> UnitCard:
    """Makes a card of plain values from TOML, JSON or a form. Raises Invalid."""
    return from_file(data, CardFile).card()


def checked(card: UnitCard) -> UnitCard:
    """Returns the card, once each of its numbers and names is within its bounds. Raises Invalid."""
    return from_file(msgspec.to_builtins(card), UnitCard)


def _faults(file: CardFile) -> Iterator[FieldError]:
    if not _ID.fullmatch(file.id):
        yield FieldError("id", "must be small letters and digits, with single hyphens between")
    yield from _spelling("name", file.name)
    yield from _spelling("type", file.type)
    seen: set[str] = set()
    for index, weapon in enumerate(file.weapons):
        yield from _spelling(f"weapons[{index}].name", weapon.name)
        if weapon.name.casefold() in seen:
            yield FieldError(f"weapons[{index}].name", f"{weapon.name} is there twice")
        seen.add(weapon.name.casefold())


def _spelling(key: str, name: str) -> Iterator[FieldError]:
    try:
        tidy(name, longest=len(name))
    except ValueError as error:
        yield FieldError(key, str(error))
    else:
        if " ".join(name.split()) != name:
            yield FieldError(key, "has spaces to spare")


def _each(key: str, texts: tuple[str, ...], read: Callable[[str], T]) -> tuple[T, ...]:
    return tuple(_at(f"{key}[{index}]", read, text) for index, text in enumerate(texts))


def _bound(lines: tuple[str, ...]) -> tuple[Bound, ...]:
    _each("bound", lines, read_line)
    return read_bound(lines)


def _weapon(key: str, line: WeaponLine) -> Weapon:
    return Weapon(
        name=line.name,
        abilities=_each(f"{key}.abilities", line.abilities, read_ability),
        strike=_at(f"{key}.cc", read_strike, line.cc),
        short=_at(f"{key}.short", read_band, line.short),
        long=_at(f"{key}.long", read_band, line.long),
        cf=line.cf,
    )


def _at(key: str, read: Callable[[str], T], text: str) -> T:
    try:
        return read(text)
    except ValueError as error:
        raise Invalid(key, str(error)) from error


def _line(weapon: Weapon) -> WeaponLine:
    return WeaponLine(
        name=weapon.name,
        abilities=tuple(str(each) for each in weapon.abilities),
        cc=strike_text(weapon.strike),
        short=band_text(weapon.short),
        long=band_text(weapon.long),
        cf=weapon.cf,
    )


# A unit card as a short text for an address: the link carries the whole card.

_LARGEST_LINK = 16 * 1024
"""Limits the bytes of JSON: a text that unpacks to more is not a card."""


def link_text(card: UnitCard) -> str:
    """Returns letters, digits, hyphens and underscores only; some 400 for a usual card."""
    packed = zlib.compress(msgspec.json.encode(file_of(card)), level=9)
    return base64.urlsafe_b64encode(packed).decode().rstrip("=")


def from_link(text: str) -> UnitCard:
    """Reads the card in the text. Raises Invalid."""
    try:
        packed = base64.b64decode(text + "=" * (-len(text) % 4), altchars=b"-_", validate=True)
        unpacked = zlib.decompressobj()
        data = unpacked.decompress(packed, _LARGEST_LINK)
        if unpacked.unconsumed_tail or not unpacked.eof:
            raise Invalid("card", "is not whole: copy the link again")
        return card_of(msgspec.json.decode(data))
    except (ValueError, zlib.error, RecursionError) as error:
        raise Invalid("card", "is not a card: copy the link again") from error
