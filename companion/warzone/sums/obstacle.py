"""Terrain in the way, by its height (Warzone Eternal Core Rules, Move Action; Climbable)."""

from enum import Enum

import msgspec

from companion.fields.invalid import Invalid
from companion.warzone.sums.inches import Inches, inches, rounded_up
from companion.warzone.sums.ways import MOVE, half


class Over(Enum):
    """How a unit gets over it."""

    FREE = "free"
    ROUGH = "rough"
    CLIMB = "climb"


class Obstacle(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A Terrain Feature `height` inches tall before a unit of `model` inches. `rough`: it has the Rough trait."""

    height: Inches
    model: Inches
    rough: bool = False
    trailblaze: bool = False


class ObstacleAnswer(msgspec.Struct, frozen=True, kw_only=True):
    """`free` and `as_rough`: up to so many whole inches it does not impede the unit, and is as Rough."""

    over: Over
    free: int
    as_rough: int
    why: str
    source: str = MOVE


def obstacle(question: Obstacle) -> ObstacleAnswer:
    """Whether the unit walks over it. All heights are rounded up. Raises Invalid."""
    height, model = rounded_up(inches(question.height)), rounded_up(inches(question.model))
    if not model:
        raise Invalid("model", "must be more than 0 inches")
    free = half(model)
    said = f"{height}″ tall, the unit {model}″: "
    if height > model:
        over, why = Over.CLIMB, said + "taller than the unit, so it must be Climbed."
    elif height <= free and not question.rough:
        over, why = Over.FREE, said + "up to half of its height does not impede it."
    elif question.trailblaze:
        over, why = Over.FREE, said + "as Rough, which Trailblaze ignores."
    elif height <= free:
        over, why = Over.ROUGH, said + "low enough, but it has the Rough trait."
    else:
        over, why = Over.ROUGH, said + "more than half of its height is as Rough."
    return ObstacleAnswer(over=over, free=free, as_rough=model, why=why)
