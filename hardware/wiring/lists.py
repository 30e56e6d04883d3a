"""Writes a plan as lists for the terminal: its wires by part, and the parts to buy."""

from collections import Counter
from collections.abc import Iterator
from itertools import groupby

import msgspec

from companion.panel.config import PI_RAIL_MA, ScreenConfig
from companion.panel.power import BASE_OHMS, GPIO_PINS_MA, LIGHT_OHMS, Budget
from hardware.wiring.details import CAPACITOR_UF
from hardware.wiring.plan import Wire, WiringPlan, terminal_name

# The wires as a table for the terminal, by part.

_TITLES = {"mux": "Multiplexers", "screen": "Screens", "button": "Buttons"}


def table(plan: WiringPlan) -> str:
    """Writes every wire: from where, to where, its colour, and what to know."""
    rows = [
        (terminal_name(wire.source), terminal_name(wire.target), str(wire.colour), wire.note) for wire in plan.wires
    ]
    widths = [max((len(row[column]) for row in rows), default=0) for column in range(3)]
    lines = [
        "  ".join((*(cell.ljust(width) for cell, width in zip(row, widths, strict=False)), row[3])).rstrip()
        for row in rows
    ]
    out = []
    for title, group in groupby(zip(plan.wires, lines, strict=True), key=lambda each: _title(each[0])):
        out += ["", title, *(f"  {line}" for _, line in group)]
    return "\n".join(out[1:])


def power(budget: Budget) -> str:
    """Writes the power budget as a table in mA."""
    return "\n".join(_power(budget))


def _power(budget: Budget) -> Iterator[str]:
    yield f"{'Drawn from 3.3 V, mA':<33}{'usual':>7}{'most':>7}"
    for draw in budget.draws:
        yield f"  {draw.count:>2} {draw.parts:<28}{draw.usual_ma:>7.1f}{draw.most_ma:>7.1f}"
    yield f"{'  together':<33}{budget.usual_ma:>7.1f}{budget.most_ma:>7.1f}"
    gives = "  the rail gives" + ", we assume" * (budget.rail_ma == PI_RAIL_MA)
    yield f"{gives:<40}{budget.rail_ma:>7.1f}"
    yield f"{'  left over':<40}{budget.margin_ma:>7.1f}"
    yield f"  Of it, {budget.pins_ma:.1f} mA comes through GPIO pins; together they may give {GPIO_PINS_MA:.0f} mA."


def _title(wire: Wire) -> str:
    kind = wire.target.part.partition(" ")[0]
    return _TITLES.get(kind, "Buzzer and lamp" if kind in ("sounder", "light") else "Power")


# The parts that a panel takes, counted.

SPARE = 5
"""Jumper wires come in tens, and one always breaks: this many more than the plan has, rounded up to tens."""

BRIDGES = 2
"""Counts the wires across the middle of a breadboard's rails."""


class ListPart(msgspec.Struct, frozen=True, kw_only=True):
    """Holds so many of one thing."""

    count: int
    what: str
    note: str = ""


def shopping(plan: WiringPlan) -> tuple[ListPart, ...]:
    """Lists all that is to be bought for the panel, without the Pi, its card and its supply."""
    panel = plan.panel
    sounder, light = int(panel.sounder is not None), int(panel.light is not None)
    moved = sum(screen.spi is None and screen.address == 0x3D for screen in panel.screens)
    parts = [
        *_screens(panel.screens, moved),
        ListPart(
            count=len({(each.bus, each.mux) for each in panel.screens if each.mux is not None}), what="TCA9548A board"
        ),
        ListPart(count=len(panel.controls), what="push button, closes while pressed", note="not a latching one"),
        ListPart(count=sounder, what="active piezo buzzer, 3 V", note="beeps by itself; 3 to 5 V types work too"),
        ListPart(
            count=sounder, what="NPN transistor, BC547 or 2N3904", note="their legs differ: frame B of the picture"
        ),
        ListPart(count=sounder, what="diode, 1N4148 or 1N4001", note="across the buzzer, its stripe at 3.3 V"),
        ListPart(count=sounder, what=f"resistor, {BASE_OHMS // 1000} kΩ"),
        ListPart(count=light, what="LED, 5 mm, red or yellow"),
        ListPart(count=light, what=f"resistor, {LIGHT_OHMS} Ω"),
        ListPart(
            count=1 if panel.screens else 0,
            what=f"capacitor, {CAPACITOR_UF} µF, 6.3 V or more",
            note="from the 3.3 V to the ground rail, its stripe at ground",
        ),
        ListPart(count=1, what="breadboard with two rails, or perfboard", note="for the 3.3 V and the ground rail"),
        ListPart(count=BRIDGES, what="jumper wire, male to male, 10 cm", note="where the rails end in the middle"),
        *_jumpers(plan),
    ]
    return tuple(part for part in parts if part.count)


def _jumpers(plan: WiringPlan) -> list[ListPart]:
    """Counts jumpers, all female to male: a plug for a pin of the Pi or of a module, a pin for the breadboard.

    For a button, the pin is cut off.
    """
    long = sum(wire.target.part.startswith("button ") for wire in plan.wires)
    counts = ((20, len(plan.wires) - long, "all but the buttons'"), (30, long, "the buttons'"))
    return [
        ListPart(
            count=-(-(count + SPARE) // 10) * 10, what=f"jumper wire, female to male, {cm} cm", note=f"{whose}: {count}"
        )
        for cm, count, whose in counts
        if count
    ]


def _screens(screens: tuple[ScreenConfig, ...], moved: int) -> list[ListPart]:
    kinds = Counter((screen.chip.upper(), screen.width, screen.height, _pins(screen)) for screen in screens)
    note = f"of all screens {moved} set to 0x3d" if moved else ""
    return [
        ListPart(count=count, what=f"OLED module, {chip}, {width}x{height}, {bus}", note=note)
        for (chip, width, height, bus), count in sorted(kinds.items())
    ]


def _pins(screen: ScreenConfig) -> str:
    if screen.spi is not None:
        return "SPI (7 pins)"
    return "I2C (4 pins)" if screen.reset is None else "I2C (5 pins, with RES)"


def shopping_list(parts: tuple[ListPart, ...]) -> str:
    """Writes the parts as lines of text."""
    width = max(len(part.what) for part in parts)
    return "\n".join(f"{part.count:>4}  {part.what:<{width}}  {part.note}".rstrip() for part in parts)
