"""Simulates display modules that decode their chips' real traffic into display RAM."""

from collections.abc import Callable
from enum import Enum
from types import MappingProxyType

from PIL import Image, ImageChops

from companion.panel.config import ScreenConfig
from hardware.oled.driver import packed, unpacked
from hardware.simulated.module import Module, OneBitModule, OpaqueModule, noise

# An SSD1306 that decodes its real traffic into display RAM.

COLUMNS = 128
PAGES = 8
ROWS = PAGES * 8

_ARGUMENTS = {
    0x20: 1, 0x21: 2, 0x22: 2, 0x26: 6, 0x27: 6, 0x29: 5, 0x2A: 5, 0x81: 1, 0x8D: 1,
    0xA3: 2, 0xA8: 1, 0xD3: 1, 0xD5: 1, 0xD9: 1, 0xDA: 1, 0xDB: 1,
}  # fmt: skip
"""Counts how many bytes follow each command that takes any (SSD1306 datasheet, Command Table)."""

# What is timing, wiring or movement of the picture and changes neither RAM nor what a viewer reads.
_WITHOUT_EFFECT = frozenset({0x26, 0x27, 0x29, 0x2A, 0x2E, 0x2F, 0xA3, 0xD5, 0xD9, 0xDA, 0xDB, 0xE3})


class AddressingMode(Enum):
    """Says which way the RAM pointers go (datasheet, Memory Addressing Mode)."""

    HORIZONTAL = 0
    VERTICAL = 1
    PAGE = 2


class Ssd1306Chip(OneBitModule):
    """Simulates one display module: RAM, registers and the screen. One thread at a time writes; any thread may look.

    Power comes with RAM full of noise and every register at its reset value, as on a real module.
    """

    _pumped = True
    """True where the screen gets its voltage from the chip's charge pump, which must then be switched on."""

    def __init__(self, width: int = COLUMNS, height: int = ROWS) -> None:
        self.width = width
        self.height = height
        self.power_cycle()

    def power_cycle(self) -> None:
        self._ram = noise(COLUMNS * PAGES)
        self.reset()

    def reset(self) -> None:
        self.on = False
        self.inverted = False
        self.contrast = 0x7F
        self._pumping = False
        self._all_on = False
        self._addressing = AddressingMode.PAGE
        self._columns = (0, COLUMNS - 1)
        self._pages = (0, PAGES - 1)
        self._column = 0
        self._page = 0
        self._first_row = 0
        self._row_offset = 0
        self._rows = ROWS
        self._segments_remapped = False
        self._rows_remapped = False
        self._command: list[int] = []

    @property
    def ram(self) -> bytes:
        ram = bytes(self._ram)
        return b"".join(ram[page * COLUMNS : page * COLUMNS + self.width] for page in range(self.height // 8))

    def picture(self) -> Image.Image:
        """Returns what a viewer sees. Modules are mounted so that 0xA1 with 0xC8 is upright."""
        size = (self.width, self.height)
        if not (self.on and (self._pumping or not self._pumped)):
            return Image.new("1", size)
        if self._all_on:
            return Image.new("1", size, 255)
        columns = bytes(
            self._ram[page * COLUMNS + column] for column in range(COLUMNS) for page in reversed(range(PAGES))
        )
        glass = Image.frombytes("1", (ROWS, COLUMNS), columns).transpose(Image.Transpose.ROTATE_90)
        glass = ImageChops.offset(glass, 0, -(self._first_row + self._row_offset)).crop((0, 0, self.width, self._rows))
        if not self._segments_remapped:
            glass = glass.transpose(Image.Transpose.FLIP_LEFT_RIGHT)
        if not self._rows_remapped:
            glass = glass.transpose(Image.Transpose.FLIP_TOP_BOTTOM)
        if self.inverted:
            glass = ImageChops.invert(glass)
        return glass.crop((0, 0, *size))

    def take_data(self, data: bytes) -> None:
        while data:
            # As many at once as fit behind each other: up to the pointer's next turn.
            last = self._columns[1] if self._addressing is AddressingMode.HORIZONTAL else COLUMNS - 1
            room = (last if self._column <= last else COLUMNS - 1) - self._column + 1
            part = data[: 1 if self._addressing is AddressingMode.VERTICAL else room]
            data = data[len(part) :]
            start = self._page * COLUMNS + self._column
            self._ram[start : start + len(part)] = part
            self._column += len(part) - 1
            self._go_on()

    def _go_on(self) -> None:
        """Moves the pointers on from the last byte."""
        match self._addressing:
            case AddressingMode.HORIZONTAL:
                self._column, wrapped = _step(self._column, self._columns, COLUMNS)
                if wrapped:
                    self._page, _ = _step(self._page, self._pages, PAGES)
            case AddressingMode.VERTICAL:
                self._page, wrapped = _step(self._page, self._pages, PAGES)
                if wrapped:
                    self._column, _ = _step(self._column, self._columns, COLUMNS)
            case AddressingMode.PAGE:
                self._column, _ = _step(self._column, (0, COLUMNS - 1), COLUMNS)

    def take_command(self, byte: int) -> None:
        self._command.append(byte)
        code, *arguments = self._command
        if len(arguments) == _ARGUMENTS.get(code, 0):
            self._command = []
            self._obey(code, arguments)

    def _obey(self, code: int, arguments: list[int]) -> None:
        match code, arguments:
            case 0x20, [mode]:
                # 11b is invalid: half of one command and half of the next, on a wire that fails, may come to that.
                if mode & 3 != 3:
                    self._addressing = AddressingMode(mode & 3)
            case 0x21, [first, last]:
                self._columns = (first & 0x7F, last & 0x7F)
                self._column = first & 0x7F
            case 0x22, [first, last]:
                self._pages = (first & 7, last & 7)
                self._page = first & 7
            case 0x81, [level]:
                self.contrast = level
            case 0x8D, [setting]:
                self._pumping = bool(setting & 0x04)
            case 0xA8, [rows]:
                self._rows = (rows & 0x3F) + 1
            case 0xD3, [rows]:
                self._row_offset = rows & 0x3F
            case ((0xA0 | 0xA1), _):
                self._segments_remapped = bool(code & 1)
            case ((0xA4 | 0xA5), _):
                self._all_on = bool(code & 1)
            case ((0xA6 | 0xA7), _):
                self.inverted = bool(code & 1)
            case ((0xAE | 0xAF), _):
                self.on = bool(code & 1)
            case _ if 0x40 <= code <= 0x7F:
                self._first_row = code & 0x3F
            case _ if 0xC0 <= code <= 0xCF:
                self._rows_remapped = bool(code & 8)
            case _ if code <= 0x1F or 0xB0 <= code <= 0xB7:
                self._point(code)
            case _ if code not in _WITHOUT_EFFECT:
                raise ValueError(f"{code:#04x} is no SSD1306 command")

    def _point(self, code: int) -> None:
        """Sets the one-byte pointers, which are for page addressing only."""
        if self._addressing is not AddressingMode.PAGE:
            return
        if code >= 0xB0:
            self._page = code & 7
        elif code >= 0x10:
            self._column = (code & 7) << 4 | self._column & 0x0F
        else:
            self._column = self._column & 0x70 | code


class Ssd1309Chip(Ssd1306Chip):
    """Simulates an SSD1309: the same windows, its screen fed by the module; it skips the charge pump's command."""

    _pumped = False


class Ssd1315Chip(Ssd1306Chip):
    """Simulates an SSD1315, which takes the SSD1306's commands."""


def _step(pointer: int, window: tuple[int, int], size: int) -> tuple[int, bool]:
    """Returns the pointer's next value, and whether it went back to its window's start."""
    first, last = window
    return (first, True) if pointer == last else ((pointer + 1) % size, False)


# An SH1106 that decodes its real traffic into display RAM.

SH1106_COLUMNS = 132
FIRST_COLUMN = 2
"""A module of 128 columns has its screen in the middle of the 132."""

_SH1106_ARGUMENTS = frozenset({0x81, 0xA8, 0xAD, 0xD3, 0xD5, 0xD9, 0xDA, 0xDB})
"""Lists the commands that take a byte more (SH1106 datasheet, Command Table)."""
_SH1106_WITHOUT_EFFECT = frozenset({0xD5, 0xD9, 0xDA, 0xDB, 0xE3, *range(0x30, 0x34)})
"""Lists timing, wiring and voltage: neither RAM nor what a viewer reads."""
_LOW_GLASS = 0x0F
"""The display offset at which a module of 32 rows is upright: luma.oled's start has it so."""


class Sh1106Chip(OneBitModule):
    """Simulates one display module of 128 columns: RAM, registers and the screen.

    It is addressed by page and column alone; the column pointer moves on with each byte and stays within its page.
    """

    def __init__(self, width: int = 128, height: int = 64, *, first_column: int = FIRST_COLUMN) -> None:
        """Takes the RAM's `first_column`, at which the screen begins."""
        self.width = width
        self.height = height
        self._first_column = first_column
        self.power_cycle()

    def power_cycle(self) -> None:
        self._ram = noise(SH1106_COLUMNS * PAGES)
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
        starts = (page * SH1106_COLUMNS + self._first_column for page in range(self.height // 8))
        return b"".join(ram[start : start + self.width] for start in starts)

    def picture(self) -> Image.Image:
        """Returns what a viewer sees. Modules are mounted so that 0xA1 with 0xC8 is upright."""
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

    def take_data(self, data: bytes) -> None:
        page = self._page * SH1106_COLUMNS
        for byte in data:
            self._ram[page + self._column] = byte
            self._column = min(self._column + 1, SH1106_COLUMNS - 1)

    def take_command(self, byte: int) -> None:
        if self._waiting is not None:
            code, self._waiting = self._waiting, None
            self._set(code, byte)
        elif byte in _SH1106_ARGUMENTS:
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
            case _ if code not in _SH1106_WITHOUT_EFFECT:
                raise ValueError(f"{code:#04x} is no SH1106 command")


# An SSD1327 that decodes its real traffic: 128 by 128 pixels of sixteen greys, two of them in a byte.

SIDE = 128
_SSD1327_COLUMNS = SIDE // 2

_SSD1327_ARGUMENTS = {
    0x15: 2, 0x75: 2, 0x81: 1, 0xA0: 1, 0xA1: 1, 0xA2: 1, 0xA8: 1, 0xAB: 1, 0xB1: 1, 0xB3: 1, 0xB6: 1, 0xB8: 8,
    0xBC: 1, 0xBE: 1, 0xD5: 1, 0xFD: 1,
}  # fmt: skip
"""Counts how many bytes follow each command that takes any (SSD1327 datasheet, Command Table; the grey scale as
luma.oled sends it).
"""
_SSD1327_WITHOUT_EFFECT = frozenset(
    {0xA1, 0xA2, 0xA4, 0xA6, 0xA8, 0xAB, 0xB1, 0xB3, 0xB6, 0xB8, 0xB9, 0xBC, 0xBE, 0xD5, 0xE3}
)
_UPRIGHT = 0x53
"""The remapping (0xA0) under which a module's screen is upright and its left pixel the low half of a byte."""


class Ssd1327Chip(Module):
    """Simulates one display module: RAM, window and the screen."""

    def __init__(self, width: int = SIDE, height: int = SIDE) -> None:
        self.width = width
        self.height = height
        self.power_cycle()

    def power_cycle(self) -> None:
        self._ram = noise(_SSD1327_COLUMNS * SIDE)
        self.reset()

    def reset(self) -> None:
        self.on = False
        self.contrast = 0x7F
        self._remapping = 0
        self._columns = (0, _SSD1327_COLUMNS - 1)
        self._rows = (0, SIDE - 1)
        self._column = 0
        self._row = 0
        self._command: list[int] = []

    @property
    def visible_bytes(self) -> bytes:
        return packed(self.picture(), rotate=0, size=(SIDE, SIDE))

    def picture(self) -> Image.Image:
        """Returns what a viewer sees, any grey being lit."""
        glass = Image.new("1", (SIDE, SIDE))
        if self.on and self._remapping == _UPRIGHT:
            pixels = [half for byte in self._ram for half in (byte & 0x0F, byte >> 4)]
            glass.putdata([255 if grey else 0 for grey in pixels])
        return glass

    def take_data(self, data: bytes) -> None:
        for byte in data:
            self._ram[self._row * _SSD1327_COLUMNS + self._column] = byte
            if self._column != self._columns[1]:
                self._column += 1
                continue
            self._column = self._columns[0]
            self._row = self._rows[0] if self._row == self._rows[1] else self._row + 1

    def take_command(self, byte: int) -> None:
        self._command.append(byte)
        code, *arguments = self._command
        if len(arguments) == _SSD1327_ARGUMENTS.get(code, 0):
            self._command = []
            self._obey(code, arguments)

    def _obey(self, code: int, arguments: list[int]) -> None:
        match code, arguments:
            case 0x15, [first, last]:
                self._columns = (first & 0x3F, last & 0x3F)
                self._column = first & 0x3F
            case 0x75, [first, last]:
                self._rows = (first & 0x7F, last & 0x7F)
                self._row = first & 0x7F
            case 0x81, [level]:
                self.contrast = level
            case 0xA0, [setting]:
                self._remapping = setting
            case ((0xAE | 0xAF), _):
                self.on = bool(code & 1)
            case _ if code not in _SSD1327_WITHOUT_EFFECT:
                raise ValueError(f"{code:#04x} is no SSD1327 command")


# The simulated module of each chip.

DECODED: "MappingProxyType[str, Callable[[int, int], Module]]" = MappingProxyType(
    {
        "ssd1306": Ssd1306Chip,
        "ssd1309": Ssd1309Chip,
        "ssd1315": Ssd1315Chip,
        "sh1106": Sh1106Chip,
        "ssd1327": Ssd1327Chip,
    }
)
"""Makes, by the chip's name in a configuration, a module of that size that decodes its real traffic."""


def module_for(screen: ScreenConfig) -> Module:
    """Returns the simulated module for a screen. A chip without a decoder takes all it gets."""
    if screen.offset is not None:
        return Sh1106Chip(screen.width, screen.height, first_column=screen.offset)
    return DECODED.get(screen.chip, OpaqueModule)(screen.width, screen.height)
