"""Says to a chip which part of its RAM the next data is for."""

import re
from collections.abc import Sequence
from typing import Protocol

from hardware.oled import windows
from hardware.oled.windows import COMMAND_BYTES, DATA_BYTES, Window

# Which runs of display RAM to send, so that the fewest bytes cross the wire: for chips that are addressed by page.

_APART = DATA_BYTES + COMMAND_BYTES + 1
"""Is what a run of its own costs more, where only half of the column's address must be sent."""

_LAST_COLUMN = 131
"""Is the last column of an SH1106's RAM."""

# Dirty bytes with gaps too short to be worth a run of their own.
_BYTES = re.compile(rb"[^\0]+(?:\0{1,%d}[^\0]+)*" % _APART)


def cover_runs(held: bytes, wanted: bytes, *, width: int) -> list[Window]:
    """Returns runs, each within one page, around every byte in which `wanted` differs from `held`, in sending order.

    Both are `width` bytes a page.
    """
    difference = int.from_bytes(held, "little") ^ int.from_bytes(wanted, "little")
    dirty = difference.to_bytes(len(held), "little")
    return [
        Window(run.start(), run.end() - 1, page, page)
        for page in range(len(dirty) // width)
        for run in _BYTES.finditer(dirty[page * width : (page + 1) * width])
    ]


def run_commands(run: Window, now: Window | None, *, first_column: int) -> bytes:
    """Returns the commands that put the chip's pointer at the start of `run`, where `now` is the last run sent.

    The pointer is then behind that run's end, in the same page: only what differs from that is sent.
    """
    column = run.first_column + first_column
    low, high = column & 0x0F, column >> 4
    if now is None or now.last_column + first_column == _LAST_COLUMN:
        # Behind the last column the pointer stays.
        return bytes((0xB0 | run.first_page, low, 0x10 | high))
    behind = now.last_column + 1 + first_column
    changed = []
    if run.first_page != now.first_page:
        changed.append(0xB0 | run.first_page)
    if low != behind & 0x0F:
        changed.append(low)
    if high != behind >> 4:
        changed.append(0x10 | high)
    return bytes(changed)


class Addressing(Protocol):
    """Describes one chip family's way. `now` is the window that was sent last, whole; None where that is not known."""

    def whole(self, *, width: int, pages: int) -> list[Window]:
        """Returns all of the RAM, in the order to send it."""

    def cover(self, held: bytes, wanted: bytes, *, width: int, now: Window | None) -> list[Window]:
        """Returns windows around every byte in which `wanted` differs from `held`, in the order to send them."""

    def cost(self, windows: Sequence[Window], now: Window | None) -> int:
        """Returns the wire bytes of sending these in this order."""

    def commands(self, window: Window, now: Window | None) -> bytes:
        """Returns the commands that let the next `window.area` bytes of data fill that window."""


class ByWindow:
    """Addresses any rectangle: SSD1306, SSD1309, SSD1315 (datasheets, Set Column Address and Set Page Address)."""

    def whole(self, *, width: int, pages: int) -> list[Window]:
        return [Window(0, width - 1, 0, pages - 1)]

    def cover(self, held: bytes, wanted: bytes, *, width: int, now: Window | None) -> list[Window]:
        return windows.cover(held, wanted, width=width, now=now)

    def cost(self, windows_: Sequence[Window], now: Window | None) -> int:
        return windows.cost(windows_, now)

    def commands(self, window: Window, now: Window | None) -> bytes:
        return window.commands(now)


class ByPage:
    """Addresses runs within one page, from a pointer that moves on by itself, as an SH1106 does.

    Source: its datasheet, Set Page Address and Set Lower and Higher Column Address. `first_column` is the RAM's column
    behind the screen's first.
    """

    def __init__(self, *, first_column: int) -> None:
        self._first = first_column

    def whole(self, *, width: int, pages: int) -> list[Window]:
        return [Window(0, width - 1, page, page) for page in range(pages)]

    def cover(self, held: bytes, wanted: bytes, *, width: int, now: Window | None) -> list[Window]:  # noqa: ARG002
        return cover_runs(held, wanted, width=width)

    def cost(self, windows_: Sequence[Window], now: Window | None) -> int:
        total = 0
        for run in windows_:
            commands = self.commands(run, now)
            total += (windows.COMMAND_BYTES if commands else 0) + len(commands) + windows.DATA_BYTES + run.area
            now = run
        return total

    def commands(self, window: Window, now: Window | None) -> bytes:
        return run_commands(window, now, first_column=self._first)
