"""How an action of one or several tests can end, wounds added up at its end (Damage Timing)."""

from collections.abc import Iterator
from math import comb

import msgspec

from companion.warzone.chances.attack import Attack, Ends, RollEnds, roll_ends
from companion.warzone.chances.counts import Counts, less, longer, plus, power, times


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
        return plus(self.kept, self.failed)

    @property
    def calm(self) -> int:
        """The ways that leave the target without a Pinned Counter."""
        return self.calm_kept + self.calm_failed


def outcomes(attack: Attack, earlier: int = 0) -> Outcomes:
    """How all tests of the attack's action can end, after `earlier` successes in this activation: damage and Critical
    Failures are applied when all are rolled."""
    if attack.armor_after:
        return _together(by_successes(attack, earlier))
    one, tests = roll_ends(attack), attack.tests
    either = _either(one)
    return _ended(
        attack,
        (power(_wounds(one.kept), tests), _calm(one.kept) ** tests),
        (power(_wounds(either), tests), _calm(either) ** tests),
        one.whole**tests,
    )


def by_successes(attack: Attack, earlier: int = 0) -> tuple[Outcomes, ...]:
    """How the action can end with 0, 1, 2, … of its tests a success, after `earlier` ones in this activation; the
    `whole` of each is that of all together."""
    tests = [roll_ends(attack, earlier + successes) for successes in range(attack.tests)]
    kept, either = _by_hits([one.kept for one in tests]), _by_hits([_either(one) for one in tests])
    whole = tests[0].whole ** len(tests)
    return tuple(_ended(attack, *ways, whole) for ways in zip(kept, either, strict=True))


_Ways = tuple[Counts, int]
"""The ways to each number of Wound Counters, and those that pin nobody."""


def _by_hits(tests: list[Ends]) -> Iterator[_Ways]:
    """The ways with 0, 1, 2, … hits, the first of which ends as the first of `tests`, and so on.

    What a hit does depends on how many came before it, not on the misses between them: the hits are counted in their
    order, and that as often as the misses can lie among them.
    """
    miss, longest = tests[0].miss, len(tests) * len(tests[0].wounded) + 1
    wounds: Counts = (1,)
    calm = 1
    for hits in range(len(tests) + 1):
        misses = comb(len(tests), hits) * miss ** (len(tests) - hits)
        yield longer(times(wounds, (misses,)), longest), calm * misses
        if hits < len(tests):
            ends = tests[hits]
            wounds, calm = times(wounds, (ends.no_effect + ends.pinned, *ends.wounded)), calm * ends.no_effect


def _ended(attack: Attack, kept: _Ways, either: _Ways, whole: int) -> Outcomes:
    """`kept`: the ways without a Critical Failure; `either`: those and the ways with one."""
    failed = less(either[0], kept[0])
    if attack.unpinnable:
        calm_kept, calm_failed = sum(kept[0]), sum(failed)
    else:
        calm_kept, calm_failed = (0, 0) if attack.pins else (kept[1], either[1] - kept[1])
    return Outcomes(kept=kept[0], failed=failed, calm_kept=calm_kept, calm_failed=calm_failed, whole=whole)


def _together(parts: tuple[Outcomes, ...]) -> Outcomes:
    """The outcomes that exclude one another, counted out of one whole."""
    return Outcomes(
        kept=tuple(map(sum, zip(*(part.kept for part in parts), strict=True))),
        failed=tuple(map(sum, zip(*(part.failed for part in parts), strict=True))),
        calm_kept=sum(part.calm_kept for part in parts),
        calm_failed=sum(part.calm_failed for part in parts),
        whole=parts[0].whole,
    )


def _calm(ends: Ends) -> int:
    return ends.miss + ends.no_effect


def _wounds(ends: Ends) -> Counts:
    return (_calm(ends) + ends.pinned, *ends.wounded)


def _either(one: RollEnds) -> Ends:
    kept, failed = one.kept, one.failed
    return Ends(
        miss=kept.miss + failed.miss,
        no_effect=kept.no_effect + failed.no_effect,
        pinned=kept.pinned + failed.pinned,
        wounded=plus(kept.wounded, failed.wounded),
    )
