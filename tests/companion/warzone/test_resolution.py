"""Dice on the table: thrown over and over they come to the chances that were said, and typed in they mean the same."""

from collections import Counter, defaultdict
from collections.abc import Iterator
from fractions import Fraction
from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from companion.fields.invalid import Invalid
from companion.warzone.attacks.answers import answered
from companion.warzone.attacks.resolution import Resolution, Rolls, of_lot, resolved, throw
from companion.warzone.chances.attack import Attack
from companion.warzone.chances.dice import Dice, KeptDice, Reroll, RollAgain
from tests.companion.warzone import attack_walk as walk
from tests.companion.warzone.attack_walk import State
from tests.companion.warzone.attacks_strategy import attacks, ledger

SHOT = Attack(
    target_number=ledger(11),
    damage=ledger(12),
    armor=ledger(8),
    multiplier=1,
    critical_multiplier=2,
    cf=19,
    reroll=Reroll.NONE,
    tests=1,
    armor_reroll=Reroll.NONE,
    wounds_left=2,
    choices=(),
)
DRAWS = 4_000


class _More(Exception):
    """More dice are thrown than are there."""


def every_way(attack: Attack) -> Iterator[tuple[Resolution, Fraction]]:
    """How the action ends with every row of faces that can lie there, and the chance of that row."""
    rows: list[tuple[int, ...]] = [()]
    while rows:
        row = rows.pop()
        faces = iter(row)

        def draw(faces: Iterator[int] = faces) -> int:
            face = next(faces, None)
            if face is None:
                raise _More
            return face

        try:
            rolls = throw(attack, lambda *_: draw)
        except _More:
            rows += [(*row, face) for face in range(1, 21)]
        else:
            yield resolved(attack, rolls), Fraction(1, 20 ** len(row))


def share(ends: list[tuple[Resolution, Fraction]], name: str) -> Fraction:
    return sum((chance for end, chance in ends if getattr(end, name)), Fraction(0))


@pytest.mark.parametrize(
    "changed",
    [
        {},
        {"critical_up_to": 4, "critical_multiplier": 1},
        {"reroll": Reroll.FAILED, "critical_multiplier": 1},
        {"armor_reroll": Reroll.FAILED, "critical_multiplier": 1},
        {"dice": Dice(count=2, keep=KeptDice.WORST), "critical_multiplier": 1},
        {"armor_dice": Dice(count=2), "critical_multiplier": 1},
        {"again": RollAgain(armor=ledger(10), multiplier=1), "critical_multiplier": 1, "most_wounds": 1},
        {"tests": 2, "target_number": ledger(3), "critical_multiplier": 1, "armor_after": (8, 2)},
        {"pins": True},
        {"unpinnable": True, "pins": True},
        {"multiplier": 0, "critical_multiplier": 0},
    ],
)
def test_all_that_can_be_thrown_is_what_was_said(changed: dict[str, Any]) -> None:
    attack = replace(SHOT, **changed)
    answer, ends = answered(attack), list(every_way(attack))
    assert sum(chance for _, chance in ends) == 1
    for name, said in (
        ("hits", answer.hit),
        ("failed", answer.critical_failure),
        ("pinned", answer.pinned),
        ("casualty", answer.casualty),
    ):
        assert share(ends, name) == Fraction(said.exact), name
    wounds: dict[int, Fraction] = defaultdict(Fraction)
    for end, chance in ends:
        wounds[end.wounds] += chance
    assert wounds == {count: Fraction(each.exact) for count, each in enumerate(answer.wounds) if each.p}


@given(attacks(), st.integers(0, 2**32))
def test_what_is_thrown_can_be_typed_in_and_happens_in_the_walk(attack: Attack, seed: int) -> None:
    """Whatever the dice say is one of the ends that the rules allow."""
    random = Random(seed)
    rolls = throw(attack, lambda *_: lambda: random.randint(1, 20))
    end = resolved(attack, rolls)
    assert [test.face for test in end.tests] == list(rolls.attack)
    assert [face for test in end.tests for face in (*test.armor, *test.again)] == list(rolls.armor)
    assert end.wounds == sum(test.wounds for test in end.tests)
    criticals = sum(test.critical for test in end.tests)
    assert State(end.hits, end.wounds, end.pinned, end.failed, criticals) in walk.action(attack, State())


@pytest.mark.parametrize("seed", range(6))
def test_thrown_often_it_comes_near_to_what_was_said(seed: int) -> None:
    """Within five standard deviations, with five dice, earlier hits and everything else at once."""
    random = Random(seed)
    attack = replace(
        SHOT,
        tests=3,
        dice=Dice(count=random.choice((1, 2, 5)), keep=random.choice(tuple(KeptDice))),
        armor_dice=Dice(count=random.choice((1, 2))),
        reroll=random.choice(tuple(Reroll)),
        armor_reroll=random.choice(tuple(Reroll)),
        critical_up_to=random.randint(1, 5),
        armor_after=(8, 7, 6),
        again=RollAgain(armor=ledger(9), multiplier=2),
        most_wounds=random.choice((None, 1)),
    )
    answer = answered(attack)
    ends = [resolved(attack, throw(attack, lambda *_: lambda: random.randint(1, 20))) for _ in range(DRAWS)]
    for name, said in (("pinned", answer.pinned), ("casualty", answer.casualty), ("failed", answer.critical_failure)):
        found = sum(getattr(end, name) for end in ends) / DRAWS
        assert abs(found - said.p) <= 5 * (said.p * (1 - said.p) / DRAWS) ** 0.5, name


def test_each_hit_makes_the_armor_of_the_next_worse() -> None:
    """Focused Fire: an 8 saves from the first hit, and not from the second."""
    focused = replace(SHOT, tests=2, armor_after=(8, 7))
    assert resolved(focused, Rolls(attack=(5, 20), armor=(8,))).wounds == 0
    assert resolved(focused, Rolls(attack=(5, 5), armor=(8, 8))).wounds == 1


@given(attacks(), st.integers(0, 2**32))
def test_a_die_too_few_or_too_many_names_the_field(attack: Attack, seed: int) -> None:
    random = Random(seed)
    rolls = throw(attack, lambda *_: lambda: random.randint(1, 20))
    for attack_dice in (rolls.attack[:-1], (*rolls.attack, 20)):
        with pytest.raises(Invalid) as error:
            resolved(attack, replace(rolls, attack=attack_dice))
        assert error.value.field == "rolls"
    wrong = [(*rolls.armor, 20)]
    if rolls.armor:
        wrong.append(rolls.armor[:-1])
    for armor in wrong:
        with pytest.raises(Invalid) as error:
            resolved(attack, replace(rolls, armor=armor))
        assert error.value.field == "armor"


@given(attacks(), attacks(), st.integers(0, 2**48))
def test_dice_of_a_lot_stay_whatever_is_put_right_about_the_attack(one: Attack, other: Attack, lot: int) -> None:
    """A chip that is tapped after the roll: each test keeps its die, and its Armor Tests theirs, as far as both ask."""
    plain = {"dice": Dice(count=1), "reroll": Reroll.NONE, "armor_dice": Dice(count=1), "armor_reroll": Reroll.NONE}
    one, other = replace(one, **plain), replace(other, **plain)
    ends = [resolved(each, of_lot(each, lot)) for each in (one, other)]
    for before, after in zip(*(end.tests for end in ends), strict=False):
        assert before.face == after.face
        dice = [(*test.armor, *test.again) for test in (before, after)]
        assert all(first == second for first, second in zip(*dice, strict=False))


def test_dice_of_a_lot_are_even() -> None:
    """Chi-squared over the faces of a thousand lots: 43.8 is exceeded once in a thousand times by chance."""
    faces = Counter(face for lot in range(5_000) for face in of_lot(replace(SHOT, tests=2), lot).attack)
    assert sum((faces[face] - 500) ** 2 / 500 for face in range(1, 21)) < 43.8
