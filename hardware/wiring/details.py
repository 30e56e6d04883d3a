"""The corner of the picture that a soldering iron is held over: how a button, the light and a second screen's address
are made."""

from companion.panel.power import LIGHT_OHMS
from hardware.wiring.canvas import FAINT, INK, Canvas
from hardware.wiring.frame import LEAD, draw_frame, draw_ground, draw_resistor
from hardware.wiring.paint import BOARD, GLASS


def button(canvas: Canvas) -> None:
    """Frame A."""
    draw_frame(
        canvas,
        "A  Button",
        "Four legs? Take two that lie diagonally.",
        "No resistor: the Pi pulls its pin up.",
    )
    x, y = 160.0, 46.0
    for dy in (14, 56):
        canvas.line((x - 34, y + dy), (x + 104, y + dy), **LEAD)
    canvas.rect(x, y, 70, 70, rx=6, fill=BOARD, stroke=INK, stroke_width=2)
    for dy in (14, 56):
        canvas.line((x + 4, y + dy), (x + 66, y + dy), stroke=FAINT, stroke_width=2, stroke_dasharray="4 3")
    canvas.circle(x + 35, y + 35, 15, fill=GLASS)
    canvas.circle(x - 34, y + 14, 5, fill=INK)
    canvas.circle(x + 104, y + 56, 5, fill=INK)
    canvas.text(x - 44, y + 19, "header pin", size=14, text_anchor="end")
    canvas.text(x + 114, y + 61, "ground", size=14)


def light(canvas: Canvas) -> None:
    """Frame C."""
    draw_frame(
        canvas,
        "C  Light",
        "The LED's long leg goes to the resistor, the",
        "short one, by the flat of the rim, to ground.",
    )
    y = 88.0
    canvas.text(86, y + 5, "header pin", size=14, text_anchor="end")
    draw_resistor(canvas, (94, y), LIGHT_OHMS)
    canvas.line((164, y), (186, y), **LEAD)
    canvas.shape((186, y - 16), (186, y + 16), (212, y), fill="#f2c62e", **LEAD)
    canvas.line((212, y - 16), (212, y + 16), **LEAD)
    canvas.line((212, y), (262, y), (262, y + 14), **LEAD)
    draw_ground(canvas, (262, y + 14))
    canvas.text(178, y - 22, "long", size=13, text_anchor="middle")
    canvas.text(236, y - 8, "short", size=13, text_anchor="middle")


def address(canvas: Canvas) -> None:
    """Frame D."""
    draw_frame(
        canvas,
        "D  Screen at 0x3d",
        "On the back, move the resistor to 0x7A, which",
        "is what makers print for 0x3d.",
    )
    x, y = 120.0, 44.0
    canvas.rect(x, y, 190, 78, rx=5, fill=BOARD, stroke=INK, stroke_width=2)
    canvas.text(x + 95, y + 20, "IIC ADDRESS SELECT", size=12, text_anchor="middle")
    for dx, name in ((30, "0x78"), (110, "0x7A")):
        canvas.text(x + dx + 25, y + 66, name, size=13, text_anchor="middle", font_weight="bold")
        for pad in (0, 36):
            canvas.rect(x + dx + pad, y + 32, 14, 16, fill="#c9a24a", stroke=INK, stroke_width=1)
    canvas.rect(x + 118, y + 33, 34, 14, fill=GLASS)
    canvas.rect(x + 38, y + 33, 34, 14, fill="none", stroke=FAINT, stroke_width=1.5, stroke_dasharray="4 3")
    canvas.line((x + 78, y + 40), (x + 102, y + 40), **LEAD)
    canvas.shape((x + 108, y + 40), (x + 98, y + 34), (x + 98, y + 46), fill=INK)
