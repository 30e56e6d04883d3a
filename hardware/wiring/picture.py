"""Draws a plan as an SVG that reads on paper, in black and white too, and on a phone."""

from collections.abc import Callable, Iterator, Mapping

from companion.panel.config import PI_RAIL_MA
from companion.panel.power import Budget, budget
from hardware.wiring.canvas import (
    BOARD,
    FAINT,
    FILLS,
    GLASS,
    INK,
    LIT,
    ON,
    PAPER,
    RAIL_W,
    RAILS,
    Canvas,
    draw_joint,
    draw_wire,
    fitted,
)
from hardware.wiring.details import HEIGHT, WIDTH, address, button, light, meter, rails, sounder, transistor
from hardware.wiring.layout import (
    BOX_H,
    BOX_W,
    BOX_X,
    CHIP_GAP,
    CHIP_W,
    CLOCK_Y,
    DATA_Y,
    FIRST_SCREEN_X,
    GROUND_BUS_X,
    GROUND_X,
    MUX_ON_GROUND,
    MUX_ON_POWER,
    MUX_W,
    MUX_X,
    PIN_PITCH,
    PIN_X,
    POWER_X,
    RESET_Y,
    SCREEN_H,
    SCREEN_PITCH,
    SCREEN_W,
    SPI_FIRST_Y,
    SPI_PINS,
    SPI_PITCH,
    SPI_SCREEN_H,
    TOP,
    Block,
    Layout,
    joints,
    layout,
    pin_y,
)
from hardware.wiring.plan import BY_NUMBER, HEADER, RAIL_3V3, HeaderPin, Wire, WireColour, WiringPlan, own_supply

# What the colours and dots mean, and what the panel draws.

_MEANINGS = {
    WireColour.RED: "3.3 V",
    WireColour.BLACK: "ground",
    WireColour.YELLOW: "SCL, clock",
    WireColour.BLUE: "SDA, data",
    WireColour.ORANGE: "gold's buttons",
    WireColour.PURPLE: "red's buttons",
    WireColour.GREY: "neutral buttons",
    WireColour.GREEN: "pause",
    WireColour.BROWN: "buzzer",
    WireColour.WHITE: "lamp",
    WireColour.PINK: "SPI: CS, DC, RES",
}

_COLUMNS, _ROW = 4, 30


def legend_height(plan: WiringPlan) -> float:
    """Returns how high `draw_legend` draws."""
    return -(-(len(_colours(plan)) + 2) // _COLUMNS) * _ROW


def _colours(plan: WiringPlan) -> list[WireColour]:
    used = {wire.colour for wire in plan.wires}
    return [colour for colour in _MEANINGS if colour in used]


def draw_legend(canvas: Canvas, plan: WiringPlan, *, width: float) -> None:
    """Draws the colours in use, and how joined wires differ from such as only cross."""
    column = width / _COLUMNS
    used = _colours(plan)
    for index, colour in enumerate(used):
        x, y = index % _COLUMNS * column, index // _COLUMNS * _ROW
        draw_wire(canvas, ((x, y + 12), (x + 34, y + 12)), colour)
        canvas.text(x + 44, y + 17, _MEANINGS[colour], size=15)
    for index, name in enumerate(("joined", "not joined"), start=len(used)):
        x, y = index % _COLUMNS * column, index // _COLUMNS * _ROW
        draw_wire(canvas, ((x, y + 12), (x + 34, y + 12)), WireColour.BLUE)
        draw_wire(canvas, ((x + 17, y + 2), (x + 17, y + 22)), WireColour.BLUE)
        if name == "joined":
            draw_joint(canvas, (x + 17, y + 12), WireColour.BLUE)
        canvas.text(x + 44, y + 17, name, size=15)


POWER_HEIGHT = 62


def draw_power(canvas: Canvas, budget: Budget, *, width: float) -> None:
    """Draws the power budget as a bar: as a rule, at most, and what the rail gives."""
    scale = width / budget.rail_ma
    canvas.rect(0, 26, width, 20, rx=3, fill=PAPER, stroke=INK, stroke_width=1.5)
    canvas.rect(0, 26, min(budget.most_ma * scale, width), 20, rx=3, fill="#e9a29c", stroke=INK, stroke_width=1.5)
    canvas.rect(0, 26, min(budget.usual_ma * scale, width), 20, rx=3, fill="#d63a2f", stroke=INK, stroke_width=1.5)
    assumed = budget.rail_ma == PI_RAIL_MA
    said = (
        f"From 3.3 V: {budget.usual_ma:.0f} mA as a rule, {budget.most_ma:.0f} mA at most, of {budget.rail_ma:.0f} mA"
        f"{' that we assume' * assumed}: {budget.margin_ma:.0f} mA are left."
    )
    canvas.text(0, 16, said, size=15)


# The header on the picture, and the boxes beside its pins.


def draw_header(canvas: Canvas, plan: WiringPlan, places: Layout) -> None:
    """Draws the header with all of its pins, those in use filled with their wires' colours."""
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
    """Draws a button, the buzzer or the lamp beside the header pin that `wire` comes from."""
    pin = BY_NUMBER[int(wire.source.pin)]
    y = pin_y(pin, places.header_y)
    left = BOX_X if pin.odd else places.width - BOX_X - BOX_W
    kind, _, name = wire.target.part.partition(" ")
    canvas.rect(
        left, y - BOX_H / 2, BOX_W, BOX_H, rx=8, fill=PAPER, stroke=INK, stroke_width=2, data_part=wire.target.part
    )
    inner = 1 if pin.odd else -1
    said, size = fitted(name or {"sounder": "buzzer (B)", "light": "lamp (C)"}[kind], size=16, width=BOX_W - 36)
    canvas.text(left + BOX_W / 2 - 8 * inner, y + 6, said, size=size, text_anchor="middle", font_weight="bold")
    if kind == "button":
        canvas.circle(
            left + BOX_W / 2 + inner * (BOX_W / 2 - 14), y, 6, fill=FILLS[wire.colour], stroke=INK, stroke_width=1.5
        )


def draw_tags(canvas: Canvas, wires: tuple[Wire, ...], places: Layout) -> None:
    """Draws, for wires in two pieces, the receiver beside the header pin, and at that end the pin's number."""
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


# The multiplexers and screens on the picture.

I2C_PINS = {"SCL": CLOCK_Y, "SDA": DATA_Y}
SPI_AT = {pin: SPI_FIRST_Y + SPI_PITCH * index for index, pin in enumerate(SPI_PINS)}
"""Measures how far down a screen's signals are."""


def draw_block(canvas: Canvas, block: Block) -> None:
    """Draws one multiplexer, where there is one, and its screens."""
    if block.part is not None:
        _draw_mux(canvas, block, block.part)
    for y, screens in block.rows:
        for index, screen in enumerate(screens):
            corner = canvas.at(FIRST_SCREEN_X + index * SCREEN_PITCH, y)
            if screen.spi is None:
                moved = " (D)" if screen.address == 0x3D else ""
                signals = I2C_PINS if screen.reset is None else I2C_PINS | {"RES": RESET_Y}
                _draw_screen(corner, screen.id, f"{int(screen.address):#x}{moved}", signals, height=SCREEN_H)
            else:
                _draw_screen(corner, screen.id, f"SPI, device {screen.spi.device}", SPI_AT, height=SPI_SCREEN_H)


def _draw_mux(canvas: Canvas, block: Block, part: str) -> None:
    height = block.bottom - block.y
    canvas.rect(MUX_X, block.y, MUX_W, height, rx=6, fill=BOARD, stroke=INK, stroke_width=2, data_part=part)
    high = block.mux_on_power
    canvas.text(MUX_X + 12, block.y + 36, "TCA9548A", size=17, font_weight="bold")
    canvas.text(MUX_X + 12, block.y + 56, part.rpartition(" ")[2], size=15)
    for pin, x in MUX_ON_GROUND.items():
        if pin not in high:
            canvas.text(MUX_X + x, block.y + 15, pin, size=13, text_anchor="middle")
    for pin in high:
        canvas.text(MUX_X + MUX_ON_POWER[pin], block.bottom - 6, pin, size=13, text_anchor="middle")
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


# A plan as an SVG: readable on paper, in black and white too, and on a phone.

MARGIN = 20


def picture(plan: WiringPlan) -> str:
    """Returns the SVG's text.

    Every wire is a line with `data-from`, `data-to` and `data-colour`. A rail is a line with `data-rail`, a part a
    rectangle with `data-part`, and the number of a header pin a text with `data-pin`.
    """
    places = layout(plan)
    canvas = Canvas()
    inner = places.width - 2 * MARGIN
    title, size = fitted(f"Warglass: how to wire the panel “{plan.panel.name}”", size=26, width=inner)
    canvas.text(MARGIN, 40, title, size=size, font_weight="bold")
    canvas.text(MARGIN, 70, "Unplug the Pi while you wire. Leave 5 V free: pins 2 and 4 stay empty.", size=17)
    canvas.text(MARGIN, 94, "Pins are seen from above, the USB ports towards you.", size=17)
    _draw_wires(canvas, places, power="3.3 V rail, from its own regulator" if own_supply(plan.panel) else "3.3 V rail")
    for block in places.blocks:
        draw_block(canvas, block)
    draw_header(canvas, plan, places)
    for wires in plan.on_header().values():
        if wires[0].target.part.partition(" ")[0] in ("button", "sounder", "light"):
            draw_box(canvas, wires[0], places)
        elif len(wires) < sum(wire in wires for wire, _ in places.ways):
            draw_tags(canvas, wires, places)
    height = _draw_below(canvas, plan, places)
    return "\n".join((_opening(places.width, height, plan.panel.name), str(canvas), "</svg>", ""))


def _draw_wires(canvas: Canvas, places: Layout, *, power: str) -> None:
    """Draws rails first, so that what crosses one passes over it; joints last. `power` is the 3.3 V rail's name."""
    for terminal, lines in places.rails.items():
        for line in lines:
            draw_wire(canvas, line, RAILS[terminal], width=RAIL_W, data={"data_rail": terminal.part})
    for wire, way in places.ways:
        ends: dict[str, object] = {"data_from": wire.source, "data_to": wire.target, "data_colour": wire.colour}
        draw_wire(canvas, way, wire.colour, data=ends)
    for point, colour in joints(places.ways).items():
        draw_joint(canvas, point, colour)
    if places.blocks:
        canvas.text(GROUND_BUS_X + 12, TOP - 10, "ground rail", size=14)
    for line in places.rails.get(RAIL_3V3, ()):
        x, y = line[-1]
        canvas.text(x - 12, y + 20, power, size=14, text_anchor="end")


def _draw_below(canvas: Canvas, plan: WiringPlan, places: Layout) -> float:
    """Draws what is below the header; returns where it ends."""
    y = places.bottom + 48
    for index, detail in enumerate(_details(plan)):
        if index and index % 2 == 0:
            y += HEIGHT + MARGIN
        detail(canvas.at(MARGIN + index % 2 * (WIDTH + MARGIN), y))
    y += HEIGHT + MARGIN
    inner = places.width - 2 * MARGIN
    draw_legend(canvas.at(MARGIN, y), plan, width=inner)
    y += legend_height(plan) + 8
    draw_power(canvas.at(MARGIN, y), budget(plan.panel), width=inner)
    return y + POWER_HEIGHT


def _details(plan: WiringPlan) -> Iterator[Callable[[Canvas], None]]:
    """Yields what needs a closer view on this panel, each drawn in a frame of WIDTH by HEIGHT."""
    panel = plan.panel
    if panel.controls:
        yield button
    if panel.sounder is not None:
        yield sounder
        yield transistor
    if panel.light is not None:
        yield light
    if any(screen.address == 0x3D for screen in panel.screens):
        yield address
    if panel.screens:
        yield rails
        yield meter


def _opening(width: float, height: float, name: str) -> str:
    head = Canvas()
    head.element("title", f"Wiring of the Warglass panel {name}")
    head.rect(0, 0, width, height, fill=PAPER)
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width:g} {height:g}" role="img" '
        f'font-family="system-ui, Helvetica, Arial, sans-serif" fill="{INK}">\n{head}'
    )
