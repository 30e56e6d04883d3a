"""Draws the hourglass: its outline, and how its sand levels move while volume drains evenly.

It is measured in the drawing's own units, 40 wide and 100 high. A bulb is 44 high; `t` runs through it from the neck
(0) to the cap (1). The glass is round, so a slice's volume goes with the square of its half-width.
"""

from bisect import bisect_left
from collections.abc import Sequence
from functools import cache
from itertools import accumulate

NECK, BELLY = 1.7, 15.0
"""Are half-widths of the glass."""
TOP, BULB = 6.0, 44.0
"""Are where the upper bulb begins, and how high each bulb is."""
SHOULDER = 0.8
"""Is where the wall becomes straight, up to the cap."""
FILLED = 0.88
"""Is how high the upper bulb is filled with sand when it has just been turned."""
STEPS = 20

_SLICES = 2000


def half_width(t: float) -> float:
    """Returns the glass's half-width at `t`."""
    s = min(1.0, t / SHOULDER)
    return NECK + (BELLY - NECK) * s * s * (3 - 2 * s)


@cache
def _volumes() -> list[float]:
    """Returns what the bulb holds between the neck and the end of each slice."""
    return [0.0, *accumulate(half_width((n + 0.5) / _SLICES) ** 2 / _SLICES for n in range(_SLICES))]


def volume(t: float) -> float:
    """Returns what the bulb holds between the neck and `t`."""
    return _volumes()[round(t * _SLICES)]


def upper_level(gone: float) -> float:
    """Returns how high the sand stands in the upper bulb, as a part of its height, when `gone` (0 to 1) of it has
    fallen."""
    return bisect_left(_volumes(), (1 - gone) * volume(FILLED)) / _SLICES


def lower_level(gone: float) -> float:
    """Returns how high the sand stands in the lower bulb, as a part of its height."""
    return 1 - bisect_left(_volumes(), _volumes()[-1] - gone * volume(FILLED)) / _SLICES


def outline() -> str:
    """Returns the glass as an SVG path: down the left wall, up the right."""
    heights = [n / 14 for n in range(14, -1, -1)]
    wall = [(half_width(t), TOP + BULB * (1 - t)) for t in heights]
    wall += [(width, 100 - y) for width, y in reversed(wall)]
    left = [(20 - width, y) for width, y in wall]
    right = [(20 + width, y) for width, y in reversed(wall)]
    points = [f"{x:.1f} {y:.1f}" for x, y in dict.fromkeys(left + right)]
    return f"M{'L'.join(points)}Z"


def stylesheet() -> str:
    """Returns the generated part of the style: the bulbs' shapes, and the keyframes along which the sand moves."""
    rules = [
        f".top{{clip-path:polygon({_polygon(upper=True)})}}",
        f".low{{clip-path:polygon({_polygon(upper=False)})}}",
        f".free .low i{{transform:{_shift(lower_level(1))}}}",
        _keyframes("upper", [upper_level(step / STEPS) for step in range(STEPS + 1)]),
        _keyframes("lower", [lower_level(step / STEPS) for step in range(STEPS + 1)]),
        *(f".gone-{step}{{--gone:{step / STEPS:g}}}" for step in range(1, STEPS + 1)),
    ]
    return "\n".join(rules) + "\n"


def steps() -> str:
    """Returns the style of glasses that do not move. Each stands at a fixed step: a page may have many of them beside
    other things."""
    rules = [
        f".gone-{step} .{bulb} i{{transform:{_shift(level(step / STEPS))}}}"
        for step in range(STEPS + 1)
        for bulb, level in (("top", upper_level), ("low", lower_level))
    ]
    return "\n".join([".steps .bulb :is(i,b){animation:none!important}", *(f".steps {rule}" for rule in rules)]) + "\n"


def _keyframes(name: str, levels: Sequence[float]) -> str:
    frames = "".join(f"{100 * n // STEPS}%{{transform:{_shift(level)}}}" for n, level in enumerate(levels))
    return f"@keyframes {name}{{{frames}}}"


def _shift(level: float) -> str:
    return f"translateY({100 * (1 - level):.1f}%)"


def _polygon(*, upper: bool) -> str:
    """Returns the bulb's shape in per cent of its box."""
    wall = [(half_width(n / 10) / BELLY * 50, 100 - n * 10 if upper else n * 10) for n in range(11)]
    points = [(50 - x, y) for x, y in wall] + [(50 + x, y) for x, y in reversed(wall)]
    return ",".join(f"{x:.0f}% {y}%" for x, y in points)
