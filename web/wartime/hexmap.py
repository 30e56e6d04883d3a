"""The board as a drawing: where each hex lies, and where what is marked on it goes.

Measured in the drawing's own units. A hex stands on a point and is WIDE across, so that one unit is a pixel where the
map is shown at the size of a thumb.
"""

import math
from collections.abc import Container, Sequence

from companion.wartime.referee.board import CENTRES, Hex

WIDE = 46.0
"""Across a hex, from side to side, so that what is drawn of it is 44: the smallest target that a thumb meets."""
SIDE = WIDE / math.sqrt(3)
PITCH = SIDE * 1.5
"""From one row to the next."""
MARGIN = 3.0
WIDTH = round(13 * WIDE + 2 * MARGIN, 1)
HEIGHT = round(8 * PITCH + 2 * SIDE + 2 * MARGIN, 1)
TOKEN = 17.0
"""So far from its middle a token lies in its hex."""
INSET = 1.0
"""What each hex leaves free around it, so that felt shows between two."""

Point = tuple[float, float]


def centre(hex: Hex) -> Point:
    """The middle of a hex."""
    half_hexes, row = CENTRES[hex]
    return round(MARGIN + (half_hexes - 1) * WIDE / 2, 1), round(MARGIN + SIDE + row * PITCH, 1)


def outline() -> str:
    """A hex around its middle, as the points of a polygon."""
    radius = SIDE - INSET
    angles = [math.radians(60 * n - 90) for n in range(6)]
    return " ".join(f"{radius * math.cos(angle):.1f},{radius * math.sin(angle):.1f}" for angle in angles)


def between(one: Hex, other: Hex) -> str:
    """The side that two touching hexes share, as the points of a line."""
    (x1, y1), (x2, y2) = centre(one), centre(other)
    x, y = (x1 + x2) / 2, (y1 + y2) / 2
    dx, dy = (y2 - y1) / WIDE * SIDE / 2, (x1 - x2) / WIDE * SIDE / 2
    return f"{x - dx:.1f},{y - dy:.1f} {x + dx:.1f},{y + dy:.1f}"


def course(hexes: Sequence[Hex], *, taken: Container[Hex] = ()) -> str:
    """The points of a line through the middles of hexes, which leaves alone what stands in its first hex, and in its
    last if that is `taken`."""
    points = [centre(each) for each in hexes]
    if len(points) > 1:
        first, last = _aside(points[0], points[1]), _aside(points[-1], points[-2])
        points = [first, *points[1:-1], last if hexes[-1] in taken else points[-1]]
    return " ".join("{:g},{:g}".format(*each) for each in points)


def _aside(at: Point, to: Point) -> Point:
    """At the edge of a token in the middle of a hex, on the way to another middle."""
    part = TOKEN / math.dist(at, to)
    return round(at[0] + (to[0] - at[0]) * part, 1), round(at[1] + (to[1] - at[1]) * part, 1)
