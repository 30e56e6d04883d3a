"""Describes a unit card for reading: its columns cut for a table, and the effect of each ability."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from urllib.parse import quote, urlencode

from flask import Flask, Response, flash, g, make_response, redirect, request

from companion.fields.invalid import Invalid
from companion.table.errors import NotHere, Refused
from companion.warzone.abilities.ability import Ability
from companion.warzone.cards import card_file as notation
from companion.warzone.cards.abilities import (
    LONGEST,
    LONGEST_NAME,
    all_abilities,
    asked_about,
    explained,
    id_of,
    rule_text,
)
from companion.warzone.cards.card import CHARACTERISTICS, Band, CardStrike, UnitCard
from companion.warzone.cards.card_file import file_of
from companion.warzone.cards.library import KeptTexts
from web.http.render import page
from web.site.games import PrintedPage
from web.warzone.calculators.fields import signed

# The pages on which players type, correct and delete the rule text of an ability. All work without JavaScript.

LIST = "/warzone/abilities"
ONE = f"{LIST}/text"


class TextPages:
    """Serves the pages of rule texts, which make their changes themselves. The API does not show these texts."""

    def __init__(self, texts: KeptTexts) -> None:
        self._texts = texts

    def install(self, app: Flask) -> None:
        for rule, view, method in (
            (LIST, self.abilities_page, "GET"),
            (f"{LIST}/delete", self.abilities_delete_form, "POST"),
            (ONE, self.ability_page, "GET"),
            (ONE, self.ability_form, "POST"),
        ):
            app.add_url_rule(rule, endpoint=view.__name__, view_func=view, methods=[method])

    def abilities_page(self) -> Response:
        """Lists the abilities whose rules are kept, by name alone."""
        return page("warzone_abilities.html", abilities=[each.ability for each in self._texts.all()], address=address)

    def abilities_delete_form(self) -> Response:
        try:
            self._texts.delete_all(source=g.source)
            flash("Deleted: every rule text.")
        except Refused as refused:
            flash(str(refused), "refused")
        return _to(LIST)

    def ability_page(self) -> Response:
        """Draws the text of one ability, to type or correct.

        `of` is the ability as printed, `card` the card whose page led here.
        """
        return self._ability(request.args.get("of", ""), card=request.args.get("card", ""))

    def ability_form(self) -> Response:
        """Keeps a text, or deletes it where none is left."""
        of, text, card = (request.form.get(key, "") for key in ("of", "text", "card"))
        try:
            if text.strip():
                self._texts.take_in([rule_text(of, text)])
            else:
                self._texts.delete(of, source=g.source)
        except NotHere:
            return self._ability(of, card=card, wrong="text: type what the rule says", status=422)
        except (Invalid, Refused) as error:
            return self._ability(of, card=card, text=text, wrong=str(error), status=422)
        flash(f"Saved: {of}." if text.strip() else f"Deleted: the text of {of}.")
        return _to(f"/warzone/units/{quote(card, safe='')}" if card else LIST)

    def _ability(self, of: str, *, card: str, text: str = "", wrong: str = "", status: int = 200) -> Response:
        of = of[:LONGEST_NAME]
        kept = next((each for each in self._texts.all() if each.id == id_of(of)), None)
        return page(
            "warzone_ability.html",
            status=status,
            of=of,
            card=card,
            text=text or (kept.text if kept else ""),
            longest=LONGEST,
            wrong=wrong,
        )


def address(ability: str, card: str = "") -> str:
    """Returns the address that corrects an ability's text; from a card's page, and back to it."""
    return f"{ONE}?{urlencode({'of': ability} | ({'card': card} if card else {}))}"


def _to(place: str) -> Response:
    return make_response(redirect(place, 303))


@dataclass(frozen=True)
class CardColumn:
    """Holds a column of a weapon: its reach and modifier, and DAM, as printed."""

    modifier: str
    damage: str


@dataclass(frozen=True)
class WeaponRow:
    """Holds a weapon; a column that it does not have is None."""

    name: str
    abilities: str
    columns: tuple[CardColumn | None, CardColumn | None, CardColumn | None]
    cf: int | None


@dataclass(frozen=True)
class AbilityRow:
    """Describes an ability as printed.

    `does` is its effect, empty where the players read the card, and `source` is its heading. `text` is its rule, and
    `address` leads to where that is typed in.
    """

    name: str
    does: str
    source: str
    text: str
    address: str


def characteristics(card: UnitCard) -> list[tuple[str, str]]:
    """Returns the nine characteristics, as printed."""
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
    """Yields every ability of the unit and its weapons once, in the card's order."""
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


MOST_PRINTED = 3
"""Limits the abilities that are shown beside the rulings that a question finds."""
MOST_NAMED = 3


def printed(question: str, cards: Sequence[UnitCard], texts: KeptTexts) -> list[PrintedPage]:
    """Returns the abilities that the question names: their rule texts, or what is known of them."""
    found = asked_about(question, cards)[:MOST_PRINTED]
    rules = texts.of(each.ability for each, _ in found)
    return [
        PrintedPage(
            name=str(each.ability),
            text=rules[each.ability].text
            if each.ability in rules
            else _does(each.ability, each.effect.does)
            if each.effect
            else "Read it on the card.",
            of=_names(owners),
            href=f"/warzone/units/{owners[0].id}",
        )
        for each, owners in found
    ]


def _names(owners: Sequence[UnitCard]) -> str:
    names = ", ".join(each.name for each in owners[:MOST_NAMED])
    more = len(owners) - MOST_NAMED
    return f"{names} and {more} more" if more > 0 else names


def _does(ability: Ability, does: str) -> str:
    """Returns the text with the number that this card prints in place of the rule's X."""
    return does if ability.number is None else re.sub(r"\bX\b", _minus(str(ability.number)), does)


def points(card: UnitCard) -> list[tuple[str, str]]:
    """Returns what the unit costs and gives, and the size of its base."""
    base = notation.base_text(card.base).replace("x", " × ").replace("mm", " mm")
    return [("DP", str(card.dp)), ("SP", signed(card.sp)), *([("Base", base)] if base else [])]


def designations(card: UnitCard) -> str:
    return ", ".join(file_of(card).designations)


def _strike(strike: CardStrike | None) -> CardColumn | None:
    return None if strike is None else CardColumn(_plus(strike.modifier), _minus(notation.damage_text(strike.damage)))


def _band(band: Band | None) -> CardColumn | None:
    if band is None:
        return None
    reach = f"{_minus(notation.figure_text(band.reach))}″ {_plus(band.modifier)}"
    return CardColumn(reach, _minus(notation.damage_text(band.damage)))


def _plus(modifier: int) -> str:
    return _minus(f"{modifier:+d}")


def _minus(text: str) -> str:
    """Returns the number with the sign that a card is printed with."""
    return text.replace("-", "−").replace("x", "×")
