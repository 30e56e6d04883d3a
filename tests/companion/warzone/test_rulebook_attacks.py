"""The rulebook's own examples of attacks, and the figures that the look of the page was drawn with."""

from fractions import Fraction

import pytest
from msgspec.structs import replace

from companion.warzone.attacks.armor import ArmorTest, armor_test
from companion.warzone.attacks.shoot import Shoot, shoot
from companion.warzone.attacks.target import Obstruction
from companion.warzone.chances.dice import Degree
from companion.warzone.choices import WarzoneChoices

AGREED = WarzoneChoices()


def test_the_mirrorman_hit_by_an_assault_rifle_rolls_against_8() -> None:
    """Wound Counter: AR 21, DAM 13; an 11 fails by 3 and costs one Pinned and one Wound Counter of its two."""
    answer = armor_test(ArmorTest(ar=21, dam=13, wounds=2), AGREED, rolls=(11,))
    assert answer.armor.value == 8
    assert answer.resolved is not None
    assert answer.resolved.margins == (-3,)
    assert (answer.resolved.degree, answer.resolved.pinned, answer.resolved.wounds) == (Degree.ONE_WOUND, True, 1)
    assert not answer.resolved.casualty


def test_another_wound_removes_the_mirrorman_as_a_casualty() -> None:
    answer = armor_test(ArmorTest(ar=21, dam=13, wounds=2, wounds_taken=1), AGREED, rolls=(11,))
    assert answer.resolved is not None
    assert answer.resolved.casualty


def test_a_critical_success_makes_it_13_x2_and_two_armor_tests() -> None:
    """Damage Multipliers: the Mirrorman has to make two; with one of two failed, that failure counts."""
    answer = armor_test(ArmorTest(ar=21, dam=13, wounds=2, multiplier=2), AGREED, rolls=(3, 11))
    assert answer.resolved is not None
    assert answer.resolved.degree is Degree.ONE_WOUND
    unharmed = Fraction(answer.degrees.no_effect.exact) + Fraction(answer.degrees.pinned.exact)
    assert unharmed == Fraction(8, 20) ** 2


def test_every_hit_on_a_natural_1_is_that_critical_success() -> None:
    """MW 1 hits on nothing but a 1: what is left is 13(x2)."""
    answer = shoot(Shoot(mw=1, dam=13, ar=21, wounds=2), AGREED)
    assert answer.hit == answer.critical_success
    assert Fraction(answer.wounds[0].exact) == 1 - Fraction(1, 20) * (1 - Fraction(8, 20) ** 2)


@pytest.mark.parametrize(
    ("roll", "degree"),
    [
        (2, Degree.NO_EFFECT),
        (3, Degree.PINNED),
        (8, Degree.PINNED),
        (9, Degree.ONE_WOUND),
        (13, Degree.ONE_WOUND),
        (14, Degree.TWO_WOUNDS),
    ],
)
def test_the_table_of_degrees_at_its_edges(roll: int, degree: Degree) -> None:
    answer = armor_test(ArmorTest(ar=21, dam=13, wounds=2), AGREED, rolls=(roll,))
    assert answer.resolved is not None
    assert answer.resolved.degree is degree


def test_the_figures_of_the_drawn_page() -> None:
    question = Shoot(
        mw=12, dam=14, range=-2, def_=-1, obstruction=Obstruction.HEAVY, ar=22, cover=True, wounds=2, wounds_taken=0
    )
    answer = shoot(question, AGREED)
    assert [line.value for line in answer.target_number.lines] == [12, -2, -1, -4]
    assert (answer.target_number.value, answer.armor.value) == (5, 10)
    assert answer.hit.exact == "1/4"
    assert [chance.exact for chance in answer.at_least] == ["1", "11/80", "23/320"]
    assert answer.casualty == answer.at_least[2]


def test_a_machine_gun_with_its_burst_and_its_recoil() -> None:
    """By hand: TN 15 and TN(4) for the armor, W 2. Not braced the tests are three against 11, braced three against 15.

    A hit saves with 4 in 20 and costs one Wound Counter with 5, two with 11; a Critical Success, tested twice, costs
    one with 9 × 9 − 4 × 4 of 400, two with 400 − 9 × 9.
    """
    gun = Shoot(mw=15, dam=14, ar=18, wounds=2)
    kept = {"abilities": "Burst (3), Recoil (4)"}

    def gone(tests: int, number: int) -> Fraction:
        hits, critical = Fraction(number - 1, 20), Fraction(1, 20)
        one = hits * Fraction(5, 20) + critical * Fraction(65, 400)
        two = hits * Fraction(11, 20) + critical * Fraction(319, 400)
        none = 1 - one - two
        return 1 - none**tests - tests * one * none ** (tests - 1)

    found = [shoot(replace(gun, **each), AGREED).casualty for each in ({}, kept, {**kept, "brace": True})]
    assert [Fraction(each.exact) for each in found] == [gone(1, 15), gone(3, 11), gone(3, 15)]
    assert [f"{each.p:.1%}" for each in found] == ["42.5%", "71.0%", "85.5%"]
