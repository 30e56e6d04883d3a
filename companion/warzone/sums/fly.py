"""Flights (Warzone Eternal Core Rules, Fly; Ambush)."""

import msgspec

from companion.ledger import NOTHING, Ledger, Line
from companion.warzone.sums.inches import MaybeInches, whole_inches
from companion.warzone.sums.ways import MOVE, Mv

FLY = "Fly"
AMBUSHED = -4
"""To the Target Number of shots at a unit that flies."""


class Fly(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A Fly Action of `distance` inches. `flight`: the unit has that ability. `into_enclosed`: it would end
    within Enclosed terrain."""

    mv: Mv
    distance: MaybeInches = ""
    into_enclosed: bool = False
    flight: bool = True


class FlyAnswer(msgspec.Struct, frozen=True, kw_only=True):
    """`may`: whether it can fly there, as far as that is known; `why` not. `ambush` is what its flight does to the
    Target Number of shots at it, `steps` what holds during it."""

    may: bool
    distance: Ledger
    why: str
    ambush: Ledger
    steps: tuple[str, ...]
    source: str = FLY


def fly(question: Fly) -> FlyAnswer:
    """How far the unit flies, and who may stop it. The distance is rounded up."""
    if not question.flight:
        why = "Only a unit with Flight may."
        return FlyAnswer(may=False, distance=NOTHING, why=why, ambush=NOTHING, steps=())
    distance = flown(question.mv)
    wanted = whole_inches(question.distance)
    why = ""
    if question.into_enclosed:
        why = "It may not Fly into Enclosed terrain."
    elif wanted is not None and wanted > distance.value:
        why = f"{wanted}″ is {wanted - distance.value}″ too far."
    return FlyAnswer(
        may=not why,
        distance=distance,
        why=why,
        ambush=Ledger.of([Line("Shot at while it flies", AMBUSHED, FLY)]),
        steps=(
            "A Move or a Charge in a straight line, over terrain and units.",
            "An Ambush may shoot at it with Clear LOS, but not from within Enclosed terrain.",
            "Only a unit with Flight may Ambush it with a Charge.",
        ),
    )


def flown(mv: int) -> Ledger:
    """How far a Fly Action goes."""
    return Ledger.of([Line("MV", mv, MOVE), Line("Fly: double", mv, FLY)])
