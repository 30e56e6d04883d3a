"""Counts dice exactly: the d20, degrees of damage, wounds, and what one hit does."""

from enum import Enum
from fractions import Fraction

import msgspec

from companion.ledger import Ledger

# An exact chance, as it leaves the sums.


class Chance(msgspec.Struct, frozen=True):
    """Holds a probability from 0 to 1: `exact` in lowest terms ("13/40"), `p` the number nearest to it."""

    p: float
    exact: str

    @classmethod
    def of(cls, ways: int, whole: int = 1) -> "Chance":
        """Makes the chance of `ways` out of `whole`."""
        fraction = Fraction(ways, whole)
        return cls(float(fraction), str(fraction))

    @property
    def fraction(self) -> Fraction:
        return Fraction(self.exact)

    def against(self) -> "Chance":
        """Returns the chance of the opposite."""
        rest = 1 - self.fraction
        return Chance.of(rest.numerator, rest.denominator)

    def times(self, other: "Chance") -> "Chance":
        """Returns the chance of both, where neither changes the other."""
        both = self.fraction * other.fraction
        return Chance.of(both.numerator, both.denominator)


# The d20, counted: in how many ways a roll ends, out of a whole that keeps every chance an integer.

FACES = 20


class Reroll(Enum):
    """Says which dice are rolled again.

    A die is rolled again only once, and the second roll counts (Warzone Eternal Core Rules, Tests, Target Numbers
    (“TN”), and Rolling Dice).
    """

    NONE = "none"
    FAILED = "failed"


class KeptDice(Enum):
    """Says which of several dice counts: the best is the lowest, the worst the highest."""

    BEST = "best"
    WORST = "worst"


class Dice(msgspec.Struct, frozen=True, kw_only=True):
    """Describes the throw of one test: `count` d20, 1 or more, of which `keep` counts. Its natural face is that one.

    A Reroll rolls the whole throw again where the face that counts fails.
    """

    count: int = 1
    keep: KeptDice = KeptDice.BEST


ONE = Dice()


def throws(dice: Dice = ONE) -> int:
    """Counts all the ways that the dice of one throw can fall."""
    every: int = FACES**dice.count
    return every


def whole(reroll: Reroll, dice: Dice = ONE) -> int:
    """Counts all the ways that one roll can go, rolled again or not."""
    return throws(dice) if reroll is Reroll.NONE else throws(dice) ** 2


def up_to(number: int, dice: Dice = ONE) -> int:
    """Counts the throws in which the face that counts is `number` or less; of one die, the faces."""
    faces = min(max(number, 0), FACES)
    if dice.keep is KeptDice.WORST:
        all_within: int = faces**dice.count
        return all_within
    all_beyond: int = (FACES - faces) ** dice.count
    return throws(dice) - all_beyond


def ways(ended: int, *, succeed: bool, target_number: int, reroll: Reroll, dice: Dice = ONE) -> int:
    """Counts the ways, out of `whole`, in which one of `ended` throws is the one that counts.

    Those throws all succeed or all fail.
    """
    if reroll is Reroll.NONE:
        return ended
    failures = throws(dice) - up_to(target_number, dice)
    return ended * (throws(dice) + failures if succeed else failures)


# Degrees of damage: what an Armor Test, or the worst of several, does (Armor Tests; Damage Multipliers).

GREAT = 6
"""Is the margin from which a success has no effect, and a failure costs two Wound Counters."""


class Degree(Enum):
    """Lists the degrees from the least harm to the greatest."""

    NO_EFFECT = "no_effect"
    PINNED = "pinned"
    ONE_WOUND = "one_wound"
    TWO_WOUNDS = "two_wounds"

    @property
    def wounds(self) -> int:
        """Returns the Wound Counters that it costs."""
        return max(0, _ORDER.index(self) - 1)

    @property
    def pins(self) -> bool:
        """Returns True where the unit is pinned."""
        return self is not Degree.NO_EFFECT


_ORDER = tuple(Degree)


class Degrees(msgspec.Struct, frozen=True, kw_only=True):
    """Counts the ways, out of `whole`, to each degree."""

    no_effect: int
    pinned: int
    one_wound: int
    two_wounds: int
    whole: int


def degree(roll: int, target_number: int) -> Degree:
    """Returns the degree of an armour die of `roll`."""
    margin = target_number - roll
    if margin >= GREAT:
        return Degree.NO_EFFECT
    if margin >= 0:
        return Degree.PINNED
    return Degree.ONE_WOUND if margin > -GREAT else Degree.TWO_WOUNDS


def worst(degrees: tuple[Degree, ...]) -> Degree:
    """Returns the degree that counts among the Armor Tests of one Damage Multiplier."""
    return max(degrees, key=_ORDER.index)


def degrees(target_number: int, *, tests: int, reroll: Reroll, dice: Dice = ONE) -> Degrees:
    """Counts the degrees of so many Armor Tests, each thrown with `dice`, of which the worst counts."""
    bounds = [up_to(target_number + offset, dice) for offset in (-GREAT, 0, GREAT - 1)]

    def counted(ended: int, *, succeed: bool) -> int:
        return ways(ended, succeed=succeed, target_number=target_number, reroll=reroll, dice=dice)

    none = counted(bounds[0], succeed=True)
    no_wound = none + counted(bounds[1] - bounds[0], succeed=True)
    not_two = no_wound + counted(bounds[2] - bounds[1], succeed=False)
    every = whole(reroll, dice)
    return Degrees(
        no_effect=none**tests,
        pinned=no_wound**tests - none**tests,
        one_wound=not_two**tests - no_wound**tests,
        two_wounds=every**tests - not_two**tests,
        whole=every**tests,
    )


# Wound Counters counted: polynomials in which the coefficient of x^k is in how many ways there are k of them.

Counts = tuple[int, ...]
"""Says in how many ways there are 0, 1, 2, … Wound Counters."""


def plus(one: Counts, other: Counts) -> Counts:
    """Adds the ways of both, which have the same length."""
    return tuple(a + b for a, b in zip(one, other, strict=True))


def less(all_ways: Counts, some: Counts) -> Counts:
    """Subtracts `some` from `all_ways`, which have the same length."""
    return tuple(a - b for a, b in zip(all_ways, some, strict=True))


def longer(counts: Counts, length: int) -> Counts:
    """Returns the same ways, with none for as many more Wound Counters as `length` has."""
    return counts + (0,) * (length - len(counts))


def times(one: Counts, other: Counts) -> Counts:
    """Returns the ways of both together, their Wound Counters added up."""
    product = [0] * (len(one) + len(other) - 1)
    for more, factor in enumerate(other):
        if factor:
            for count, ways in enumerate(one):
                product[count + more] += ways * factor
    return tuple(product)


def power(counts: Counts, tests: int) -> Counts:
    """Adds `counts` to itself so many times: the coefficients of a polynomial's power.

    Each coefficient follows from as many before it as there are counts, and needs none outside the answer. The source
    is J. C. P. Miller's recurrence (Knuth, The Art of Computer Programming 2, 4.7).
    """
    if not any(counts):
        return (0,) * ((len(counts) - 1) * tests + 1)
    if not counts[0]:
        return (0,) * tests + power(counts[1:], tests)
    found = [counts[0] ** tests]
    for n in range(1, (len(counts) - 1) * tests + 1):
        later = enumerate(counts[1 : n + 1], start=1)
        found.append(sum(((tests + 1) * k - n) * ways * found[n - k] for k, ways in later) // (n * counts[0]))
    return tuple(found)


# What one hit does: its Armor Tests, and those of the hit that a failed one may bring (Taking Damage).

WORST = Degree.TWO_WOUNDS.wounds


class RollAgain(msgspec.Struct, frozen=True, kw_only=True):
    """Describes the hit that a failed Armor Test causes (Continuous): its own Armor Tests, which cause no further
    hit."""

    armor: Ledger
    multiplier: int


class Armored(msgspec.Struct, frozen=True, kw_only=True):
    """Says how the target takes hits.

    `dice` and `reroll` belong to each of its Armor Tests. `most_wounds` limits the Wound Counters of one failed Armor
    Test; None is no limit.
    """

    dice: Dice
    reroll: Reroll
    most_wounds: int | None
    unpinnable: bool
    again: RollAgain | None


class Hit(msgspec.Struct, frozen=True, kw_only=True):
    """Counts the ends of a hit, out of `whole`.

    The ends are: no effect, a Pinned Counter only, and 1, 2, … Wound Counters. `wounded` has two numbers, or four where
    a failure causes one more hit.
    """

    no_effect: int
    pinned: int
    wounded: Counts
    whole: int


def hit(target_number: int, tests: int, armored: Armored) -> Hit:
    """Counts the ends of a hit that asks for so many Armor Tests against `target_number`."""
    own = _tested(target_number, tests, armored)
    harm, spared = _failed(own, armored.most_wounds), own.no_effect + own.pinned
    no_effect, whole = own.no_effect, own.whole
    if armored.again is not None:
        more = _tested(armored.again.armor.value, armored.again.multiplier, armored)
        both = list(_failed(more, armored.most_wounds))
        both[0] += more.no_effect + more.pinned
        harm = times(harm, tuple(both))
        no_effect, spared, whole = no_effect * more.whole, spared * more.whole, whole * more.whole
    unhurt, *wounded = plus(harm, (spared, *(0,) * (len(harm) - 1)))
    if armored.unpinnable:
        no_effect = unhurt
    return Hit(no_effect=no_effect, pinned=unhurt - no_effect, wounded=tuple(wounded), whole=whole)


def _tested(target_number: int, tests: int, armored: Armored) -> Degrees:
    return degrees(target_number, tests=tests, reroll=armored.reroll, dice=armored.dice)


def _failed(found: Degrees, most_wounds: int | None) -> Counts:
    """Counts the ways in which an Armor Test fails, by the Wound Counters that it gives."""
    counts = [0] * (WORST + 1)
    for wounds, ways in ((1, found.one_wound), (2, found.two_wounds)):
        counts[wounds if most_wounds is None else min(wounds, most_wounds)] += ways
    return tuple(counts)
