"""Two attacks of one activation at the same target, one action after the other."""

from collections.abc import Iterator, Sequence
from fractions import Fraction
from itertools import accumulate
from math import lcm
from typing import NamedTuple

import msgspec

from companion.warzone.chances.attack import Attack
from companion.warzone.chances.chance import Chance
from companion.warzone.chances.counts import Counts
from companion.warzone.chances.outcomes import Outcomes, by_successes, outcomes


class ActivationEnds(msgspec.Struct, frozen=True, kw_only=True):
    """What the attacks come to, the second made only where the first left a target.

    `expected_wounds` counts every Wound Counter dealt, those beyond W too. `pinned`: a Pinned Counter was dealt.
    """

    casualty: Chance
    pinned: Chance
    expected_wounds: Fraction


def one_attack(attack: Attack) -> ActivationEnds:
    """An attack that has no second beside it."""
    only = outcomes(attack)
    return ActivationEnds(
        casualty=Chance.of(sum(only.wounds[attack.wounds_left :]), only.whole),
        pinned=Chance.of(only.whole - only.calm, only.whole),
        expected_wounds=Fraction(_mean(only.wounds), only.whole),
    )


def two_attacks(first: Attack, seconds: Sequence[Attack], *, one_weapon: bool) -> ActivationEnds:
    """Both attacks, the wounds of the first carried into the second.

    `seconds`: the second attack where the first dealt 0, 1, 2, … Wound Counters, the last for all beyond (Vicious); its
    `armor_after` counts the successes of the first too (Focused Fire). The Wound Counters that make the target a
    Casualty are those of `first`.

    `one_weapon`: they are shot with the same weapon, so a Critical Failure in the first, which leaves it with a Reload
    Counter, forbids the second (Warzone Eternal Core Rules, Critical Failure).
    """
    left = first.wounds_left
    parts = by_successes(first) if any(second.armor_after for second in seconds) else (outcomes(first),)
    follows = [
        follow for earlier, part in enumerate(parts) for follow in _follows(part, seconds, earlier, left, one_weapon)
    ]
    followed = lcm(*(follow.second.whole for follow in follows))
    gone = sum(sum(part.wounds[left:]) for part in parts) * followed
    dealt = sum(_mean(part.wounds) for part in parts) * followed
    calm = sum(part.calm_failed for part in parts) * followed if one_weapon else 0
    for follow in follows:
        scale, wounds = followed // follow.second.whole, follow.second.wounds
        at_least = (*accumulate(reversed(wounds)),)[::-1]
        ways = [(left - count, number) for count, number in enumerate(follow.after) if left - count < len(at_least)]
        gone += scale * sum(number * at_least[needed] for needed, number in ways)
        dealt += scale * sum(follow.after) * _mean(wounds)
        calm += scale * follow.calm * follow.second.calm
    whole = parts[0].whole * followed
    return ActivationEnds(
        casualty=Chance.of(gone, whole),
        pinned=Chance.of(0 if first.unpinnable else whole - calm, whole),
        expected_wounds=Fraction(dealt, whole),
    )


class _Follow(NamedTuple):
    """A second attack, and the ways of the first that it is made after: by Wound Counters, and those of them without a
    Pinned Counter."""

    second: Outcomes
    after: Counts
    calm: int


def _follows(part: Outcomes, seconds: Sequence[Attack], earlier: int, left: int, one_weapon: bool) -> Iterator[_Follow]:
    """The second attacks after the first attack's `part` with so many successes."""
    alive = (part.kept if one_weapon else part.wounds)[:left]
    calm = part.calm_kept if one_weapon else part.calm
    for number, second in enumerate(seconds[:left]):
        stop = number + 1 if number + 1 < len(seconds) else left
        after = (0,) * number + alive[number:stop]
        if any(after):
            yield _Follow(outcomes(second, earlier), after, 0 if number else calm)


def _mean(wounds: Counts) -> int:
    return sum(count * ways for count, ways in enumerate(wounds))
