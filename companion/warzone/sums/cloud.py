"""Whether a cloud stays (Warzone Eternal Core Rules, Cloud Area of Effect)."""

from fractions import Fraction
from typing import Annotated

import msgspec

from companion.warzone.chances.chance import Chance
from companion.warzone.chances.dice import FACES, up_to

CLOUD = "Cloud Area of Effect"
DISPERSES = 11
"""From this roll in an End Turn Phase on, it is gone."""


class Cloud(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A Cloud's Threat Zone; `turns`: End Turn Phases to look ahead; `roll`: this one's d20, once it is rolled."""

    turns: Annotated[int, msgspec.Meta(ge=1, le=5)] = 1
    roll: Annotated[int, msgspec.Meta(ge=1, le=FACES)] | None = None


class CloudAnswer(msgspec.Struct, frozen=True, kw_only=True):
    """`gone`: that it has dissipated after so many End Turn Phases; `dissipates`: what the given roll did."""

    gone: Chance
    lingers: Chance
    dissipates: bool | None
    why: str
    source: str = CLOUD


def cloud(question: Cloud) -> CloudAnswer:
    """Whether the cloud is still there: in each End Turn Phase a d20 of 11 or more ends it."""
    lingers = Fraction(up_to(DISPERSES - 1), FACES) ** question.turns
    dissipates = None if question.roll is None else question.roll >= DISPERSES
    why = "In each End Turn Phase you roll a d20 for it: on 11 or more it is gone, on 10 or less it stays where it is."
    return CloudAnswer(
        gone=Chance.of((1 - lingers).numerator, (1 - lingers).denominator),
        lingers=Chance.of(lingers.numerator, lingers.denominator),
        dissipates=dissipates,
        why=why,
    )
