"""How a chip is told which part of its RAM the next data is for."""

from collections.abc import Sequence
from typing import Protocol

from hardware.oled import runs, windows
from hardware.oled.windows import Window


class Addressing(Protocol):
    """One chip family's way. `now` is the window that was sent last, whole; None where that is not known."""

    def whole(self, *, width: int, pages: int) -> list[Window]:
        """All of the RAM, in the order to send it."""

    def cover(self, held: bytes, wanted: bytes, *, width: int, now: Window | None) -> list[Window]:
        """Windows around every byte in which `wanted` differs from `held`, in the order to send them."""

    def cost(self, windows: Sequence[Window], now: Window | None) -> int:
        """Wire bytes of sending these in this order."""

    def commands(self, window: Window, now: Window | None) -> bytes:
        """The commands that let the next `window.area` bytes of data fill that window."""


class ByWindow:
    """Any rectangle: SSD1306, SSD1309, SSD1315 (datasheets, Set Column Address and Set Page Address)."""

    def whole(self, *, width: int, pages: int) -> list[Window]:
        return [Window(0, width - 1, 0, pages - 1)]

    def cover(self, held: bytes, wanted: bytes, *, width: int, now: Window | None) -> list[Window]:
        return windows.cover(held, wanted, width=width, now=now)

    def cost(self, windows_: Sequence[Window], now: Window | None) -> int:
        return windows.cost(windows_, now)

    def commands(self, window: Window, now: Window | None) -> bytes:
        return window.commands(now)


class ByPage:
    """Runs within one page, from a pointer that moves on by itself: SH1106 (datasheet, Set Page Address and Set Lower
    and Higher Column Address). `first_column` is the RAM's column behind the glass's first."""

    def __init__(self, *, first_column: int) -> None:
        self._first = first_column

    def whole(self, *, width: int, pages: int) -> list[Window]:
        return [Window(0, width - 1, page, page) for page in range(pages)]

    def cover(self, held: bytes, wanted: bytes, *, width: int, now: Window | None) -> list[Window]:  # noqa: ARG002
        return runs.cover(held, wanted, width=width)

    def cost(self, windows_: Sequence[Window], now: Window | None) -> int:
        total = 0
        for run in windows_:
            commands = self.commands(run, now)
            total += (windows.COMMAND_BYTES if commands else 0) + len(commands) + windows.DATA_BYTES + run.area
            now = run
        return total

    def commands(self, window: Window, now: Window | None) -> bytes:
        return runs.commands(window, now, first_column=self._first)
