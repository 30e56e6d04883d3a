"""Two attacks of one activation at the same target, one action after the other."""

from collections.abc import Sequence
from fractions import Fraction
from itertools import accumulate
from math import lcm

import msgspec

from companion.warzone.chances.attack import Attack
from companion.warzone.chances.chance import Chance
from companion.warzone.chances.counts import Counts
from companion.warzone.chances.outcomes import Second, by_successes, outcomes


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
    follows = [Second(second, first.tests) for second in seconds[:left]]
    followed = lcm(*(second.whole for second in follows))
    gone = sum(sum(part.wounds[left:]) for part in parts) * followed
    dealt = sum(_mean(part.wounds) for part in parts) * followed
    calm = sum(part.calm_failed for part in parts) * followed if one_weapon else 0
    for successes, part in enumerate(parts):
        alive = (part.kept if one_weapon else part.wounds)[:left]
        unpinned = part.calm_kept if one_weapon else part.calm
        for taken, second in enumerate(follows):
            made = alive[taken:] if taken == len(seconds) - 1 else alive[taken : taken + 1]
            if not any(made):
                continue
            ways, scale = second.after(successes), followed // second.whole
            fewer = (0, *accumulate(ways.wounds[:left]))
            for more, number in enumerate(made, start=taken):
                gone += scale * number * (second.whole - fewer[min(left - more, len(ways.wounds))])
            dealt += scale * sum(made) * _mean(ways.wounds)
            # Whoever has no Pinned Counter has no Wound Counter: only the first of them follows that.
            calm += scale * unpinned * ways.calm if not taken else 0
    whole = parts[0].whole * followed
    return ActivationEnds(
        casualty=Chance.of(gone, whole),
        pinned=Chance.of(0 if first.unpinnable else whole - calm, whole),
        expected_wounds=Fraction(dealt, whole),
    )


def _mean(wounds: Counts) -> int:
    return sum(count * ways for count, ways in enumerate(wounds))
