"""Draws the hourglass grain by grain: one pixel is one grain, and none is ever lost."""

import math
from functools import cache
from typing import NamedTuple

from PIL import Image, ImageDraw

from hardware.faces.face import Face

_LARGE = 64
"""Is the height that the proportions below are given for, in pixels."""
_BAR = 3
_HALF = 20
_CAP_OVERHANG = 3
_FULL = 0.8
"""Is the part of the upper bulb's height that the sand fills right after a flip."""
_FUNNEL = 5
"""Is how much deeper the surface is above the neck than at the glass."""
_SLOPE = 0.45
"""Is how steep the heap is."""
_DASH = 4
"""Measures from one dash of the falling thread to the next; half of it is sand."""

Grain = tuple[int, int]


class Hourglass(NamedTuple):
    """Holds an hourglass of one size, in pixels.

    `upper` has the grains' places above in the order in which they leave. `lower` has as many places below, in the
    order in which the heap takes them. `heap` is, by the number of fallen grains, the row of the heap's top at the
    middle.
    """

    width: int
    height: int
    upper: tuple[Grain, ...]
    lower: tuple[Grain, ...]
    heap: tuple[int, ...]
    stills: tuple[int, ...]
    """Holds glass and sand by the number of fallen grains, as a row of bits from the bottom right corner up."""
    threads: tuple[tuple[int, ...], ...]
    """Holds what falls, by how far the thread has moved and the row at which it ends, as `stills`."""

    @property
    def grains(self) -> int:
        return len(self.upper)

    def left(self, *, left_ms: int, total_ms: int) -> int:
        """Returns how many grains are still above: the share of time left, a started grain counting."""
        return -(-left_ms * self.grains // total_ms)

    def picture(self, *, left: int, fall: int | None) -> Image.Image:
        """Draws it with `left` grains above and the rest below, mode "1".

        `fall` is how far the falling thread has moved, in pixels; None where no sand falls.
        """
        fallen = self.grains - left
        bits = self.stills[fallen]
        if fall is not None and left:
            bits |= self.threads[fall % _DASH][self.heap[fallen]]
        stride = _stride(self.width)
        rows = bits.to_bytes(stride * self.height)
        return Image.frombytes("1", (self.width, self.height), rows)


@cache
def hourglass(height: int) -> Hourglass:
    """Returns the hourglass that is `height` pixels high."""
    scale = height / _LARGE
    bar = max(1, round(_BAR * scale))
    centre = round(_HALF * scale)
    rows = _half_widths(height - 2 * bar, widest=centre - max(2, round(_CAP_OVERHANG * scale)))
    glass = _glass(rows, centre=centre, bar=bar)
    inside = [
        (centre + aside, bar + row)
        for row, half in enumerate(rows)
        for aside in range(-half, half + 1)
        if not glass.getpixel((centre + aside, bar + row))
    ]
    neck = bar + len(rows) // 2
    surface = bar + round((1 - _FULL) * len(rows) / 2)
    funnel = _FUNNEL * scale

    def leaves(grain: Grain) -> tuple[float, int]:
        aside = abs(grain[0] - centre)
        return grain[1] - funnel * (1 - aside / centre), aside

    def lands(grain: Grain) -> tuple[float, int]:
        aside = abs(grain[0] - centre)
        return _SLOPE * aside - grain[1], aside

    upper = tuple(sorted((grain for grain in inside if surface <= grain[1] < neck), key=leaves))
    lower = tuple(sorted((grain for grain in inside if grain[1] >= neck), key=lands)[: len(upper)])
    return Hourglass(
        width=glass.width,
        height=glass.height,
        upper=upper,
        lower=lower,
        heap=_heap_tops(lower, centre=centre, floor=height - bar),
        stills=_stills(glass, upper, lower),
        threads=tuple(_threads(glass, fall, centre=centre, neck=neck) for fall in range(_DASH)),
    )


def _half_widths(rows: int, *, widest: int) -> list[int]:
    """Returns the inside of the glass, row by row: how many pixels there are beside the middle one."""
    bulb = rows // 2
    below = []
    for row in range(bulb):
        depth = min(1.0, row / (bulb - 1) / 0.8)
        below.append(round(widest * (0.5 - 0.5 * math.cos(math.pi * depth)) ** 0.75))
    return [*reversed(below), *below[: rows % 2], *below]


def _glass(rows: list[int], *, centre: int, bar: int) -> Image.Image:
    """Draws caps and walls, without sand."""
    width, height = 2 * centre + 1, len(rows) + 2 * bar
    picture = Image.new("1", (width, height))
    draw = ImageDraw.Draw(picture)
    draw.rectangle((0, 0, width - 1, bar - 1), fill=255)
    draw.rectangle((0, height - bar, width - 1, height - 1), fill=255)
    for row, half in enumerate(rows):
        # A wall reaches as far in as its neighbours do, so that no gap opens where the glass is flat.
        narrowest = min(rows[max(0, row - 1) : row + 2])
        for side in (-1, 1):
            y = bar + row
            draw.line((centre + side * (half + 1), y, centre + side * (narrowest + 1), y), fill=255)
    return picture


def _heap_tops(lower: tuple[Grain, ...], *, centre: int, floor: int) -> tuple[int, ...]:
    tops = [floor]
    for column, row in lower:
        tops.append(min(tops[-1], row) if column == centre else tops[-1])
    return tuple(tops)


def _stills(glass: Image.Image, upper: tuple[Grain, ...], lower: tuple[Grain, ...]) -> tuple[int, ...]:
    """Draws one grain after the other as it leaves above and lands below."""
    sand = int.from_bytes(glass.tobytes())
    for grain in upper:
        sand |= _bit(grain, glass)
    stills = [sand]
    for leaving, landing in zip(upper, lower, strict=True):
        sand ^= _bit(leaving, glass) ^ _bit(landing, glass)
        stills.append(sand)
    return tuple(stills)


def _threads(glass: Image.Image, fall: int, *, centre: int, neck: int) -> tuple[int, ...]:
    """Draws one dashed line ever longer: none of it down to the neck, all of it down to the last row."""
    line = 0
    threads = []
    for row in range(glass.height):
        threads.append(line)
        if row >= neck and (row - fall) % _DASH < _DASH // 2:
            line |= _bit((centre, row), glass)
    return tuple(threads)


def _stride(width: int) -> int:
    """Returns the bytes of a row: a picture of mode "1" starts each row on a new byte."""
    return -(-width // 8)


def _bit(grain: Grain, glass: Image.Image) -> int:
    """Returns the grain's place in `Image.tobytes` read as one number."""
    column, row = grain
    return 1 << (8 * _stride(glass.width) * (glass.height - row) - 1 - column)


# What a screen shows while no game is played: a small hourglass, each time at another place.

_HEIGHT = 24


class SaverFace(Face, frozen=True):
    """Shows the hourglass; `step` counts its places."""

    step: int

    def draw(self, size: tuple[int, int]) -> Image.Image:
        glass = hourglass(_HEIGHT)
        picture = Image.new("1", size)
        # Steps without a common divisor with the room lead everywhere in turn.
        place = (self.step * 37 % (size[0] - glass.width), self.step * 11 % (size[1] - glass.height))
        picture.paste(glass.picture(left=glass.grains // 2, fall=None), place)
        return picture
