"""The four Deployment Types, to scale.

All in inches, x to the right and y away from Side A, which is the edge y = 0; Side B is y = 36 (Chapter 2, Playing
Area). The book gives the areas as pictures. What its text says is kept: two halves along a Centerline, Flank's areas
are quarter circles, two for each Force, and a Side can lie behind an area that does not touch it (Escort). The
dimensions are not in its text: those here are Warglass's own, and `CHECK` goes beside every drawing of them.
"""

from enum import Enum
from typing import NamedTuple

import msgspec

BATTLEFIELD = 36
COUNTER_DIAMETER = 40 / 25.4
CHECK = "Dimensions are ours: check your book's diagram."


class Deployment(Enum):
    """Warzone Eternal, Chapter 13, Determine Deployment Areas."""

    STANDARD = "standard"
    ADVANCED = "advanced"
    CORNER = "corner"
    FLANK = "flank"


class Area(Enum):
    """The Deployment Area at Side A, or the one at Side B."""

    A = "a"
    B = "b"

    @property
    def other(self) -> "Area":
        return Area.B if self is Area.A else Area.A


class Point(NamedTuple):
    """Inches from the left edge, and from Side A."""

    x: float
    y: float


class Polygon(msgspec.Struct, frozen=True, tag="polygon", tag_field="shape"):
    corners: tuple[Point, ...]


class Quarter(msgspec.Struct, frozen=True, tag="quarter", tag_field="shape"):
    """The quarter circle of `radius` that lies on the Battlefield around one of its corners."""

    corner: Point
    radius: float


Shape = Polygon | Quarter


def deployment_rolled(value: int) -> Deployment:
    """What a d20 of 1 to 20 gives: five faces each."""
    return tuple(Deployment)[(value - 1) // 5]


def areas(deployment: Deployment) -> dict[Area, tuple[Shape, ...]]:
    """Both Deployment Areas. B is A turned half round the middle of the Battlefield."""
    near = _NEAR[deployment]
    return {Area.A: near, Area.B: tuple(_turned(shape) for shape in near)}


def centerline(deployment: Deployment) -> tuple[Point, Point]:
    """The ends of the line that halves the Battlefield."""
    if deployment is Deployment.CORNER:
        return Point(0, BATTLEFIELD), Point(BATTLEFIELD, 0)
    return Point(0, BATTLEFIELD / 2), Point(BATTLEFIELD, BATTLEFIELD / 2)


def _box(left: float, near: float, right: float, far: float) -> Polygon:
    return Polygon((Point(left, near), Point(right, near), Point(right, far), Point(left, far)))


_NEAR: dict[Deployment, tuple[Shape, ...]] = {
    Deployment.STANDARD: (_box(0, 0, 36, 6),),
    Deployment.ADVANCED: (_box(6, 4, 30, 12),),
    Deployment.CORNER: (Polygon((Point(0, 0), Point(18, 0), Point(0, 18))),),
    Deployment.FLANK: (Quarter(Point(0, 0), 12), Quarter(Point(36, 0), 12)),
}


def _turned(shape: Shape) -> Shape:
    if isinstance(shape, Quarter):
        return Quarter(_across(shape.corner), shape.radius)
    return Polygon(tuple(_across(corner) for corner in shape.corners))


def _across(point: Point) -> Point:
    return Point(BATTLEFIELD - point.x, BATTLEFIELD - point.y)
