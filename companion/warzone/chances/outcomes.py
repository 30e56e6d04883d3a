"""How an action of one or several tests can end, wounds added up at its end (Damage Timing)."""

import msgspec

from companion.warzone.chances.attack import Attack, Ends, RollEnds, roll_ends

Counts = tuple[int, ...]
"""In how many ways there are 0, 1, 2, … Wound Counters."""


class Outcomes(msgspec.Struct, frozen=True, kw_only=True):
    """How an action can end, in ways out of `whole`.

    `kept`: the ways to each number of Wound Counters without a Critical Failure; `failed`: with at least one.
    `calm_kept` and `calm_failed`: those ways among them that leave the target without a Pinned Counter.
    """

    kept: Counts
    failed: Counts
    calm_kept: int
    calm_failed: int
    whole: int

    @property
    def wounds(self) -> Counts:
        """The ways to each number of Wound Counters, whatever else happens."""
        return tuple(kept + failed for kept, failed in zip(self.kept, self.failed, strict=True))


def outcomes(attack: Attack) -> Outcomes:
    """How all tests of the attack's action can end."""
    return after(roll_ends(attack), attack.tests)


def after(one: RollEnds, tests: int) -> Outcomes:
    """How so many tests can end, each as `one`, none knowing of the others: damage and Critical Failures are applied
    when all are rolled."""
    kept = _wounds(one.kept)
    either = tuple(a + b for a, b in zip(kept, _wounds(one.failed), strict=True))
    all_kept, all_either = _power(kept, tests), _power(either, tests)
    calm_kept = _calm(one.kept)
    return Outcomes(
        kept=all_kept,
        failed=tuple(a - b for a, b in zip(all_either, all_kept, strict=True)),
        calm_kept=calm_kept**tests,
        calm_failed=(calm_kept + _calm(one.failed)) ** tests - calm_kept**tests,
        whole=one.whole**tests,
    )


def _calm(ends: Ends) -> int:
    return ends.miss + ends.no_effect


def _wounds(ends: Ends) -> Counts:
    return (_calm(ends) + ends.pinned, ends.one_wound, ends.two_wounds)


def _power(counts: Counts, times: int) -> Counts:
    """`counts` added to themselves so many times: the coefficients of a polynomial's power.

    Each follows from as many before it as there are counts (J. C. P. Miller's recurrence; Knuth, The Art of Computer
    Programming 2, 4.7): the way from one to the next needs no coefficient that is not in the answer.
    """
    if not any(counts):
        return (0,) * ((len(counts) - 1) * times + 1)
    if not counts[0]:
        return (0,) * times + _power(counts[1:], times)
    power = [counts[0] ** times]
    for n in range(1, (len(counts) - 1) * times + 1):
        later = enumerate(counts[1 : n + 1], start=1)
        power.append(sum(((times + 1) * k - n) * ways * power[n - k] for k, ways in later) // (n * counts[0]))
    return tuple(power)
