"""The hourglass, drawn grain by grain: one pixel is one grain, and none is ever lost."""

import math
from functools import cache
from typing import NamedTuple

from PIL import Image, ImageDraw

_LARGE = 64
"""The height that the proportions below are given for, in pixels."""
_BAR = 3
_HALF = 20
_CAP_OVERHANG = 3
_FULL = 0.8
"""How much of the upper bulb's height the sand fills when it has just been flipped."""
_FUNNEL = 5
"""How much deeper the surface is above the neck than at the glass."""
_SLOPE = 0.45
"""How steep the heap is."""
_DASH = 4
"""From one dash of the falling thread to the next; half of it is sand."""

Grain = tuple[int, int]


class Hourglass(NamedTuple):
    """An hourglass of one size, in pixels.

    `upper` has the grains' places above in the order in which they leave, `lower` those below in the order in which the
    heap takes them: as many. `heap` is, by the number of fallen grains, the row of the heap's top.
    """

    width: int
    height: int
    glass: Image.Image
    upper: tuple[Grain, ...]
    lower: tuple[Grain, ...]
    thread: tuple[Grain, ...]
    heap: tuple[int, ...]

    @property
    def grains(self) -> int:
        return len(self.upper)

    def left(self, *, left_ms: int, total_ms: int) -> int:
        """How many grains are still above: the share of time left, a started grain counting."""
        return -(-left_ms * self.grains // total_ms)

    def draw(self, picture: Image.Image, at: tuple[int, int], *, left: int, fall: int | None) -> None:
        """Draws it with its top left corner `at`, `left` grains above and the rest below.

        `fall` is how far the falling thread has moved, in pixels; None where nothing falls.
        """
        picture.paste(self.glass, at)
        fallen = self.grains - left
        sand = [*self.upper[fallen:], *self.lower[:fallen]]
        if fall is not None and left:
            sand += [
                grain
                for grain in self.thread
                if grain[1] < self.heap[fallen] and (grain[1] - fall) % _DASH < _DASH // 2
            ]
        x, y = at
        ImageDraw.Draw(picture).point([(x + column, y + row) for column, row in sand], fill=255)


@cache
def hourglass(height: int) -> Hourglass:
    """The hourglass that is `height` pixels high."""
    scale = height / _LARGE
    bar = max(1, round(_BAR * scale))
    centre = round(_HALF * scale)
    rows = _half_widths(height - 2 * bar, widest=centre - max(2, round(_CAP_OVERHANG * scale)))
    inside = [(centre + aside, bar + row) for row, half in enumerate(rows) for aside in range(-half, half + 1)]
    neck = bar + len(rows) // 2
    surface = bar + round((1 - _FULL) * len(rows) / 2)
    funnel = _FUNNEL * scale

    def leaves(grain: Grain) -> tuple[float, int]:
        aside = abs(grain[0] - centre)
        return grain[1] - funnel * (1 - aside / centre), aside

    def lands(grain: Grain) -> tuple[float, int]:
        aside = abs(grain[0] - centre)
        return _SLOPE * aside - grain[1], aside

    upper = sorted((grain for grain in inside if surface <= grain[1] < neck), key=leaves)
    lower = sorted((grain for grain in inside if grain[1] >= neck), key=lands)[: len(upper)]
    return Hourglass(
        width=2 * centre + 1,
        height=height,
        glass=_glass(rows, centre=centre, bar=bar),
        upper=tuple(upper),
        lower=tuple(lower),
        thread=tuple((centre, row) for row in range(neck, height - bar)),
        heap=_heap_tops(lower, centre=centre, floor=height - bar),
    )


def _half_widths(rows: int, *, widest: int) -> list[int]:
    """The glass inside, row by row: how many pixels there are beside the middle one."""
    bulb = rows // 2
    below = []
    for row in range(bulb):
        depth = min(1.0, row / (bulb - 1) / 0.8)
        below.append(round(widest * (0.5 - 0.5 * math.cos(math.pi * depth)) ** 0.75))
    return [*reversed(below), *below[: rows % 2], *below]


def _glass(rows: list[int], *, centre: int, bar: int) -> Image.Image:
    """Caps and walls, without sand."""
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


def _heap_tops(lower: list[Grain], *, centre: int, floor: int) -> tuple[int, ...]:
    tops = [floor]
    for column, row in lower:
        tops.append(min(tops[-1], row) if column == centre else tops[-1])
    return tuple(tops)
