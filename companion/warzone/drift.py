"""What drifts: things that Scatter, and clouds (Warzone Eternal Core Rules, Scatter; Cloud Area of Effect)."""

from fractions import Fraction
from typing import Annotated

import msgspec

from companion.ledger import Ledger, Line
from companion.warzone.chance import Chance
from companion.warzone.dice import FACES, up_to

CLOUD = "Cloud Area of Effect"
STAYS_UP_TO = 10


class Scatter(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """`distance`: the inches that the rule or ability says."""

    distance: Annotated[int, msgspec.Meta(ge=0, le=48)]


class ScatterAnswer(msgspec.Struct, frozen=True, kw_only=True):
    """How far it goes, and how the die tells the direction."""

    distance: Ledger
    steps: tuple[str, ...]
    source: str = "Scatter"


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


def scatter(question: Scatter) -> ScatterAnswer:
    """The die says where to, its number does not count; the rule that scatters says how far."""
    return ScatterAnswer(
        distance=Ledger.of([Line("From the rule that scatters it", question.distance, "Scatter")]),
        steps=(
            "Roll a d20 as near to the target point as you can.",
            "Look at the triangle on top: its upper point is the direction. The number means nothing.",
            f"Move it {question.distance} inches that way.",
        ),
    )


def cloud(question: Cloud) -> CloudAnswer:
    """Whether the cloud is still there: in each End Turn Phase a d20 of 11 or more ends it."""
    lingers = Fraction(up_to(STAYS_UP_TO), FACES) ** question.turns
    dissipates = None if question.roll is None else question.roll > STAYS_UP_TO
    why = "In each End Turn Phase you roll a d20 for it: on 11 or more it is gone, on 10 or less it stays where it is."
    return CloudAnswer(
        gone=Chance.of((1 - lingers).numerator, (1 - lingers).denominator),
        lingers=Chance.of(lingers.numerator, lingers.denominator),
        dissipates=dissipates,
        why=why,
    )
