"""The page of an attack: what to roll, why, and what it will do."""

from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping, Sequence
from typing import Any, Generic, TypeVar

import msgspec
from flask import Flask
from werkzeug import Response

from companion.warzone.attacks import answers
from companion.warzone.attacks.plans import compare
from companion.warzone.attacks.situation import Situation, UnitState
from companion.warzone.attacks.target import Target, wounds_left
from companion.warzone.cards.card import UnitCard
from companion.warzone.cards.kept import KeptCards
from companion.warzone.chances.attack import Attack
from companion.warzone.choices import WarzoneChoices
from web.warzone.calculators import attackview
from web.warzone.calculators.asked import Asked, Outcome, address, answered
from web.warzone.calculators.attackview import AttackView
from web.warzone.calculators.fields import Field, fields, unplaced
from web.warzone.calculators.labels import wanted
from web.warzone.calculators.ledgers import Sum
from web.warzone.calculators.page import asked_of, drawn
from web.warzone.calculators.partial import completed
from web.warzone.calculators.tabs import PLANS, carried
from web.warzone.cards import picks as cardpicks
from web.warzone.cards.attacks import FromCards

Q = TypeVar("Q", bound=Target)


class AttackPage(ABC, Generic[Q]):
    """The page of one kind of attack; it goes by what the table has agreed on, and knows its unit cards.

    `query` is its question with cards, `question` without. `picked`: what a card can switch on. `placed`: what the
    template has a place for; everything else is kept under More, `rare` first and in that order.
    """

    path: str
    template: str
    query: type[msgspec.Struct]
    question: type[Q]
    picked: frozenset[str]
    placed: frozenset[str]
    rare: tuple[str, ...]

    def __init__(self, *, choices: Callable[[], WarzoneChoices], cards: KeptCards) -> None:
        self._choices = choices
        self._cards = cards
        self.from_cards = FromCards(cards)

    @abstractmethod
    def attack(self, question: Q, choices: WarzoneChoices) -> Attack:
        """The attack with its modifiers summed. Raises Unanswerable."""

    @abstractmethod
    def situation(self, question: Q) -> Situation | None:
        """The same question among plans; None where they have no word for it."""

    @abstractmethod
    def printed(self, query: msgspec.Struct) -> dict[str, Any]:
        """What the attacker's card says. Raises Unanswerable and Invalid."""

    @abstractmethod
    def numbers(self, query: msgspec.Struct, printed: Mapping[str, Any]) -> dict[str, Any]:
        """The question's own numbers before those `printed` on the cards."""

    @abstractmethod
    def stand_ins(self, said: Mapping[str, Any]) -> dict[str, int]:
        """What is summed up with while it is missing, given what is `said`."""

    @abstractmethod
    def weapons(self, asked: Asked, attacker: UnitCard | None) -> dict[str, Field]:
        """The lists of the attacker's weapons."""

    def install(self, app: Flask) -> None:
        app.add_url_rule(self.path, endpoint=f"{self.path} page", view_func=self.page, methods=["GET"])

    def page(self) -> Response:
        """An attack, as its address asks it."""
        asked = asked_of(self.query)
        if isinstance(asked, Response):
            return asked
        printed = cardpicks.known(asked, self.printed, self.from_cards.target)
        asked, view = self._view(asked, printed)
        cards = self._cards.all()
        attacker = next((card for card in cards if card.id == asked.texts.get("attacker")), None)
        own = fields(asked, self.question, auto=printed, picked=self.picked)
        more = unplaced(own, self.placed, first=self.rare)
        return drawn(
            self.template,
            asked,
            view=view,
            f={**own, **cardpicks.units(asked, cards, "attacker", "target"), **self.weapons(asked, attacker)},
            more=more,
        )

    def _view(self, asked: Asked, printed: dict[str, Any]) -> tuple[Asked, AttackView]:
        def whole() -> AttackView:
            numbers = {**self.printed(asked.query), **self.from_cards.target(asked.query)}
            return self._whole(asked, completed(self.numbers(asked.query, numbers), self.question))

        found = answered(asked, whole)
        if isinstance(found, AttackView):
            return asked, found
        if found.lacking is None:
            return found.asked, AttackView()
        return self._part(found.asked, found.lacking, printed)

    def _whole(self, asked: Asked, question: Q) -> AttackView:
        choices, situation = self._choices(), self.situation(question)
        return attackview.whole(
            answers.answered(self.attack(question, choices)),
            left=wounds_left(question),
            plans=compare([situation], UnitState(), choices).plans if situation else (),
            plans_href=PLANS + address(carried(asked.texts, self.path, PLANS)),
        )

    def _part(self, asked: Asked, lacking: tuple[str, str], printed: Mapping[str, Any]) -> tuple[Asked, AttackView]:
        """The sums of what there is, and what is still to come."""
        said = self.numbers(asked.query, printed)
        stand_ins = self.stand_ins(said)
        missing: Sequence[str] = [name for name in stand_ins if name not in said]
        words = wanted(missing, lacking)
        summed = answered(asked, lambda: self.attack(completed({**stand_ins, **said}, self.question), self._choices()))
        if isinstance(summed, Outcome):
            return summed.asked, AttackView(lacking=words)
        return asked, AttackView(lacking=words, sums=_sums(summed, missing))


def _sums(attack: Attack, missing: Sequence[str]) -> list[Sum]:
    return attackview.sums(attack.target_number, attack.damage, attack.armor, tests=attack.multiplier, missing=missing)
