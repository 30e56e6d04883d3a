"""What results count, as the event chooses. The defaults are table choices: no rulebook prescribes them."""

from enum import Enum
from typing import Annotated

import msgspec

Worth = Annotated[int, msgspec.Meta(ge=0, le=1000)]


class Scoring(msgspec.Struct, frozen=True, kw_only=True):
    """Match points for each result. Whole numbers: whoever wants half a point for a draw gives 2, 1 and 0."""

    win: Worth = 3
    draw: Worth = 1
    loss: Worth = 0
    bye: Worth = 3


class Tiebreak(Enum):
    """What decides between equal points. A bye has no opponent: it counts in none of them.

    BUCHHOLZ: the points of all opponents together. SONNEBORN_BERGER: the points of opponents beaten, and half of those
    drawn with. OPPONENTS_WINS: the mean, over opponents, of the part of their matches that they won, a draw being half
    of one. DIFFERENCE: the game's own points made, less those given away. HEAD_TO_HEAD: match points among those who
    are still level, if each of them has met each other one; otherwise nothing.
    """

    BUCHHOLZ = "buchholz"
    SONNEBORN_BERGER = "sonneborn-berger"
    OPPONENTS_WINS = "opponents-wins"
    DIFFERENCE = "difference"
    HEAD_TO_HEAD = "head-to-head"


DEFAULT_TIEBREAKS = (Tiebreak.BUCHHOLZ, Tiebreak.SONNEBORN_BERGER, Tiebreak.DIFFERENCE)
