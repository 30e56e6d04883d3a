"""The sand: counted in pixels, not in the tables it is drawn from."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from PIL import Image

from hardware.faces.hourglass import Hourglass, hourglass

HEIGHTS = (64, 32)
heights = st.sampled_from(HEIGHTS)


def ink(picture: Image.Image) -> int:
    return sum(byte.bit_count() for byte in picture.tobytes())


def bulbs(glass: Hourglass, left: int) -> tuple[int, int]:
    """Lit pixels above and below the middle."""
    picture = glass.picture(left=left, fall=None)
    middle = glass.height // 2
    upper = picture.crop((0, 0, glass.width, middle))
    return ink(upper), ink(picture) - ink(upper)


@pytest.mark.parametrize("height", HEIGHTS)
def test_no_grain_is_lost_and_each_step_moves_exactly_one(height: int) -> None:
    glass = hourglass(height)
    above, below = zip(*(bulbs(glass, left) for left in range(glass.grains + 1)), strict=True)
    assert list(above) == list(range(above[0], above[0] + glass.grains + 1))
    assert list(below) == list(range(below[0], below[0] - glass.grains - 1, -1))


@pytest.mark.parametrize("height", HEIGHTS)
def test_both_halves_of_the_glass_are_alike(height: int) -> None:
    glass = hourglass(height)
    empty_above, full_below = bulbs(glass, 0)
    full_above, empty_below = bulbs(glass, glass.grains)
    assert (empty_above, full_above) == (empty_below, full_below)
    assert glass.grains >= {64: 400, 32: 80}[height]


@given(height=heights, total_s=st.integers(1, 600), share=st.floats(0, 1))
def test_the_share_of_grains_left_is_the_share_of_time_left(height: int, total_s: int, share: float) -> None:
    glass, total_ms = hourglass(height), total_s * 1000
    left_ms = int(total_ms * share)
    left = glass.left(left_ms=left_ms, total_ms=total_ms)
    assert 0 <= left / glass.grains - left_ms / total_ms < 1 / glass.grains
    assert glass.left(left_ms=total_ms, total_ms=total_ms) == glass.grains
    assert glass.left(left_ms=0, total_ms=total_ms) == 0


@given(height=heights, data=st.data())
def test_sand_leaves_at_the_surface_and_lands_on_what_is_there(height: int, data: st.DataObject) -> None:
    """No pixel of sand hangs over a hole: above, what is left has none on top; below, nothing floats."""
    glass = hourglass(height)
    left = data.draw(st.integers(0, glass.grains))
    for places, sand in (
        (glass.upper, glass.upper[glass.grains - left :]),
        (glass.lower, glass.lower[: glass.grains - left]),
    ):
        lying = set(sand)
        for column, row in lying:
            under = (column, row + 1)
            assert under not in places or under in lying


@given(height=heights, data=st.data())
def test_the_thread_falls_from_the_neck_to_the_heap_and_hides_no_grain(height: int, data: st.DataObject) -> None:
    glass = hourglass(height)
    left = data.draw(st.integers(1, glass.grains))
    fall = data.draw(st.integers(0, 1000))
    still, falling = glass.picture(left=left, fall=None), glass.picture(left=left, fall=fall)
    thread = set(lit(falling)) - set(lit(still))
    assert set(lit(still)) <= set(lit(falling))
    assert {column for column, _ in thread} <= {glass.width // 2}
    assert all(glass.height // 2 <= row < glass.heap[glass.grains - left] for _, row in thread)


def lit(picture: Image.Image) -> list[tuple[int, int]]:
    return [(x, y) for x in range(picture.width) for y in range(picture.height) if picture.getpixel((x, y))]


def test_the_thread_moves_down() -> None:
    glass = hourglass(64)
    rows = [
        {row for column, row in lit(glass.picture(left=glass.grains, fall=fall)) if column == 20 and 36 < row < 56}
        for fall in (0, 1)
    ]
    assert rows[0] != rows[1]
    assert {row + 1 for row in rows[0] if row < 55} == {row for row in rows[1] if row > 37}


def test_nothing_falls_when_all_has_fallen() -> None:
    glass = hourglass(64)
    assert glass.picture(left=0, fall=3).tobytes() == glass.picture(left=0, fall=None).tobytes()
