"""Serves the pages of Shoot and Strike Actions and of Armor Tests."""

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, ClassVar, Generic, TypeVar

import msgspec
from flask import Flask
from werkzeug import Response

from companion.warzone.abilities.ability import Vocabulary
from companion.warzone.attacks import answers
from companion.warzone.attacks.armor import ArmorTest, armor_test
from companion.warzone.attacks.plans import compare
from companion.warzone.attacks.shoot import Shoot, shooting
from companion.warzone.attacks.situation import Situation, UnitSituation, from_shoot, from_strike
from companion.warzone.attacks.strike import Strike, striking
from companion.warzone.attacks.target import Target, wounds_left
from companion.warzone.cards.card import UnitCard
from companion.warzone.cards.library import KeptCards
from companion.warzone.chances.attack import Attack
from companion.warzone.choices import WarzoneChoices
from web.warzone.calculators import attackview, ledgers
from web.warzone.calculators.attackview import ArmorView, AttackView, whole_test
from web.warzone.calculators.fields import (
    LISTED,
    CalculatorRequest,
    Field,
    FieldOutcome,
    address,
    answered,
    completed,
    fields,
    label,
    read_address,
    unplaced,
    wanted,
    written,
)
from web.warzone.calculators.ledgers import ability_answer, sides
from web.warzone.calculators.page import ARMOR, PLANS, SHOOT, STRIKE, asked_of, carried, drawn
from web.warzone.cards.attacks import (
    ArmorQuery,
    FromCards,
    ShootQuery,
    StrikeQuery,
    Way,
    dice,
    known,
    melee,
    melee_ways,
    ranged,
    ranged_ways,
    units,
)

# The page of an attack: what to roll, why, and what it will do.

Q = TypeVar("Q", bound=Target)


class AttackPage(ABC, Generic[Q]):
    """Serves the page of one kind of attack. It goes by the table's rule choices, and knows its unit cards.

    `query` is its question with cards, `question` without. `picked` names what a card can switch on. `placed` names
    what the template has a place for. More keeps everything else, `rare` first and in that order. `numbered` names what
    the cards of both sides print.
    """

    path: str
    template: str
    query: type[msgspec.Struct]
    question: type[Q]
    picked: frozenset[str]
    placed: frozenset[str]
    numbered: ClassVar[Mapping[str, Sequence[str]]]
    rare: tuple[str, ...]

    def __init__(self, *, choices: Callable[[], WarzoneChoices], cards: KeptCards) -> None:
        self._choices = choices
        self._cards = cards
        self.from_cards = FromCards(cards)

    @abstractmethod
    def attack(self, question: Q, choices: WarzoneChoices, vocabulary: Vocabulary) -> Attack:
        """Returns the attack with its modifiers summed. Raises Unanswerable."""

    @abstractmethod
    def situation(self, question: Q) -> Situation | None:
        """Returns the same question among plans, or None where they have no word for it."""

    @abstractmethod
    def printed(self, query: msgspec.Struct) -> dict[str, Any]:
        """Returns what the attacker's card says. Raises Unanswerable and Invalid."""

    @abstractmethod
    def numbers(self, query: msgspec.Struct, printed: Mapping[str, Any]) -> dict[str, Any]:
        """Returns the question's own numbers before those `printed` on the cards."""

    @abstractmethod
    def stand_ins(self, said: Mapping[str, Any]) -> dict[str, int]:
        """Returns the numbers that stand in for missing ones, given what is `said`."""

    @abstractmethod
    def ways(self, attacker: UnitCard) -> Iterable[Way]:
        """Yields what the attacker can use."""

    @abstractmethod
    def weapons(self, asked: CalculatorRequest, attacker: UnitCard | None) -> dict[str, Field]:
        """Returns the lists of the attacker's weapons."""

    def install(self, app: Flask) -> None:
        app.add_url_rule(self.path, endpoint=f"{self.path} page", view_func=self.page, methods=["GET"])

    def page(self) -> Response:
        """Draws an attack, as its address asks it."""
        asked = asked_of(self.query)
        if isinstance(asked, Response):
            return asked
        printed = known(asked, self.printed, self.from_cards.target)
        asked, view = self._view(asked, printed)
        cards = self._cards.all()
        attacker = next((card for card in cards if card.id == asked.texts.get("attacker")), None)
        if view.open_to is not None and attacker is not None:
            view, common = self._lines(asked, view, attacker)
            printed |= common
        own = fields(asked, self.question, auto=printed, picked=self.picked)
        more = unplaced(own, (*self.placed, *LISTED), first=self.rare)
        return drawn(
            self.template,
            asked,
            view=view,
            f={**own, **units(asked, cards, "attacker", "target"), **self.weapons(asked, attacker)},
            more=more,
            sides=sides(asked, own, self.numbered),
            said=ability_answer(asked, view.abilities),
        )

    def _lines(
        self, asked: CalculatorRequest, view: AttackView, attacker: UnitCard
    ) -> tuple[AttackView, dict[str, Any]]:
        """Returns the answer of each weapon in each of its bands, as far as neither is chosen yet. The numbers that all
        of them print come with them."""
        found, prints = [], []
        for way in self.ways(attacker):
            if all(asked.texts.get(name, text).casefold() == text.casefold() for name, text in way.texts.items()):
                texts = {**asked.texts, **way.texts}
                chosen = read_address(texts.items(), self.query)
                printed = known(chosen, self.printed, self.from_cards.target)
                prints.append(printed)
                found.append((way, texts, self._view(chosen, printed)[1]))
        lines = [(way.words(asked), self.path + address(texts), each) for way, texts, each in found]
        first = prints[0] if prints else {}
        common = {name: it for name, it in first.items() if all(each.get(name) == it for each in prints)}
        return attackview.several(view, lines) if lines else view, common

    def _view(self, asked: CalculatorRequest, printed: dict[str, Any]) -> tuple[CalculatorRequest, AttackView]:
        def whole() -> AttackView:
            numbers = {**self.printed(asked.query), **self.from_cards.target(asked.query)}
            question = completed(self.numbers(asked.query, numbers), self.question)
            return self._whole(asked, question)

        found = answered(asked, whole)
        if isinstance(found, AttackView):
            return asked, found
        if found.lacking is None:
            return found.asked, AttackView()
        return self._part(found.asked, found.lacking, printed)

    def _whole(self, asked: CalculatorRequest, question: Q) -> AttackView:
        choices, situation = self._choices(), self.situation(question)
        vocabulary = self.from_cards.vocabulary(asked.query)
        return attackview.whole(
            answers.answered(self.attack(question, choices, vocabulary)),
            left=wounds_left(question),
            plans=compare([situation], UnitSituation(), choices, vocabulary).plans if situation else (),
            plans_href=PLANS + address(carried(asked.texts, self.path, PLANS)),
        )

    def _part(
        self, asked: CalculatorRequest, lacking: tuple[str, str], printed: Mapping[str, Any]
    ) -> tuple[CalculatorRequest, AttackView]:
        """Returns the sums of what there is, and what is still to come."""
        given = self.numbers(asked.query, printed)
        stand_ins = self.stand_ins(given)
        missing: Sequence[str] = [name for name in stand_ins if name not in given]
        words = wanted(missing, lacking)
        summed = answered(
            asked,
            lambda: self.attack(
                completed({**stand_ins, **given}, self.question),
                self._choices(),
                self.from_cards.vocabulary(asked.query),
            ),
        )
        open_to = lacking[0] if lacking[0] in ("weapon", "band") else None
        if isinstance(summed, FieldOutcome):
            return summed.asked, AttackView(lacking=words, open_to=open_to)
        return asked, attackview.part(summed, lacking=words, missing=missing, open_to=open_to)


# The page of a Shoot Action.


class ShootPage(AttackPage[Shoot]):
    path = SHOOT
    template = "warzone_shoot.html"
    query = ShootQuery
    question = Shoot
    picked = frozenset(("beyond_short",))
    placed = frozenset(
        (
            *("mw", "range", "dam", "cf", "def", "ar", "wounds", "wounds_taken"),
            *("obstruction", "cover", "aim", "brace", "friends_engaged", "dive", "indirect"),
        )
    )
    numbered: ClassVar = {"attacker": ("mw", "range", "dam", "cf"), "target": ("ar", "wounds", "def")}
    rare = (
        *("sight_blocked", "secondary", "beyond_short", "modifier", "shots", "multiplier", "area", "reroll"),
        *("armor_modifier", "armor_reroll"),
    )

    def attack(self, question: Shoot, choices: WarzoneChoices, vocabulary: Vocabulary) -> Attack:
        return shooting(question, choices, vocabulary)

    def situation(self, question: Shoot) -> Situation | None:
        return from_shoot(question)

    def printed(self, query: msgspec.Struct) -> dict[str, Any]:
        return self.from_cards.shooter(query)

    def numbers(self, query: msgspec.Struct, printed: Mapping[str, Any]) -> dict[str, Any]:
        return self.from_cards.shoot_numbers(query, printed)

    def stand_ins(self, said: Mapping[str, Any]) -> dict[str, int]:
        return {"mw": 10, "ar": 0} if said.get("harmless") else {"mw": 10, "dam": 0, "ar": 0}

    def ways(self, attacker: UnitCard) -> Iterable[Way]:
        return ranged_ways(attacker)

    def weapons(self, asked: CalculatorRequest, attacker: UnitCard | None) -> dict[str, Field]:
        return ranged(asked, attacker)


# The page of a Strike Action.


class StrikePage(AttackPage[Strike]):
    path = STRIKE
    template = "warzone_strike.html"
    query = StrikeQuery
    question = Strike
    picked = frozenset[str]()
    placed = frozenset(
        (
            *("cc", "weapon", "dam", "st", "cf", "def", "ar", "wounds", "wounds_taken"),
            *("charge", "cover", "friends", "apart", "fresh"),
        )
    )
    numbered: ClassVar = {"attacker": ("cc", "dam", "st", "cf"), "target": ("ar", "wounds", "def")}
    rare = ("dive", "modifier", "strikes", "multiplier", "reroll", "armor_modifier", "armor_reroll")

    def attack(self, question: Strike, choices: WarzoneChoices, vocabulary: Vocabulary) -> Attack:
        return striking(question, choices, vocabulary)

    def situation(self, question: Strike) -> Situation | None:
        return from_strike(question)

    def printed(self, query: msgspec.Struct) -> dict[str, Any]:
        return self.from_cards.striker(query)

    def numbers(self, query: msgspec.Struct, printed: Mapping[str, Any]) -> dict[str, Any]:
        return self.from_cards.strike_numbers(query, printed)

    def stand_ins(self, said: Mapping[str, Any]) -> dict[str, int]:
        return {"cc": 10, "ar": 0} if "st" in said or said.get("harmless") else {"cc": 10, "dam": 0, "ar": 0}

    def ways(self, attacker: UnitCard) -> Iterable[Way]:
        return melee_ways(attacker)

    def weapons(self, asked: CalculatorRequest, attacker: UnitCard | None) -> dict[str, Field]:
        """Names the weapon; without a card that is its modifier, which has a field already."""
        return {} if attacker is None else melee(asked, attacker, "weapon")


# The page of Armor Tests by themselves: the odds, and what the dice on the table mean.

_STAND_INS = {"ar": 0, "dam": 0}
_PLACED = frozenset(
    ("dam", "multiplier", "ar", "armor_modifier", "wounds", "wounds_taken", "cover", "dive", "armor_reroll")
)
"""Says what the template has a place for; everything else is kept under More."""


_NUMBERED = {"target": ("ar", "armor_modifier", "wounds")}


class ArmorPage:
    """Serves the page of Armor Tests. It goes by the table's rule choices, and knows its unit cards."""

    def __init__(self, *, choices: Callable[[], WarzoneChoices], cards: KeptCards) -> None:
        self._choices = choices
        self._cards = cards
        self._from_cards = FromCards(cards)

    def install(self, app: Flask) -> None:
        app.add_url_rule(ARMOR, endpoint="warzone_armor_page", view_func=self.armor_page, methods=["GET"])

    def armor_page(self) -> Response:
        """Draws a hit's Armor Tests, as its address asks them."""
        asked = asked_of(ArmorQuery)
        if isinstance(asked, Response):
            return asked
        printed = known(asked, self._from_cards.target_values)
        asked, view = self._view(asked, printed)
        own = fields(asked, ArmorTest, auto=printed)
        return drawn(
            "warzone_armor.html",
            asked,
            view=view,
            more=unplaced(own, (*_PLACED, *LISTED)),
            sides=sides(asked, own, _NUMBERED),
            said=ability_answer(asked, view.abilities),
            f={**own, **written(asked, "rolls"), **units(asked, self._cards.all(), "target")},
        )

    def _view(self, asked: CalculatorRequest, printed: Mapping[str, Any]) -> tuple[CalculatorRequest, ArmorView]:
        def whole() -> ArmorView:
            question = self._from_cards.armor(asked.query)
            return whole_test(
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
        if isinstance(part, FieldOutcome):
            return part.asked, ArmorView(lacking=words)
        ledger = ledgers.armor(part.armor, tests=part.multiplier, unknown=[label(name) for name in missing])
        return asked, ArmorView(lacking=words, sums=[ledger], abilities=part.abilities)
