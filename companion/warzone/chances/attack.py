"""Describes one attack with its modifiers summed, and all ways in which its action, or two, can end."""

from collections.abc import Iterator, Sequence
from fractions import Fraction
from itertools import accumulate, zip_longest
from math import comb, lcm
from typing import NamedTuple

import msgspec

from companion.choices import Chosen
from companion.ledger import Ledger
from companion.warzone.abilities.standing import AbilityLine
from companion.warzone.chances.dice import (
    FACES,
    ONE,
    Armored,
    Chance,
    Counts,
    Dice,
    Reroll,
    RollAgain,
    hit,
    less,
    longer,
    plus,
    power,
    times,
    up_to,
    ways,
    whole,
)

# One attack with its modifiers summed, and in how many ways one of its tests ends.


class Attack(msgspec.Struct, frozen=True, kw_only=True):
    """Describes one Shoot or Strike Action against one target, with everything that its dice need.

    `multiplier` and `critical_multiplier` are the Armor Tests for a hit and for a Critical Success. `cf` is the
    Critical Failure rating, None for a weapon without one. `tests` is the number of attack rolls of the action.
    `wounds_left` is how many Wound Counters make the target a Casualty. `choices` are the rule choices that the numbers
    depend on.

    `critical_up_to` is the highest natural face that is a Critical Success, where the test succeeds (Accurate,
    Executioner). `dice` and `armor_dice` are thrown for one attack roll and for one Armor Test. `reroll` and
    `armor_reroll` roll a whole throw again. `pins`: after the action the target has a Pinned Counter, whatever the dice
    say (Suppressive, Concussive). `unpinnable`: the target never gets one, not by `pins` either (Relentless).
    `most_wounds` limits the Wound Counters of one failed Armor Test (First Aid). `again` is the hit that a failed Armor
    Test causes, once for each hit (Continuous).

    `armor_after` has the Armor Test's Target Number after 0, 1, 2, … successes against this target in this Activation
    (Focused Fire). Its first is that of `armor`, and its last stands for all beyond. It is empty where the successes do
    not matter. `abilities` says how each ability of either side takes part.
    """

    target_number: Ledger
    damage: Ledger
    armor: Ledger
    multiplier: int
    critical_multiplier: int
    cf: int | None
    reroll: Reroll
    tests: int
    armor_reroll: Reroll
    wounds_left: int
    choices: tuple[Chosen, ...]
    critical_up_to: int = 1
    dice: Dice = ONE
    armor_dice: Dice = ONE
    pins: bool = False
    unpinnable: bool = False
    most_wounds: int | None = None
    again: RollAgain | None = None
    armor_after: tuple[int, ...] = ()
    abilities: tuple[AbilityLine, ...] = ()


class Ends(msgspec.Struct, frozen=True, kw_only=True):
    """Counts the ways in which an attack roll with its Armor Tests ends so. `wounded`: with 1, 2, … Wound Counters."""

    miss: int
    no_effect: int
    pinned: int
    wounded: Counts


class RollEnds(msgspec.Struct, frozen=True, kw_only=True):
    """Counts the ends of one attack roll, out of `whole`.

    `kept` is without a Critical Failure, `failed` with one. `criticals` counts the ways to a Critical Success.
    """

    kept: Ends
    failed: Ends
    criticals: int
    whole: int


class RolledAttack(msgspec.Struct, frozen=True, kw_only=True):
    """Counts the ways in which the face that counts misses, hits, and is a Critical Success."""

    miss: int
    hit: int
    critical: int


def rolled(attack: Attack, faces: range) -> RolledAttack:
    """Counts the attack rolls that end on one of `faces`, consecutive ones (Critical Success).

    A throw that is rolled again does not count.
    """
    number = attack.target_number.value
    critical = min(attack.critical_up_to, number)

    def counted(least: int, most: int, *, succeed: bool) -> int:
        first, last = max(least, faces.start), min(most, faces.stop - 1)
        ended = max(0, up_to(last, attack.dice) - up_to(first - 1, attack.dice))
        return ways(ended, succeed=succeed, target_number=number, reroll=attack.reroll, dice=attack.dice)

    return RolledAttack(
        miss=counted(number + 1, FACES, succeed=False),
        hit=counted(critical + 1, number, succeed=True),
        critical=counted(1, critical, succeed=True),
    )


def roll_ends(attack: Attack, successes: int = 0) -> RollEnds:
    """Counts every end of one of the attack's tests, after so many `successes` against this target in this Activation.

    The successes matter only with `attack.armor_after`, and then only for what hits do. Critical Success and Critical
    Failure are about the natural die, so a roll can hit and fail critically. With a rating of 1 a natural 1 is both
    (Warzone Eternal Core Rules, Critical Failure).
    """
    fails_from = FACES + 1 if attack.cf is None else attack.cf
    kept, failed = (rolled(attack, faces) for faces in (range(1, fails_from), range(fails_from, FACES + 1)))
    after = attack.armor_after
    armor = after[min(successes, len(after) - 1)] if after else attack.armor.value
    plain, critical = (hit(armor, tests, _armored(attack)) for tests in (attack.multiplier, attack.critical_multiplier))

    def ends(roll: RolledAttack) -> Ends:
        # Every way is counted out of as many armour dice as a Critical Success asks for.
        hits, criticals = roll.hit * (critical.whole // plain.whole), roll.critical
        return Ends(
            miss=roll.miss * critical.whole,
            no_effect=hits * plain.no_effect + criticals * critical.no_effect,
            pinned=hits * plain.pinned + criticals * critical.pinned,
            wounded=tuple(hits * a + criticals * b for a, b in zip(plain.wounded, critical.wounded, strict=True)),
        )

    return RollEnds(
        kept=ends(kept),
        failed=ends(failed),
        criticals=(kept.critical + failed.critical) * critical.whole,
        whole=whole(attack.reroll, attack.dice) * critical.whole,
    )


def most_dice(attack: Attack) -> int:
    """Returns the dice that the action needs at worst. All its ways are FACES to their power."""
    again = 0 if attack.again is None else attack.again.multiplier
    throw = attack.dice.count * _throws(attack.reroll)
    armor = attack.armor_dice.count * _throws(attack.armor_reroll)
    return attack.tests * (throw + armor * (attack.critical_multiplier + again))


def _throws(reroll: Reroll) -> int:
    return 1 if reroll is Reroll.NONE else 2


def _armored(attack: Attack) -> Armored:
    return Armored(
        dice=attack.armor_dice,
        reroll=attack.armor_reroll,
        most_wounds=attack.most_wounds,
        unpinnable=attack.unpinnable,
        again=attack.again,
    )


# How an action of one or several tests can end, wounds added up at its end (Damage Timing).


class Ways(NamedTuple):
    """Counts the ways to each number of Wound Counters, and those that leave the target without a Pinned Counter."""

    wounds: Counts
    calm: int


class Outcomes(msgspec.Struct, frozen=True, kw_only=True):
    """Counts the ends of an action, in ways out of `whole`.

    `kept` has the ways to each number of Wound Counters without a Critical Failure, `failed` those with at least one.
    `calm_kept` and `calm_failed` are those among them that leave the target without a Pinned Counter.
    """

    kept: Counts
    failed: Counts
    calm_kept: int
    calm_failed: int
    whole: int

    @property
    def wounds(self) -> Counts:
        """Returns the ways to each number of Wound Counters, with or without a Critical Failure."""
        return plus(self.kept, self.failed)

    @property
    def calm(self) -> int:
        """Returns the ways that leave the target without a Pinned Counter."""
        return self.calm_kept + self.calm_failed


def outcomes(attack: Attack) -> Outcomes:
    """Counts the ends of all tests of the action. Damage and Critical Failures are applied when all are rolled."""
    tests = _tests(attack, earlier=0)
    kept, either = _all(attack, [one.kept for one in tests]), _all(attack, [_either(one) for one in tests])
    return _ended(kept, either, tests[0].whole ** attack.tests)


def by_successes(attack: Attack) -> tuple[Outcomes, ...]:
    """Counts the ends of the action with 0, 1, 2, … of its tests a success.

    The `whole` of each is that of all together.
    """
    tests = [roll_ends(attack, hits) for hits in range(attack.tests)]
    kept, either = _by_hits(attack, [one.kept for one in tests]), _by_hits(attack, [_either(one) for one in tests])
    whole = tests[0].whole ** attack.tests
    return tuple(_ended(*ways, whole) for ways in zip(kept, either, strict=True))


class Second:
    """Describes an action that follows another, where its own Critical Failures no longer matter.

    `whole` is the number of all its ways.
    """

    def __init__(self, attack: Attack, earlier: int) -> None:
        """`earlier`: the most successes of the other action."""
        tests = _tests(attack, earlier)
        self.whole = tests[0].whole ** attack.tests
        self._attack = attack
        self._tests = [_either(one) for one in tests]

    def after(self, successes: int) -> Ways:
        """Counts its ends after so many successes in the other action."""
        first = successes if self._attack.armor_after else 0
        return _all(self._attack, self._tests[first : first + self._attack.tests])


def _tests(attack: Attack, earlier: int) -> list[RollEnds]:
    """Returns how a test ends after 0, 1, 2, … successes, `earlier` ones before the action among them. There is one
    for all where they do not matter."""
    return [roll_ends(attack, successes) for successes in range(earlier + attack.tests if attack.armor_after else 1)]


def _all(attack: Attack, tests: Sequence[Ends]) -> Ways:
    """Counts the ends of all the action's tests.

    `tests` has the ends of a test after 0, 1, 2, … hits, or of every test as its only entry. A hit depends on how many
    came before it, and not on the misses between them. So the hits are counted in their order, as often as the misses
    can fall among them, by Horner's scheme.
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
    """Counts the ways with 0, 1, 2, … hits, which end as `tests` says after as many."""
    longest = attack.tests * len(tests[0].wounded) + 1
    wounds: Counts = (1,)
    calm = 1
    for misses, ends in zip_longest(_misses(attack, tests[0].miss), tests):
        yield _pinning(attack, longer(times(wounds, (misses,)), longest), calm * misses)
        if ends is not None:
            wounds, calm = times(wounds, _hit(ends)), calm * ends.no_effect


def _misses(attack: Attack, miss: int) -> list[int]:
    """Counts the ways in which all tests but 0, 1, 2, … miss."""
    return [comb(attack.tests, hits) * miss ** (attack.tests - hits) for hits in range(attack.tests + 1)]


def _pinning(attack: Attack, wounds: Counts, calm: int) -> Ways:
    """Returns the ways, `calm` of which have dice that do not pin the target."""
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


# Two attacks of one activation at the same target, one action after the other.


class ActivationEnds(msgspec.Struct, frozen=True, kw_only=True):
    """Holds the result of the attacks; the second is made only where the first left a target.

    `expected_wounds` counts every Wound Counter dealt, those beyond W too. `pinned`: a Pinned Counter was dealt.
    """

    casualty: Chance
    pinned: Chance
    expected_wounds: Fraction


def one_attack(attack: Attack) -> ActivationEnds:
    """Returns the result of an attack without a second."""
    only = outcomes(attack)
    return ActivationEnds(
        casualty=Chance.of(sum(only.wounds[attack.wounds_left :]), only.whole),
        pinned=Chance.of(only.whole - only.calm, only.whole),
        expected_wounds=Fraction(_mean(only.wounds), only.whole),
    )


def two_attacks(first: Attack, seconds: Sequence[Attack], *, one_weapon: bool) -> ActivationEnds:
    """Returns the result of both attacks, the wounds of the first carried into the second.

    `seconds` has the second attack after the first dealt 0, 1, 2, … Wound Counters, the last for all beyond (Vicious).
    Its `armor_after` counts the successes of the first too (Focused Fire). `first` says how many Wound Counters make
    the target a Casualty.

    `one_weapon`: both are shot with the same weapon. A Critical Failure in the first leaves it with a Reload Counter,
    and so forbids the second (Warzone Eternal Core Rules, Critical Failure).
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
            # A target without a Pinned Counter has no Wound Counter: only the first of them follows that.
            calm += scale * unpinned * ways.calm if not taken else 0
    whole = parts[0].whole * followed
    return ActivationEnds(
        casualty=Chance.of(gone, whole),
        pinned=Chance.of(0 if first.unpinnable else whole - calm, whole),
        expected_wounds=Fraction(dealt, whole),
    )


def _mean(wounds: Counts) -> int:
    return sum(count * ways for count, ways in enumerate(wounds))
