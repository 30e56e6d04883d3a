"""The two rails: where they are bridged, where the capacitor sits, and how they are tried with nothing on them."""

from hardware.wiring.canvas import INK, PAPER, Canvas, Point, Way
from hardware.wiring.frame import LEAD, draw_end, draw_frame
from hardware.wiring.paint import GLASS, LIT, RAIL_W, RAILS, WIRE_W, draw_joint, draw_wire
from hardware.wiring.wire import GROUND, RAIL_3V3, Terminal

CAPACITOR_UF = 100
"""Of the one at the screens' rail, µF: enough for the step when a dozen screens light up at once, little enough for the
Pi's regulator to start with."""


def _piece(canvas: Canvas, rail: Terminal, *way: Point, width: float = WIRE_W) -> None:
    """A part of a rail, or what bridges it, which a program finds by `data-piece`."""
    draw_wire(canvas, Way(way), RAILS[rail], width=width, data={"data_piece": rail.part})


def rails(canvas: Canvas) -> None:
    """Frame E: bridges and capacitor."""
    draw_frame(
        canvas,
        "E  Rails of a breadboard",
        "Most end in the middle: bridge both. Capacitor:",
        "its stripe to ground. Turned round, it bursts.",
    )
    red, black = 74.0, 108.0
    for y, rail, over in ((red, RAIL_3V3, -24.0), (black, GROUND, 22.0)):
        _piece(canvas, rail, (62, y), (150, y), width=RAIL_W)
        _piece(canvas, rail, (184, y), (344, y), width=RAIL_W)
        _piece(canvas, rail, (138, y), (138, y + over), (196, y + over), (196, y))
        for x in (138, 196):
            draw_joint(canvas, (x, y), RAILS[rail])
        canvas.text(52, y + 5, "3.3 V" if rail is RAIL_3V3 else "GND", size=13, text_anchor="end")
    at = 262.0
    for y, end, plate in ((red, "capacitor +", 87.0), (black, "capacitor -, stripe", 95.0)):
        canvas.line((at, y), (at, plate), **LEAD)
        canvas.line((at - 14, plate), (at + 14, plate), **LEAD)
        draw_end(canvas, (at, y), end)
    canvas.text(at + 20, 95, f"{CAPACITOR_UF} µF", size=13)
    canvas.text(at, 132, "stripe", size=13, text_anchor="middle")


def meter(canvas: Canvas) -> None:
    """Frame F: the measurement before the first module."""
    draw_frame(
        canvas,
        "F  Measure before the first module",
        "3.2 to 3.4 is good. Minus: swapped. Nothing: a",
        "wire is loose. About 5: unplug at once.",
    )
    canvas.rect(30, 44, 104, 84, rx=6, fill=GLASS, stroke=INK, stroke_width=2)
    canvas.rect(42, 54, 80, 32, rx=3, fill=LIT, stroke=INK, stroke_width=1.5)
    canvas.text(82, 76, "3.30 V", size=16, text_anchor="middle", font_weight="bold")
    canvas.text(82, 102, "volts DC", size=13, fill=PAPER, text_anchor="middle")
    canvas.text(82, 120, "range 20", size=13, fill=PAPER, text_anchor="middle")
    for x, rail, y, name in ((262.0, RAIL_3V3, 66.0, "red probe"), (300.0, GROUND, 106.0, "black probe")):
        _piece(canvas, rail, (x, 40), (x, 130), width=RAIL_W)
        draw_wire(canvas, ((134, y), (x, y)), RAILS[rail])
        draw_joint(canvas, (x, y), RAILS[rail])
        draw_end(canvas, (x, y), name)
        canvas.text(144, y - 9, name, size=13)
    canvas.text(250, 54, "+", size=16, text_anchor="end", font_weight="bold")
    canvas.text(312, 54, "−", size=16, font_weight="bold")
