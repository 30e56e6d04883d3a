"""The commands that start a chip with one bit a pixel, each leaving it dark."""

from luma.oled import device

from hardware.oled.recording import Recording

_DISPLAY_ON = b"\xaf"
_SH1106_ROWS = {64: (0x3F, 0x00), 32: (0x20, 0x0F)}
"""By height: multiplex ratio less one, display offset; luma.oled's, for how the glass of such modules is wired."""


def window_start(chip: str, *, width: int, height: int) -> bytes:
    """luma.oled's own start of an "ssd1306", "ssd1309" or "ssd1315".

    luma starts all three alike. An SSD1309 has no charge pump and gets its 7 V and more from the module (datasheet,
    Command Table): it passes over the SSD1306's 0x8D.
    """
    recording = Recording()
    # luma's way of drawing is left out: on its start it clears the RAM, which the first picture does here.
    silent = type(chip, (getattr(device, chip),), {"display": lambda device_, image: None})  # noqa: ARG005
    silent(recording, width=width, height=height)
    return b"".join(traffic.body for traffic in recording.take()).removesuffix(_DISPLAY_ON)


def sh1106_start(*, height: int) -> bytes:
    """An SH1106's own commands (datasheet, Command Table), with luma.oled's values for them.

    luma's sequence has two of the SSD1306's that an SH1106 does not: the addressing mode, and the charge pump, whose
    argument it would take for a column. Its own is the DC-DC converter, 0xAD.
    """
    multiplex, offset = _SH1106_ROWS[height]
    rows = bytes((0xA8, multiplex, 0xD3, offset))
    return b"\xae\xd5\xf0" + rows + b"\x40\xad\x8b\xa1\xc8\xda\x12\xd9\x22\xdb\x20\xa4\xa6"
