"""A unit card as one file: TOML in the card's own notation, to copy, mail and edit by hand; and the same as JSON."""

import re
from collections.abc import Callable, Iterator
from typing import Annotated, Any, TypeVar

import msgspec

from companion.fields.decode import from_file
from companion.fields.invalid import FieldError, Invalid, refuse_first
from companion.toml.reading import read_toml
from companion.toml.writing import dumps
from companion.warzone.abilities.ability import Name, read_ability
from companion.warzone.abilities.bound import Bound
from companion.warzone.abilities.wording import bound_lines, read_bound, read_line
from companion.warzone.cards import notation
from companion.warzone.cards.card import Terms, UnitCard
from companion.warzone.cards.weapon import Face, Weapon

T = TypeVar("T")
LARGEST = 60_000
"""Characters of a card's file."""
_ID = re.compile(r"[a-z0-9]+(?:-[a-z0-9]+)*")
_Line = Annotated[str, msgspec.Meta(max_length=120)]
_BoundLine = Annotated[str, msgspec.Meta(max_length=240)]


class WeaponLine(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True):
    """A weapon as its line is printed: `cc` such as `+1 ST+5`, `short` and `long` such as `12" +0 14`."""

    name: Name
    abilities: Annotated[tuple[_Line, ...], msgspec.Meta(max_length=24)] = ()
    cc: _Line = ""
    short: _Line = ""
    long: _Line = ""
    cf: Face | None = None


class CardFile(Terms, frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True):
    """A card as files, links and the API have it: designations, abilities and weapons as they are printed, `base` such
    as `30mm` or `60x35mm`, `only_with` such as `2 : Lamp Wardens`, `bound` such as
    `Lantern Oath: own Strike TN +2 in a Charge`."""

    designations: Annotated[tuple[_Line, ...], msgspec.Meta(max_length=8)] = ()
    abilities: Annotated[tuple[_Line, ...], msgspec.Meta(max_length=24)] = ()
    weapons: Annotated[tuple[WeaponLine, ...], msgspec.Meta(max_length=12)] = ()
    bound: Annotated[tuple[_BoundLine, ...], msgspec.Meta(max_length=72)] = ()
    base: _Line = ""
    only_with: _Line = ""

    def card(self) -> UnitCard:
        """Raises Invalid."""
        refuse_first(_faults(self))
        terms = {field: getattr(self, field) for field in Terms.__struct_fields__}
        card = UnitCard(
            designations=_each("designations", self.designations, notation.read_designation),
            abilities=_each("abilities", self.abilities, read_ability),
            weapons=tuple(_weapon(f"weapons[{index}]", line) for index, line in enumerate(self.weapons)),
            bound=_bound(self.bound),
            base=_at("base", notation.read_base, self.base),
            only_with=_at("only_with", notation.read_only_with, self.only_with),
            **terms,
        )
        return checked(card)


def file_of(card: UnitCard) -> CardFile:
    """The card in the form that files and the API have it."""
    return CardFile(
        designations=tuple(notation.designation_text(each) for each in card.designations),
        abilities=tuple(str(each) for each in card.abilities),
        weapons=tuple(_line(weapon) for weapon in card.weapons),
        bound=bound_lines(card.bound),
        base=notation.base_text(card.base),
        only_with=notation.only_with_text(card.only_with),
        **{field: getattr(card, field) for field in Terms.__struct_fields__},
    )


def write_card(card: UnitCard) -> str:
    """The card as TOML; `read_card` makes the same card of it."""
    data: dict[str, Any] = msgspec.to_builtins(file_of(card))
    return dumps(data)


def read_card(text: str) -> UnitCard:
    """The card that a TOML text is. Raises Invalid, with the line."""
    return read_toml(text, card_of)


def card_of(data: object) -> UnitCard:
    """The card that plain values are, as TOML, JSON or a form have them. Raises Invalid."""
    return from_file(data, CardFile).card()


def checked(card: UnitCard) -> UnitCard:
    """The card, once each of its numbers and names is within its bounds. Raises Invalid."""
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
    if not name.isprintable():
        yield FieldError(key, "must be printable characters")
    elif " ".join(name.split()) != name:
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
        strike=_at(f"{key}.cc", notation.read_strike, line.cc),
        short=_at(f"{key}.short", notation.read_band, line.short),
        long=_at(f"{key}.long", notation.read_band, line.long),
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
        cc=notation.strike_text(weapon.strike),
        short=notation.band_text(weapon.short),
        long=notation.band_text(weapon.long),
        cf=weapon.cf,
    )
