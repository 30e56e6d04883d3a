"""Where everything on the picture is: parts, terminals, rails, and the way of each wire."""

import msgspec

from hardware.wiring.canvas import Point, Way
from hardware.wiring.plan import Plan
from hardware.wiring.sizes import FIRST_SCREEN_X, PIN_PITCH, SCREEN_PITCH, TOP
from hardware.wiring.terminals import Block, blocks_of, terminals_of
from hardware.wiring.ways import rails_of, ways_of
from hardware.wiring.wire import Terminal, Wire


class Layout(msgspec.Struct, frozen=True, kw_only=True):
    """A whole picture's places. A rail is one or more open lines."""

    width: float
    header_y: float
    blocks: tuple[Block, ...]
    terminals: dict[Terminal, Point]
    rails: dict[Terminal, tuple[Way, ...]]
    ways: tuple[tuple[Wire, Way], ...]
    """Each wire's line, or two of them for one that is drawn in two pieces."""

    @property
    def bottom(self) -> float:
        return self.header_y + 20 * PIN_PITCH

    @property
    def middle(self) -> float:
        return self.width / 2


def layout(plan: Plan) -> Layout:
    """The places of a plan's picture."""
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
