"""The parts that a panel takes, counted."""

from collections import Counter

import msgspec

from companion.panel.config import ScreenConfig
from companion.panel.power import BASE_OHMS, LIGHT_OHMS
from hardware.wiring.plan import Plan
from hardware.wiring.rail_details import CAPACITOR_UF

SPARE = 5
"""Jumper wires come in tens, and one always breaks: this many more than the plan has, rounded up to tens."""

BRIDGES = 2
"""Wires across the middle of a breadboard's rails."""


class Part(msgspec.Struct, frozen=True, kw_only=True):
    """So many of one thing."""

    count: int
    what: str
    note: str = ""


def shopping(plan: Plan) -> tuple[Part, ...]:
    """All that is to be bought for the panel; the Pi, its card and its supply are not counted."""
    panel = plan.panel
    sounder, light = int(panel.sounder is not None), int(panel.light is not None)
    moved = sum(screen.spi is None and screen.address == 0x3D for screen in panel.screens)
    parts = [
        *_screens(panel.screens, moved),
        Part(
            count=len({(each.bus, each.mux) for each in panel.screens if each.mux is not None}), what="TCA9548A board"
        ),
        Part(count=len(panel.controls), what="push button, closes while pressed", note="none of them latching"),
        Part(count=sounder, what="active piezo buzzer, 3 V", note="beeps by itself; 3 to 5 V types work too"),
        Part(count=sounder, what="NPN transistor, BC547 or 2N3904", note="their legs differ: frame B of the picture"),
        Part(count=sounder, what="diode, 1N4148 or 1N4001", note="across the sounder, its stripe at 3.3 V"),
        Part(count=sounder, what=f"resistor, {BASE_OHMS // 1000} kΩ"),
        Part(count=light, what="LED, 5 mm, red or yellow"),
        Part(count=light, what=f"resistor, {LIGHT_OHMS} Ω"),
        Part(
            count=1 if panel.screens else 0,
            what=f"capacitor, {CAPACITOR_UF} µF, 6.3 V or more",
            note="from the 3.3 V to the ground rail, its stripe at ground",
        ),
        Part(count=1, what="breadboard with two rails, or perfboard", note="for the 3.3 V and the ground rail"),
        Part(count=BRIDGES, what="jumper wire, male to male, 10 cm", note="where the rails end in the middle"),
        *_jumpers(plan),
    ]
    return tuple(part for part in parts if part.count)


def _jumpers(plan: Plan) -> list[Part]:
    """All female to male: a plug for a pin of the Pi or of a module, a pin for the breadboard, cut off for a button."""
    long = sum(wire.target.part.startswith("button ") for wire in plan.wires)
    counts = ((20, len(plan.wires) - long, "all but the buttons'"), (30, long, "the buttons'"))
    return [
        Part(
            count=-(-(count + SPARE) // 10) * 10, what=f"jumper wire, female to male, {cm} cm", note=f"{whose}: {count}"
        )
        for cm, count, whose in counts
        if count
    ]


def _screens(screens: tuple[ScreenConfig, ...], moved: int) -> list[Part]:
    kinds = Counter(
        (screen.chip.upper(), screen.width, screen.height, "I2C (4 pins)" if screen.spi is None else "SPI (7 pins)")
        for screen in screens
    )
    note = f"of all screens {moved} set to 0x3d" if moved else ""
    return [
        Part(count=count, what=f"OLED module, {chip}, {width}x{height}, {bus}", note=note)
        for (chip, width, height, bus), count in sorted(kinds.items())
    ]


def shopping_list(parts: tuple[Part, ...]) -> str:
    """The parts as lines of text."""
    width = max(len(part.what) for part in parts)
    return "\n".join(f"{part.count:>4}  {part.what:<{width}}  {part.note}".rstrip() for part in parts)
