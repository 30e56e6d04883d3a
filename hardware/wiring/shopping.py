"""The parts that a panel takes, counted."""

from collections import Counter

import msgspec

from companion.panel.config import ScreenConfig
from companion.panel.power import BASE_OHMS, LIGHT_OHMS
from hardware.wiring.plan import Plan

SPARE = 5
"""Jumper wires come in tens, and one always breaks: this many more than the plan has, rounded up to tens."""


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
        Part(count=sounder, what="NPN transistor, 2N2222 or BC547", note="their legs differ: look at the data sheet"),
        Part(count=sounder, what=f"resistor, {BASE_OHMS // 1000} kΩ"),
        Part(count=light, what="LED, 5 mm, red or yellow"),
        Part(count=light, what=f"resistor, {LIGHT_OHMS} Ω"),
        Part(count=1, what="breadboard with two rails, or perfboard", note="for the 3.3 V and the ground rail"),
        Part(
            count=-(-(len(plan.wires) + SPARE) // 10) * 10, what="jumper wires", note=f"the plan has {len(plan.wires)}"
        ),
    ]
    return tuple(part for part in parts if part.count)


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
