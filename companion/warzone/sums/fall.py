"""Falls (Warzone Eternal Core Rules, Falling; Rounding Up)."""

import msgspec

from companion.fields.invalid import Invalid
from companion.ledger import Ledger, Line
from companion.warzone.abilities.described import CARD
from companion.warzone.attacks.armor import ArmorAnswer, unaimed_hit
from companion.warzone.attacks.target import Target
from companion.warzone.choices import WarzoneChoices
from companion.warzone.sums.inches import Inches, inches, rounded_up
from companion.warzone.sums.ways import Mv, half, halving

FALLING = "Falling"
HIGHEST = 36
"""Inches: as high as a Battlefield is wide."""


class Fall(Target, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A unit of MV `mv` that falls `height` inches. `gymnastic`: half of them. `cover` and `dive` do not help it, and
    say so."""

    height: Inches
    mv: Mv
    gymnastic: bool = False


class Drop(msgspec.Struct, frozen=True, kw_only=True):
    """`height`: the inches that count. `due`: whether they are enough for an Armor Test, which is then against
    `damage`; up to `safe` inches they are not."""

    due: bool
    height: Ledger
    safe: int
    damage: Ledger | None
    why: str


class FallAnswer(msgspec.Struct, frozen=True, kw_only=True):
    """`due`: whether the fall is deep enough for an Armor Test; without one there is neither damage nor armour.
    `counted`: how `height` comes about."""

    due: bool
    height: int
    safe: int
    damage: Ledger | None
    armor: ArmorAnswer | None
    why: str
    counted: Ledger


def fall(question: Fall, choices: WarzoneChoices) -> FallAnswer:
    """What the fall does. Raises Invalid."""
    found = drop(question.height, mv=question.mv, gymnastic=question.gymnastic)
    return FallAnswer(
        due=found.due,
        height=found.height.value,
        safe=found.safe,
        damage=found.damage,
        armor=unaimed_hit(question, found.damage.value, choices) if found.damage else None,
        why=found.why,
        counted=found.height,
    )


def drop(height: Inches, *, mv: int, gymnastic: bool) -> Drop:
    """What a fall of `height` amounts to. Height and half the MV are both rounded up before they are compared. Raises
    Invalid, naming the height."""
    fallen = rounded_up(inches(height))
    if fallen > HIGHEST:
        raise Invalid("height", f"must be up to {HIGHEST} inches, got {fallen}")
    lines = [Line("Height", fallen, FALLING)]
    if gymnastic:
        lines.append(halving(fallen, "Gymnastic", CARD))
    counted, safe = Ledger.of(lines), half(mv)
    deep = counted.value
    if deep <= safe:
        why = f"{deep} inches is no more than half of MV {mv}, {safe}: no Armor Test."
        return Drop(due=False, height=counted, safe=safe, damage=None, why=why)
    damage = Ledger.of([Line(f"3 for each of {deep} inches", 3 * deep, FALLING)])
    why = f"{deep} inches is more than half of MV {mv}, {safe}: an Armor Test against DAM {damage.value}."
    return Drop(due=True, height=counted, safe=safe, damage=damage, why=why)
