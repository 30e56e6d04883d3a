"""The parts of the picture: the header, multiplexers, screens, and the boxes beside the header."""

from collections.abc import Mapping

from hardware.wiring.canvas import FAINT, INK, PAPER, Canvas, fitted
from hardware.wiring.header import BY_NUMBER, HEADER, HeaderPin
from hardware.wiring.layout import Layout
from hardware.wiring.paint import FILLS, ON
from hardware.wiring.plan import Plan, high_bits
from hardware.wiring.sizes import (
    BOX_H,
    BOX_W,
    BOX_X,
    CHIP_GAP,
    CHIP_W,
    CLOCK_Y,
    DATA_Y,
    FIRST_SCREEN_X,
    GROUND_X,
    MUX_GROUND_X,
    MUX_POWER_X,
    MUX_W,
    MUX_X,
    PIN_PITCH,
    PIN_X,
    POWER_X,
    SCREEN_H,
    SCREEN_PITCH,
    SCREEN_W,
    SPI_FIRST_Y,
    SPI_PINS,
    SPI_PITCH,
    SPI_SCREEN_H,
    TAG_X,
)
from hardware.wiring.terminals import Block, pin_y
from hardware.wiring.wire import Wire

I2C_PINS = {"SCL": CLOCK_Y, "SDA": DATA_Y}
SPI_AT = {pin: SPI_FIRST_Y + SPI_PITCH * index for index, pin in enumerate(SPI_PINS)}
"""How far down a screen's signals are."""

BOARD, GLASS, LIT = "#e9eee6", "#22302c", "#eaf6ff"


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


def draw_block(canvas: Canvas, block: Block) -> None:
    """One multiplexer, where there is one, and its screens."""
    if block.part is not None:
        _draw_mux(canvas, block, block.part)
    for y, screens in block.rows:
        for index, screen in enumerate(screens):
            corner = canvas.at(FIRST_SCREEN_X + index * SCREEN_PITCH, y)
            if screen.spi is None:
                moved = " (D)" if screen.address == 0x3D else ""
                _draw_screen(corner, screen.id, f"{screen.address:#x}{moved}", I2C_PINS, height=SCREEN_H)
            else:
                _draw_screen(corner, screen.id, f"SPI, device {screen.spi.device}", SPI_AT, height=SPI_SCREEN_H)


def _draw_mux(canvas: Canvas, block: Block, part: str) -> None:
    height = block.bottom - block.y
    canvas.rect(MUX_X, block.y, MUX_W, height, rx=6, fill=BOARD, stroke=INK, stroke_width=2, data_part=part)
    address = part.rpartition(" ")[2]
    high = high_bits(int(address, 16))
    said = f"{address}: {' '.join(high)}" if high else address
    canvas.text(MUX_X + 12, block.y + 36, "TCA9548A", size=17, font_weight="bold")
    canvas.text(MUX_X + 12, block.y + 56, said, size=15)
    canvas.text(MUX_X + MUX_GROUND_X, block.y + 15, "GND", size=13, text_anchor="middle")
    canvas.text(MUX_X + MUX_POWER_X, block.bottom - 6, "VIN", size=13, text_anchor="middle")
    last = block.rows[-1][0]
    canvas.text(MUX_X + 8, last + CLOCK_Y + 5, "SCL", size=14)
    canvas.text(MUX_X + 8, last + DATA_Y + 5, "SDA", size=14)
    for y, screens in block.rows:
        channel = screens[0].channel
        canvas.text(MUX_X + MUX_W - 8, y + CLOCK_Y + 5, f"SC{channel}", size=14, text_anchor="end")
        canvas.text(MUX_X + MUX_W - 8, y + DATA_Y + 5, f"SD{channel}", size=14, text_anchor="end")


def _draw_screen(canvas: Canvas, name: str, address: str, signals: Mapping[str, float], *, height: float) -> None:
    part = f"screen {name}"
    canvas.rect(0, 0, SCREEN_W, height, rx=5, fill=BOARD, stroke=INK, stroke_width=2, data_part=part)
    canvas.rect(44, 18, 118, height - 26, rx=2, fill=GLASS)
    said, size = fitted(name, size=18, width=112)
    canvas.text(103, 36, said, size=size, text_anchor="middle", fill=LIT, font_weight="bold")
    canvas.text(103, 55, address, size=14, text_anchor="middle", fill=LIT)
    for signal, y in signals.items():
        canvas.text(8, y + 5, signal, size=14)
    canvas.text(GROUND_X, 15, "GND", size=13, text_anchor="middle")
    canvas.text(POWER_X, height - 6, "VCC", size=13, text_anchor="middle")


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
    pin = BY_NUMBER[int(wires[0].source.pin)]
    y = pin_y(pin, places.header_y)
    left = BOX_X if pin.odd else places.width - BOX_X - BOX_W
    frame = {"fill": PAPER, "stroke": INK, "stroke_width": 1.5}
    canvas.rect(left, y - BOX_H / 2, BOX_W, BOX_H, rx=8, stroke_dasharray="5 3", **frame)
    name = wires[0].target.part.partition(" ")[2] if len(wires) == 1 else "screens"
    said, size = fitted(f"{name} {wires[0].target.pin}", size=15, width=BOX_W - 16)
    canvas.text(left + BOX_W / 2, y + 5, said, size=size, text_anchor="middle")
    for wire in wires:
        _, end_y = places.terminals[wire.target]
        canvas.circle(TAG_X, end_y, 10, **frame)
        canvas.text(TAG_X, end_y + 4.5, str(pin.number), size=12, text_anchor="middle", font_weight="bold")
