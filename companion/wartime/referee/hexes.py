"""The game board's 113 hexes: their names, their neighbours and where they lie.

WarTime Rulebook, Game Board, prints the board without names. Here its rows are A to I from the top; A, C, E, G and I
have the columns 1 to 13, the rows between have 1 to 12 and sit half a hex to the right.
"""

from typing import Annotated, TypeAlias

import msgspec

Hex: TypeAlias = Annotated[str, msgspec.Meta(max_length=8)]
"""The name of a hex, `C5`."""

ROWS = "ABCDEFGHI"


def _columns(row: int) -> int:
    return 12 if row % 2 else 13


HEXES: tuple[Hex, ...] = tuple(
    f"{letter}{column}" for row, letter in enumerate(ROWS) for column in range(1, _columns(row) + 1)
)
"""Every hex of the board, row by row."""

CENTRES: dict[Hex, tuple[int, int]] = {
    f"{letter}{column}": (2 * column + row % 2, row)
    for row, letter in enumerate(ROWS)
    for column in range(1, _columns(row) + 1)
}
"""Where each hex's middle is: x in half hexes to the right, y in rows down. On paper, where neighbours are 1 apart, a
half hex is 1/2 and a row is √3/2."""

_BY_CENTRE = {centre: name for name, centre in CENTRES.items()}
_STEPS = ((-1, -1), (1, -1), (-2, 0), (2, 0), (-1, 1), (1, 1))

NEIGHBOURS: dict[Hex, tuple[Hex, ...]] = {
    name: tuple(_BY_CENTRE[x + dx, y + dy] for dx, dy in _STEPS if (x + dx, y + dy) in _BY_CENTRE)
    for name, (x, y) in CENTRES.items()
}
"""The hexes that each hex touches, in the order of HEXES."""


def distance(one: Hex, other: Hex) -> int:
    """Hexes from `one` to `other` on an empty board: 0 to itself, 1 to a neighbour."""
    (x, y), (to_x, to_y) = CENTRES[one], CENTRES[other]
    across, down = abs(to_x - x), abs(to_y - y)
    return down + max(0, across - down) // 2


def astray(at: Hex, *, start: Hex, end: Hex) -> int:
    """How far `at` lies beside the straight line from `start` to `end`; for comparing hexes on the same line only."""
    (x, y), (from_x, from_y), (to_x, to_y) = CENTRES[at], CENTRES[start], CENTRES[end]
    return abs((x - from_x) * (to_y - from_y) - (y - from_y) * (to_x - from_x))
