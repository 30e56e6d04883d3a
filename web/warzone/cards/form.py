"""Reads a unit card from the fields of a form, filled in or half filled in."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

import msgspec
from werkzeug.datastructures import MultiDict

from companion.fields.invalid import Invalid
from companion.fields.numbers import bounded
from companion.warzone.abilities.ability import (
    AbilityKind,
    Does,
    Effect,
    Per,
    When,
    Whose,
    alike,
    plain,
    read_abilities,
)
from companion.warzone.abilities.wording import Bound, amount_text
from companion.warzone.cards.card import CHARACTERISTICS, Faction, UnitCard
from companion.warzone.cards.card_file import CardFile, file_of

# What abilities do, in the form of their card: one row for each effect, picked word by word.

FIELDS = ("ability", "attacks", "does", "amount", "ignored", "when", "per")
MOST_ROWS = 24
ATTACKS = tuple(f"{whose.value} {kind.value}" for whose in Whose for kind in AbilityKind)
_LATER = (Does.CLOUD, Does.EXPLOSIVE, Does.PROJECTED)
"""Comes last in the list: hardly ever what is looked for."""
CHOICES: Mapping[str, Sequence[str]] = {
    "attacks": ATTACKS,
    "does": [each.value for each in sorted(Does, key=_LATER.__contains__)],
    "when": ["", *(each.value for each in When if each is not When.ALWAYS)],
    "per": ["", *(each.value for each in Per if each is not Per.ONCE)],
}
BLANK = {**dict.fromkeys(FIELDS, ""), "attacks": ATTACKS[0], "does": Does.TN.value}


def rows_of(bound: Iterable[Bound]) -> tuple[dict[str, str], ...]:
    """Returns the rows of bound abilities."""
    return tuple(_row(each.name, effect) for each in bound for effect in each.effects)


def rows_in(form: Mapping[str, str]) -> tuple[dict[str, str], ...]:
    """Returns the rows that a form was sent with."""
    return tuple(
        {field: form.get(f"bound-{number}-{field}", "").strip() for field in FIELDS}
        for number in range(MOST_ROWS)
        if f"bound-{number}-ability" in form
    )


def lines_of(rows: Iterable[Mapping[str, str]]) -> list[str]:
    """Returns the rows as a card's file has them; a row without an ability is left out."""
    return [f"{row['ability']}: {' '.join(filter(None, _rest(row)))}" for row in rows if row["ability"]]


def _rest(row: Mapping[str, str]) -> list[str]:
    return [row[field] for field in FIELDS if field != "ability"]


def _row(name: str, effect: Effect) -> dict[str, str]:
    return {
        "ability": name,
        "attacks": f"{effect.whose.value} {effect.kind.value}",
        "does": effect.does.value,
        "amount": amount_text(effect),
        "ignored": effect.ignored,
        "when": "" if effect.when is When.ALWAYS else effect.when.value,
        "per": "" if effect.per is Per.ONCE else effect.per.value,
    }


NUMBERS = ("dp", "sp", *(name.lower() for name in CHARACTERISTICS))
TEXTS = ("id", "name", "type", "faction", "designations", "abilities", "base", "only_with")
WEAPON_FIELDS = ("name", "abilities", "cc", "short", "long", "cf")
_MOST_WEAPONS = 12
_LARGEST = 999
_BLANK = dict.fromkeys(WEAPON_FIELDS, "")


class UnitDraft(msgspec.Struct, frozen=True, kw_only=True):
    """Holds the contents of the form: `numbers` by their keys, and the fields of a weapon's row by name."""

    id: str = ""
    name: str = ""
    type: str = ""
    faction: str = ""
    also_in: tuple[str, ...] = ()
    designations: str = ""
    abilities: str = ""
    base: str = ""
    only_with: str = ""
    numbers: dict[str, str] = msgspec.field(default_factory=lambda: dict.fromkeys(NUMBERS, ""))
    weapons: tuple[dict[str, str], ...] = (_BLANK, _BLANK)
    bound: tuple[dict[str, str], ...] = ()

    def data(self, id: str) -> dict[str, Any]:
        """Returns the plain values of the card, for companion.warzone.cards.card_file.card_of. Raises Invalid."""
        name = " ".join(self.name.split())
        return {
            "id": id,
            "name": name,
            "type": " ".join(self.type.split()) or name,
            "faction": self.faction or None,
            "also_in": list(self.also_in),
            "designations": _parts("designations", self.designations),
            "abilities": _parts("abilities", self.abilities),
            "bound": lines_of(self.bound),
            "base": self.base,
            "only_with": self.only_with,
            "weapons": [
                _weapon(f"weapons[{index}]", row)
                for index, row in enumerate(row for row in self.weapons if any(row.values()))
            ],
            **{key: _number(key, self.numbers[key]) for key in NUMBERS},
        }

    def with_weapon(self) -> "UnitDraft":
        """Adds an empty row."""
        return msgspec.structs.replace(self, weapons=(*self.weapons, _BLANK)[:_MOST_WEAPONS])

    def without_weapon(self, index: int) -> "UnitDraft":
        return msgspec.structs.replace(self, weapons=(*self.weapons[:index], *self.weapons[index + 1 :]))

    def with_bound(self, ability: str = "") -> "UnitDraft":
        """Adds a row for what an ability does."""
        return msgspec.structs.replace(self, bound=(*self.bound, {**BLANK, "ability": ability})[:MOST_ROWS])

    def without_bound(self, index: int) -> "UnitDraft":
        return msgspec.structs.replace(self, bound=(*self.bound[:index], *self.bound[index + 1 :]))


def filled_in(form: MultiDict[str, str]) -> UnitDraft:
    """Returns the contents that a form was sent with."""
    rows = (
        {field: form.get(f"weapon-{number}-{field}", "").strip() for field in WEAPON_FIELDS}
        for number in range(_MOST_WEAPONS)
        if f"weapon-{number}-name" in form
    )
    texts = {field: form.get(field, "") for field in TEXTS}
    return UnitDraft(
        **texts,
        also_in=tuple(form.getlist("also_in")),
        numbers={key: form.get(key, "") for key in NUMBERS},
        weapons=tuple(rows),
        bound=rows_in(form),
    )


def draft_of(card: UnitCard) -> UnitDraft:
    """Returns a kept card's contents for the form."""
    file: CardFile = file_of(card)
    plain: dict[str, Any] = msgspec.to_builtins(file)
    return UnitDraft(
        id=card.id,
        name=card.name,
        type=card.type,
        faction=card.faction.value if card.faction else "",
        also_in=tuple(faction.value for faction in card.also_in),
        designations=", ".join(file.designations),
        abilities=", ".join(file.abilities),
        base=file.base,
        only_with=file.only_with,
        numbers={key: str(plain.get(key, 0)) for key in NUMBERS},
        weapons=tuple(
            {
                "name": line.name,
                "abilities": ", ".join(line.abilities),
                "cc": line.cc,
                "short": line.short,
                "long": line.long,
                "cf": "" if line.cf is None else str(line.cf),
            }
            for line in file.weapons
        ),
        bound=rows_of(card.bound),
    )


FACTIONS = tuple(faction.value for faction in Faction)


def _number(key: str, text: str) -> int:
    return bounded(key, alike(text), least=-_LARGEST, most=_LARGEST)


def _parts(key: str, text: str) -> list[str]:
    try:
        return [str(each) for each in read_abilities(text)]
    except ValueError as error:
        raise Invalid(key, str(error)) from error


def _weapon(key: str, row: dict[str, str]) -> dict[str, Any]:
    weapon: dict[str, Any] = {
        "name": " ".join(row["name"].split()),
        "abilities": _parts(f"{key}.abilities", row["abilities"]),
        **{field: row[field] for field in ("cc", "short", "long")},
    }
    if plain(row["cf"]) not in ("", "-"):
        weapon["cf"] = _number(f"{key}.cf", row["cf"])
    return weapon
