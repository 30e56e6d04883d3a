"""Attacks a second time, from the rulebook and with icepool's dice: the oracle of the tests, slow and plain.

Questions are dictionaries of the API's parameters. Chances come out as Fractions.
"""

from collections.abc import Callable, Mapping
from fractions import Fraction
from functools import cache
from typing import Any, NamedTuple

import icepool
from icepool import Die, d20

Question = Mapping[str, Any]
OBSTRUCTIONS = {"clear": 0, "light": -2, "heavy": -4}
AREAS_OF_ONE_TEST = ("cloud", "explosive")
MISSED = -1
"""What stands in for a degree of damage, 0 to 3, where there is none."""


class Numbers(NamedTuple):
    """What the dice are rolled against: attack, DAM, Armor Test, and the Armor Tests of a hit and of a natural 1."""

    attack: int
    damage: int
    armor: int
    tests: int
    critical_tests: int


def bounded(number: int) -> int:
    return max(1, min(20, number))


def armor_number(q: Question, damage: int, *, cover: bool, dive: bool, clamp: bool) -> int:
    number = q["ar"] - damage + 2 * (cover and q["cover"]) + 2 * (dive and q["dive"]) + q["armor_modifier"]
    return bounded(number) if clamp else number


def shoot_numbers(q: Question, *, clamp: bool) -> Numbers:
    projected = q["area"] == "projected"
    aims = q["aim"] and not (q["burst"] or q["indirect"] or projected)
    number = q["mw"] + q["range"] + q["modifier"] + 4 * aims
    if q["indirect"]:
        number -= 2 * q["beyond_short"] + 2 * q["sight_blocked"]
    else:
        number += q["def"]
        if not projected:
            number += OBSTRUCTIONS[q["obstruction"]] - 5 * q["friends_engaged"]
    secondary = q["secondary"] or (q["indirect"] and q["area"] in AREAS_OF_ONE_TEST)
    damage = q["dam"] + 2 * (aims and not secondary)
    seen_by_players = secondary or q["indirect"]
    cover = not projected and (q["obstruction"] == "heavy" or seen_by_players)
    armor = armor_number(q, damage, cover=cover, dive=True, clamp=clamp)
    tests = (1, 1) if secondary else (q["multiplier"], q["multiplier"] + 1)
    return Numbers(bounded(number), damage, armor, *tests)


def strike_numbers(q: Question, *, attacker_counts: bool, clamp: bool) -> Numbers:
    engaged = q["friends"] + attacker_counts
    unarmed = "st" in q
    number = q["cc"] + 2 * q["charge"] + q["def"] + engaged + q["modifier"] + (0 if unarmed else q["weapon"])
    damage = (q["st"] if unarmed else q["dam"]) + engaged
    armor = armor_number(q, damage, cover=q["apart"], dive=False, clamp=clamp)
    multiplier = 1 if unarmed else q["multiplier"]
    return Numbers(bounded(number), damage, armor, multiplier, multiplier + 1)


def rolled(number: int, reroll: str) -> "Die[int]":
    return d20.map(lambda face: d20 if face > number else face) if reroll == "failed" else d20


def degree_of(face: int, number: int) -> int:
    if face <= number:
        return 0 if number - face >= 6 else 1
    return 2 if face - number <= 5 else 3


@cache
def armor_die(number: int, tests: int, reroll: str) -> "Die[int]":
    return rolled(number, reroll).map(lambda face: degree_of(face, number)).highest(tests)


def one_test(q: Question, numbers: Numbers) -> "Die[Any]":
    """(natural 1, Critical Failure, degree) of one attack roll."""
    hit, critical = (
        armor_die(numbers.armor, tests, q["armor_reroll"]) for tests in (numbers.tests, numbers.critical_tests)
    )
    fails_from = 21 if "st" in q else q.get("cf", 21)

    def ends(face: int) -> Any:
        degree = critical if face == 1 else hit if face <= numbers.attack else MISSED
        return icepool.tupleize(face == 1, face >= fails_from, degree)

    return rolled(numbers.attack, q["reroll"]).map(ends)


def wounds_of(degree: int) -> int:
    return max(0, degree - 1)


def answer(q: Question, numbers: Numbers, tests: int) -> dict[str, Any]:
    """Everything that an attack's answer has to say, as Fractions."""
    one = one_test(q, numbers)
    degrees = one.marginals[2]
    wounds = tests @ degrees.map(wounds_of)
    exactly = [wounds.probability(k) for k in range(2 * tests + 1)]
    at_least = [sum(exactly[k:], Fraction(0)) for k in range(2 * tests + 1)]

    def any_of(found: Callable[[Any], bool]) -> Fraction:
        return 1 - Fraction(sum(ways for end, ways in one.items() if not found(end)), one.denominator()) ** tests

    return {
        "one_test": [degrees.probability(degree) for degree in (MISSED, 0, 1, 2, 3)],
        "hit": any_of(lambda end: end[2] != MISSED),
        "critical_success": any_of(lambda end: end[0]),
        "critical_failure": any_of(lambda end: end[1]),
        "pinned": any_of(lambda end: end[2] >= 1),
        "wounds": exactly,
        "at_least": at_least,
        "casualty": wounds.probability(">=", q["wounds"] - q["wounds_taken"]),
        "expected_wounds": wounds.mean(),
    }


def action(one: "Die[Any]", tests: int) -> "Die[Any]":
    """(Wound Counters, pins, any Critical Failure) of an action, test by test."""

    def added(total: Any, end: Any) -> Any:
        return (total[0] + wounds_of(end[2]), total[1] or end[2] >= 1, total[2] or end[1])

    total: Die[Any] = Die([(0, False, False)])
    for _ in range(tests):
        total = icepool.map(added, total, one, star=False)
    return total


def both(first: "Die[Any]", second: "Die[Any]", left: int, *, one_weapon: bool) -> "Die[Any]":
    """(Wound Counters, pins) of two actions at one target with `left` wounds left."""

    def then(wounds: int, pins: bool, failed: bool) -> Any:
        if wounds >= left or (one_weapon and failed):
            return (wounds, pins)
        return second.map(lambda more, also, _: (wounds + more, pins or also), star=True)

    return first.map(then, star=True)
