"""The frames that the details are drawn in, and what several of them are made of."""

from hardware.wiring.canvas import FAINT, INK, PAPER, Canvas, Point

WIDTH, HEIGHT = 370, 196

LEAD = {"stroke": INK, "stroke_width": 2.5}
"""What a leg or a wire of a detail looks like."""


def draw_frame(canvas: Canvas, title: str, *lines: str) -> None:
    """A frame of WIDTH by HEIGHT with its title above and its sentences below."""
    canvas.rect(0, 0, WIDTH, HEIGHT, rx=6, fill=PAPER, stroke=FAINT, stroke_width=1.5)
    canvas.text(14, 26, title, size=17, font_weight="bold")
    for index, line in enumerate(lines):
        canvas.text(14, HEIGHT - 14 - 19 * (len(lines) - 1 - index), line, size=14)


def draw_end(canvas: Canvas, point: Point, name: str) -> None:
    """The end of a part's leg, which a program finds by `data-end`: a dot no wider than the leg."""
    canvas.circle(*point, 1.25, fill=INK, data_end=name)


def draw_resistor(canvas: Canvas, start: Point, ohms: int) -> None:
    """A resistor lying down, 70 long with its legs."""
    x, y = start
    zigzag = [(x + 12 + 6 * step, y + (-8 if step % 2 else 8)) for step in range(1, 8)]
    canvas.line((x, y), (x + 12, y), *zigzag, (x + 60, y), (x + 70, y), **LEAD)
    said = f"{ohms // 1000} kΩ" if ohms >= 1000 else f"{ohms} Ω"
    canvas.text(x + 35, y - 14, said, size=14, text_anchor="middle", font_weight="bold")


def draw_ground(canvas: Canvas, point: Point) -> None:
    x, y = point
    for index, half in enumerate((14, 9, 4)):
        canvas.line((x - half, y + 5 * index), (x + half, y + 5 * index), **LEAD)
    draw_end(canvas, point, "ground")
