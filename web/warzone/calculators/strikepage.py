"""The page of a Strike Action."""

from collections.abc import Callable, Mapping
from typing import Any

from companion.warzone.attacks.situation import Situation
from companion.warzone.attacks.strike import Strike, strike, striking
from companion.warzone.attacks.target import Target
from companion.warzone.cards.card import UnitCard
from companion.warzone.cards.kept import KeptCards
from companion.warzone.choices import WarzoneChoices
from web.warzone.calculators.asked import Asked
from web.warzone.calculators.attackpage import Attacking, AttackPage
from web.warzone.calculators.beside import STRIKE
from web.warzone.calculators.fields import Field
from web.warzone.cards.attacks import FromCards, StrikeQuery
from web.warzone.cards.picks import melee

_SAME = (*Target.__struct_fields__, "def_", "cc", "st", "weapon", "friends", "strikes", "fierce_charge")
_RARE = ("modifier", "strikes", "multiplier", "reroll", "armor_modifier", "armor_reroll", "fierce_charge", "dive")


def strike_page(*, choices: Callable[[], WarzoneChoices], cards: KeptCards) -> AttackPage[Strike]:
    """`choices` tells what the table has agreed on."""
    printed = FromCards(cards)
    striking_page = Attacking(
        path=STRIKE,
        template="warzone_strike.html",
        query=StrikeQuery,
        question=Strike,
        printed=printed.striker,
        numbers=printed.blow_numbers,
        stand_ins=_stand_ins,
        answer=strike,
        attack=striking,
        situation=_situation,
        weapons=_weapons,
        picked=frozenset(("fierce_charge",)),
        rare=frozenset(_RARE),
    )
    return AttackPage(striking_page, printed_of_target=printed.target, choices=choices, cards=cards)


def _stand_ins(said: Mapping[str, Any]) -> dict[str, int]:
    return {"cc": 10, "ar": 0} if "st" in said else {"cc": 10, "dam": 0, "ar": 0}


def _weapons(asked: Asked, attacker: UnitCard | None) -> dict[str, Field]:
    """The attacker's weapons; without a card the weapon is its modifier, which has a field already."""
    return {} if attacker is None else melee(asked, attacker, "weapon")


def _situation(question: Strike) -> Situation:
    """Engaged with the target, or reaching it with a Charge."""
    return Situation(
        strike_dam=question.dam,
        strike_cf=question.cf,
        strike_modifier=question.modifier,
        strike_multiplier=question.multiplier,
        strike_reroll=question.reroll,
        engaged=not question.charge,
        charge=question.charge,
        **{name: getattr(question, name) for name in _SAME},
    )
