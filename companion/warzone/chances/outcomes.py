"""How an action of one or several tests can end, wounds added up at its end (Damage Timing)."""

from collections.abc import Iterator, Sequence
from itertools import zip_longest
from math import comb
from typing import NamedTuple

import msgspec

from companion.warzone.chances.attack import Attack, Ends, RollEnds, roll_ends
from companion.warzone.chances.counts import Counts, less, longer, plus, power, times


class Ways(NamedTuple):
    """The ways to each number of Wound Counters, and those that leave the target without a Pinned Counter."""

    wounds: Counts
    calm: int


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


def outcomes(attack: Attack) -> Outcomes:
    """How all tests of the attack's action can end: damage and Critical Failures are applied when all are rolled."""
    tests = _tests(attack, earlier=0)
    kept, either = _all(attack, [one.kept for one in tests]), _all(attack, [_either(one) for one in tests])
    return _ended(kept, either, tests[0].whole ** attack.tests)


def by_successes(attack: Attack) -> tuple[Outcomes, ...]:
    """How the action can end with 0, 1, 2, … of its tests a success; the `whole` of each is that of all together."""
    tests = [roll_ends(attack, hits) for hits in range(attack.tests)]
    kept, either = _by_hits(attack, [one.kept for one in tests]), _by_hits(attack, [_either(one) for one in tests])
    whole = tests[0].whole ** attack.tests
    return tuple(_ended(*ways, whole) for ways in zip(kept, either, strict=True))


class Second:
    """An action that follows another, where its own Critical Failures change nothing any more: `whole` are all the ways
    that it can go."""

    def __init__(self, attack: Attack, earlier: int) -> None:
        """`earlier`: the most successes of the other action."""
        tests = _tests(attack, earlier)
        self.whole = tests[0].whole ** attack.tests
        self._attack = attack
        self._tests = [_either(one) for one in tests]

    def after(self, successes: int) -> Ways:
        """How it can end after so many successes in the other action."""
        first = successes if self._attack.armor_after else 0
        return _all(self._attack, self._tests[first : first + self._attack.tests])


def _tests(attack: Attack, earlier: int) -> list[RollEnds]:
    """How a test ends after 0, 1, 2, … successes, `earlier` ones before the action among them; one for all where they
    do not matter."""
    return [roll_ends(attack, successes) for successes in range(earlier + attack.tests if attack.armor_after else 1)]


def _all(attack: Attack, tests: Sequence[Ends]) -> Ways:
    """All of the action's tests, which end as `tests` says after 0, 1, 2, … hits, or each as the only one.

    What a hit does depends on how many came before it, not on the misses between them: the hits are counted in their
    order, and that as often as the misses can lie among them, by Horner's scheme.
    """
    if not attack.armor_after:
        miss, hit, calm = tests[0].miss, _hit(tests[0]), tests[0].no_effect
        return _pinning(attack, power((miss + hit[0], *hit[1:]), attack.tests), (miss + calm) ** attack.tests)
    *fewer, all_hit = _misses(attack, tests[0].miss)
    wounds: Counts = (all_hit,)
    calm = all_hit
    for misses, ends in zip(reversed(fewer), reversed(tests), strict=True):
        none, *some = times(wounds, _hit(ends))
        wounds, calm = (misses + none, *some), misses + calm * ends.no_effect
    return _pinning(attack, wounds, calm)


def _by_hits(attack: Attack, tests: Sequence[Ends]) -> Iterator[Ways]:
    """The ways with 0, 1, 2, … hits, which end as `tests` says after as many."""
    longest = attack.tests * len(tests[0].wounded) + 1
    wounds: Counts = (1,)
    calm = 1
    for misses, ends in zip_longest(_misses(attack, tests[0].miss), tests):
        yield _pinning(attack, longer(times(wounds, (misses,)), longest), calm * misses)
        if ends is not None:
            wounds, calm = times(wounds, _hit(ends)), calm * ends.no_effect


def _misses(attack: Attack, miss: int) -> list[int]:
    """In how many ways all tests but 0, 1, 2, … miss."""
    return [comb(attack.tests, hits) * miss ** (attack.tests - hits) for hits in range(attack.tests + 1)]


def _pinning(attack: Attack, wounds: Counts, calm: int) -> Ways:
    """The ways, `calm` of which have dice that pin nobody."""
    if attack.unpinnable:
        return Ways(wounds, sum(wounds))
    return Ways(wounds, 0 if attack.pins else calm)


def _ended(kept: Ways, either: Ways, whole: int) -> Outcomes:
    """`kept`: the ways without a Critical Failure; `either`: those and the ways with one."""
    return Outcomes(
        kept=kept.wounds,
        failed=less(either.wounds, kept.wounds),
        calm_kept=kept.calm,
        calm_failed=either.calm - kept.calm,
        whole=whole,
    )


def _hit(ends: Ends) -> Counts:
    return (ends.no_effect + ends.pinned, *ends.wounded)


def _either(one: RollEnds) -> Ends:
    kept, failed = one.kept, one.failed
    return Ends(
        miss=kept.miss + failed.miss,
        no_effect=kept.no_effect + failed.no_effect,
        pinned=kept.pinned + failed.pinned,
        wounded=plus(kept.wounded, failed.wounded),
    )
