"""How far a unit may go (Warzone Eternal Core Rules, Move Action; Rough)."""

import msgspec

from companion.choices import Chosen
from companion.ledger import Ledger
from companion.warzone.choices import WarzoneChoices
from companion.warzone.sums.inches import MaybeInches, whole_inches
from companion.warzone.sums.ways import Mv, Way, has, leans_on, left, left_in_rough, needed


class Move(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A Move Action of a unit of MV `mv`. `in_clear` and `in_rough`: the inches of it that are gone, or wanted, in
    the clear and in contact with Rough terrain."""

    mv: Mv
    in_clear: MaybeInches = ""
    in_rough: MaybeInches = ""
    trailblaze: bool = False


class MoveAnswer(msgspec.Struct, frozen=True, kw_only=True):
    """`needed`: what the way asks for, and `has` what the unit has for it, in inches; `fits` whether that is enough.
    `left` in the clear from there on, and `left_in_rough` if it is Rough; both None where the way is too far."""

    fits: bool
    needed: Ledger
    has: Ledger
    left: Ledger | None
    left_in_rough: Ledger | None
    why: str
    choices: tuple[Chosen, ...]


def move(question: Move, choices: WarzoneChoices) -> MoveAnswer:
    """What the unit's MV is good for. Distances are rounded up."""
    way = Way(
        clear=whole_inches(question.in_clear) or 0,
        rough=whole_inches(question.in_rough) or 0,
        trailblaze=question.trailblaze,
    )
    asks, owns = needed(way, choices), has(question.mv, way, choices)
    short = asks.value - owns.value
    fits = short <= 0
    return MoveAnswer(
        fits=fits,
        needed=asks,
        has=owns,
        left=left(question.mv, way, choices) if fits else None,
        left_in_rough=left_in_rough(question.mv, way, choices) if fits else None,
        why="You may stop at any time." if fits else f"It needs {asks.value}″ and has {owns.value}″: {short}″ short.",
        choices=leans_on(way, choices),
    )
