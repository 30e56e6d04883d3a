"""The one thing to do next in a battle: it lies under the thumb of whoever may do it."""

from dataclasses import dataclass

from companion.battleline.match.views import BattleLineView, FlagView
from companion.table.seats import Seat
from companion.table.view import Phase
from web.http.seating import PhoneSeat


@dataclass(frozen=True, kw_only=True)
class NextAct:
    """`side` claims that flag; where there is none, it passes."""

    side: Seat
    flag: int | None = None


def next_act(view: BattleLineView, seat: PhoneSeat, opened: FlagView | None) -> NextAct | None:
    """A claim of this phone's own: of the opened flag, else of the one that the side's claim button takes. Else a pass
    where no Troop card can be laid; None where one comes next, or somebody else.

    A phone that both share is not offered a pass: a moment later the same spot would pass for the other side.
    """
    if view.phase is Phase.ENDED:
        return None
    sides = [side for side in ([seat.side] if seat.side else _in_turn(view)) if view.sides[side.value].claimable]
    for side in sides:
        if opened and opened.flag in view.sides[side.value].claimable:
            return NextAct(side=side, flag=opened.flag)
    if sides:
        return NextAct(side=sides[0], flag=view.sides[sides[0].value].shown)
    if seat.side and view.next == seat.value and _stuck(view, seat.side):
        return NextAct(side=seat.side)
    return None


def _in_turn(view: BattleLineView) -> list[Seat]:
    """Who may claim: whose turn it still is, then whose comes next."""
    return [Seat(side) for side in dict.fromkeys((view.turn, view.next)) if side is not None]


def _stuck(view: BattleLineView, side: Seat) -> bool:
    """Whether this side has no room for a card."""
    flags = (view.flags[number - 1] for number in view.sides[side.value].row)
    return all(flag.holder is not None or len(flag.cards[side.value]) >= flag.slots for flag in flags)
