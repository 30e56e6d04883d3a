"""The d20, counted: in how many ways a roll ends, out of a whole that keeps every chance an integer."""

from enum import Enum

FACES = 20


class Reroll(Enum):
    """Which dice are rolled again: once only, and the second roll counts (Warzone Eternal Core Rules, Tests,
    Target Numbers (“TN”), and Rolling Dice)."""

    NONE = "none"
    FAILED = "failed"


def whole(reroll: Reroll) -> int:
    """All the ways that one roll can go."""
    return FACES if reroll is Reroll.NONE else FACES * FACES


def up_to(number: int) -> int:
    """How many faces are `number` or less."""
    return min(max(number, 0), FACES)


def ways(faces: int, *, succeed: bool, target_number: int, reroll: Reroll) -> int:
    """In how many of the `whole` ways one of so many faces, all of which succeed or all of which fail, is the roll
    that counts."""
    if reroll is Reroll.NONE:
        return faces
    failures = FACES - up_to(target_number)
    return faces * (FACES + failures if succeed else failures)
