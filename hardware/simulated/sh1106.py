"""An SH1106 that decodes its real traffic into display RAM."""

from PIL import Image, ImageChops

from hardware.oled.framebuffer import unpacked
from hardware.simulated.module import OneBitModule, noise

COLUMNS = 132
PAGES = 8
FIRST_COLUMN = 2
"""A module of 128 columns has its glass in the middle of the 132."""

_ARGUMENTS = frozenset({0x81, 0xA8, 0xAD, 0xD3, 0xD5, 0xD9, 0xDA, 0xDB})
"""The commands that take a byte more (SH1106 datasheet, Command Table)."""
_WITHOUT_EFFECT = frozenset({0xD5, 0xD9, 0xDA, 0xDB, 0xE3, *range(0x30, 0x34)})
"""Timing, wiring and voltage: neither RAM nor what a viewer reads."""
_LOW_GLASS = 0x0F
"""The display offset at which a module of 32 rows is upright: luma.oled's start has it so."""


class Sh1106Chip(OneBitModule):
    """One display module of 128 columns: RAM, registers and the glass.

    Addressed by page and column alone; the column pointer moves on with each byte and stays within its page.
    """

    def __init__(self, width: int = 128, height: int = 64) -> None:
        self.width = width
        self.height = height
        self.power_cycle()

    def power_cycle(self) -> None:
        self._ram = noise(COLUMNS * PAGES)
        self.reset()

    def reset(self) -> None:
        self.on = False
        self.inverted = False
        self.contrast = 0x80
        self._converting = True
        self._all_on = False
        self._column = 0
        self._page = 0
        self._first_row = 0
        self._row_offset = 0
        self._segments_remapped = False
        self._rows_remapped = False
        self._waiting: int | None = None

    @property
    def ram(self) -> bytes:
        ram = bytes(self._ram)
        starts = (page * COLUMNS + FIRST_COLUMN for page in range(self.height // 8))
        return b"".join(ram[start : start + self.width] for start in starts)

    def picture(self) -> Image.Image:
        """What a viewer sees. Modules are mounted so that 0xA1 with 0xC8 is upright."""
        size = (self.width, self.height)
        if not (self.on and self._converting):
            return Image.new("1", size)
        if self._all_on:
            return Image.new("1", size, 255)
        mounted = 0 if self.height == 8 * PAGES else _LOW_GLASS
        glass = ImageChops.offset(unpacked(self.ram, size=size), 0, -(self._first_row + self._row_offset - mounted))
        if not self._segments_remapped:
            glass = glass.transpose(Image.Transpose.FLIP_LEFT_RIGHT)
        if not self._rows_remapped:
            glass = glass.transpose(Image.Transpose.FLIP_TOP_BOTTOM)
        return ImageChops.invert(glass) if self.inverted else glass

    def take_data(self, byte: int) -> None:
        self._ram[self._page * COLUMNS + self._column] = byte
        self._column = min(self._column + 1, COLUMNS - 1)

    def take_command(self, byte: int) -> None:
        if self._waiting is not None:
            code, self._waiting = self._waiting, None
            self._set(code, byte)
        elif byte in _ARGUMENTS:
            self._waiting = byte
        else:
            self._obey(byte)

    def _set(self, code: int, argument: int) -> None:
        match code:
            case 0x81:
                self.contrast = argument
            case 0xAD:
                self._converting = bool(argument & 1)
            case 0xD3:
                self._row_offset = argument & 0x3F

    def _obey(self, code: int) -> None:
        match code:
            case _ if code <= 0x0F:
                self._column = self._column & 0xF0 | code
            case _ if code <= 0x1F:
                self._column = (code & 0x0F) << 4 | self._column & 0x0F
            case _ if 0x40 <= code <= 0x7F:
                self._first_row = code & 0x3F
            case 0xA0 | 0xA1:
                self._segments_remapped = bool(code & 1)
            case 0xA4 | 0xA5:
                self._all_on = bool(code & 1)
            case 0xA6 | 0xA7:
                self.inverted = bool(code & 1)
            case 0xAE | 0xAF:
                self.on = bool(code & 1)
            case _ if 0xB0 <= code <= 0xB7:
                self._page = code & 7
            case _ if 0xC0 <= code <= 0xCF:
                self._rows_remapped = bool(code & 8)
            case _ if code not in _WITHOUT_EFFECT:
                raise ValueError(f"{code:#04x} is no SH1106 command")
