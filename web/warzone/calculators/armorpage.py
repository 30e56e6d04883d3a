"""The page of Armor Tests by themselves: the odds, and what the dice on the table mean."""

from collections.abc import Callable, Mapping
from typing import Any

from flask import Flask
from werkzeug import Response

from companion.warzone.attacks.armor import ArmorTest, armor_test
from companion.warzone.cards.kept import KeptCards
from companion.warzone.choices import WarzoneChoices
from web.warzone.calculators import armorview, ledgers
from web.warzone.calculators.armorview import ArmorView
from web.warzone.calculators.asked import LISTED, Asked, Outcome, answered
from web.warzone.calculators.fields import fields, unplaced, written
from web.warzone.calculators.labels import label, wanted
from web.warzone.calculators.page import asked_of, drawn
from web.warzone.calculators.partial import completed
from web.warzone.calculators.said import said
from web.warzone.calculators.sides import sides
from web.warzone.calculators.tabs import ARMOR
from web.warzone.cards import picks as cardpicks
from web.warzone.cards.attacks import ArmorQuery, FromCards, dice

_STAND_INS = {"ar": 0, "dam": 0}
_PLACED = frozenset(
    ("dam", "multiplier", "ar", "armor_modifier", "wounds", "wounds_taken", "cover", "dive", "armor_reroll")
)
"""What the template has a place for; everything else is kept under More."""


_NUMBERED = {"target": ("ar", "armor_modifier", "wounds")}


class ArmorPage:
    """The page; it goes by what the table has agreed on, and knows its unit cards."""

    def __init__(self, *, choices: Callable[[], WarzoneChoices], cards: KeptCards) -> None:
        self._choices = choices
        self._cards = cards
        self._from_cards = FromCards(cards)

    def install(self, app: Flask) -> None:
        app.add_url_rule(ARMOR, endpoint="warzone_armor_page", view_func=self.armor_page, methods=["GET"])

    def armor_page(self) -> Response:
        """A hit's Armor Tests, as its address asks them."""
        asked = asked_of(ArmorQuery)
        if isinstance(asked, Response):
            return asked
        printed = cardpicks.known(asked, self._from_cards.worn)
        asked, view = self._view(asked, printed)
        own = fields(asked, ArmorTest, auto=printed)
        return drawn(
            "warzone_armor.html",
            asked,
            view=view,
            more=unplaced(own, (*_PLACED, *LISTED)),
            sides=sides(asked, own, _NUMBERED),
            said=said(asked, view.abilities),
            f={
                **own,
                **written(asked, "rolls"),
                **cardpicks.units(asked, self._cards.all(), "target"),
            },
        )

    def _view(self, asked: Asked, printed: Mapping[str, Any]) -> tuple[Asked, ArmorView]:
        def whole() -> ArmorView:
            question = self._from_cards.armor(asked.query)
            return armorview.whole(
                armor_test(question, self._choices(), self._from_cards.vocabulary(asked.query), rolls=dice(asked.query))
            )

        found = answered(asked, whole)
        if isinstance(found, ArmorView):
            return asked, found
        if found.lacking is None:
            return found.asked, ArmorView()
        given = self._from_cards.armor_numbers(asked.query, printed)
        missing = [name for name in _STAND_INS if name not in given]
        words = wanted(missing, found.lacking)
        part = answered(asked, lambda: armor_test(completed({**_STAND_INS, **given}, ArmorTest), self._choices()))
        if isinstance(part, Outcome):
            return part.asked, ArmorView(lacking=words)
        ledger = ledgers.armor(part.armor, tests=part.multiplier, unknown=[label(name) for name in missing])
        return asked, ArmorView(lacking=words, sums=[ledger], abilities=part.abilities)
