"""Attacks and pairs of them, everything that abilities do together: exactly as they are when walked through."""

from collections.abc import Mapping
from fractions import Fraction

from hypothesis import given
from hypothesis import strategies as st
from msgspec import UNSET
from msgspec.structs import replace

from companion.warzone.attacks.answers import answered
from companion.warzone.chances.attack import ActivationEnds, Attack, by_successes, one_attack, two_attacks
from companion.warzone.chances.dice import Chance
from tests.companion.warzone import attack_walk as walk
from tests.companion.warzone.attack_walk import State, shares
from tests.companion.warzone.attacks_strategy import ARMOR, attacks, ledger

START = State()
NONE = Fraction(0)


def exact(chance: Chance) -> Fraction:
    return Fraction(chance.exact)


def mean(ends: Mapping[State, Fraction]) -> Fraction:
    return sum((end.wounds * chance for end, chance in ends.items()), NONE)


@given(attacks())
def test_an_answer(attack: Attack) -> None:
    answer, ends = answered(attack), walk.action(attack, START)
    assert exact(answer.hit) == shares(ends, lambda end: end.successes > 0).get(True, NONE)
    assert exact(answer.critical_success) == shares(ends, lambda end: end.criticals > 0).get(True, NONE)
    assert exact(answer.critical_failure) == shares(ends, lambda end: end.failed).get(True, NONE)
    assert exact(answer.pinned) == shares(ends, lambda end: end.pinned).get(True, NONE)
    assert exact(answer.casualty) == shares(ends, lambda end: end.wounds >= attack.wounds_left).get(True, NONE)
    wounds = shares(ends, lambda end: end.wounds)
    assert {count: exact(each) for count, each in enumerate(answer.wounds) if each.p} == wounds
    for count, more in enumerate(answer.at_least):
        assert exact(more) == sum((chance for dealt, chance in wounds.items() if dealt >= count), NONE)
    assert Fraction(answer.expected_wounds_exact) == mean(ends)


@given(attacks())
def test_one_test(attack: Attack) -> None:
    one = answered(attack).one_test
    ends = shares(walk.one_test(attack, START), lambda end: (end.successes, end.pinned and not end.wounds, end.wounds))
    wounded = [one.one_wound, one.two_wounds, one.three_wounds, one.four_wounds]
    assert [each is UNSET for each in wounded] == [False, False, *[attack.again is None] * 2]
    said = {(0, False, 0): one.miss, (1, False, 0): one.no_effect, (1, True, 0): one.pinned}
    said |= {(1, False, count): each for count, each in enumerate(wounded, start=1) if isinstance(each, Chance)}
    assert {end: exact(chance) for end, chance in said.items() if chance.p} == ends


@given(attacks())
def test_by_successes(attack: Attack) -> None:
    ends = walk.action(attack, START)
    wounds = shares(ends, lambda end: (end.successes, end.failed, end.wounds))
    calm = shares(ends, lambda end: (end.successes, end.failed, end.pinned))
    for successes, part in enumerate(by_successes(attack)):
        for failed, counts in ((False, part.kept), (True, part.failed)):
            assert {count: Fraction(ways, part.whole) for count, ways in enumerate(counts) if ways} == {
                count: chance for (hits, fails, count), chance in wounds.items() if (hits, fails) == (successes, failed)
            }
        assert Fraction(part.calm_kept, part.whole) == calm.get((successes, False, False), NONE)
        assert Fraction(part.calm_failed, part.whole) == calm.get((successes, True, False), NONE)


def assert_so(found: ActivationEnds, ends: Mapping[State, Fraction], left: int) -> None:
    assert exact(found.casualty) == shares(ends, lambda end: end.wounds >= left).get(True, NONE)
    assert exact(found.pinned) == shares(ends, lambda end: end.pinned).get(True, NONE)
    assert found.expected_wounds == mean(ends)


@given(attacks())
def test_an_attack_by_itself(attack: Attack) -> None:
    assert_so(one_attack(attack), walk.action(attack, START), attack.wounds_left)


@given(attacks(most_tests=2), attacks(most_tests=2), st.booleans(), st.data())
def test_two_attacks_of_which_the_second_knows_of_the_first(
    first: Attack, other: Attack, one_weapon: bool, data: st.DataObject
) -> None:
    """Whatever the second is after no wound, one, or more: it is another attack at the same target."""
    target = {"unpinnable": first.unpinnable, "wounds_left": first.wounds_left}
    seconds = [replace(other, **target)]
    for armor in data.draw(st.lists(ARMOR, max_size=3)):
        seconds.append(replace(seconds[0], armor=ledger(armor), armor_after=(), multiplier=1))
    ends = walk.both(first, lambda dealt: seconds[min(dealt, len(seconds) - 1)], one_weapon=one_weapon)
    assert_so(two_attacks(first, seconds, one_weapon=one_weapon), ends, first.wounds_left)


@given(attacks(most_tests=2, focused=True), st.booleans())
def test_focused_fire_goes_on_in_the_second_action(attack: Attack, one_weapon: bool) -> None:
    ends = walk.both(attack, lambda _: attack, one_weapon=one_weapon)
    assert_so(two_attacks(attack, [attack], one_weapon=one_weapon), ends, attack.wounds_left)
