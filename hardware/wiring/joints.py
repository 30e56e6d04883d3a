"""Where drawn wires are joined, as against where they only cross."""

from collections.abc import Iterable, Iterator
from itertools import pairwise

from hardware.wiring.canvas import Point, Way
from hardware.wiring.wire import GROUND, RAIL_3V3, Colour, Terminal, Wire


def joints(ways: Iterable[tuple[Wire, Way]]) -> dict[Point, Colour]:
    """Where a wire meets a rail, and where it leaves another that comes from the same terminal."""
    found: dict[Point, Colour] = {}
    by_source: dict[Terminal, list[Way]] = {}
    for wire, way in ways:
        for terminal, point in ((wire.source, way[0]), (wire.target, way[-1])):
            if terminal in (RAIL_3V3, GROUND):
                found[point] = wire.colour
        others = by_source.setdefault(wire.source, [])
        if wire.source.part == "header":
            found |= dict.fromkeys((point for other in others for point in _leaves(way, other)), wire.colour)
        others.append(way)
    return found


def _leaves(way: Way, other: Way) -> Iterator[Point]:
    """The corners of either that lie on the other."""
    yield from (corner for corner in way[1:-1] if corner not in other and _on(corner, other))
    yield from (corner for corner in other[1:-1] if corner not in way and _on(corner, way))


def _on(point: Point, way: Way) -> bool:
    x, y = point
    return any(
        min(first[0], last[0]) <= x <= max(first[0], last[0]) and min(first[1], last[1]) <= y <= max(first[1], last[1])
        for first, last in pairwise(way)
    )
