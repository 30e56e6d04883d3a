"""Which driver a screen gets."""

from companion.panel.chips import PAGED, WINDOWED
from companion.panel.config import ScreenConfig
from hardware.oled.addressing import Addressing, ByPage, ByWindow
from hardware.oled.driver import ScreenDriver
from hardware.oled.luma import LumaDriver
from hardware.oled.one_bit import OneBitDriver
from hardware.oled.startup import sh1106_start, window_start
from hardware.transport.link import Link

SH1106_FIRST_COLUMN = 2
"""The SH1106 has RAM for 132 columns; modules of 128 have the glass in the middle."""


def driver_for(screen: ScreenConfig, link: Link) -> ScreenDriver:
    """The driver for the screen's chip, on that link. Sends nothing yet."""
    if screen.chip in WINDOWED:
        start = window_start(screen.chip, width=screen.width, height=screen.height)
        return _one_bit(screen, link, ByWindow(), start)
    if screen.chip in PAGED:
        start = sh1106_start(height=screen.height)
        return _one_bit(screen, link, ByPage(first_column=SH1106_FIRST_COLUMN), start)
    return LumaDriver(
        link=link,
        chip=screen.chip,
        width=screen.width,
        height=screen.height,
        rotate=screen.rotate,
        contrast=screen.contrast,
    )


def _one_bit(screen: ScreenConfig, link: Link, addressing: Addressing, start: bytes) -> OneBitDriver:
    return OneBitDriver(
        link=link,
        addressing=addressing,
        start=start,
        width=screen.width,
        height=screen.height,
        rotate=screen.rotate,
        contrast=screen.contrast,
    )
