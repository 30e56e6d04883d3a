"""Where the picture has its parts and their terminals."""

from collections import defaultdict

import msgspec

from companion.panel.config import PanelConfig, ScreenConfig
from hardware.wiring.canvas import Point
from hardware.wiring.header import BY_NUMBER, HEADER, HeaderPin
from hardware.wiring.plan import Plan, high_bits, mux_part
from hardware.wiring.sizes import (
    BOX_W,
    BOX_X,
    CHIP_GAP,
    CHIP_W,
    CLOCK_Y,
    DATA_Y,
    FIRST_SCREEN_X,
    GROUND_X,
    MUX_FOOT_H,
    MUX_GAP,
    MUX_NAME_H,
    MUX_ON_GROUND,
    MUX_ON_POWER,
    MUX_W,
    MUX_X,
    PIN_PITCH,
    PIN_X,
    PLUS_Y,
    POWER_X,
    ROW_PITCH,
    SCREEN_H,
    SCREEN_PITCH,
    SPI_FIRST_Y,
    SPI_PINS,
    SPI_PITCH,
    SPI_SCREEN_H,
    TOP,
)
from hardware.wiring.wire import Terminal


class Block(msgspec.Struct, frozen=True, kw_only=True):
    """What hangs on one multiplexer, a row a channel, or, with `part` None, on the bus itself, all in one row; or one
    screen on SPI."""

    part: str | None
    y: float
    rows: tuple[tuple[float, tuple[ScreenConfig, ...]], ...]
    """The upper edge of each row, and its screens from the left."""
    screen_h: float = SCREEN_H

    @property
    def mux_on_power(self) -> tuple[str, ...]:
        """The pins of its multiplexer that hang on the 3.3 V rail, and are drawn at its lower edge; none on the bus."""
        mux = self.rows[0][1][0].mux
        return () if mux is None else ("VIN", "RST", *high_bits(mux))

    @property
    def bottom(self) -> float:
        return self.rows[-1][0] + self.screen_h + (MUX_FOOT_H if self.part else 0)


def pin_y(pin: HeaderPin, header_y: float) -> float:
    """The middle of a header pin's row."""
    return header_y + (pin.row + 0.5) * PIN_PITCH


def blocks_of(panel: PanelConfig) -> tuple[Block, ...]:
    grouped: dict[str | None, dict[int, list[ScreenConfig]]] = defaultdict(lambda: defaultdict(list))
    on_spi = [screen for screen in panel.screens if screen.spi is not None]
    for screen in panel.screens:
        if screen.spi is not None:
            continue
        part = None if screen.mux is None else mux_part(screen)
        grouped[part][screen.channel or 0].append(screen)
    blocks = []
    y: float = TOP + 26
    for screen in on_spi:
        blocks.append(Block(part=None, y=y, rows=((y, (screen,)),), screen_h=SPI_SCREEN_H))
        y += SPI_SCREEN_H + ROW_PITCH - SCREEN_H
    for part, channels in sorted(grouped.items(), key=lambda each: each[0] or ""):
        first = y + (MUX_NAME_H if part else 0)
        rows = tuple(
            (first + index * ROW_PITCH, tuple(screens)) for index, (_, screens) in enumerate(sorted(channels.items()))
        )
        blocks.append(Block(part=part, y=y, rows=rows))
        y = blocks[-1].bottom + (MUX_GAP if part else ROW_PITCH - SCREEN_H)
    return tuple(blocks)


def terminals_of(plan: Plan, blocks: tuple[Block, ...], *, width: float, header_y: float) -> dict[Terminal, Point]:
    found = {Terminal("header", str(pin.number)): _chip_end(pin, width=width, header_y=header_y) for pin in HEADER}
    for block in blocks:
        if block.part is not None:
            found |= _mux_terminals(block, block.part)
        for y, screens in block.rows:
            for index, screen in enumerate(screens):
                found |= _screen_terminals(screen, x=FIRST_SCREEN_X + index * SCREEN_PITCH, y=y)
    for wire in plan.wires:
        kind = wire.target.part.partition(" ")[0]
        if wire.source.part == "header" and kind in ("button", "sounder", "light"):
            pin = BY_NUMBER[int(wire.source.pin)]
            found |= _box_terminals(wire.target, odd=pin.odd, y=pin_y(pin, header_y), width=width)
    return found


def _chip_end(pin: HeaderPin, *, width: float, header_y: float) -> Point:
    out = PIN_X + CHIP_GAP + CHIP_W
    return width / 2 + (-out if pin.odd else out), pin_y(pin, header_y)


def _mux_terminals(block: Block, part: str) -> dict[Terminal, Point]:
    high = block.mux_on_power
    found: dict[Terminal, Point] = {
        **{Terminal(part, pin): (MUX_X + x, block.y) for pin, x in MUX_ON_GROUND.items() if pin not in high},
        **{Terminal(part, pin): (MUX_X + MUX_ON_POWER[pin], block.bottom) for pin in high},
        Terminal(part, "SCL"): (MUX_X, block.rows[-1][0] + CLOCK_Y),
        Terminal(part, "SDA"): (MUX_X, block.rows[-1][0] + DATA_Y),
    }
    for y, screens in block.rows:
        channel = screens[0].channel
        found[Terminal(part, f"SC{channel}")] = (MUX_X + MUX_W, y + CLOCK_Y)
        found[Terminal(part, f"SD{channel}")] = (MUX_X + MUX_W, y + DATA_Y)
    return found


def _screen_terminals(screen: ScreenConfig, *, x: float, y: float) -> dict[Terminal, Point]:
    part = f"screen {screen.id}"
    if screen.spi is not None:
        signals = {Terminal(part, pin): (x, y + SPI_FIRST_Y + SPI_PITCH * at) for at, pin in enumerate(SPI_PINS)}
        power = {Terminal(part, "GND"): (x + GROUND_X, y), Terminal(part, "VCC"): (x + POWER_X, y + SPI_SCREEN_H)}
        return signals | power
    return {
        Terminal(part, "SCL"): (x, y + CLOCK_Y),
        Terminal(part, "SDA"): (x, y + DATA_Y),
        Terminal(part, "GND"): (x + GROUND_X, y),
        Terminal(part, "VCC"): (x + POWER_X, y + SCREEN_H),
    }


def _box_terminals(inner: Terminal, *, odd: bool, y: float, width: float) -> dict[Terminal, Point]:
    """A button, sounder or light beside its pin: signal on the inside, ground outside, a sounder's + on the inside."""
    outer = {"button": "2", "sounder": "emitter", "light": "-"}[inner.part.partition(" ")[0]]
    near, far = (BOX_X + BOX_W, BOX_X) if odd else (width - BOX_X - BOX_W, width - BOX_X)
    found: dict[Terminal, Point] = {inner: (near, y), Terminal(inner.part, outer): (far, y)}
    if inner.part == "sounder":
        found[Terminal("sounder", "+")] = (near, y + PLUS_Y)
    return found
