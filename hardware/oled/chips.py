"""The chips that our own driver drives, a record for each. All others that there are, luma.oled's does."""

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from types import MappingProxyType

from luma.oled import device

from companion.panel.config import ScreenConfig
from hardware.oled.addressing import Addressing, ByPage, ByWindow
from hardware.oled.driver import DISPLAY_ON, ScreenDriver
from hardware.oled.luma_driver import LumaDriver
from hardware.oled.one_bit_driver import OneBitDriver
from hardware.oled.recorder import TransferRecorder
from hardware.transport.link import Link

SH1106_FIRST_COLUMN = 2
"""The SH1106 has RAM for 132 columns; modules of 128 have the glass in the middle."""
_SH1106_ROWS = {64: (0x3F, 0x00), 32: (0x20, 0x0F)}
"""By height: multiplex ratio less one, display offset; luma.oled's, for how the glass of such modules is wired."""


@dataclass(frozen=True, kw_only=True)
class OneBitChip:
    """A chip with one bit a pixel and eight rows a page, whose commands are the SSD1306's but for what is said here."""

    addressing: Addressing
    startup: Callable[[int, int], bytes]
    """The commands that start a module of that width and height and leave it dark, "display off" first."""


def luma_startup(chip: str, width: int, height: int) -> bytes:
    """luma.oled's own commands."""
    recorder = TransferRecorder()
    # luma's way of drawing is left out: on its start it clears the RAM, which the first picture does here.
    silent = type(chip, (getattr(device, chip),), {"display": lambda device_, image: None})  # noqa: ARG005
    silent(recorder, width=width, height=height)
    return b"".join(transfer.body for transfer in recorder.take()).removesuffix(DISPLAY_ON)


def sh1106_startup(width: int, height: int) -> bytes:  # noqa: ARG001
    """An SH1106's own commands (datasheet, Command Table), with luma.oled's values for them.

    luma's sequence has two of the SSD1306's that an SH1106 does not: the addressing mode, and the charge pump, whose
    argument it would take for a column. Its own is the DC-DC converter, 0xAD.
    """
    multiplex, offset = _SH1106_ROWS[height]
    rows = bytes((0xA8, multiplex, 0xD3, offset))
    return b"\xae\xd5\xf0" + rows + b"\x40\xad\x8b\xa1\xc8\xda\x12\xd9\x22\xdb\x20\xa4\xa6"


# luma starts the first three alike. An SSD1309 has no charge pump and gets its 7 V and more from the module (datasheet,
# Command Table): it passes over the SSD1306's 0x8D.
ONE_BIT_CHIPS = MappingProxyType(
    {
        "ssd1306": OneBitChip(addressing=ByWindow(), startup=partial(luma_startup, "ssd1306")),
        "ssd1309": OneBitChip(addressing=ByWindow(), startup=partial(luma_startup, "ssd1309")),
        "ssd1315": OneBitChip(addressing=ByWindow(), startup=partial(luma_startup, "ssd1315")),
        "sh1106": OneBitChip(addressing=ByPage(first_column=SH1106_FIRST_COLUMN), startup=sh1106_startup),
    }
)
"""By their names in a configuration. Of these only what has changed is sent."""


def driver_for(screen: ScreenConfig, link: Link) -> ScreenDriver:
    """The driver for the screen's chip, on that link. Sends nothing yet."""
    width, height, rotate, contrast = screen.width, screen.height, screen.rotate, screen.contrast
    chip = ONE_BIT_CHIPS.get(screen.chip)
    if chip is None:
        return LumaDriver(link=link, chip=screen.chip, width=width, height=height, rotate=rotate, contrast=contrast)
    return OneBitDriver(
        link=link,
        addressing=chip.addressing,
        startup=chip.startup(width, height),
        width=width,
        height=height,
        rotate=rotate,
        contrast=contrast,
    )
