"""The display chips that a screen may have, by luma.oled's names for them, and the sizes of their modules."""

from types import MappingProxyType

_USUAL = ((128, 64), (128, 32))

SIZES = MappingProxyType(
    {
        "ssd1306": _USUAL,
        "ssd1309": _USUAL,
        "ssd1315": _USUAL,
        "sh1106": _USUAL,
        "ch1115": ((128, 64),),
        "sh1107": ((64, 128), (80, 128), (128, 128)),
        "ssd1305": _USUAL,
        "ssd1316": _USUAL,
        "ssd1322": ((256, 64), (256, 48), (256, 32), *_USUAL, (128, 48)),
        "ssd1322_nhd": ((128, 64),),
        "ssd1325": ((128, 64),),
        "ssd1327": ((128, 128),),
        "ssd1331": ((96, 64),),
        "ssd1351": ((128, 128), (96, 96), (128, 96)),
        "ssd1362": ((256, 64),),
        "ssd1363": ((256, 128),),
    }
)
"""Width and height in pixels of the modules that there are, the usual one first; faces need 96 by 32."""

SPI_ONLY = ("ssd1322", "ssd1322_nhd", "ssd1325", "ssd1331", "ssd1351", "ssd1363")
"""Chips without I2C, or whose commands luma tells from their arguments by SPI's D/C wire."""
