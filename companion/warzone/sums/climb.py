"""Climbs (Warzone Eternal Core Rules, Climbing; Climbable)."""

import msgspec

from companion.ledger import Ledger, Line
from companion.warzone.abilities.described import CARD
from companion.warzone.sums.inches import MaybeInches, whole_inches
from companion.warzone.sums.ways import ROUGH, TRAILBLAZE, Mv, half, halving

CLIMBING, CLIMBABLE = "Climbing", "Climbable"
ACTIONS = 2
"""In one Activation."""


class Climb(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A unit that Climbs `height` inches, up or down. `gymnastic`: to it all terrain is Climbable. `rough`: the terrain
    has the Rough trait too."""

    mv: Mv
    height: MaybeInches = ""
    climbable: bool = False
    rough: bool = False
    gymnastic: bool = False
    trailblaze: bool = False


class ClimbAnswer(msgspec.Struct, frozen=True, kw_only=True):
    """`distance` of one Climb Action; `actions` that the height takes, None without one; `steps` to keep in mind."""

    distance: Ledger
    actions: int | None
    why: str
    steps: tuple[str, ...]
    source: str = CLIMBING


def climb(question: Climb) -> ClimbAnswer:
    """How high a Climb Action goes, and how many it takes."""
    distance = Ledger.of(_lines(question))
    height = whole_inches(question.height)
    actions = None if height is None else -(-height // distance.value)
    why = f"{distance.value}″ with each Climb Action."
    if actions is not None:
        plural = "" if actions == 1 else "s"
        turns = "" if actions <= ACTIONS else f", so {-(-actions // ACTIONS)} Activations"
        why = f"{height}″ at {distance.value}″ each: {actions} Climb Action{plural}{turns}."
    return ClimbAnswer(
        distance=distance,
        actions=actions,
        why=why,
        steps=(
            "Begin in base contact with it. What is left over at the top only makes room for the base.",
            "A new Pinned or Wound Counter on the way, or in mid-Climb, and it falls from there.",
        ),
    )


def _lines(question: Climb) -> list[Line]:
    lines = [Line("MV", question.mv, CLIMBING)]
    if question.rough and question.trailblaze:
        lines.append(Line(TRAILBLAZE, 0, CARD))
    elif question.rough:
        lines.append(halving(question.mv, "Rough", ROUGH))
    moving = Ledger.of(lines).value
    if question.climbable:
        lines.append(Line("Climbable: full MV", 0, CLIMBABLE))
    elif question.gymnastic:
        lines.append(Line("Gymnastic: as Climbable, full MV", 0, CARD))
    else:
        lines.append(Line("Climb: half, rounded up", half(moving) - moving, CLIMBING))
    return lines
