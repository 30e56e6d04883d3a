"""The flags of a battle as one phone sees them: its own lines first, its side of each at the bottom."""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import groupby

from companion.battleline.match.views import BattleLineView, FlagView
from companion.table.seats import Seat


@dataclass(frozen=True, kw_only=True)
class Line:
    """The flags between two seats, from left to right; `near` is drawn below them, `far` above."""

    near: Seat
    far: Seat
    flags: Sequence[FlagView]


def lines(view: BattleLineView, seat: Seat) -> list[Line]:
    """Every line, those before `seat` first and as it sees them from there; of three players, the one between the two
    others comes last, as one of them sees it."""
    row = view.sides[seat.value].row
    own = [view.flags[number - 1] for number in row]
    found = [Line(near=seat, far=far, flags=tuple(flags)) for far, flags in groupby(own, lambda flag: _far(flag, seat))]
    rest = [flag for flag in view.flags if flag.flag not in row]
    if rest:
        near, far = map(Seat, rest[0].cards)
        seen = [view.flags[number - 1] for number in view.sides[near.value].row]
        found.append(Line(near=near, far=far, flags=[flag for flag in seen if flag in rest]))
    return found


def _far(flag: FlagView, seat: Seat) -> Seat:
    return next(Seat(side) for side in flag.cards if side != seat.value)
