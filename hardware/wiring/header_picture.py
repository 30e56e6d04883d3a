"""The header on the picture, and the boxes beside its pins."""

from hardware.wiring.canvas import FAINT, INK, PAPER, Canvas, fitted
from hardware.wiring.header import BY_NUMBER, HEADER, HeaderPin
from hardware.wiring.layout import Layout
from hardware.wiring.paint import FILLS, GLASS, ON
from hardware.wiring.plan import Plan
from hardware.wiring.sizes import (
    BOX_H,
    BOX_W,
    BOX_X,
    CHIP_GAP,
    CHIP_W,
    PIN_PITCH,
    PIN_X,
)
from hardware.wiring.terminals import pin_y
from hardware.wiring.wire import RAIL_3V3, Wire


def draw_header(canvas: Canvas, plan: Plan, places: Layout) -> None:
    """The header with all of its pins, those in use filled with their wires' colours."""
    used = plan.on_header()
    x, y = places.middle, places.header_y
    canvas.rect(x - 2 * PIN_X, y - 4, 4 * PIN_X, 20 * PIN_PITCH + 8, rx=5, fill=GLASS)
    for pin in HEADER:
        _draw_pin(canvas, pin, used.get(pin.number, ()), places)
    canvas.text(x - PIN_X, y - 12, "pin 1", size=15, text_anchor="middle", font_weight="bold")
    canvas.text(x, places.bottom + 24, "USB ports at this end", size=15, text_anchor="middle")


def _draw_pin(canvas: Canvas, pin: HeaderPin, wires: tuple[Wire, ...], places: Layout) -> None:
    y = pin_y(pin, places.header_y)
    side = -1 if pin.odd else 1
    x = places.middle + side * PIN_X
    number = {"font_weight": "bold", "text_anchor": "middle", "data_pin": pin.number}
    if pin.number == 1:
        canvas.rect(x - 11, y - 11, 22, 22, fill=PAPER)
    else:
        canvas.circle(x, y, 11, fill=PAPER if wires else "#b9beb8")
    canvas.text(x, y + 5, str(pin.number), size=13, fill=INK, **number)
    left = x + CHIP_GAP if side > 0 else x - CHIP_GAP - CHIP_W
    if wires:
        colour = wires[0].colour
        canvas.rect(left, y - 11, CHIP_W, 22, rx=4, fill=FILLS[colour], stroke=INK, stroke_width=1.5)
        ink, weight = ON[colour], "bold"
    else:
        ink, weight = FAINT, "normal"
    canvas.text(left + CHIP_W / 2, y + 5, pin.name, size=15, text_anchor="middle", fill=ink, font_weight=weight)


def draw_box(canvas: Canvas, wire: Wire, places: Layout) -> None:
    """A button, the sounder or the light beside the header pin that `wire` comes from."""
    pin = BY_NUMBER[int(wire.source.pin)]
    y = pin_y(pin, places.header_y)
    left = BOX_X if pin.odd else places.width - BOX_X - BOX_W
    kind, _, name = wire.target.part.partition(" ")
    canvas.rect(
        left, y - BOX_H / 2, BOX_W, BOX_H, rx=8, fill=PAPER, stroke=INK, stroke_width=2, data_part=wire.target.part
    )
    inner = 1 if pin.odd else -1
    said, size = fitted(name or {"sounder": "sounder (B)", "light": "light (C)"}[kind], size=16, width=BOX_W - 36)
    canvas.text(left + BOX_W / 2 - 8 * inner, y + 6, said, size=size, text_anchor="middle", font_weight="bold")
    if kind == "button":
        canvas.circle(
            left + BOX_W / 2 + inner * (BOX_W / 2 - 14), y, 6, fill=FILLS[wire.colour], stroke=INK, stroke_width=1.5
        )


def draw_tags(canvas: Canvas, wires: tuple[Wire, ...], places: Layout) -> None:
    """For wires in two pieces: beside the header pin who it goes to, and at that end the pin's number."""
    first = wires[0].target
    if first == RAIL_3V3:
        said = "3.3 V rail"
    else:
        said = f"{first.part.partition(' ')[2] if len(wires) == 1 else 'screens'} {first.pin}"
    pin = BY_NUMBER[int(wires[0].source.pin)]
    y = pin_y(pin, places.header_y)
    left = BOX_X if pin.odd else places.width - BOX_X - BOX_W
    frame = {"fill": PAPER, "stroke": INK, "stroke_width": 1.5}
    canvas.rect(left, y - BOX_H / 2, BOX_W, BOX_H, rx=8, stroke_dasharray="5 3", **frame)
    said, size = fitted(said, size=15, width=BOX_W - 16)
    canvas.text(left + BOX_W / 2, y + 5, said, size=size, text_anchor="middle")
    for wire in wires:
        x, end_y = [way for each, way in places.ways if each == wire][-1][0]
        canvas.circle(x, end_y, 10, **frame)
        canvas.text(x, end_y + 4.5, str(pin.number), size=12, text_anchor="middle", font_weight="bold")
