"""Works out falls, and jumps that may end in one."""

import msgspec

from companion.fields.invalid import Invalid
from companion.ledger import Ledger, Line
from companion.warzone.abilities.ability import CARD
from companion.warzone.attacks.armor import ArmorAnswer, unaimed_hit
from companion.warzone.attacks.target import Target
from companion.warzone.choices import WarzoneChoices
from companion.warzone.sums.ways import MOVE, Inches, MaybeInches, Mv, half, halving, inches, rounded_up, whole_inches

# Falls (Warzone Eternal Core Rules, Falling; Rounding Up).

FALLING = "Falling"
HIGHEST = 36
"""Is in inches: as high as a Battlefield is wide."""


class Fall(Target, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Asks for the fall of a unit of MV `mv` from `height` inches.

    `gymnastic` halves them. `cover` and `dive` do not help it, and a line says so.
    """

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
    """Returns the result of the fall. Raises Invalid."""
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
    """Compares a fall of `height` with half the MV, both rounded up. Raises Invalid, naming the height."""
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


# Jumps (Warzone Eternal Core Rules, Jumping; Falling).

JUMPING = "Jumping"


class Jump(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Asks for a jump over `gap` inches, from take-off to landing.

    `moved` are the inches gone before in the same Move or Charge. `height` says how far below its start the landing is.
    With `down` it jumps down there. Such a jump counts at least that height, also without a `gap`.
    """

    mv: Mv
    gap: MaybeInches = ""
    moved: MaybeInches = ""
    height: MaybeInches = ""
    down: bool = False
    gymnastic: bool = False


class JumpAnswer(msgspec.Struct, frozen=True, kw_only=True):
    """`distance`: how far it can jump. `lands`: it gets to where it would; else it falls after `distance`. `fall` is
    None where it does not fall, or from a height that is not given."""

    distance: Ledger
    lands: bool
    fall: Drop | None
    why: str
    source: str = JUMPING


def jump(question: Jump) -> JumpAnswer:
    """Returns whether the jump lands, and the fall that it ends in.

    All distances are rounded up. A jump down from a height is a fall of that height (Falling). Raises Invalid.
    """
    depth = whole_inches(question.height)
    if question.down and not depth:
        raise Invalid("height", "is missing: how far down it jumps")
    wanted = max(whole_inches(question.gap) or 0, (depth or 0) if question.down else 0)
    if not wanted:
        raise Invalid("gap", "is missing: the inches from take-off to landing")
    distance = Ledger.of(_lines(question))
    lands = wanted <= distance.value
    falls = (question.down or not lands) and depth is not None
    return JumpAnswer(
        distance=distance,
        lands=lands,
        fall=drop(question.height, mv=question.mv, gymnastic=question.gymnastic) if falls else None,
        why=_why(wanted, distance.value, lands=lands),
    )


def _lines(question: Jump) -> list[Line]:
    moved = whole_inches(question.moved) or 0
    if moved > question.mv:
        raise Invalid("moved", f"must be up to MV {question.mv}, got {moved}")
    return [Line("MV", question.mv, MOVE), *([Line("Moved before", -moved, JUMPING)] if moved else [])]


def _why(wanted: int, can: int, *, lands: bool) -> str:
    if not lands:
        return f"{wanted}″ is {wanted - can}″ too far: after {can}″ it falls."
    left = can - wanted
    return f"{wanted}″ of {can}″; {left}″ left to move on with." if left else f"{wanted}″ of {can}″."
