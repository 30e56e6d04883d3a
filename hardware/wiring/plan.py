"""Plans which wires a panel needs, from pin to part. Pure."""

from collections.abc import Iterator
from enum import StrEnum

import msgspec

from companion.errors import WarglassError
from companion.panel.check import SPI_SELECT
from companion.panel.config import PI_RAIL_MA, ControlConfig, PanelConfig, ScreenConfig, SpiConfig
from companion.panel.power import BASE_OHMS, LIGHT_OHMS, budget

# The 40-pin header, as every Pi since the Model B+ has it.


class HeaderPin(msgspec.Struct, frozen=True, kw_only=True):
    """Describes one pin: its number on the header, its name, and its BCM number where it is a GPIO."""

    number: int
    name: str
    gpio: int | None = None

    @property
    def odd(self) -> bool:
        """Returns True for the row away from the board's edge, on the left where pin 1 is at the top."""
        return self.number % 2 == 1

    @property
    def row(self) -> int:
        """Counts rows from 0 at the end of pin 1 to 19."""
        return (self.number - 1) // 2


_GPIOS = {
    3: 2,
    5: 3,
    7: 4,
    11: 17,
    13: 27,
    15: 22,
    19: 10,
    21: 9,
    23: 11,
    27: 0,
    29: 5,
    31: 6,
    33: 13,
    35: 19,
    37: 26,
} | {8: 14, 10: 15, 12: 18, 16: 23, 18: 24, 22: 25, 24: 8, 26: 7, 28: 1, 32: 12, 36: 16, 38: 20, 40: 21}
"""Holds BCM numbers by pin, odd pins first (Raspberry Pi documentation, GPIO and the 40-pin header)."""

_POWER = {1: "3.3 V", 17: "3.3 V", 2: "5 V", 4: "5 V"} | dict.fromkeys((6, 9, 14, 20, 25, 30, 34, 39), "GND")

HEADER = tuple(
    HeaderPin(number=number, name=_POWER.get(number) or f"GPIO {_GPIOS[number]}", gpio=_GPIOS.get(number))
    for number in range(1, 41)
)
"""Lists all 40, pin 1 first."""

BY_GPIO = {pin.gpio: pin for pin in HEADER if pin.gpio is not None}
BY_NUMBER = {pin.number: pin for pin in HEADER}

# A wire: what it is soldered to, its colour, and what it is for.


class WireColour(StrEnum):
    """Lists the colours that jumper wires come in and the plan uses.

    Most modules' own cables have those of power and I2C.
    """

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
    """Says where a wire ends: a part and its pin.

    The parts are `header`, the rails `3v3` and `ground`, `mux BUS ADDRESS`, `screen ID` and `button ID`.
    Buzzer and lamp have their names in the configuration.
    """

    part: str
    pin: str

    def __str__(self) -> str:
        return f"{self.part}:{self.pin}"


RAIL_3V3 = Terminal("3v3", "rail")
GROUND = Terminal("ground", "rail")


class Wire(msgspec.Struct, frozen=True, kw_only=True):
    """Describes one wire, from the Pi's side outwards."""

    source: Terminal
    target: Terminal
    colour: WireColour
    note: str = ""


# The names of terminals in the table and on the picture.

_WHOLE = {
    "3v3:rail": "3.3 V rail",
    "ground:rail": "ground rail",
    "sounder:base": "buzzer, transistor's base",
    "sounder:emitter": "buzzer, transistor's emitter",
    "sounder:+": "buzzer +",
    "light:+": "lamp, LED's long leg",
    "light:-": "lamp, LED's short leg",
}


def terminal_name(terminal: Terminal) -> str:
    """Returns a terminal in words."""
    if terminal.part == "header":
        return f"pin {terminal.pin} ({BY_NUMBER[int(terminal.pin)].name})"
    kind, _, rest = terminal.part.partition(" ")
    if kind == "button":
        return f"button {rest}, one leg" if terminal.pin == "1" else f"button {rest}, other leg"
    if kind == "mux":
        return f"multiplexer {rest.rpartition(' ')[2]} {terminal.pin}"
    if kind == "screen":
        return f"screen {rest} {terminal.pin}"
    return _WHOLE[str(terminal)]


# Which wires a panel needs.

BUS = 1
"""The pins of this bus are known on every Pi: GPIO 2 and 3. An overlay chooses where another comes out."""

TWO_PINS_MA = 250.0
"""A panel that draws more has its 3.3 V from pins 1 and 17.

It is the same rail, but a plug that sits loosely on one of them drops half as much.
"""

_SIDES = {"gold": WireColour.ORANGE, "red": WireColour.PURPLE, "neutral": WireColour.GREY}

_SPI_NOTES = {"CLK": "also printed D0 or SCL", "DIN": "also printed D1, MOSI or SDA"}


class CannotPlan(WarglassError):
    """Reports that the panel may work, but its wires' ways are not known. `key` is what is at fault, below
    `[panel]`.
    """

    def __init__(self, key: str, message: str) -> None:
        super().__init__(f"panel.{key}: {message}")


class WiringPlan(msgspec.Struct, frozen=True, kw_only=True):
    """Holds a panel and all of its wires, in the order in which to lay them."""

    panel: PanelConfig
    wires: tuple[Wire, ...]

    def on_header(self) -> dict[int, tuple[Wire, ...]]:
        """Returns the wires of each header pin that is used, by its number."""
        used = sorted({int(wire.source.pin) for wire in self.wires if wire.source.part == "header"})
        return {number: tuple(wire for wire in self.wires if wire.source == _header(number)) for number in used}


def plan(panel: PanelConfig) -> WiringPlan:
    """Plans the wires of a panel that `companion.panel.check` finds sound. Raises CannotPlan."""
    for index, screen in enumerate(panel.screens):
        if screen.spi is None and screen.bus != BUS:
            raise CannotPlan(f"screens[{index}].bus", f"only bus {BUS} (GPIO 2 and 3) can be drawn, not {screen.bus}")
    outside = (*_buttons(panel.controls), *_sounder(panel.sounder), *_light(panel.light))
    inside = (*_muxes(panel.screens), *_screens(panel.screens))
    rails = _rails((*inside, *outside), panel)
    return WiringPlan(panel=panel, wires=(*rails, *inside, *outside))


def own_supply(panel: PanelConfig) -> bool:
    """Returns True where its 3.3 V comes from a regulator of its own, which must not be joined to the Pi's."""
    return panel.rail_ma > PI_RAIL_MA


def mux_part(screen: ScreenConfig) -> str:
    """Returns the name of the multiplexer before a screen as a part."""
    return f"mux {screen.bus} {screen.mux:#x}"


ADDRESS_BITS = ("A0", "A1", "A2")
"""Lists the address pins of a TCA9548A, the lowest bit first.

Like RST they must not be left open, says its datasheet (Pin Functions). Many boards pull them to where they are wired
here, but not all.
"""


def high_bits(mux: int) -> tuple[str, ...]:
    """Returns the address pins of a TCA9548A that must be high for it to answer at `mux` (datasheet, Device
    Address).
    """
    return tuple(pin for bit, pin in enumerate(ADDRESS_BITS) if (mux - 0x70) >> bit & 1)


def _header(number: int) -> Terminal:
    return Terminal("header", str(number))


def _gpio(gpio: int) -> Terminal:
    return _header(BY_GPIO[gpio].number)


def _rails(wires: tuple[Wire, ...], panel: PanelConfig) -> Iterator[Wire]:
    """Yields power from the header to everything else: a ground pin for each side of the header."""
    if not own_supply(panel) and any(wire.source == RAIL_3V3 for wire in wires):
        yield Wire(source=_header(1), target=RAIL_3V3, colour=WireColour.RED, note="one rail for all that takes 3.3 V")
        if budget(panel).most_ma > TWO_PINS_MA:
            yield Wire(
                source=_header(17), target=RAIL_3V3, colour=WireColour.RED, note="the same 3.3 V: two pins share it"
            )
    odd = any(_odd(wire) for wire in wires)
    even = any(not _odd(wire) for wire in wires if wire.source.part == "header")
    for number, needed in ((9, odd), (14, even)):
        if needed:
            yield Wire(source=_header(number), target=GROUND, colour=WireColour.BLACK, note="one rail for every ground")


def _odd(wire: Wire) -> bool:
    return wire.source.part == "header" and BY_NUMBER[int(wire.source.pin)].odd


def _powered(part: str, *, power: str, ground: str) -> Iterator[Wire]:
    yield Wire(source=RAIL_3V3, target=Terminal(part, power), colour=WireColour.RED)
    yield Wire(source=GROUND, target=Terminal(part, ground), colour=WireColour.BLACK)


def _muxes(screens: tuple[ScreenConfig, ...]) -> Iterator[Wire]:
    for part, mux in dict.fromkeys((mux_part(each), each.mux) for each in screens if each.mux is not None):
        yield from _powered(part, power="VIN", ground="GND")
        yield Wire(source=_gpio(3), target=Terminal(part, "SCL"), colour=WireColour.YELLOW, note=f"address {mux:#x}")
        yield Wire(source=_gpio(2), target=Terminal(part, "SDA"), colour=WireColour.BLUE)
        yield Wire(source=RAIL_3V3, target=Terminal(part, "RST"), colour=WireColour.RED, note="low would reset it")
        for bit in ADDRESS_BITS:
            if bit in high_bits(mux):
                yield Wire(
                    source=RAIL_3V3, target=Terminal(part, bit), colour=WireColour.RED, note="high, for its address"
                )
            else:
                yield Wire(
                    source=GROUND, target=Terminal(part, bit), colour=WireColour.BLACK, note="low, for its address"
                )


def _screens(screens: tuple[ScreenConfig, ...]) -> Iterator[Wire]:
    for screen in screens:
        part = f"screen {screen.id}"
        yield from _powered(part, power="VCC", ground="GND")
        if screen.spi is not None:
            yield from _on_spi(part, screen.spi)
            continue
        if screen.mux is None:
            clock, data = _gpio(3), _gpio(2)
        else:
            clock = Terminal(mux_part(screen), f"SC{screen.channel}")
            data = Terminal(mux_part(screen), f"SD{screen.channel}")
        yield Wire(source=clock, target=Terminal(part, "SCL"), colour=WireColour.YELLOW, note=_screen_note(screen))
        yield Wire(source=data, target=Terminal(part, "SDA"), colour=WireColour.BLUE)
        if screen.reset_pin is not None:
            yield Wire(source=_gpio(screen.reset_pin), target=Terminal(part, "RES"), colour=WireColour.PINK)


def _on_spi(part: str, spi: SpiConfig) -> Iterator[Wire]:
    """Yields the wires of an SPI module, whose makers print CLK also as D0 or SCL, and DIN as D1, MOSI or SDA."""
    for pin, gpio, colour in (
        ("CLK", 11, WireColour.YELLOW),
        ("DIN", 10, WireColour.BLUE),
        ("CS", SPI_SELECT[spi.device], WireColour.PINK),
        ("DC", spi.dc, WireColour.PINK),
        ("RES", spi.reset, WireColour.PINK),
    ):
        yield Wire(source=_gpio(gpio), target=Terminal(part, pin), colour=colour, note=_SPI_NOTES.get(pin, ""))


def _screen_note(screen: ScreenConfig) -> str:
    moved = ": move the address resistor" if screen.address == 0x3D else ""
    return f"address {screen.address:#x}{moved}"


def _buttons(controls: tuple[ControlConfig, ...]) -> Iterator[Wire]:
    for control in sorted(controls, key=lambda each: BY_GPIO[each.gpio].number):
        part = f"button {control.id}"
        colour = _SIDES.get(control.side, WireColour.GREEN)
        note = "the hand: touched as its side begins to act" if control.hand else ""
        yield Wire(source=_gpio(control.gpio), target=Terminal(part, "1"), colour=colour, note=note)
        yield Wire(source=GROUND, target=Terminal(part, "2"), colour=WireColour.BLACK)


def _sounder(gpio: int | None) -> Iterator[Wire]:
    if gpio is not None:
        note = f"{BASE_OHMS / 1000:g} kΩ on the way, to the transistor's base"
        yield Wire(source=_gpio(gpio), target=Terminal("sounder", "base"), colour=WireColour.BROWN, note=note)
        note = "the diode's stripe here too, its other end at the buzzer's -"
        yield Wire(source=RAIL_3V3, target=Terminal("sounder", "+"), colour=WireColour.RED, note=note)
        note = "from the transistor's emitter"
        yield Wire(source=GROUND, target=Terminal("sounder", "emitter"), colour=WireColour.BLACK, note=note)


def _light(gpio: int | None) -> Iterator[Wire]:
    if gpio is not None:
        note = f"{LIGHT_OHMS} Ω on the way, to the LED's long leg"
        yield Wire(source=_gpio(gpio), target=Terminal("light", "+"), colour=WireColour.WHITE, note=note)
        yield Wire(source=GROUND, target=Terminal("light", "-"), colour=WireColour.BLACK, note="from the short leg")
