"""The page of an attack: what to roll, why, and what it will do."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Generic, TypeVar

import msgspec
from flask import Flask
from werkzeug import Response

from companion.warzone.attacks.answers import AttackAnswer
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
from web.warzone.calculators.beside import PLANS, asked_of, crossed, drawn
from web.warzone.calculators.fields import Field, fields
from web.warzone.calculators.labels import wanted
from web.warzone.calculators.partial import completed
from web.warzone.calculators.sums import Sum
from web.warzone.cards import picks as cardpicks

Q = TypeVar("Q", bound=Target)


@dataclass(frozen=True, kw_only=True)
class Attacking(Generic[Q]):
    """What sets one kind of attack apart.

    `query` is its question with cards, `question` without. `printed`: what its attacker's card says; `numbers` puts
    the question's own before that. `stand_ins`: what is summed up with while it is missing, given what is not.
    `situation` is the same question among plans, None where they have no word for it. `weapons`: the lists of the
    attacker's weapons. `picked`: what a card can switch on; `rare`: what the page keeps under More.
    """

    path: str
    template: str
    query: type[msgspec.Struct]
    question: type[Q]
    printed: Callable[[msgspec.Struct], dict[str, Any]]
    numbers: Callable[[msgspec.Struct, Mapping[str, Any]], dict[str, Any]]
    stand_ins: Callable[[Mapping[str, Any]], dict[str, int]]
    answer: Callable[[Q, WarzoneChoices], AttackAnswer]
    attack: Callable[[Q, WarzoneChoices], Attack]
    situation: Callable[[Q], Situation | None]
    weapons: Callable[[Asked, UnitCard | None], dict[str, Field]]
    picked: frozenset[str]
    rare: frozenset[str]


class AttackPage(Generic[Q]):
    """The page; it goes by what the table has agreed on, and knows its unit cards."""

    def __init__(
        self,
        attacking: Attacking[Q],
        *,
        printed_of_target: Callable[[msgspec.Struct], dict[str, Any]],
        choices: Callable[[], WarzoneChoices],
        cards: KeptCards,
    ) -> None:
        self._kind = attacking
        self._printed_of_target = printed_of_target
        self._choices = choices
        self._cards = cards

    def install(self, app: Flask) -> None:
        app.add_url_rule(self._kind.path, endpoint=f"{self._kind.path} page", view_func=self.page, methods=["GET"])

    def page(self) -> Response:
        """An attack, as its address asks it."""
        asked = asked_of(self._kind.query)
        if isinstance(asked, Response):
            return asked
        printed = cardpicks.known(asked, self._kind.printed, self._printed_of_target)
        asked, view = self._view(asked, printed)
        cards = self._cards.all()
        attacker = next((card for card in cards if card.id == asked.texts.get("attacker")), None)
        return drawn(
            self._kind.template,
            asked,
            view=view,
            f={
                **fields(asked, self._kind.question, auto=printed, picked=self._kind.picked),
                **cardpicks.units(asked, cards, "attacker", "target"),
                **self._kind.weapons(asked, attacker),
            },
            more_open=not self._kind.rare.isdisjoint(asked.texts),
        )

    def _view(self, asked: Asked, printed: dict[str, Any]) -> tuple[Asked, AttackView]:
        def whole() -> AttackView:
            numbers = {**self._kind.printed(asked.query), **self._printed_of_target(asked.query)}
            return self._whole(asked, completed(self._kind.numbers(asked.query, numbers), self._kind.question))

        found = answered(asked, whole)
        if isinstance(found, AttackView):
            return asked, found
        if found.lacking is None:
            return found.asked, AttackView()
        return self._part(found.asked, found.lacking, printed)

    def _whole(self, asked: Asked, question: Q) -> AttackView:
        choices, situation = self._choices(), self._kind.situation(question)
        return attackview.whole(
            self._kind.answer(question, choices),
            left=wounds_left(question),
            plans=compare([situation], UnitState(), choices).plans if situation else (),
            plans_href=PLANS + address(crossed(asked.texts, self._kind.path, PLANS)),
        )

    def _part(self, asked: Asked, lacking: tuple[str, str], printed: Mapping[str, Any]) -> tuple[Asked, AttackView]:
        """The sums of what there is, and what is still to come."""
        said = self._kind.numbers(asked.query, printed)
        stand_ins = self._kind.stand_ins(said)
        missing: Sequence[str] = [name for name in stand_ins if name not in said]
        words = wanted(missing, lacking)
        summed = answered(
            asked,
            lambda: self._kind.attack(completed({**stand_ins, **said}, self._kind.question), self._choices()),
        )
        if isinstance(summed, Outcome):
            return summed.asked, AttackView(lacking=words)
        return asked, AttackView(lacking=words, sums=_sums(summed, missing))


def _sums(attack: Attack, missing: Sequence[str]) -> list[Sum]:
    return attackview.sums(attack.target_number, attack.damage, attack.armor, tests=attack.multiplier, missing=missing)
