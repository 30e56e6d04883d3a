"""Attacks walked through, die by die and hit by hit, from the rules and what the abilities say: an oracle that knows
nothing of how the engine counts.

Whatever can happen is a dictionary: how something ends, and the chance of it.
"""

from collections.abc import Callable, Mapping
from fractions import Fraction
from functools import cache
from itertools import product
from typing import Any, NamedTuple, TypeVar

from companion.warzone.chances.attack import Attack
from companion.warzone.chances.dice import KeptDice

T = TypeVar("T")
U = TypeVar("U")


class State(NamedTuple):
    """A target under attack. `pinned`: it has been given a Pinned Counter; `failed`: a Critical Failure was rolled in
    this action."""

    successes: int = 0
    wounds: int = 0
    pinned: bool = False
    failed: bool = False
    criticals: int = 0


class Harm(NamedTuple):
    """What a hit, or an Armor Test, has done. `failed`: an Armor Test failed."""

    pinned: bool = False
    wounds: int = 0
    failed: bool = False


def then(ends: Mapping[T, Fraction], what: Callable[[T], Mapping[U, Fraction]]) -> dict[U, Fraction]:
    """How it ends where `what` follows."""
    found: dict[U, Fraction] = {}
    for end, chance in ends.items():
        for last, more in what(end).items():
            found[last] = found.get(last, Fraction(0)) + chance * more
    return found


def sure(end: T) -> dict[T, Fraction]:
    return {end: Fraction(1)}


def shares(ends: Mapping[T, Fraction], what: Callable[[T], U]) -> dict[U, Fraction]:
    """The chance of each value that `what` has in the end."""
    return then(ends, lambda end: sure(what(end)))


@cache
def throw(count: int, keep: str) -> dict[int, Fraction]:
    """The natural face that counts, from every way that the dice can lie."""
    counts: dict[int, int] = {}
    for faces in product(range(1, 21), repeat=count):
        face = min(faces) if keep == "best" else max(faces)
        counts[face] = counts.get(face, 0) + 1
    return {face: Fraction(ways, 20**count) for face, ways in counts.items()}


@cache
def landed(number: int, reroll: str, count: int, keep: str) -> dict[int, Fraction]:
    """The face that counts in the end."""
    once = throw(count, keep)
    return then(once, lambda face: once if reroll == "failed" and face > number else sure(face))


def thrown(number: int, reroll: Any, dice: Any) -> dict[int, Fraction]:
    return landed(number, reroll.value, dice.count, "worst" if dice.keep is KeptDice.WORST else "best")


def severity(face: int, number: int) -> int:
    """0: a success by 6 or more; 1: a success; 2: a failure by 5 or less; 3: a failure by more."""
    if face <= number:
        return 0 if number - face > 5 else 1
    return 3 if face - number > 5 else 2


def tested(attack: Attack, number: int, tests: int) -> dict[Harm, Fraction]:
    """The worst of so many Armor Tests."""
    die = then(thrown(number, attack.armor_reroll, attack.armor_dice), lambda face: sure(severity(face, number)))
    worst = sure(0)
    for _ in range(tests):
        worst = then(worst, lambda so_far: then(die, lambda more: sure(max(so_far, more))))
    most = 99 if attack.most_wounds is None else attack.most_wounds
    return then(worst, lambda found: sure(Harm(found > 0, min(most, max(0, found - 1)), found > 1)))


def hit(attack: Attack, successes: int, tests: int) -> dict[Harm, Fraction]:
    """A hit after so many successes in this activation."""
    number = attack.armor.value
    if attack.armor_after:
        number = attack.armor_after[successes] if successes < len(attack.armor_after) else attack.armor_after[-1]
    found = tested(attack, number, tests)
    again = attack.again
    if again is None:
        return found
    second = tested(attack, again.armor.value, again.multiplier)

    def more(harm: Harm) -> dict[Harm, Fraction]:
        if not harm.failed:
            return sure(harm)
        return then(second, lambda added: sure(Harm(True, harm.wounds + added.wounds, True)))

    return then(found, more)


def one_test(attack: Attack, state: State) -> dict[State, Fraction]:
    """One attack roll with what it brings."""
    number = attack.target_number.value
    hits = [hit(attack, state.successes, tests) for tests in (attack.multiplier, attack.critical_multiplier)]

    def ends(face: int) -> dict[State, Fraction]:
        now = state._replace(failed=state.failed or (attack.cf is not None and face >= attack.cf))
        if face > number:
            return sure(now)
        critical = face <= attack.critical_up_to
        now = now._replace(successes=now.successes + 1, criticals=now.criticals + critical)

        def harmed(harm: Harm) -> dict[State, Fraction]:
            pinned = now.pinned or (harm.pinned and not attack.unpinnable)
            return sure(now._replace(wounds=now.wounds + harm.wounds, pinned=pinned))

        return then(hits[critical], harmed)

    return then(thrown(number, attack.reroll, attack.dice), ends)


def action(attack: Attack, state: State) -> dict[State, Fraction]:
    """Every attack roll of the action, and the Pinned Counter that comes whatever they do."""
    ends = sure(state)
    for _ in range(attack.tests):
        ends = then(ends, lambda now: one_test(attack, now))
    pins = attack.pins and not attack.unpinnable
    return then(ends, lambda now: sure(now._replace(pinned=now.pinned or pins)))


def both(first: Attack, second: Callable[[int], Attack], *, one_weapon: bool) -> dict[State, Fraction]:
    """Two actions, the second by the Wound Counters that the first dealt, where a target and a weapon are left."""

    def go_on(state: State) -> dict[State, Fraction]:
        if state.wounds >= first.wounds_left or (one_weapon and state.failed):
            return sure(state)
        return action(second(state.wounds), state)

    return then(action(first, State()), go_on)
