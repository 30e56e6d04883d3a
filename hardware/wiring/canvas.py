"""The few SVG elements that the picture is made of, drawn onto a list. Lengths are in the picture's own units, of
which a sheet is 800 across; y grows downwards."""

from xml.sax.saxutils import escape, quoteattr

Point = tuple[float, float]

Way = tuple[Point, ...]
"""An open line: its ends and its corners between."""

INK = "#1b1b1b"
PAPER = "#fffdf8"
FAINT = "#8a8a84"

GLYPH = 0.66
"""How wide a letter of bold sans serif is on the average, against its size, in the widest of the usual faces."""


def fitted(text: str, *, size: float, width: float) -> tuple[str, float]:
    """The text and the size at which it is no wider than `width`: smaller down to two thirds, then cut."""
    needed = len(text) * size * GLYPH
    if needed <= width:
        return text, size
    small = max(size * width / needed, size * 2 / 3)
    room = int(width / (small * GLYPH))
    return (text if len(text) <= room else text[: room - 1] + "…"), round(small, 1)


class Canvas:
    """Elements in the order in which they are painted, moved by `origin`."""

    def __init__(self, elements: list[str] | None = None, origin: Point = (0, 0)) -> None:
        self._elements = [] if elements is None else elements
        self._origin = origin

    def at(self, x: float, y: float) -> "Canvas":
        """The same canvas with its origin elsewhere."""
        return Canvas(self._elements, (self._origin[0] + x, self._origin[1] + y))

    def element(self, name: str, body: str | None = None, /, **attributes: object) -> None:
        """Any element; underscores in names are hyphens, None is left out."""
        said = "".join(
            f" {key.rstrip('_').replace('_', '-')}={quoteattr(_value(value))}"
            for key, value in attributes.items()
            if value is not None
        )
        self._elements.append(f"<{name}{said}/>" if body is None else f"<{name}{said}>{escape(body)}</{name}>")

    def text(self, x: float, y: float, text: str, *, size: float = 15, **attributes: object) -> None:
        """Text whose baseline begins, or by `text_anchor` ends or has its middle, at the point."""
        self.element("text", text, x=x + self._origin[0], y=y + self._origin[1], font_size=size, **attributes)

    def rect(self, x: float, y: float, width: float, height: float, **attributes: object) -> None:
        x, y = x + self._origin[0], y + self._origin[1]
        self.element("rect", x=x, y=y, width=width, height=height, **attributes)

    def circle(self, x: float, y: float, radius: float, **attributes: object) -> None:
        self.element("circle", cx=x + self._origin[0], cy=y + self._origin[1], r=radius, **attributes)

    def line(self, *points: Point, **attributes: object) -> None:
        """An open line through the points."""
        moved = " ".join(f"{_value(x + self._origin[0])},{_value(y + self._origin[1])}" for x, y in points)
        self.element("polyline", points=moved, fill="none", **attributes)

    def shape(self, *points: Point, **attributes: object) -> None:
        """A closed, filled shape."""
        moved = " ".join(f"{_value(x + self._origin[0])},{_value(y + self._origin[1])}" for x, y in points)
        self.element("polygon", points=moved, **attributes)

    def __str__(self) -> str:
        return "\n".join(self._elements)


def _value(value: object) -> str:
    return f"{value:.1f}".removesuffix(".0") if isinstance(value, float) else str(value)
