"""How the sounder is switched: its transistor, which leg of that is which, and its diode."""

from companion.panel.power import BASE_OHMS
from hardware.wiring.canvas import INK, PAPER, Canvas
from hardware.wiring.frame import LEAD, draw_end, draw_frame, draw_ground, draw_resistor
from hardware.wiring.paint import GLASS

LEGS = (("BC547", ("C", "B", "E")), ("2N3904", ("E", "B", "C")))
"""Transistors and their legs from the left, the flat side towards you (their makers' data sheets, TO-92)."""


def sounder(canvas: Canvas) -> None:
    """Frame B: pin, resistor, transistor, sounder and diode."""
    draw_frame(
        canvas,
        "B  Sounder",
        "The diode takes the kick of a buzzer that is a",
        "coil. Its stripe is on the side of 3.3 V.",
    )
    y = 100.0
    canvas.text(88, y + 5, "header pin", size=14, text_anchor="end")
    draw_resistor(canvas, (96, y), BASE_OHMS)
    draw_end(canvas, (96, y), "header pin")
    canvas.line((166, y), (196, y), **LEAD)
    draw_end(canvas, (196, y), "transistor B")
    canvas.line((196, y - 16), (196, y + 16), stroke=INK, stroke_width=5)
    canvas.line((196, y - 8), (218, y - 22), (218, y - 42), **LEAD)
    draw_end(canvas, (218, y - 22), "transistor C")
    canvas.line((196, y + 8), (218, y + 22), (218, y + 30), **LEAD)
    draw_end(canvas, (218, y + 22), "transistor E")
    canvas.shape((218, y + 22), (206, y + 20), (212, y + 11), fill=INK)
    draw_ground(canvas, (218, y + 30))
    canvas.circle(207, y, 28, fill="none", **LEAD)
    canvas.text(240, y - 14, "C", size=13)
    canvas.text(184, y - 24, "B", size=13, text_anchor="end")
    canvas.text(240, y + 24, "E", size=13)
    _buzzer(canvas, y - 42)
    canvas.line((218, y - 42), (218, 20), (264, 20), **LEAD)
    canvas.shape((264, 11), (264, 29), (280, 20), fill=INK)
    canvas.line((280, 11), (280, 29), **LEAD)
    canvas.line((280, 20), (330, 20), (330, y - 42), **LEAD)
    draw_end(canvas, (264, 20), "diode")
    draw_end(canvas, (280, 20), "diode, stripe")
    canvas.text(210, 24, "diode", size=13, text_anchor="end")
    canvas.text(286, 15, "stripe", size=13)


def _buzzer(canvas: Canvas, y: float) -> None:
    """It and its two wires, from the collector to 3.3 V."""
    canvas.line((218, y), (250, y), **LEAD)
    canvas.circle(271, y, 21, fill=GLASS)
    canvas.circle(271, y, 5, fill=PAPER)
    canvas.text(259, y + 5, "−", size=16, fill=PAPER, text_anchor="middle")
    canvas.text(283, y + 5, "+", size=16, fill=PAPER, text_anchor="middle")
    canvas.line((292, y), (330, y), (330, y + 20), **LEAD)
    canvas.text(330, y + 36, "3.3 V", size=14, text_anchor="middle")
    for x in (218, 330):
        canvas.circle(x, y, 4, fill=INK)
    for point, name in (((250, y), "sounder -"), ((292, y), "sounder +"), ((330, y + 20), "3.3 V")):
        draw_end(canvas, point, name)


def transistor(canvas: Canvas) -> None:
    """Frame B once more: its transistor as it lies in the hand."""
    draw_frame(
        canvas,
        "B  Its legs, flat side to you",
        "Like BC547: BC337, P2N2222A. Like 2N3904:",
        "PN2222A. Any other: look at its data sheet.",
    )
    for (name, legs), middle in zip(LEGS, (104, 266), strict=True):
        canvas.rect(middle - 45, 40, 90, 40, rx=4, fill=GLASS, stroke=INK, stroke_width=2)
        canvas.text(middle, 66, name, size=16, fill=PAPER, text_anchor="middle", font_weight="bold")
        for x, leg in zip((middle - 28, middle, middle + 28), legs, strict=True):
            canvas.line((x, 80), (x, 112), **LEAD)
            canvas.text(x, 130, leg, size=16, text_anchor="middle", font_weight="bold", data_leg=name)
