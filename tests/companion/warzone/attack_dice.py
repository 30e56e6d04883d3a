"""icepool's dice rolled against what attack_oracle.py finds in the book."""

from collections.abc import Callable
from functools import cache
from typing import Any, NamedTuple

import icepool
from icepool import Die, d20

from tests.companion.warzone.attack_oracle import Numbers


class State(NamedTuple):
    """What has come of the tests so far."""

    successes: int = 0
    criticals: bool = False
    failed: bool = False
    pinned: bool = False
    wounds: int = 0


START = State()


def rolled(number: int, dice: int, *, reroll: bool) -> "Die[int]":
    """The face that counts."""
    once = d20.lowest(dice) if dice > 0 else d20.highest(-dice)
    return once.map(lambda face: once if face > number else face) if reroll else once


def degree_of(face: int, number: int) -> int:
    """0: nothing, 1: pinned, 2: one Wound Counter, 3: two."""
    if face <= number:
        return 0 if number - face >= 6 else 1
    return 2 if face - number <= 5 else 3


@cache
def worst(number: int, tests: int, dice: int, reroll: bool) -> "Die[int]":
    return rolled(number, dice, reroll=reroll).map(lambda face: degree_of(face, number)).highest(tests)


@cache
def harm(n: Numbers, number: int, tests: int) -> "Die[Any]":
    """(pinned, Wound Counters) of a hit."""

    def hurt(degree: int) -> Any:
        return icepool.tupleize(degree >= 1, min(n.most_wounds, max(0, degree - 1)))

    def and_again(degree: int) -> Any:
        if n.again is None or degree < 2:
            return hurt(degree)
        return worst(*n.again, n.armor_dice, n.armor_reroll).map(lambda more: (True, hurt(degree)[1] + hurt(more)[1]))

    return worst(number, tests, n.armor_dice, n.armor_reroll).map(and_again)


@cache
def one_test(n: Numbers, successes: int) -> "Die[Any]":
    """The State that one attack roll makes of START, after so many successes."""
    number = n.armor[min(successes, len(n.armor) - 1)]

    def ends(face: int) -> Any:
        failed = face >= n.fails_from
        if face > n.attack:
            return State(failed=failed)
        critical = face <= n.critical
        return harm(n, number, n.critical_tests if critical else n.tests).map(
            lambda pinned, wounds: State(1, critical, failed, pinned and not n.unpinnable, wounds), star=True
        )

    return rolled(n.attack, n.dice, reroll=n.reroll).map(ends)


def added(now: Any, end: Any) -> State:
    return State(now[0] + end[0], now[1] or end[1], now[2] or end[2], now[3] or end[3], now[4] + end[4])


def action(n: Numbers, before: State = START) -> "Die[Any]":
    """Every State after the action; `before`: that of an earlier one, whose Critical Failures are over."""
    total: Die[Any] = Die([before._replace(failed=False)])
    for _ in range(n.rolls):
        total = total.map(lambda *now: one_test(n, now[0]).map(lambda *end: added(now, end), star=True), star=True)
    if n.pins and not n.unpinnable:
        total = total.map(lambda *now: State(*now)._replace(pinned=True), star=True)
    return total


def both(first: Numbers, second: Callable[[int], Numbers], left: int, *, one_weapon: bool) -> "Die[Any]":
    """Two actions at one target with `left` wounds left; `second`: by the Wound Counters that the first dealt."""

    def go_on(*now: Any) -> Any:
        state = State(*now)
        if state.wounds >= left or (one_weapon and state.failed):
            return state
        return action(second(state.wounds), state)

    return action(first).map(go_on, star=True)
