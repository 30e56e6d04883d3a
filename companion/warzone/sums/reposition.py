"""Reposition (Warzone Eternal Core Rules, Reposition; Rough)."""

import msgspec

from companion.ledger import NOTHING, Ledger, Line
from companion.warzone.abilities.described import CARD
from companion.warzone.sums.ways import ROUGH, TRAILBLAZE

REPOSITION = "Reposition"
FAR, IN_ROUGH, HYPERACTIVE = 2, 1, 4
"""Inches; the last with a Hyperactivator."""


class Reposition(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """`rough`: it is in contact with Rough terrain. `hyperactivator`: the unit is designated with that asset.
    `zombie`: it has that ability, and no Controller within reach."""

    rough: bool = False
    is_engaged: bool = False
    hyperactivator: bool = False
    trailblaze: bool = False
    zombie: bool = False


class RepositionAnswer(msgspec.Struct, frozen=True, kw_only=True):
    """How far, 0 where it `may` not, and what else it asks for."""

    may: bool
    distance: Ledger
    steps: tuple[str, ...]
    source: str = REPOSITION


def reposition(question: Reposition) -> RepositionAnswer:
    """How far the unit may Reposition. In Rough the book says 1 inch, whatever it is else."""
    if question.is_engaged or question.zombie:
        why = "An Engaged unit may not." if question.is_engaged else "A Zombie needs a Controller near."
        return RepositionAnswer(may=False, distance=NOTHING, steps=(why,))
    lines = [Line("Reposition", FAR, REPOSITION)]
    if question.hyperactivator:
        lines.append(Line("Hyperactivator: 4 inches", HYPERACTIVE - FAR, "Hyperactivator"))
    if question.rough and question.trailblaze:
        lines.append(Line(TRAILBLAZE, 0, CARD))
    elif question.rough:
        lines.append(Line("Rough: 1 inch", IN_ROUGH - Ledger.of(lines).value, ROUGH))
    return RepositionAnswer(
        may=True,
        distance=Ledger.of(lines),
        steps=(
            "Any direction, once per Activation, before or after an Action.",
            "It must end in contact with a Terrain Feature.",
            "It takes no Action; an enemy may Ambush it.",
        ),
    )
