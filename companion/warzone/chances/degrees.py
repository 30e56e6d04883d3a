"""Degrees of damage: what an Armor Test, or the worst of several, does (Armor Tests; Damage Multipliers)."""

from enum import Enum

import msgspec

from companion.warzone.chances.dice import ONE, Dice, Reroll, up_to, ways, whole

GREAT = 6
"""The margin from which a success has no effect, and a failure costs two Wound Counters."""


class Degree(Enum):
    """From the least harm to the greatest."""

    NO_EFFECT = "no_effect"
    PINNED = "pinned"
    ONE_WOUND = "one_wound"
    TWO_WOUNDS = "two_wounds"

    @property
    def wounds(self) -> int:
        """The Wound Counters that it costs."""
        return max(0, _ORDER.index(self) - 1)

    @property
    def pins(self) -> bool:
        """Whether the unit is pinned."""
        return self is not Degree.NO_EFFECT


_ORDER = tuple(Degree)


class Degrees(msgspec.Struct, frozen=True, kw_only=True):
    """In how many ways, out of `whole`, each degree comes about."""

    no_effect: int
    pinned: int
    one_wound: int
    two_wounds: int
    whole: int


def degree(roll: int, target_number: int) -> Degree:
    """What an armour die of `roll` does."""
    margin = target_number - roll
    if margin >= GREAT:
        return Degree.NO_EFFECT
    if margin >= 0:
        return Degree.PINNED
    return Degree.ONE_WOUND if margin > -GREAT else Degree.TWO_WOUNDS


def worst(degrees: tuple[Degree, ...]) -> Degree:
    """The degree that counts among the Armor Tests that one Damage Multiplier asks for."""
    return max(degrees, key=_ORDER.index)


def degrees(target_number: int, *, tests: int, reroll: Reroll, dice: Dice = ONE) -> Degrees:
    """The degrees of so many Armor Tests, each thrown with `dice`, of which the worst counts."""
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
