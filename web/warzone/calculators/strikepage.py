"""The page of a Strike Action."""

from collections.abc import Iterable, Mapping
from typing import Any, ClassVar

import msgspec

from companion.warzone.abilities.ability import Vocabulary
from companion.warzone.attacks.situation import Situation, from_strike
from companion.warzone.attacks.strike import Strike, striking
from companion.warzone.cards.card import UnitCard
from companion.warzone.chances.attack import Attack
from companion.warzone.choices import WarzoneChoices
from web.warzone.calculators.asked import Asked
from web.warzone.calculators.attackpage import AttackPage
from web.warzone.calculators.fields import Field
from web.warzone.calculators.tabs import STRIKE
from web.warzone.cards.attacks import StrikeQuery
from web.warzone.cards.picks import Way, melee, melee_ways


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
    rare = (
        *("dive", "modifier", "strikes", "multiplier", "reroll"),
        *("armor_modifier", "armor_reroll"),
    )

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

    def weapons(self, asked: Asked, attacker: UnitCard | None) -> dict[str, Field]:
        """Without a card the weapon is its modifier, which has a field already."""
        return {} if attacker is None else melee(asked, attacker, "weapon")
