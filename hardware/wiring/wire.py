"""A wire: what it is soldered to, its colour, and what it is for."""

from enum import StrEnum

import msgspec


class Colour(StrEnum):
    """The colours that jumper wires come in and the plan uses. Those of power and I2C are what most modules' own cables
    have."""

    RED = "red"
    BLACK = "black"
    BLUE = "blue"
    YELLOW = "yellow"
    ORANGE = "orange"
    PURPLE = "purple"
    GREY = "grey"
    GREEN = "green"
    BROWN = "brown"
    WHITE = "white"
    PINK = "pink"


class Terminal(msgspec.Struct, frozen=True):
    """Where a wire ends: a part and its pin. The parts are `header`, the rails `3v3` and `ground`, `mux BUS ADDRESS`,
    `screen ID`, `button ID`, `sounder` and `light`."""

    part: str
    pin: str

    def __str__(self) -> str:
        return f"{self.part}:{self.pin}"


RAIL_3V3 = Terminal("3v3", "rail")
GROUND = Terminal("ground", "rail")


class Wire(msgspec.Struct, frozen=True, kw_only=True):
    """One wire, from the Pi's side outwards."""

    source: Terminal
    target: Terminal
    colour: Colour
    note: str = ""
