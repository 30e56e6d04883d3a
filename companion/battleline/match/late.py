"""How late a flag was claimed."""

from collections.abc import Sequence

from companion.battleline.cards import TROOPS
from companion.battleline.claim import claim, unseen
from companion.battleline.flag import Who
from companion.battleline.match import events as e
from companion.battleline.match.claims import not_now
from companion.battleline.match.state import State
from companion.table.seats import Seat


def late(claimed: e.Claimed, before: Sequence[State]) -> int:
    """How many of its own turns earlier the side could have made this claim, to which these states led, the opening
    first.

    It could since its turn first came while the cards proved the claim, as they did without a break from then on: what
    a Tactics card, or a tap put right, took out of its hands meanwhile counts from when it had it again.
    """
    turns = _turns(claimed.side, before)
    first = turns[-1]
    for state, turn in zip(reversed(before), reversed(turns), strict=True):
        if not _proven(state, claimed.flag, claimed.side):
            break
        if not_now(state, claimed.side) is None:
            first = turn
    return turns[-1] - first


def _turns(side: Seat, states: Sequence[State]) -> list[int]:
    """To which of the side's turns, counted from 1, a claim of its in each state would belong: the one that is on, or
    the next, which a claim begins."""
    turns, begun, was = [], 0, None
    for state in states:
        begun += state.turn is side and was is not side
        was = state.turn
        turns.append(begun if was is side else begun + 1)
    return turns


def _proven(state: State, number: int, side: Seat) -> bool:
    """Whether the cards let this side claim the flag: what `companion.battleline.match.claims` finds of all nine."""
    flag = state.flag(number)
    seen = flag if state.layout.who(number, side) is Who.MINE else flag.turned()
    left = unseen((), (piece for piece in state.lying if piece in TROOPS))
    return claim(seen, left, state.choices).claimable
