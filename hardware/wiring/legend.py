"""What the colours and dots mean, and what the panel draws."""

from companion.panel.config import PI_RAIL_MA
from companion.panel.power import Budget
from hardware.wiring.canvas import INK, PAPER, Canvas
from hardware.wiring.paint import draw_joint, draw_wire
from hardware.wiring.plan import Plan
from hardware.wiring.wire import Colour

_MEANINGS = {
    Colour.RED: "3.3 V",
    Colour.BLACK: "ground",
    Colour.YELLOW: "SCL, clock",
    Colour.BLUE: "SDA, data",
    Colour.ORANGE: "gold's buttons",
    Colour.PURPLE: "red's buttons",
    Colour.GREY: "neutral buttons",
    Colour.GREEN: "pause",
    Colour.BROWN: "sounder",
    Colour.WHITE: "light",
    Colour.PINK: "SPI: CS, DC, RES",
}

_COLUMNS, _ROW = 4, 30


def legend_height(plan: Plan) -> float:
    """How high `draw_legend` draws."""
    return -(-(len(_colours(plan)) + 2) // _COLUMNS) * _ROW


def _colours(plan: Plan) -> list[Colour]:
    used = {wire.colour for wire in plan.wires}
    return [colour for colour in _MEANINGS if colour in used]


def draw_legend(canvas: Canvas, plan: Plan, *, width: float) -> None:
    """The colours in use, and how joined wires differ from such as only cross."""
    column = width / _COLUMNS
    used = _colours(plan)
    for index, colour in enumerate(used):
        x, y = index % _COLUMNS * column, index // _COLUMNS * _ROW
        draw_wire(canvas, ((x, y + 12), (x + 34, y + 12)), colour)
        canvas.text(x + 44, y + 17, _MEANINGS[colour], size=15)
    for index, name in enumerate(("joined", "not joined"), start=len(used)):
        x, y = index % _COLUMNS * column, index // _COLUMNS * _ROW
        draw_wire(canvas, ((x, y + 12), (x + 34, y + 12)), Colour.BLUE)
        draw_wire(canvas, ((x + 17, y + 2), (x + 17, y + 22)), Colour.BLUE)
        if name == "joined":
            draw_joint(canvas, (x + 17, y + 12), Colour.BLUE)
        canvas.text(x + 44, y + 17, name, size=15)


POWER_HEIGHT = 62


def draw_power(canvas: Canvas, budget: Budget, *, width: float) -> None:
    """The power budget as a bar: as a rule, at most, and what the rail gives."""
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
