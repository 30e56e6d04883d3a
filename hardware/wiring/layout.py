"""Places everything on the picture: parts, terminals, rails, and the way of each wire."""

from collections import defaultdict
from collections.abc import Iterable, Iterator
from itertools import pairwise

import msgspec

from companion.panel.config import PanelConfig, ScreenConfig
from hardware.wiring.canvas import Point, Way
from hardware.wiring.plan import (
    BY_NUMBER,
    GROUND,
    HEADER,
    RAIL_3V3,
    HeaderPin,
    Terminal,
    Wire,
    WireColour,
    WiringPlan,
    high_bits,
    mux_part,
)

# The picture's fixed measures, in its own units: a sheet is 800 across.

TOP = 132
"""Title and warnings are above it."""

SCREEN_W, SCREEN_H, SCREEN_PITCH, ROW_PITCH = 230, 70, 255, 84
CLOCK_Y, DATA_Y = 22, 46
RESET_Y = 62
GROUND_X, POWER_X = 172, 206
"""Measure a screen: its size, how far one is from the next, and its terminals from its corner."""

SPI_SCREEN_H, SPI_FIRST_Y, SPI_PITCH = 116, 18, 20
SPI_PINS = ("CLK", "DIN", "CS", "DC", "RES")
"""Measure a screen on SPI: its height, and its signals from the top."""

TAG_X = 262
"""The number of the header pin that such a signal comes from stands here."""

MUX_X, MUX_W, MUX_NAME_H, MUX_FOOT_H, MUX_GAP = 88, 150, 52, 18, 26
MUX_ON_GROUND = {"GND": 18, "A0": 45, "A1": 66, "A2": 87}
MUX_ON_POWER = {"A0": 31, "A1": 55, "A2": 76, "RST": 105, "VIN": 135}
"""Measure a multiplexer: what it has above and below its channels, and how far the next one is.

Its terminals are along the upper and the lower edge, from its corner. Each has a line of its own, because they pass
behind the next multiplexer.
"""

SECOND_FEED_X, SECOND_FEED_H = 300.0, 28
"""Measure where pin 17's wire ends at the 3.3 V rail, and how long that piece of it is."""

FIRST_SCREEN_X = 290

PIN_PITCH, PIN_X, CHIP_W, CHIP_GAP = 30, 15, 78, 16
"""Measure the header: rows apart, half the columns apart, the pins' names, and the gap between a pin and its name."""

BOX_W, BOX_H, BOX_X = 150, 26, 56
"""Measure a button: its size and how far it is from the picture's edge."""

GROUND_BUS_X, CLOCK_BUS_X, DATA_BUS_X, POWER_BUS_X, SOUNDER_BUS_X = 24, 44, 64, 250, 230
"""Measure where wires go up and down, from the picture's edge."""

PLUS_Y = -8
"""Measures a buzzer's +, from the middle of its box."""

# Where the picture has its parts and their terminals.


class Block(msgspec.Struct, frozen=True, kw_only=True):
    """Places what is on one multiplexer, a row a channel; or, with `part` None, on the bus itself, all in one row.

    A screen on SPI has a block of its own.
    """

    part: str | None
    y: float
    rows: tuple[tuple[float, tuple[ScreenConfig, ...]], ...]
    """Holds the upper edge of each row, and its screens from the left."""
    screen_h: float = SCREEN_H

    @property
    def mux_on_power(self) -> tuple[str, ...]:
        """Returns its multiplexer's pins at the 3.3 V rail, which are drawn at its lower edge; none on the bus."""
        mux = self.rows[0][1][0].mux
        return () if mux is None else ("VIN", "RST", *high_bits(mux))

    @property
    def bottom(self) -> float:
        return self.rows[-1][0] + self.screen_h + (MUX_FOOT_H if self.part else 0)


def pin_y(pin: HeaderPin, header_y: float) -> float:
    """Returns the middle of a header pin's row."""
    return header_y + (pin.row + 0.5) * PIN_PITCH


def blocks_of(panel: PanelConfig) -> tuple[Block, ...]:
    grouped: dict[str | None, dict[int, list[ScreenConfig]]] = defaultdict(lambda: defaultdict(list))
    on_spi = [screen for screen in panel.screens if screen.spi is not None]
    for screen in panel.screens:
        if screen.spi is not None:
            continue
        part = None if screen.mux is None else mux_part(screen)
        grouped[part][screen.channel or 0].append(screen)
    blocks = []
    y: float = TOP + 26
    for screen in on_spi:
        blocks.append(Block(part=None, y=y, rows=((y, (screen,)),), screen_h=SPI_SCREEN_H))
        y += SPI_SCREEN_H + ROW_PITCH - SCREEN_H
    for part, channels in sorted(grouped.items(), key=lambda each: each[0] or ""):
        first = y + (MUX_NAME_H if part else 0)
        rows = tuple(
            (first + index * ROW_PITCH, tuple(screens)) for index, (_, screens) in enumerate(sorted(channels.items()))
        )
        blocks.append(Block(part=part, y=y, rows=rows))
        y = blocks[-1].bottom + (MUX_GAP if part else ROW_PITCH - SCREEN_H)
    return tuple(blocks)


def terminals_of(
    plan: WiringPlan, blocks: tuple[Block, ...], *, width: float, header_y: float
) -> dict[Terminal, Point]:
    found = {Terminal("header", str(pin.number)): _chip_end(pin, width=width, header_y=header_y) for pin in HEADER}
    for block in blocks:
        if block.part is not None:
            found |= _mux_terminals(block, block.part)
        for y, screens in block.rows:
            for index, screen in enumerate(screens):
                found |= _screen_terminals(screen, x=FIRST_SCREEN_X + index * SCREEN_PITCH, y=y)
    for wire in plan.wires:
        kind = wire.target.part.partition(" ")[0]
        if wire.source.part == "header" and kind in ("button", "sounder", "light"):
            pin = BY_NUMBER[int(wire.source.pin)]
            found |= _box_terminals(wire.target, odd=pin.odd, y=pin_y(pin, header_y), width=width)
    return found


def _chip_end(pin: HeaderPin, *, width: float, header_y: float) -> Point:
    out = PIN_X + CHIP_GAP + CHIP_W
    return width / 2 + (-out if pin.odd else out), pin_y(pin, header_y)


def _mux_terminals(block: Block, part: str) -> dict[Terminal, Point]:
    high = block.mux_on_power
    found: dict[Terminal, Point] = {
        **{Terminal(part, pin): (MUX_X + x, block.y) for pin, x in MUX_ON_GROUND.items() if pin not in high},
        **{Terminal(part, pin): (MUX_X + MUX_ON_POWER[pin], block.bottom) for pin in high},
        Terminal(part, "SCL"): (MUX_X, block.rows[-1][0] + CLOCK_Y),
        Terminal(part, "SDA"): (MUX_X, block.rows[-1][0] + DATA_Y),
    }
    for y, screens in block.rows:
        channel = screens[0].channel
        found[Terminal(part, f"SC{channel}")] = (MUX_X + MUX_W, y + CLOCK_Y)
        found[Terminal(part, f"SD{channel}")] = (MUX_X + MUX_W, y + DATA_Y)
    return found


def _screen_terminals(screen: ScreenConfig, *, x: float, y: float) -> dict[Terminal, Point]:
    part = f"screen {screen.id}"
    if screen.spi is not None:
        signals = {Terminal(part, pin): (x, y + SPI_FIRST_Y + SPI_PITCH * at) for at, pin in enumerate(SPI_PINS)}
        power = {Terminal(part, "GND"): (x + GROUND_X, y), Terminal(part, "VCC"): (x + POWER_X, y + SPI_SCREEN_H)}
        return signals | power
    return {
        Terminal(part, "SCL"): (x, y + CLOCK_Y),
        Terminal(part, "SDA"): (x, y + DATA_Y),
        **({} if screen.reset is None else {Terminal(part, "RES"): (x, y + RESET_Y)}),
        Terminal(part, "GND"): (x + GROUND_X, y),
        Terminal(part, "VCC"): (x + POWER_X, y + SCREEN_H),
    }


def _box_terminals(inner: Terminal, *, odd: bool, y: float, width: float) -> dict[Terminal, Point]:
    """Places a button, buzzer or lamp beside its pin: signal on the inside, ground outside, a buzzer's + on the
    inside.
    """
    outer = {"button": "2", "sounder": "emitter", "light": "-"}[inner.part.partition(" ")[0]]
    near, far = (BOX_X + BOX_W, BOX_X) if odd else (width - BOX_X - BOX_W, width - BOX_X)
    found: dict[Terminal, Point] = {inner: (near, y), Terminal(inner.part, outer): (far, y)}
    if inner.part == "sounder":
        found[Terminal("sounder", "+")] = (near, y + PLUS_Y)
    return found


# The way that each wire takes on the picture, and the rails that wires join.

FIRST_FEED = "1"
"""Names the header pin whose 3.3 V is drawn to the rail in one piece."""


def ways_of(wire: Wire, ends: dict[Terminal, Point], *, width: float, power_y: float) -> tuple[Way, ...]:
    """Returns the line of a wire; two for one that would have to cross half of the picture.

    Each of the two has the other's number or name at its loose end.
    """
    if wire.target == RAIL_3V3 and wire.source.pin != FIRST_FEED:
        start, joint = ends[wire.source], (SECOND_FEED_X, power_y)
        return (start, (BOX_X + BOX_W, start[1])), ((joint[0], power_y + SECOND_FEED_H), joint)
    if wire.source.part == "header" and wire.target.pin in SPI_PINS:
        start, end = ends[wire.source], ends[wire.target]
        box = BOX_X + BOX_W
        return (start, (box if start[0] < width / 2 else width - box, start[1])), ((TAG_X, end[1]), end)
    return (_way(wire, ends, width=width, power_y=power_y),)


def _way(wire: Wire, ends: dict[Terminal, Point], *, width: float, power_y: float) -> Way:
    """Returns the corners of a wire, its ends included."""
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
    """Returns the rails, just long enough for what joins them."""
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


# Where drawn wires are joined, as against where they only cross.


def joints(ways: Iterable[tuple[Wire, Way]]) -> dict[Point, WireColour]:
    """Returns where a wire meets a rail, and where it leaves another that comes from the same terminal."""
    found: dict[Point, WireColour] = {}
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
    """Yields the corners of either that lie on the other."""
    yield from (corner for corner in way[1:-1] if corner not in other and _on(corner, other))
    yield from (corner for corner in other[1:-1] if corner not in way and _on(corner, way))


def _on(point: Point, way: Way) -> bool:
    x, y = point
    return any(
        min(first[0], last[0]) <= x <= max(first[0], last[0]) and min(first[1], last[1]) <= y <= max(first[1], last[1])
        for first, last in pairwise(way)
    )


# Where everything on the picture is: parts, terminals, rails, and the way of each wire.


class Layout(msgspec.Struct, frozen=True, kw_only=True):
    """Holds a whole picture's places. A rail is one or more open lines."""

    width: float
    header_y: float
    blocks: tuple[Block, ...]
    terminals: dict[Terminal, Point]
    rails: dict[Terminal, tuple[Way, ...]]
    ways: tuple[tuple[Wire, Way], ...]
    """Holds each wire's line, or two of them for one that is drawn in two pieces."""

    @property
    def bottom(self) -> float:
        return self.header_y + 20 * PIN_PITCH

    @property
    def middle(self) -> float:
        return self.width / 2


def layout(plan: WiringPlan) -> Layout:
    """Returns the places of a plan's picture."""
    blocks = blocks_of(plan.panel)
    most = max((len(screens) for block in blocks for _, screens in block.rows), default=0)
    width = max(800.0, FIRST_SCREEN_X + most * SCREEN_PITCH)
    power_y = blocks[-1].bottom + 24 if blocks else TOP
    header_y = power_y + 54
    ends = terminals_of(plan, blocks, width=width, header_y=header_y)
    ways = tuple((wire, way) for wire in plan.wires for way in ways_of(wire, ends, width=width, power_y=power_y))
    return Layout(
        width=width, header_y=header_y, blocks=blocks, terminals=ends, rails=rails_of(ways, power_y=power_y), ways=ways
    )
