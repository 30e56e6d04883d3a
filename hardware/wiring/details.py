"""The corner of the picture that a soldering iron is held over: how a button, the sounder, the light and a second
screen's address are made."""

from collections.abc import Callable, Iterator

from companion.panel.config import PanelConfig
from companion.panel.power import BASE_OHMS, LIGHT_OHMS
from hardware.wiring.canvas import FAINT, INK, PAPER, Canvas, Point
from hardware.wiring.paint import BOARD, GLASS

WIDTH, HEIGHT = 370, 164

_LINE = {"stroke": INK, "stroke_width": 2.5}


def details(panel: PanelConfig) -> Iterator[Callable[[Canvas], None]]:
    """What is worth a closer look on this panel, each drawn in a frame of WIDTH by HEIGHT."""
    if panel.controls:
        yield _button
    if panel.sounder is not None:
        yield _sounder
    if panel.light is not None:
        yield _light
    if any(screen.address == 0x3D for screen in panel.screens):
        yield _address


def _frame(canvas: Canvas, title: str, *lines: str) -> None:
    canvas.rect(0, 0, WIDTH, HEIGHT, rx=6, fill=PAPER, stroke=FAINT, stroke_width=1.5)
    canvas.text(14, 26, title, size=17, font_weight="bold")
    for index, line in enumerate(lines):
        canvas.text(14, HEIGHT - 14 - 19 * (len(lines) - 1 - index), line, size=14)


def _resistor(canvas: Canvas, start: Point, ohms: int) -> None:
    """A resistor lying down, 70 long with its legs."""
    x, y = start
    zigzag = [(x + 12 + 6 * step, y + (-8 if step % 2 else 8)) for step in range(1, 8)]
    canvas.line((x, y), (x + 12, y), *zigzag, (x + 60, y), (x + 70, y), **_LINE)
    said = f"{ohms // 1000} kΩ" if ohms >= 1000 else f"{ohms} Ω"
    canvas.text(x + 35, y - 14, said, size=14, text_anchor="middle", font_weight="bold")


def _ground(canvas: Canvas, point: Point) -> None:
    x, y = point
    for index, half in enumerate((14, 9, 4)):
        canvas.line((x - half, y + 5 * index), (x + half, y + 5 * index), **_LINE)


def _button(canvas: Canvas) -> None:
    _frame(
        canvas,
        "A  Button",
        "Four legs? Take two that lie diagonally.",
        "No resistor: the Pi pulls its pin up.",
    )
    x, y = 160.0, 38.0
    for dy in (14, 56):
        canvas.line((x - 34, y + dy), (x + 104, y + dy), **_LINE)
    canvas.rect(x, y, 70, 70, rx=6, fill=BOARD, stroke=INK, stroke_width=2)
    for dy in (14, 56):
        canvas.line((x + 4, y + dy), (x + 66, y + dy), stroke=FAINT, stroke_width=2, stroke_dasharray="4 3")
    canvas.circle(x + 35, y + 35, 15, fill=GLASS)
    canvas.circle(x - 34, y + 14, 5, fill=INK)
    canvas.circle(x + 104, y + 56, 5, fill=INK)
    canvas.text(x - 44, y + 19, "header pin", size=14, text_anchor="end")
    canvas.text(x + 114, y + 61, "ground", size=14)


def _sounder(canvas: Canvas) -> None:
    _frame(
        canvas,
        "B  Sounder",
        "It takes more than a pin may give: a transistor",
        "switches it. Look up its legs B, C and E.",
    )
    y = 76.0
    canvas.text(88, y + 5, "header pin", size=14, text_anchor="end")
    _resistor(canvas, (96, y), BASE_OHMS)
    canvas.line((166, y), (196, y), **_LINE)
    canvas.line((196, y - 16), (196, y + 16), stroke=INK, stroke_width=5)
    canvas.line((196, y - 8), (218, y - 22), (218, y - 38), (246, y - 38), **_LINE)
    canvas.line((196, y + 8), (218, y + 22), (218, y + 26), **_LINE)
    canvas.shape((218, y + 22), (206, y + 20), (212, y + 11), fill=INK)
    _ground(canvas, (218, y + 26))
    canvas.circle(207, y, 28, fill="none", **_LINE)
    canvas.text(240, y - 8, "C", size=13)
    canvas.text(184, y - 22, "B", size=13, text_anchor="end")
    canvas.text(240, y + 24, "E", size=13)
    canvas.circle(270, y - 38, 24, fill=GLASS)
    canvas.circle(270, y - 38, 5, fill=PAPER)
    canvas.text(258, y - 33, "−", size=16, fill=PAPER, text_anchor="middle")
    canvas.text(283, y - 33, "+", size=16, fill=PAPER, text_anchor="middle")
    canvas.line((294, y - 38), (306, y - 38), **_LINE)
    canvas.text(312, y - 33, "3.3 V", size=14)


def _light(canvas: Canvas) -> None:
    _frame(
        canvas,
        "C  Light",
        "The LED's long leg goes to the resistor, the",
        "short one, by the flat of the rim, to ground.",
    )
    y = 80.0
    canvas.text(86, y + 5, "header pin", size=14, text_anchor="end")
    _resistor(canvas, (94, y), LIGHT_OHMS)
    canvas.line((164, y), (186, y), **_LINE)
    canvas.shape((186, y - 16), (186, y + 16), (212, y), fill="#f2c62e", **_LINE)
    canvas.line((212, y - 16), (212, y + 16), **_LINE)
    canvas.line((212, y), (262, y), (262, y + 14), **_LINE)
    _ground(canvas, (262, y + 14))
    canvas.text(178, y - 22, "long", size=13, text_anchor="middle")
    canvas.text(236, y - 8, "short", size=13, text_anchor="middle")


def _address(canvas: Canvas) -> None:
    _frame(
        canvas,
        "D  Screen at 0x3d",
        "On the back, move the resistor to 0x7A, which",
        "is what makers print for 0x3d.",
    )
    x, y = 120.0, 34.0
    canvas.rect(x, y, 190, 78, rx=5, fill=BOARD, stroke=INK, stroke_width=2)
    canvas.text(x + 95, y + 20, "IIC ADDRESS SELECT", size=12, text_anchor="middle")
    for dx, name in ((30, "0x78"), (110, "0x7A")):
        canvas.text(x + dx + 25, y + 66, name, size=13, text_anchor="middle", font_weight="bold")
        for pad in (0, 36):
            canvas.rect(x + dx + pad, y + 32, 14, 16, fill="#c9a24a", stroke=INK, stroke_width=1)
    canvas.rect(x + 118, y + 33, 34, 14, fill=GLASS)
    canvas.rect(x + 38, y + 33, 34, 14, fill="none", stroke=FAINT, stroke_width=1.5, stroke_dasharray="4 3")
    canvas.line((x + 78, y + 40), (x + 102, y + 40), **_LINE)
    canvas.shape((x + 108, y + 40), (x + 98, y + 34), (x + 98, y + 46), fill=INK)
