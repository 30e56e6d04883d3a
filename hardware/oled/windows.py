"""Finds which windows of display RAM to send, so that the fewest bytes cross the wire: for chips with windows."""

import re
from collections.abc import Sequence
from functools import reduce
from typing import NamedTuple

DATA_BYTES = 2
"""A transaction of data costs this beyond its data: address and control byte."""
COMMAND_BYTES = 2
"""A transaction of commands costs this beyond the commands."""
AXIS_BYTES = 3
"""Counts 0x21 or 0x22 with its two arguments."""

_SEPARATE = DATA_BYTES + COMMAND_BYTES + AXIS_BYTES
_CROWD = 16
"""More windows than this stay in the order they are in: the best one takes long to find and saves little."""
_WORTH_REPEATING = 32
"""Bytes in a window that may be worth sending whole because the chip has it already: the falling thread's."""

# Dirty bytes with gaps too short to be worth a window of their own.
_RUN = re.compile(rb"[^\0]+(?:\0{1,%d}[^\0]+)*" % _SEPARATE)


class Window(NamedTuple):
    """Describes a rectangle of display RAM, bounds included, in columns and pages."""

    first_column: int
    last_column: int
    first_page: int
    last_page: int

    @property
    def area(self) -> int:
        """Counts the bytes in it."""
        return (self.last_column - self.first_column + 1) * (self.last_page - self.first_page + 1)

    def parts(self, most: int) -> list["Window"]:
        """Returns it in parts of whole rows, from the top down, each of at most `most` bytes or one page."""
        pages = max(1, most // (self.last_column - self.first_column + 1))
        tops = range(self.first_page, self.last_page + 1, pages)
        return [self._replace(first_page=top, last_page=min(self.last_page, top + pages - 1)) for top in tops]

    def joined(self, other: "Window") -> "Window":
        """Returns the smallest window around both."""
        return Window(
            min(self.first_column, other.first_column),
            max(self.last_column, other.last_column),
            min(self.first_page, other.first_page),
            max(self.last_page, other.last_page),
        )

    def axes(self, now: "Window | None") -> tuple[bool, bool]:
        """Returns whether columns and pages must be set to make this the chip's window where it is `now`."""
        return now is None or now[:2] != self[:2], now is None or now[2:] != self[2:]

    def commands(self, now: "Window | None") -> bytes:
        """Returns the commands that make this the chip's window where it is `now`; its pointers are at their start
        then.
        """
        columns, pages = self.axes(now)
        commands = bytes((0x21, self.first_column, self.last_column)) if columns else b""
        return commands + bytes((0x22, self.first_page, self.last_page)) if pages else commands


def cost(windows: Sequence[Window], now: Window | None) -> int:
    """Returns the wire bytes of sending `windows` in this order."""
    total = 0
    for window in windows:
        axes = sum(window.axes(now))
        total += DATA_BYTES + window.area + (COMMAND_BYTES + axes * AXIS_BYTES if axes else 0)
        now = window
    return total


def cover(held: bytes, wanted: bytes, *, width: int, now: Window | None) -> list[Window]:
    """Returns windows around every byte in which `wanted` differs from `held`, in the order to send them.

    Both are `width` bytes a page. `now` is the window the chip has, its pointers at the start. The cover is not always
    the cheapest (that is a hard problem), but it is found in microseconds and never dearer than all of it.
    """
    difference = int.from_bytes(held, "little") ^ int.from_bytes(wanted, "little")
    dirty = difference.to_bytes(len(held), "little")
    covers = [_around(dirty, width, now), [Window(0, width - 1, 0, len(held) // width - 1)]]
    if now is not None and now.area <= _WORTH_REPEATING:
        rest = _without(dirty, now, width)
        if rest != dirty:
            covers.append([now, *_around(rest, width, now)])
    return min(covers, key=lambda windows: cost(windows, now))


def _around(dirty: bytes, width: int, now: Window | None) -> list[Window]:
    """Returns windows around all that is not zero, in a good order."""
    runs = [
        Window(run.start(), run.end() - 1, page, page)
        for page in range(len(dirty) // width)
        for run in _RUN.finditer(dirty[page * width : (page + 1) * width])
    ]
    return _ordered([window for group in _groups(runs) for window in _joined(group)], now)


def _groups(runs: list[Window]) -> list[list[Window]]:
    """Splits them where there are columns enough between them that joining across would never save."""
    groups: list[list[Window]] = []
    reach = -_SEPARATE - 2
    for run in sorted(runs):
        if run.first_column - reach > _SEPARATE + 1:
            groups.append([])
        groups[-1].append(run)
        reach = max(reach, run.last_column)
    return groups


def _joined(group: list[Window]) -> list[Window]:
    """Joins neighbours for as long as that saves, or all into one window if it is cheaper still."""
    windows = _absorbed(group)
    while len(windows) < len(group):
        group, windows = windows, _absorbed(windows)
    around = reduce(Window.joined, windows)
    apart = sum(window.area + _SEPARATE for window in windows)
    return windows if apart < around.area + _SEPARATE else [around]


def _absorbed(windows: list[Window]) -> list[Window]:
    fewer: list[Window] = []
    for window in windows:
        _absorb(fewer, window)
    return fewer


def _without(dirty: bytes, window: Window, width: int) -> bytes:
    rest = bytearray(dirty)
    columns = window.last_column - window.first_column + 1
    for page in range(window.first_page, window.last_page + 1):
        start = page * width + window.first_column
        rest[start : start + columns] = bytes(columns)
    return bytes(rest)


def _absorb(windows: list[Window], window: Window) -> None:
    """Adds one, joined with the neighbour that grows least by it where that saves bytes."""
    first, last, top, bottom = window
    best, least = -1, _SEPARATE + window.area
    for index, (other_first, other_last, other_top, other_bottom) in enumerate(windows):
        # Written out, without min() and max(): this is what a redraw spends its time on.
        columns = (last if last > other_last else other_last) - (first if first < other_first else other_first) + 1
        pages = (bottom if bottom > other_bottom else other_bottom) - (top if top < other_top else other_top) + 1
        growth = columns * pages - (other_last - other_first + 1) * (other_bottom - other_top + 1)
        if growth < least:
            best, least = index, growth
    if best < 0:
        windows.append(window)
    else:
        windows[best] = windows[best].joined(window)


def _ordered(windows: list[Window], now: Window | None) -> list[Window]:
    """Orders them so that neighbours share columns or pages, and half a window need not be sent."""
    if len(windows) > _CROWD:
        return windows
    left, ordered = windows[:], []
    while left:
        now = min(left, key=lambda window: sum(window.axes(now)))
        left.remove(now)
        ordered.append(now)
    return ordered
