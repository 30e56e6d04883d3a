"""Two attacks of one activation at the same target, one action after the other."""

from fractions import Fraction

import msgspec

from companion.warzone.chances.chance import Chance
from companion.warzone.chances.outcomes import Outcomes


class ActivationEnds(msgspec.Struct, frozen=True, kw_only=True):
    """What the attacks come to, the second made only where the first left a target.

    `expected_wounds` counts every Wound Counter dealt, those beyond W too. `pinned`: a Pinned Counter was dealt.
    """

    casualty: Chance
    pinned: Chance
    expected_wounds: Fraction


def one_attack(only: Outcomes, wounds_left: int) -> ActivationEnds:
    """An attack that has no second beside it."""
    wounds = only.wounds
    return ActivationEnds(
        casualty=Chance.of(sum(wounds[wounds_left:]), only.whole),
        pinned=Chance.of(only.whole - only.calm_kept - only.calm_failed, only.whole),
        expected_wounds=Fraction(_mean(wounds), only.whole),
    )


def two_attacks(first: Outcomes, second: Outcomes, wounds_left: int, *, one_weapon: bool) -> ActivationEnds:
    """Both attacks, the wounds of the first carried into the second.

    `one_weapon`: they are shot with the same weapon, so a Critical Failure in the first, which leaves it with a Reload
    Counter, forbids the second (Warzone Eternal Core Rules, Critical Failure).
    """
    whole = first.whole * second.whole
    follow = second.wounds
    alive = (first.kept if one_weapon else first.wounds)[:wounds_left]
    gone = sum(first.wounds[wounds_left:]) * second.whole
    gone += sum(ways * sum(follow[wounds_left - wounds :]) for wounds, ways in enumerate(alive))
    calm_second = second.calm_kept + second.calm_failed
    calm = first.calm_kept * calm_second + first.calm_failed * (second.whole if one_weapon else calm_second)
    return ActivationEnds(
        casualty=Chance.of(gone, whole),
        pinned=Chance.of(whole - calm, whole),
        expected_wounds=Fraction(_mean(first.wounds) * second.whole + sum(alive) * _mean(follow), whole),
    )


def _mean(wounds: tuple[int, ...]) -> int:
    return sum(count * ways for count, ways in enumerate(wounds))
