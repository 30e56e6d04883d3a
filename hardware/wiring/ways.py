"""The way that each wire takes on the picture, and the rails that wires join."""

from collections import defaultdict

from hardware.wiring.canvas import Point, Way
from hardware.wiring.sizes import (
    BOX_W,
    BOX_X,
    CLOCK_BUS_X,
    DATA_BUS_X,
    GROUND_BUS_X,
    POWER_BUS_X,
    SECOND_FEED_H,
    SECOND_FEED_X,
    SOUNDER_BUS_X,
    SPI_PINS,
    TAG_X,
    TOP,
)
from hardware.wiring.wire import GROUND, RAIL_3V3, Terminal, Wire

FIRST_FEED = "1"
"""The header pin whose 3.3 V is drawn to the rail in one piece."""


def ways_of(wire: Wire, ends: dict[Terminal, Point], *, width: float, power_y: float) -> tuple[Way, ...]:
    """The line of a wire; two, each with the other's number or name at its loose end, for one that would have to cross
    half of the picture."""
    if wire.target == RAIL_3V3 and wire.source.pin != FIRST_FEED:
        start, joint = ends[wire.source], (SECOND_FEED_X, power_y)
        return (start, (BOX_X + BOX_W, start[1])), ((joint[0], power_y + SECOND_FEED_H), joint)
    if wire.source.part == "header" and wire.target.pin in SPI_PINS:
        start, end = ends[wire.source], ends[wire.target]
        box = BOX_X + BOX_W
        return (start, (box if start[0] < width / 2 else width - box, start[1])), ((TAG_X, end[1]), end)
    return (_way(wire, ends, width=width, power_y=power_y),)


def _way(wire: Wire, ends: dict[Terminal, Point], *, width: float, power_y: float) -> Way:
    """The corners of a wire, its ends included."""
    if wire.target == RAIL_3V3:
        start = ends[wire.source]
        return start, (POWER_BUS_X, start[1]), (POWER_BUS_X, power_y)
    if wire.target == GROUND:
        start = ends[wire.source]
        return start, (_ground_x(start, width), start[1])
    end = ends[wire.target]
    if wire.source == GROUND:
        if wire.target.part.startswith(("mux ", "screen ")):
            return (end[0], TOP), end
        return (_ground_x(end, width), end[1]), end
    if wire.source == RAIL_3V3:
        if wire.target.part == "sounder":
            x = SOUNDER_BUS_X if end[0] < width / 2 else width - SOUNDER_BUS_X
            return (x, power_y), (x, end[1]), end
        return (end[0], power_y), end
    start = ends[wire.source]
    if start[1] == end[1]:
        return start, end
    x = CLOCK_BUS_X if wire.target.pin == "SCL" else DATA_BUS_X
    return start, (x, start[1]), (x, end[1]), end


def _ground_x(point: Point, width: float) -> float:
    return GROUND_BUS_X if point[0] < width / 2 else width - GROUND_BUS_X


def rails_of(ways: tuple[tuple[Wire, Way], ...], *, power_y: float) -> dict[Terminal, tuple[Way, ...]]:
    """The rails, just long enough for what joins them."""
    joints: dict[Terminal, list[Point]] = {RAIL_3V3: [], GROUND: []}
    for wire, way in ways:
        for terminal, point in ((wire.source, way[0]), (wire.target, way[-1])):
            if terminal in joints:
                joints[terminal].append(point)
    top = [x for x, y in joints[GROUND] if y == TOP]
    rails: dict[Terminal, tuple[Way, ...]] = {}
    across = [x for x, _ in joints[RAIL_3V3]]
    if across:
        rails[RAIL_3V3] = (((min(across), power_y), (max(across), power_y)),)
    sides: dict[float, list[float]] = defaultdict(list)
    for x, y in joints[GROUND]:
        if y != TOP:
            sides[x].append(y)
    lines: list[Way] = []
    for x, ys in sorted(sides.items()):
        if x == GROUND_BUS_X and top:
            lines.append(((x, max(ys)), (x, float(TOP)), (max(top), float(TOP))))
        else:
            lines.append(((x, max(ys)), (x, min(ys))))
    if lines:
        rails[GROUND] = tuple(lines)
    return rails
