"""Jumps (Warzone Eternal Core Rules, Jumping; Falling)."""

import msgspec

from companion.fields.invalid import Invalid
from companion.ledger import Ledger, Line
from companion.warzone.sums.fall import Drop, drop
from companion.warzone.sums.inches import MaybeInches, whole_inches
from companion.warzone.sums.ways import MOVE, Mv

JUMPING = "Jumping"


class Jump(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A jump over `gap` inches, from take-off to landing, after `moved` inches of the same Move or Charge. `height`:
    how deep it is below. `down`: it jumps down there; without a `gap` straight down."""

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
    """Whether the jump gets there, and the fall that it ends in. All distances are rounded up. Raises Invalid.

    A jump down from a height is a fall of that height (Falling).
    """
    if question.down and whole_inches(question.height) is None:
        raise Invalid("height", "is missing: how far down it jumps")
    wanted = whole_inches(question.gap)
    if wanted is None:
        wanted = whole_inches(question.height) if question.down else None
    if wanted is None:
        raise Invalid("gap", "is missing: the inches from take-off to landing")
    distance = Ledger.of(_lines(question))
    lands = wanted <= distance.value
    falls = (question.down or not lands) and whole_inches(question.height) is not None
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
