"""How far a Commander is from its own Side of the Battlefield (Warzone Eternal Core Rules, Lead from the Front)."""

from typing import Annotated

import msgspec

from companion.ledger import Ledger, Line

LEAD = "Lead from the Front"
FURTHEST = 99
Distance = Annotated[int, msgspec.Meta(ge=0, le=FURTHEST, description="Inches, rounded up")]
Count = Annotated[int, msgspec.Meta(ge=0, le=60)]


class Stand(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """`distance` in inches, rounded up, from the Force's Side to the far edge of the Commander's base; `front` Friendly
    Units are further from that Side than it, `behind` closer."""

    distance: Distance
    front: Count = 0
    behind: Count = 0


def reach(stand: Stand) -> Ledger:
    """The distance that counts: halved where more Friendly Units are in front of the Commander than behind. Half an
    inch counts as a whole one (Rounding Up)."""
    lines = [Line("Measured", stand.distance, LEAD)]
    if stand.front > stand.behind:
        lines.append(Line(f"Halved: {stand.front} in front, {stand.behind} behind", -(stand.distance // 2), LEAD))
    return Ledger.of(lines)
