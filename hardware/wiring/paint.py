"""What wires and parts look like on paper."""

from hardware.wiring.canvas import INK, PAPER, Canvas, Point, Way
from hardware.wiring.wire import GROUND, RAIL_3V3, Colour

FILLS = {
    Colour.RED: "#d63a2f",
    Colour.BLACK: "#2b2b2b",
    Colour.BLUE: "#2b62c9",
    Colour.YELLOW: "#f2c62e",
    Colour.ORANGE: "#ee8420",
    Colour.PURPLE: "#8a4fb8",
    Colour.GREY: "#a3a7a5",
    Colour.GREEN: "#3d9a50",
    Colour.BROWN: "#8b5a33",
    Colour.WHITE: "#ffffff",
    Colour.PINK: "#e79ab8",
}

ON = {
    colour: INK if colour in (Colour.YELLOW, Colour.ORANGE, Colour.GREY, Colour.WHITE, Colour.PINK) else "#ffffff"
    for colour in Colour
}
"""What can be read on each."""

RAILS = {RAIL_3V3: Colour.RED, GROUND: Colour.BLACK}

RAIL_W, WIRE_W = 6.0, 3.6

BOARD, GLASS, LIT = "#e9eee6", "#22302c", "#eaf6ff"
"""What boards, black plastic and lit pixels look like."""


def draw_wire(
    canvas: Canvas, way: Way, colour: Colour, *, width: float = WIRE_W, data: dict[str, object] | None = None
) -> None:
    """A wire with a dark edge, so that white and yellow show on paper, and a gap in whatever it passes over.

    `data` are the attributes by which a program finds it again.
    """
    corners = {"stroke_linejoin": "round"}
    canvas.line(*way, stroke=PAPER, stroke_width=width + 6, **corners)
    canvas.line(*way, stroke=INK, stroke_width=width + 2.4, stroke_linecap="round", **corners)
    canvas.line(*way, stroke=FILLS[colour], stroke_width=width, stroke_linecap="round", **corners, **(data or {}))


def draw_joint(canvas: Canvas, point: Point, colour: Colour) -> None:
    """Where wires are joined."""
    canvas.circle(*point, 6.5, fill=FILLS[colour], stroke=INK, stroke_width=1.5)
