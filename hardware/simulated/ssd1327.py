"""An SSD1327 that decodes its real traffic: 128 by 128 pixels of sixteen greys, two of them in a byte."""

from PIL import Image

from hardware.oled.framebuffer import packed
from hardware.simulated.module import Module, noise

SIDE = 128
_COLUMNS = SIDE // 2

_ARGUMENTS = {
    0x15: 2, 0x75: 2, 0x81: 1, 0xA0: 1, 0xA1: 1, 0xA2: 1, 0xA8: 1, 0xAB: 1, 0xB1: 1, 0xB3: 1, 0xB6: 1, 0xB8: 8,
    0xBC: 1, 0xBE: 1, 0xD5: 1, 0xFD: 1,
}  # fmt: skip
"""How many bytes follow each command that takes any (SSD1327 datasheet, Command Table; the grey scale as luma.oled
sends it)."""
_WITHOUT_EFFECT = frozenset({0xA1, 0xA2, 0xA4, 0xA6, 0xA8, 0xAB, 0xB1, 0xB3, 0xB6, 0xB8, 0xB9, 0xBC, 0xBE, 0xD5, 0xE3})
_UPRIGHT = 0x53
"""The remapping (0xA0) under which a module's glass is upright and its left pixel the low half of a byte."""


class Ssd1327Chip(Module):
    """One display module: RAM, window and the glass."""

    def __init__(self, width: int = SIDE, height: int = SIDE) -> None:
        self.width = width
        self.height = height
        self.power_cycle()

    def power_cycle(self) -> None:
        self._ram = noise(_COLUMNS * SIDE)
        self.reset()

    def reset(self) -> None:
        self.on = False
        self.contrast = 0x7F
        self._remapping = 0
        self._columns = (0, _COLUMNS - 1)
        self._rows = (0, SIDE - 1)
        self._column = 0
        self._row = 0
        self._command: list[int] = []

    @property
    def shown(self) -> bytes:
        return packed(self.picture(), rotate=0, size=(SIDE, SIDE))

    def picture(self) -> Image.Image:
        """What a viewer sees, any grey being lit."""
        glass = Image.new("1", (SIDE, SIDE))
        if self.on and self._remapping == _UPRIGHT:
            pixels = [half for byte in self._ram for half in (byte & 0x0F, byte >> 4)]
            glass.putdata([255 if grey else 0 for grey in pixels])
        return glass

    def take_data(self, byte: int) -> None:
        self._ram[self._row * _COLUMNS + self._column] = byte
        if self._column != self._columns[1]:
            self._column += 1
            return
        self._column = self._columns[0]
        self._row = self._rows[0] if self._row == self._rows[1] else self._row + 1

    def take_command(self, byte: int) -> None:
        self._command.append(byte)
        code, *arguments = self._command
        if len(arguments) == _ARGUMENTS.get(code, 0):
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
            case _ if code not in _WITHOUT_EFFECT:
                raise ValueError(f"{code:#04x} is no SSD1327 command")
