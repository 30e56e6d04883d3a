"""Draws display RAM as pictures, and lays the panel out for its page."""

import io
from collections.abc import Iterator, Sequence
from typing import Protocol

import msgspec
from PIL import Image

from companion.panel.port import ControlView, PanelPort, PanelView, ScreenView
from companion.table.errors import NotHere
from companion.table.view import TableView

# Display RAM as pictures: of one screen, and of a whole panel at an instant.

COLUMNS = 5
"""Is the number of columns on the panel's page where there is room: the full panel's are a side's timers."""
GAP = 6
"""Is in pixels, between two screens. The gap is transparent."""
_GLASS = bytes((0, 0, 0, 4, 7, 10, 178, 226, 255))
"""Lists the colours of the gap, of dark pixels and of lit ones, as web/static/panel.js has them."""


class ScreenPicture(Protocol):
    """Has a module's width and height in pixels."""

    @property
    def width(self) -> int: ...

    @property
    def height(self) -> int: ...


def picture(ram: bytes, *, width: int, height: int) -> Image.Image:
    """Returns display RAM in page order as a picture of mode "1"."""
    whole = Image.new("1", (width, height))
    for page in range(height // 8):
        columns = Image.frombytes("1", (8, width), ram[page * width : (page + 1) * width], "raw", "1;R")
        whole.paste(columns.transpose(Image.Transpose.TRANSPOSE), (0, page * 8))
    return whole


def png(ram: bytes, *, width: int, height: int) -> bytes:
    """Returns display RAM in page order as a PNG."""
    out = io.BytesIO()
    picture(ram, width=width, height=height).save(out, "PNG")
    return out.getvalue()


def screens_png(panel: PanelPort, view: TableView) -> bytes:
    """Returns all screens of the panel in one picture, as they would be with that view. Raises NotHere where there is
    none."""
    drawn = panel.faces(view)
    if not drawn:
        raise NotHere("panel", "screens")
    whole = Image.new("P", size_of(drawn))
    whole.putpalette(_GLASS)
    for each, place in zip(drawn, _places(drawn), strict=True):
        lit = picture(each.ram, width=each.width, height=each.height)
        whole.paste(1, (*place, place[0] + each.width, place[1] + each.height))
        whole.paste(2, place, lit)
    out = io.BytesIO()
    whole.save(out, "PNG", transparency=0)
    return out.getvalue()


def size_of(screens: Sequence[ScreenPicture]) -> tuple[int, int]:
    """Returns width and height in pixels of the picture of all of them."""
    ends = [(x + each.width, y + each.height) for each, (x, y) in zip(screens, _places(screens), strict=True)]
    return max((right for right, _ in ends), default=0), max((below for _, below in ends), default=0)


def _places(screens: Sequence[ScreenPicture]) -> Iterator[tuple[int, int]]:
    """Yields where each stands, in pixels from the left and from above: row by row, in the panel's order."""
    top = 0
    for first in range(0, len(screens), COLUMNS):
        row, left = screens[first : first + COLUMNS], 0
        for each in row:
            yield left, top
            left += each.width + GAP
        top += max(each.height for each in row) + GAP


# The panel as its page lays it out: each screen with the buttons that belong to it.

KEYS = {
    "gold": "12345",
    "red": "qwert",
    "neutral": "90",
}
HAND_KEYS = {"gold": "a", "red": "s"}
PAUSE_KEY = "Space"


class Cap(msgspec.Struct, frozen=True):
    """Describes a button: `key` is the keyboard's for it, None where it has none."""

    control: ControlView
    side: str
    key: str | None


class ScreenGroup(msgspec.Struct, frozen=True):
    """Describes a screen and the buttons of the timers on it; without a screen, the buttons that are left."""

    screen: ScreenView | None
    caps: tuple[Cap, ...]


def groups(panel: PanelView) -> tuple[ScreenGroup, ...]:
    """Puts every control into exactly one group."""
    left = list(_caps(panel.controls))
    found = []
    for screen in panel.screens:
        mine = tuple(cap for cap in left if cap.control.timer in screen.shows)
        left = [cap for cap in left if cap not in mine]
        found.append(ScreenGroup(screen, mine))
    return (*found, ScreenGroup(None, tuple(left))) if left else tuple(found)


def _caps(controls: tuple[ControlView, ...]) -> Iterator[Cap]:
    keys = {side: iter(row) for side, row in KEYS.items()}
    for control in controls:
        if control.hand is not None:
            yield Cap(control, control.hand.value, HAND_KEYS[control.hand.value])
        elif control.timer is None:
            yield Cap(control, "neutral", PAUSE_KEY)
        else:
            side = control.timer.partition("-")[0]
            yield Cap(control, side, next(keys.get(side, iter(())), None))
