"""A plan as an SVG: readable on paper, in black and white too, and on a phone."""

from collections.abc import Callable, Iterator

from companion.panel.power import budget
from hardware.wiring.canvas import INK, PAPER, Canvas, fitted
from hardware.wiring.details import address, button, light
from hardware.wiring.frame import HEIGHT, WIDTH
from hardware.wiring.header_picture import draw_box, draw_header, draw_tags
from hardware.wiring.joints import joints
from hardware.wiring.layout import Layout, layout
from hardware.wiring.legend import POWER_HEIGHT, draw_legend, draw_power, legend_height
from hardware.wiring.paint import RAIL_W, RAILS, draw_joint, draw_wire
from hardware.wiring.plan import Plan, own_supply
from hardware.wiring.rail_details import meter, rails
from hardware.wiring.screens_picture import draw_block
from hardware.wiring.sizes import GROUND_BUS_X, TOP
from hardware.wiring.sounder_details import sounder, transistor
from hardware.wiring.wire import RAIL_3V3

MARGIN = 20


def picture(plan: Plan) -> str:
    """The SVG's text.

    Every wire is a line with `data-from`, `data-to` and `data-colour`, a rail one with `data-rail`, a part a rectangle
    with `data-part`, and the number of a header pin a text with `data-pin`.
    """
    places = layout(plan)
    canvas = Canvas()
    inner = places.width - 2 * MARGIN
    title, size = fitted(f"Warglass: how to wire the panel “{plan.panel.name}”", size=26, width=inner)
    canvas.text(MARGIN, 40, title, size=size, font_weight="bold")
    canvas.text(MARGIN, 70, "Unplug the Pi while you wire. Nothing goes to 5 V: pins 2 and 4 stay empty.", size=17)
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
    """Rails first, so that what crosses one passes over it; joints last. `power` is what the 3.3 V rail is called."""
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


def _draw_below(canvas: Canvas, plan: Plan, places: Layout) -> float:
    """What stands below the header; returns where it ends."""
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


def _details(plan: Plan) -> Iterator[Callable[[Canvas], None]]:
    """What is worth a closer look on this panel, each drawn in a frame of WIDTH by HEIGHT."""
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
