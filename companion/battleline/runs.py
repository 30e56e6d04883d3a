"""Consecutive values, for Wedges and Skirmish Lines, and which of them wild cards take (Battle Line, Formations).

Sets of values are masks of ten bits, the lowest value first.
"""

from functools import cache

from companion.battleline.cards import BEARERS, CAVALRY, LEADERS, VALUES, Card
from companion.battleline.held import Held

_EIGHT = 1 << 7
_LOW = 0b111


@cache
def runs(slots: int, values: int) -> tuple[tuple[int, int], ...]:
    """Consecutive values with all of `values` among them: those they add, as a mask, and their sum, from the top."""
    return tuple(
        (window & ~values, slots * (2 * low + slots - 1) // 2)
        for low in range(11 - slots, 0, -1)
        if not values & ~(window := (1 << slots) - 1 << low - 1)
    )


def from_troops(side: Held, gaps: int, to_come: int) -> int | None:
    """Which of the values still missing troops must bring once the wild cards have theirs; None if that cannot be.

    `gaps` and `to_come`, the values that troops can still bring, are masks of ten bits. There are as many gaps as wild
    cards and free slots.
    """
    if side.cavalry:
        if not gaps & _EIGHT:
            return None
        gaps ^= _EIGHT
    if side.bearers:
        low = gaps & _LOW & ~to_come or gaps & _LOW
        if not low:
            return None
        gaps ^= low & -low
    for _ in range(side.leaders):
        value = gaps & ~to_come or gaps
        gaps ^= value & -value
    return None if gaps & ~to_come else gaps


def in_run(side: Held, gaps: int) -> dict[Card, int]:
    """Which of consecutive values each wild card has, if together they have all of the mask `gaps`."""
    if not gaps:
        return {}
    left = [value for value in VALUES if gaps >> value - 1 & 1]
    values = {}
    if side.cavalry:
        values[CAVALRY] = 8
        left.remove(8)
    if side.bearers:
        values[BEARERS] = left.pop(0)
    for card in side.cards:
        if card in LEADERS:
            values[card] = left.pop()
    return values
