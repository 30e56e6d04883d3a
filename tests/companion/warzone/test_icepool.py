"""Random attacks, every ability on and off, each exactly as icepool has it; 3,000 where there is time."""

from collections.abc import Callable
from fractions import Fraction
from random import Random
from typing import Any

import msgspec
import pytest
from icepool import Die
from msgspec import UNSET

from companion.warzone.attacks.actions import Action
from companion.warzone.attacks.answers import AttackAnswer
from companion.warzone.attacks.plans import compare
from companion.warzone.attacks.shoot import Shoot, shoot
from companion.warzone.attacks.situation import Situation, UnitSituation
from companion.warzone.attacks.strike import Strike, strike
from tests.companion.warzone import attack_dice as dice
from tests.companion.warzone import attack_oracle as oracle
from tests.companion.warzone.attack_dice import State
from tests.companion.warzone.attack_oracle import Numbers, Question
from tests.companion.warzone.random_attacks import (
    INVENTED,
    NAMES,
    asked,
    choices,
    random_shot,
    random_situation,
    random_strike,
)

ATTACKS, PLANS = 50, 10
"""In a batch."""


def batches(some: int, all_of_them: int) -> list[Any]:
    return [*range(some), *(pytest.param(n, marks=pytest.mark.deep) for n in range(some, all_of_them))]


def share(ends: "Die[Any]", what: Callable[[State], bool]) -> Fraction:
    return Fraction(sum(ways for end, ways in ends.items() if what(State(*end))), ends.denominator())


def exact(answer: AttackAnswer) -> dict[str, Any]:
    singles = ("hit", "critical_success", "critical_failure", "pinned", "casualty")
    one = answer.one_test
    wounded = [one.one_wound, one.two_wounds, one.three_wounds, one.four_wounds]
    return {
        **{name: Fraction(getattr(answer, name).exact) for name in singles},
        "one_test": [Fraction(each.exact) for each in (one.miss, one.no_effect, one.pinned)],
        "one_test_wounded": [Fraction(0) if each is UNSET else Fraction(each.exact) for each in wounded],
        "wounds": {count: Fraction(each.exact) for count, each in enumerate(answer.wounds) if each.p},
        "at_least": [Fraction(each.exact) for each in answer.at_least],
        "expected_wounds": Fraction(answer.expected_wounds_exact),
    }


def expected(n: Numbers, left: int, tails: int) -> dict[str, Any]:
    ends, one = dice.action(n), dice.one_test(n, 0)
    wounds = {count: share(ends, lambda end, k=count: end.wounds == k) for count in range(tails)}  # type: ignore[misc]
    return {
        "hit": share(ends, lambda end: end.successes > 0),
        "critical_success": share(ends, lambda end: end.criticals),
        "critical_failure": share(ends, lambda end: end.failed),
        "pinned": share(ends, lambda end: end.pinned),
        "casualty": share(ends, lambda end: end.wounds >= left),
        "one_test": [
            share(one, lambda end: not end.successes),
            share(one, lambda end: end.successes > 0 and not end.pinned and not end.wounds),
            share(one, lambda end: end.pinned and not end.wounds),
        ],
        "one_test_wounded": [share(one, lambda end, k=count: end.wounds == k) for count in range(1, 5)],  # type: ignore[misc]
        "wounds": {count: chance for count, chance in wounds.items() if chance},
        "at_least": [sum((wounds[k] for k in range(count, tails)), Fraction(0)) for count in range(tails)],
        "expected_wounds": sum((count * chance for count, chance in wounds.items()), Fraction(0)),
    }


def assert_agree(answer: AttackAnswer, n: Numbers, question: Question) -> None:
    for ledger in (answer.target_number, answer.damage, answer.armor):
        assert ledger.value == sum(line.value for line in ledger.lines)
    sums = (answer.target_number.value, answer.damage.value, answer.armor.value)
    assert sums == (n.attack, n.damage, n.armor[0]), question
    left = question["wounds"] - question["wounds_taken"]
    assert exact(answer) == expected(n, left, len(answer.wounds)), question


@pytest.mark.parametrize("batch", batches(4, 30))
def test_random_shots(batch: int) -> None:
    random = Random(batch)
    for _ in range(ATTACKS):
        question = random_shot(random)
        answer = shoot(msgspec.convert(asked(question), Shoot), choices(question), INVENTED)
        assert_agree(answer, oracle.shot(question), question)


@pytest.mark.parametrize("batch", batches(4, 30))
def test_random_strikes(batch: int) -> None:
    random = Random(-1 - batch)
    for _ in range(ATTACKS):
        question = random_strike(random)
        answer = strike(msgspec.convert(asked(question), Strike), choices(question), INVENTED)
        assert_agree(answer, oracle.blow(question), question)


UNMOVED = {
    **dict.fromkeys(("aim", "brace", "reaction", "flying", "indirect", "beyond_short", "sight_blocked"), False),
    "secondary": False,
}
AS_STRIKES = {f"strike_{name}": name for name in ("dam", "cf", "modifier", "multiplier", "reroll", "abilities")}


class Ways:
    """What the unit might do at the target, by the rulebook."""

    def __init__(self, s: Question) -> None:
        self._s = s
        self._shots = {**s, **UNMOVED}
        ranged = {"dam", "cf", "modifier", "multiplier", "reroll", "abilities"}
        self._blows = {name: value for name, value in s.items() if name not in ranged}
        self._blows |= {name: s[word] for word, name in AS_STRIKES.items() if word in s}

    def shot(self, **changed: Any) -> Callable[[int], Numbers]:
        return lambda dealt: oracle.shot({**self._shots, **changed, "wounds_taken": self._s["wounds_taken"] + dealt})

    def blow(self, *, charge: bool) -> Callable[[int], Numbers]:
        taken = self._s["wounds_taken"]
        return lambda dealt: oracle.blow({**self._blows, "charge": charge, "wounds_taken": taken + dealt})

    def all(self) -> dict[tuple[Action, Action], tuple[Callable[[int], Numbers] | None, Callable[[int], Numbers]]]:
        s = self._s
        own = oracle.Side(s["abilities"], s)
        projected, burst = oracle.area_of(s, own) == "projected", own.has("Burst")
        still, moved = self.shot(), self.shot(range=s["move_range"], cover=s["move_cover"])
        blow, charge = self.blow(charge=False), self.blow(charge=True)
        may_shoot = projected or not s["engaged"]
        return {
            **({(Action.SHOOT, Action.SHOOT): (still, still)} if may_shoot else {}),
            **(
                {(Action.AIM, Action.SHOOT): (None, self.shot(aim=True))} if may_shoot and not projected | burst else {}
            ),
            **({(Action.BRACE, Action.SHOOT): (None, self.shot(brace=True))} if may_shoot and burst else {}),
            (Action.MOVE, Action.SHOOT): (None, moved),
            **({(Action.STRIKE, Action.STRIKE): (blow, blow)} if s["engaged"] else {}),
            **({(Action.MOVE, Action.STRIKE): (None, blow)} if s["move_engages"] and not s["engaged"] else {}),
            **({(Action.CHARGE, Action.STRIKE): (charge, blow)} if s["charge"] and not s["engaged"] else {}),
            **({(Action.SHOOT, Action.CHARGE): (still, charge)} if s["charge"] and not s["engaged"] else {}),
            **({(Action.MOVE, Action.CHARGE): (None, charge)} if s["move_charge"] and not s["engaged"] else {}),
        }


@pytest.mark.parametrize("batch", batches(3, 20))
def test_random_plans(batch: int) -> None:
    random = Random(f"plans {batch}")
    for _ in range(PLANS):
        s = random_situation(random)
        ways, left = Ways(s).all(), s["wounds"] - s["wounds_taken"]
        plans = compare([msgspec.convert(asked(s), Situation)], UnitSituation(), choices(s), INVENTED).plans
        assert {plan.actions for plan in plans} == set(ways)
        for plan in plans:
            first, second = ways[plan.actions]
            one_weapon = plan.actions == (Action.SHOOT, Action.SHOOT)
            ends = dice.both(first(0), second, left, one_weapon=one_weapon) if first else dice.action(second(0))
            gone = share(ends, lambda end: end.wounds >= left)  # noqa: B023
            assert Fraction(plan.casualty.exact) == gone, (plan.actions, s)
            assert Fraction(plan.pinned.exact) == share(ends, lambda end: end.pinned), (plan.actions, s)
            mean = sum((end[4] * Fraction(ways, ends.denominator()) for end, ways in ends.items()), Fraction(0))
            assert Fraction(plan.expected_wounds_exact) == mean, (plan.actions, s)


def test_every_ability_that_an_attack_counts_is_drawn() -> None:
    """An ability that is learned has to be told to the oracle."""
    of_attacks = {name for name, known in INVENTED.items() if known.effects}
    elsewhere = {"nerves of steel", "brace", "continous", "f-214 flamer"}
    assert {name.casefold() for name in NAMES} == of_attacks - elsewhere
