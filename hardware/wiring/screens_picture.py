"""The multiplexers and screens on the picture."""

from collections.abc import Mapping

from hardware.wiring.canvas import INK, Canvas, fitted
from hardware.wiring.paint import BOARD, GLASS, LIT
from hardware.wiring.sizes import (
    CLOCK_Y,
    DATA_Y,
    FIRST_SCREEN_X,
    GROUND_X,
    MUX_ON_GROUND,
    MUX_ON_POWER,
    MUX_W,
    MUX_X,
    POWER_X,
    SCREEN_H,
    SCREEN_PITCH,
    SCREEN_W,
    SPI_FIRST_Y,
    SPI_PINS,
    SPI_PITCH,
    SPI_SCREEN_H,
)
from hardware.wiring.terminals import Block

I2C_PINS = {"SCL": CLOCK_Y, "SDA": DATA_Y}
SPI_AT = {pin: SPI_FIRST_Y + SPI_PITCH * index for index, pin in enumerate(SPI_PINS)}
"""How far down a screen's signals are."""


def draw_block(canvas: Canvas, block: Block) -> None:
    """One multiplexer, where there is one, and its screens."""
    if block.part is not None:
        _draw_mux(canvas, block, block.part)
    for y, screens in block.rows:
        for index, screen in enumerate(screens):
            corner = canvas.at(FIRST_SCREEN_X + index * SCREEN_PITCH, y)
            if screen.spi is None:
                moved = " (D)" if screen.address == 0x3D else ""
                _draw_screen(corner, screen.id, f"{screen.address:#x}{moved}", I2C_PINS, height=SCREEN_H)
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
