"""Two minutes of Battle Line that play themselves: three flags are claimed in a row, each with its proof."""

from collections.abc import Iterator

from companion.battleline.match import commands as c
from companion.demo import Beat
from companion.table.seats import Seat

LAID = (
    (1, "R10"),
    (4, "B1"),
    (1, "R9"),
    (4, "B2"),
    (1, "R8"),
    (5, "B3"),
    (2, "G10"),
    (5, "B4"),
    (2, "G9"),
    (6, "B5"),
    (2, "G8"),
    (6, "B6"),
    (3, "P10"),
    (7, "O1"),
    (3, "P9"),
    (7, "O2"),
    (3, "P8"),
)
"""The flags at which the two lay in turn, and their cards."""
BETWEEN_S = 6


def _beats() -> Iterator[Beat]:
    at_s = 3
    for number, (flag, piece) in enumerate(LAID):
        side = (Seat.GOLD, Seat.RED)[number % 2]
        yield Beat(at_s, c.Lay(side=side, flag=flag, piece=piece))
        if number % 6 == 4:
            yield Beat(at_s + 3, c.Claim(side=side, flag=flag))
        at_s += BETWEEN_S


SCRIPT = tuple(_beats())
