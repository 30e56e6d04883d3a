"""The d20, counted: in how many ways a roll ends, out of a whole that keeps every chance an integer."""

from enum import Enum

import msgspec

FACES = 20


class Reroll(Enum):
    """Which dice are rolled again: once only, and the second roll counts (Warzone Eternal Core Rules, Tests,
    Target Numbers (“TN”), and Rolling Dice)."""

    NONE = "none"
    FAILED = "failed"


class Keep(Enum):
    """Which of several dice counts: the best is the lowest, the worst the highest."""

    BEST = "best"
    WORST = "worst"


class Dice(msgspec.Struct, frozen=True, kw_only=True):
    """The throw of one test: `count` d20, 1 or more, of which `keep` counts. Its natural face is the one that counts.

    A Reroll rolls the whole throw again where the face that counts fails.
    """

    count: int = 1
    keep: Keep = Keep.BEST


ONE = Dice()


def throws(dice: Dice = ONE) -> int:
    """All the ways that the dice of one throw can fall."""
    every: int = FACES**dice.count
    return every


def whole(reroll: Reroll, dice: Dice = ONE) -> int:
    """All the ways that one roll can go, rolled again or not."""
    return throws(dice) if reroll is Reroll.NONE else throws(dice) ** 2


def up_to(number: int, dice: Dice = ONE) -> int:
    """In how many throws the face that counts is `number` or less; of one die, how many faces are."""
    faces = min(max(number, 0), FACES)
    if dice.keep is Keep.WORST:
        all_within: int = faces**dice.count
        return all_within
    all_beyond: int = (FACES - faces) ** dice.count
    return throws(dice) - all_beyond


def ways(ended: int, *, succeed: bool, target_number: int, reroll: Reroll, dice: Dice = ONE) -> int:
    """In how many of the `whole` ways one of `ended` throws, all of which succeed or all of which fail, is the one that
    counts."""
    if reroll is Reroll.NONE:
        return ended
    failures = throws(dice) - up_to(target_number, dice)
    return ended * (throws(dice) + failures if succeed else failures)
