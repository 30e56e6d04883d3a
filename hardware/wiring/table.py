"""The wires as a table for the terminal, by part."""

from collections.abc import Iterator
from itertools import groupby

from companion.panel.config import PI_RAIL_MA
from companion.panel.power import GPIO_PINS_MA, Budget
from hardware.wiring.plan import Plan
from hardware.wiring.terminal_names import terminal_name
from hardware.wiring.wire import Wire

_TITLES = {"mux": "Multiplexers", "screen": "Screens", "button": "Buttons"}


def table(plan: Plan) -> str:
    """Every wire: from where, to where, its colour, and what to know."""
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
    """The power budget as a table in mA."""
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
    return _TITLES.get(kind, "Sounder and light" if kind in ("sounder", "light") else "Power")
