"""Draws the corner of the picture that a soldering iron is held over."""

from companion.panel.power import BASE_OHMS, LIGHT_OHMS
from hardware.wiring.canvas import (
    BOARD,
    FAINT,
    GLASS,
    INK,
    LIT,
    PAPER,
    RAIL_W,
    RAILS,
    WIRE_W,
    Canvas,
    Point,
    Way,
    draw_joint,
    draw_wire,
)
from hardware.wiring.plan import GROUND, RAIL_3V3, Terminal

# The frames that the details are drawn in, and what several of them are made of.

WIDTH, HEIGHT = 370, 196

LEAD = {"stroke": INK, "stroke_width": 2.5}
"""Is the look of a leg or a wire of a detail."""


def draw_frame(canvas: Canvas, title: str, *lines: str) -> None:
    """Draws a frame of WIDTH by HEIGHT with its title above and its sentences below."""
    canvas.rect(0, 0, WIDTH, HEIGHT, rx=6, fill=PAPER, stroke=FAINT, stroke_width=1.5)
    canvas.text(14, 26, title, size=17, font_weight="bold")
    for index, line in enumerate(lines):
        canvas.text(14, HEIGHT - 14 - 19 * (len(lines) - 1 - index), line, size=14)


def draw_end(canvas: Canvas, point: Point, name: str) -> None:
    """Draws the end of a part's leg, which a program finds by `data-end`: a dot no wider than the leg."""
    canvas.circle(*point, 1.25, fill=INK, data_end=name)


def draw_resistor(canvas: Canvas, start: Point, ohms: int) -> None:
    """Draws a resistor lying down, 70 long with its legs."""
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


# The corner of the picture that a soldering iron is held over: how a button, the lamp and a second screen's address
# are made.


def button(canvas: Canvas) -> None:
    """Draws frame A."""
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
    """Draws frame C."""
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
    """Draws frame D."""
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


# The two rails: where they are bridged, where the capacitor sits, and how they are tried while empty.

CAPACITOR_UF = 100
"""Is the capacitor at the screens' rail, in µF: enough for the step when a dozen screens light up at once.

It is little enough for the Pi's regulator to start with.
"""


def _piece(canvas: Canvas, rail: Terminal, *way: Point, width: float = WIRE_W) -> None:
    """Draws a part of a rail, or what bridges it, which a program finds by `data-piece`."""
    draw_wire(canvas, Way(way), RAILS[rail], width=width, data={"data_piece": rail.part})


def rails(canvas: Canvas) -> None:
    """Draws frame E: bridges and capacitor."""
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
    """Draws frame F: the measurement before the first module."""
    draw_frame(
        canvas,
        "F  Measure before the first module",
        "3.2 to 3.4 is good. Minus: swapped. Zero: a",
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


# How the buzzer is switched: its transistor, which leg of that is which, and its diode.

LEGS = (("BC547", ("C", "B", "E")), ("2N3904", ("E", "B", "C")))
"""Lists transistors and their legs from the left, the flat side towards you (their makers' data sheets, TO-92)."""


def sounder(canvas: Canvas) -> None:
    """Draws frame B: pin, resistor, transistor, buzzer and diode."""
    draw_frame(
        canvas,
        "B  Buzzer",
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
    """Draws the buzzer and its two wires, from the collector to 3.3 V."""
    canvas.line((218, y), (250, y), **LEAD)
    canvas.circle(271, y, 21, fill=GLASS)
    canvas.circle(271, y, 5, fill=PAPER)
    canvas.text(259, y + 5, "−", size=16, fill=PAPER, text_anchor="middle")
    canvas.text(283, y + 5, "+", size=16, fill=PAPER, text_anchor="middle")
    canvas.line((292, y), (330, y), (330, y + 20), **LEAD)
    canvas.text(330, y + 36, "3.3 V", size=14, text_anchor="middle")
    for x in (218, 330):
        canvas.circle(x, y, 4, fill=INK)
    for point, name in (((250, y), "buzzer -"), ((292, y), "buzzer +"), ((330, y + 20), "3.3 V")):
        draw_end(canvas, point, name)


def transistor(canvas: Canvas) -> None:
    """Draws frame B once more: its transistor as it lies in the hand."""
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
