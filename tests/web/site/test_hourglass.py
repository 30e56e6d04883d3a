"""Sand that drains evenly, held against an integration of its own."""

import re

from hypothesis import given
from hypothesis import strategies as st

from web.site import hourglass
from web.site.hourglass import BELLY, FILLED, NECK, half_width, lower_level, upper_level


def held(below: float, above: float) -> float:
    """The volume between two heights, by Simpson's rule."""
    n = 400
    step = (above - below) / n
    widths = [half_width(min(1.0, max(0.0, below + i * step))) ** 2 for i in range(n + 1)]
    return step / 3 * (widths[0] + widths[-1] + 4 * sum(widths[1:-1:2]) + 2 * sum(widths[2:-1:2]))


ALL = held(0, FILLED)


@given(st.floats(0, 1))
def test_what_has_gone_above_has_come_below(gone: float) -> None:
    assert abs(held(0, upper_level(gone)) - (1 - gone) * ALL) < 0.003 * ALL
    assert abs(held(1 - lower_level(gone), 1) - gone * ALL) < 0.003 * ALL


@given(st.floats(0, 1))
def test_between_two_keyframes_the_volume_is_still_even(gone: float) -> None:
    frames = [float(y) for y in re.findall(r"translateY\(([\d.]+)%\)", hourglass._keyframes("x", LEVELS))]
    place = gone * hourglass.STEPS
    n = min(int(place), hourglass.STEPS - 1)
    shift = frames[n] + (frames[n + 1] - frames[n]) * (place - n)
    assert abs(held(0, 1 - shift / 100) - (1 - gone) * ALL) < 0.02 * ALL


def test_a_glass_that_stands_by_the_step_stands_as_one_that_falls_passes_it() -> None:
    frames = re.findall(r"translateY\(([\d.]+)%\)", hourglass._keyframes("x", LEVELS))
    assert re.findall(r"\.gone-\d+ \.top i\{transform:translateY\(([\d.]+)%\)", hourglass.steps()) == frames


LEVELS = [upper_level(step / hourglass.STEPS) for step in range(hourglass.STEPS + 1)]


def test_the_glass_is_narrow_at_the_neck_and_wide_at_the_cap() -> None:
    assert half_width(0) == NECK
    assert half_width(1) == BELLY
    widths = [half_width(n / 100) for n in range(101)]
    assert widths == sorted(widths)


def test_the_outline_is_closed_and_within_the_drawing() -> None:
    numbers = [float(each) for each in re.findall(r"[\d.]+", hourglass.outline())]
    assert hourglass.outline().startswith("M")
    assert hourglass.outline().endswith("Z")
    assert all(5 <= x <= 35 for x in numbers[::2])
    assert all(6 <= y <= 94 for y in numbers[1::2])
