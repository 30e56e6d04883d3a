"""Line of Sight (Warzone Eternal Core Rules, Line of Sight (“LOS”); Zone (Dense))."""

from enum import Enum
from typing import Annotated

import msgspec

LINES = 5
"""LOS Lines to a unit: one to each of its LOS Points."""


class Los(Enum):
    CLEAR = "clear"
    LIGHT = "light"
    HEAVY = "heavy"
    BLOCKED = "blocked"


class Sight(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """`blocked` of the five LOS Lines. `dense`: the target's base is completely within a Zone (Dense). `cover_contact`:
    it touches the terrain with the Cover trait that obstructs it, or is completely within it where that is a Zone."""

    blocked: Annotated[int, msgspec.Meta(ge=0, le=LINES)] = 0
    dense: bool = False
    cover_contact: bool = False


class SightAnswer(msgspec.Struct, frozen=True, kw_only=True):
    """`modifier` is to the Shoot Action's Target Number, `armor_bonus` to the target's AR; both 0 where nothing can be
    shot at all."""

    los: Los
    modifier: int
    armor_bonus: int
    why: str
    source: str


_SOURCES = {Los.CLEAR: "Clear", Los.LIGHT: "Obstruction", Los.HEAVY: "Obstruction", Los.BLOCKED: "Blocked"}
_MODIFIERS = {Los.LIGHT: -2, Los.HEAVY: -4}


def sight(question: Sight) -> SightAnswer:
    """What the observing unit sees of its target. In a Zone (Dense) that is Heavy Obstruction, whatever the lines."""
    los = Los.HEAVY if question.dense else _by_lines(question.blocked)
    covered = los is Los.HEAVY and question.cover_contact
    return SightAnswer(
        los=los,
        modifier=_MODIFIERS.get(los, 0),
        armor_bonus=2 if covered else 0,
        why=_why(question, los) + (" Cover that it touches adds 2 to its AR." if covered else ""),
        source="Zone (Dense)" if question.dense else _SOURCES[los],
    )


def _by_lines(blocked: int) -> Los:
    if blocked == LINES:
        return Los.BLOCKED
    if blocked >= 3:
        return Los.HEAVY
    return Los.LIGHT if blocked else Los.CLEAR


def _why(question: Sight, los: Los) -> str:
    if question.dense:
        return "Completely within a Zone (Dense): Heavy Obstruction, whatever the LOS Lines."
    said = f"{question.blocked} of {LINES} LOS Lines are Blocked: "
    return (
        said
        + {
            Los.CLEAR: "Clear.",
            Los.LIGHT: "Light Obstruction.",
            Los.HEAVY: "Heavy Obstruction.",
            Los.BLOCKED: "no LOS, so no Shoot Action at it.",
        }[los]
    )
