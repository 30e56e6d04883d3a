"""What lies on one side of a flag, counted once for all the formations that it might become."""

from collections.abc import Sequence
from typing import NamedTuple

from companion.battleline.cards import BEARERS, CAVALRY, LEADERS, VALUES, Card, Colour

LETTERS = "".join(colour.value for colour in Colour)
"""The colours by index, as the notation has them."""
MOST = {**dict.fromkeys(LEADERS, 10), CAVALRY: 8, BEARERS: 3}
"""The highest value of each wild card."""
_PLACES = {
    f"{letter}{value}": (colour, value, 1 << value - 1) for colour, letter in enumerate(LETTERS) for value in VALUES
}
"""Each Troop card's colour by index, its value and its bit among ten."""


class Held(NamedTuple):
    """`cards` are what lies there, `free` the slots left. `colours`: those that all its troops can share, by index.
    `values`: theirs, as a mask of ten bits, `single` if none is there twice. `total`: the sum with the wild cards at
    their highest."""

    cards: Sequence[Card]
    slots: int
    free: int
    colours: Sequence[int]
    values: int
    single: bool
    total: int
    leaders: int
    cavalry: bool
    bearers: bool

    @property
    def wild(self) -> bool:
        """Whether any of them is a wild card."""
        return bool(self.leaders or self.cavalry or self.bearers)


def counted(cards: Sequence[Card], slots: int) -> Held:
    """These cards, no more than `slots`, on a side that has so many slots."""
    colours: Sequence[int] = range(len(LETTERS))
    values, total, leaders, single = 0, 0, 0, True
    for card in cards:
        if card in _PLACES:
            colour, value, bit = _PLACES[card]
            colours = (colour,) if colour in colours else ()
            single = single and not values & bit
            values |= bit
            total += value
        else:
            leaders += card in LEADERS
            total += MOST[card]
    free = slots - len(cards)
    return Held(cards, slots, free, colours, values, single, total, leaders, CAVALRY in cards, BEARERS in cards)
