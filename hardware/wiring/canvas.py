"""Draws the few SVG elements that the picture is made of onto a list.

Lengths are in the picture's own units, of which a sheet is 800 across; y grows downwards.
"""

from xml.sax.saxutils import escape, quoteattr

from hardware.wiring.plan import GROUND, RAIL_3V3, WireColour

Point = tuple[float, float]

Way = tuple[Point, ...]
"""Holds an open line: its ends and its corners between."""

INK = "#1b1b1b"
PAPER = "#fffdf8"
FAINT = "#8a8a84"

GLYPH = 0.66
"""The average width of a letter of bold sans serif, against its size, in the widest of the usual faces."""


def fitted(text: str, *, size: float, width: float) -> tuple[str, float]:
    """Returns the text and the size at which it is no wider than `width`: smaller down to two thirds, then cut."""
    needed = len(text) * size * GLYPH
    if needed <= width:
        return text, size
    small = max(size * width / needed, size * 2 / 3)
    room = int(width / (small * GLYPH))
    return (text if len(text) <= room else text[: room - 1] + "…"), round(small, 1)


class Canvas:
    """Holds elements in the order in which they are painted, moved by `origin`."""

    def __init__(self, elements: list[str] | None = None, origin: Point = (0, 0)) -> None:
        self._elements = [] if elements is None else elements
        self._origin = origin

    def at(self, x: float, y: float) -> "Canvas":
        """Returns the same canvas with its origin elsewhere."""
        return Canvas(self._elements, (self._origin[0] + x, self._origin[1] + y))

    def element(self, name: str, body: str | None = None, /, **attributes: object) -> None:
        """Adds any element; underscores in names are hyphens, None is left out."""
        said = "".join(
            f" {key.rstrip('_').replace('_', '-')}={quoteattr(_value(value))}"
            for key, value in attributes.items()
            if value is not None
        )
        self._elements.append(f"<{name}{said}/>" if body is None else f"<{name}{said}>{escape(body)}</{name}>")

    def text(self, x: float, y: float, text: str, *, size: float = 15, **attributes: object) -> None:
        """Adds text whose baseline begins, or by `text_anchor` ends or has its middle, at the point."""
        self.element("text", text, x=x + self._origin[0], y=y + self._origin[1], font_size=size, **attributes)

    def rect(self, x: float, y: float, width: float, height: float, **attributes: object) -> None:
        x, y = x + self._origin[0], y + self._origin[1]
        self.element("rect", x=x, y=y, width=width, height=height, **attributes)

    def circle(self, x: float, y: float, radius: float, **attributes: object) -> None:
        self.element("circle", cx=x + self._origin[0], cy=y + self._origin[1], r=radius, **attributes)

    def line(self, *points: Point, **attributes: object) -> None:
        """Adds an open line through the points."""
        moved = " ".join(f"{_value(x + self._origin[0])},{_value(y + self._origin[1])}" for x, y in points)
        self.element("polyline", points=moved, fill="none", **attributes)

    def shape(self, *points: Point, **attributes: object) -> None:
        """Adds a closed, filled shape."""
        moved = " ".join(f"{_value(x + self._origin[0])},{_value(y + self._origin[1])}" for x, y in points)
        self.element("polygon", points=moved, **attributes)

    def __str__(self) -> str:
        return "\n".join(self._elements)


def _value(value: object) -> str:
    return f"{value:.1f}".removesuffix(".0") if isinstance(value, float) else str(value)


# What wires and parts look like on paper.

FILLS = {
    WireColour.RED: "#d63a2f",
    WireColour.BLACK: "#2b2b2b",
    WireColour.BLUE: "#2b62c9",
    WireColour.YELLOW: "#f2c62e",
    WireColour.ORANGE: "#ee8420",
    WireColour.PURPLE: "#8a4fb8",
    WireColour.GREY: "#a3a7a5",
    WireColour.GREEN: "#3d9a50",
    WireColour.BROWN: "#8b5a33",
    WireColour.WHITE: "#ffffff",
    WireColour.PINK: "#e79ab8",
}

ON = {
    colour: INK
    if colour in (WireColour.YELLOW, WireColour.ORANGE, WireColour.GREY, WireColour.WHITE, WireColour.PINK)
    else "#ffffff"
    for colour in WireColour
}
"""Holds what can be read on each."""

RAILS = {RAIL_3V3: WireColour.RED, GROUND: WireColour.BLACK}

RAIL_W, WIRE_W = 6.0, 3.6

BOARD, GLASS, LIT = "#e9eee6", "#22302c", "#eaf6ff"
"""The colours of boards, black plastic and lit pixels."""


def draw_wire(
    canvas: Canvas, way: Way, colour: WireColour, *, width: float = WIRE_W, data: dict[str, object] | None = None
) -> None:
    """Draws a wire with a dark edge, so that white and yellow show on paper, and a gap in what it passes over.

    `data` are the attributes by which a program finds it again.
    """
    corners = {"stroke_linejoin": "round"}
    canvas.line(*way, stroke=PAPER, stroke_width=width + 6, **corners)
    canvas.line(*way, stroke=INK, stroke_width=width + 2.4, stroke_linecap="round", **corners)
    canvas.line(*way, stroke=FILLS[colour], stroke_width=width, stroke_linecap="round", **corners, **(data or {}))


def draw_joint(canvas: Canvas, point: Point, colour: WireColour) -> None:
    """Marks where wires are joined."""
    canvas.circle(*point, 6.5, fill=FILLS[colour], stroke=INK, stroke_width=1.5)
