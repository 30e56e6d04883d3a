"""What abilities do to the dice, each by itself and by hand."""

from fractions import Fraction
from typing import Any

import pytest
from msgspec.structs import replace

from companion.fields.invalid import Invalid
from companion.warzone.attacks.answers import AttackAnswer, answered
from companion.warzone.chances.attack import Attack, two_attacks
from companion.warzone.chances.dice import Dice, KeptDice, Reroll, RollAgain
from tests.companion.warzone.attacks_strategy import ledger

SHOT = Attack(
    target_number=ledger(10),
    damage=ledger(12),
    armor=ledger(8),
    multiplier=1,
    critical_multiplier=2,
    cf=None,
    reroll=Reroll.NONE,
    tests=1,
    armor_reroll=Reroll.NONE,
    wounds_left=2,
    choices=(),
)
"""A hit with 10 and less; then 1 or 2 does nothing, 3 to 8 pins, 9 to 13 wounds once and 14 to 20 twice."""


def of(**changed: Any) -> AttackAnswer:
    return answered(replace(SHOT, **changed))


@pytest.mark.parametrize(
    ("changed", "critical"),
    [
        ({}, "1/20"),
        ({"critical_up_to": 3}, "3/20"),
        ({"critical_up_to": 3, "target_number": ledger(2)}, "1/10"),  # a 3 fails
        ({"dice": Dice(count=2)}, "39/400"),
        ({"dice": Dice(count=2, keep=KeptDice.WORST)}, "1/400"),
        ({"dice": Dice(count=2, keep=KeptDice.WORST), "reroll": Reroll.FAILED}, "7/1600"),  # 1/400 and 3/4 of it again
    ],
)
def test_a_critical_success(changed: dict[str, Any], critical: str) -> None:
    assert of(**changed).critical_success.exact == critical


def test_armor_dice() -> None:
    one = of(target_number=ledger(20), critical_multiplier=1, armor_dice=Dice(count=2)).one_test
    assert [one.no_effect.exact, one.two_wounds.exact] == ["19/100", "49/400"]


def test_a_pinned_counter_that_comes_whatever_happens_and_one_that_never_does() -> None:
    assert of(pins=True).pinned.exact == "1"
    assert of(pins=True, unpinnable=True).pinned.exact == "0"
    relentless = of(unpinnable=True, critical_multiplier=1)
    assert (relentless.pinned.exact, relentless.one_test.pinned.exact, relentless.one_test.no_effect.exact) == (
        "0", "0", "1/5",
    )  # fmt: skip
    assert relentless.wounds == of(critical_multiplier=1).wounds


def test_no_more_than_one_wound_counter_at_a_time() -> None:
    aided = of(most_wounds=1, critical_multiplier=1)
    assert (aided.one_test.one_wound.exact, aided.one_test.two_wounds.exact) == ("3/10", "0")
    again = RollAgain(armor=ledger(8), multiplier=1)
    assert of(most_wounds=1, critical_multiplier=1, again=again).one_test.two_wounds.exact == "9/50"  # 3/10 × 3/5


def test_a_failed_armor_test_brings_one_more_hit() -> None:
    burnt = of(
        critical_multiplier=1, again=RollAgain(armor=ledger(-5), multiplier=1)
    ).one_test  # which costs two wounds
    assert (burnt.one_wound.exact, burnt.two_wounds.exact) == ("0", "0")
    assert (burnt.three_wounds.exact, burnt.four_wounds.exact) == ("1/8", "7/40")  # type: ignore[union-attr]


SURE = {"target_number": ledger(20), "multiplier": 1, "critical_multiplier": 1}
NEVER, ALWAYS = 40, -5
"""Armor Tests that have no effect, and that cost two wounds."""


def test_fire_is_focused_once_a_test_has_succeeded() -> None:
    focused = of(**SURE, tests=2, armor=ledger(NEVER), armor_after=(NEVER, ALWAYS))
    assert focused.expected_wounds_exact == "2"
    assert of(**SURE, tests=1, armor=ledger(NEVER), armor_after=(NEVER, ALWAYS)).expected_wounds_exact == "0"


def test_the_second_action_goes_on_where_the_first_has_left_off() -> None:
    first = replace(SHOT, **SURE, armor=ledger(NEVER), armor_after=(NEVER, ALWAYS))
    assert two_attacks(first, [first], one_weapon=True).casualty.exact == "1"
    assert two_attacks(replace(first, target_number=ledger(10)), [first], one_weapon=True).casualty.exact == "1/2"


def test_the_second_action_sees_the_wounds_of_the_first() -> None:
    first = replace(SHOT, **SURE, most_wounds=1)
    unhurt, hurt = (replace(first, armor=ledger(number)) for number in (NEVER, ALWAYS))
    ends = two_attacks(first, [unhurt, hurt], one_weapon=False)
    assert (ends.casualty.exact, ends.expected_wounds) == ("3/5", Fraction(6, 5))


def test_more_dice_than_anyone_rolls_are_not_counted() -> None:
    many = {"tests": 20, "multiplier": 10, "critical_multiplier": 11, "armor_reroll": Reroll.FAILED}
    assert of(**many, reroll=Reroll.FAILED).hit
    with pytest.raises(Invalid, match="multiplier: asks for up to 1,360 dice"):
        of(**many, armor_dice=Dice(count=3), cf=19, dice=Dice(count=2))
