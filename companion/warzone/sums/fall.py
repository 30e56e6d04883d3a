"""Falls (Warzone Eternal Core Rules, Falling; Rounding Up)."""

from typing import Annotated

import msgspec

from companion.fields.invalid import Invalid
from companion.ledger import Ledger, Line
from companion.warzone.attacks.armor import ArmorAnswer, unaimed_hit
from companion.warzone.attacks.target import Target
from companion.warzone.choices import WarzoneChoices
from companion.warzone.sums.inches import Inches, inches, rounded_up

FALLING = "Falling"
HIGHEST = 36
"""Inches: as high as a Battlefield is wide."""


class Fall(Target, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A unit of MV `mv` that falls `height` inches. `cover` and `dive` do not help it, and say so."""

    height: Inches
    mv: Annotated[int, msgspec.Meta(ge=1, le=24)]


class FallAnswer(msgspec.Struct, frozen=True, kw_only=True):
    """`due`: whether the fall is deep enough for an Armor Test; without one there is neither damage nor armour."""

    due: bool
    height: int
    safe: int
    damage: Ledger | None
    armor: ArmorAnswer | None
    why: str


def fall(question: Fall, choices: WarzoneChoices) -> FallAnswer:
    """What the fall does. Height and half the MV are both rounded up before they are compared. Raises Invalid."""
    height = rounded_up(inches(question.height))
    if height > HIGHEST:
        raise Invalid("height", f"must be up to {HIGHEST} inches, got {height}")
    safe = -(-question.mv // 2)
    if height <= safe:
        why = f"{height} inches is no more than half of MV {question.mv}, {safe}: no Armor Test."
        return FallAnswer(due=False, height=height, safe=safe, damage=None, armor=None, why=why)
    damage = Ledger.of([Line(f"3 for each of {height} inches", 3 * height, FALLING)])
    armor = unaimed_hit(question, damage.value, choices)
    why = f"{height} inches is more than half of MV {question.mv}, {safe}: an Armor Test against DAM {damage.value}."
    return FallAnswer(due=True, height=height, safe=safe, damage=damage, armor=armor, why=why)
