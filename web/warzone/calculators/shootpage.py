"""The page of a Shoot Action."""

from collections.abc import Iterable, Mapping
from typing import Any, ClassVar

import msgspec

from companion.warzone.abilities.ability import Vocabulary
from companion.warzone.attacks.shoot import Shoot, shooting
from companion.warzone.attacks.situation import Situation, from_shoot
from companion.warzone.cards.card import UnitCard
from companion.warzone.chances.attack import Attack
from companion.warzone.choices import WarzoneChoices
from web.warzone.calculators.asked import Asked
from web.warzone.calculators.attackpage import AttackPage
from web.warzone.calculators.fields import Field
from web.warzone.calculators.tabs import SHOOT
from web.warzone.cards.attacks import ShootQuery
from web.warzone.cards.picks import Way, ranged, ranged_ways


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

    def weapons(self, asked: Asked, attacker: UnitCard | None) -> dict[str, Field]:
        return ranged(asked, attacker)
