"""The cover of what changed: complete, and never dearer than the ways it replaces."""

from hypothesis import given
from hypothesis import strategies as st

from hardware.oled.windows import Window, cost, cover

WIDTH, PAGES = 128, 8
WHOLE = Window(0, WIDTH - 1, 0, PAGES - 1)

bounds = st.builds(
    lambda c, w, p, h: Window(c, min(c + w, WIDTH - 1), p, min(p + h, PAGES - 1)),
    st.integers(0, WIDTH - 1),
    st.integers(0, 40) | st.just(0),
    st.integers(0, PAGES - 1),
    st.integers(0, PAGES - 1) | st.just(0),
)


def changed(windows: list[Window]) -> bytes:
    """RAM that was all zero, each window's bytes set."""
    ram = bytearray(WIDTH * PAGES)
    for window in windows:
        for page in range(window.first_page, window.last_page + 1):
            for column in range(window.first_column, window.last_column + 1):
                ram[page * WIDTH + column] = 0xFF
    return bytes(ram)


@given(dirty=st.lists(bounds, min_size=1, max_size=40), now=st.none() | bounds)
def test_every_dirty_byte_is_covered_at_no_more_than_a_frame(dirty: list[Window], now: Window | None) -> None:
    wanted = changed(dirty)
    windows = cover(bytes(len(wanted)), wanted, width=WIDTH, now=now)
    covered = changed(windows)
    assert all(there for there, needed in zip(covered, wanted, strict=True) if needed)
    assert cost(windows, now) <= cost([WHOLE], now)


@given(dirty=bounds, now=st.none() | bounds)
def test_one_rectangle_costs_at_most_itself(dirty: Window, now: Window | None) -> None:
    wanted = changed([dirty])
    windows = cover(bytes(len(wanted)), wanted, width=WIDTH, now=now)
    assert cost(windows, now) <= cost([dirty], now)


def test_far_corners_are_sent_alone_and_neighbours_together() -> None:
    corners = [Window(0, 0, 0, 0), Window(127, 127, 7, 7)]
    assert sorted(cover(bytes(1024), changed(corners), width=WIDTH, now=None)) == corners
    neighbours = [Window(10, 11, 3, 3), Window(13, 13, 4, 4)]
    assert cover(bytes(1024), changed(neighbours), width=WIDTH, now=None) == [Window(10, 13, 3, 4)]


def test_the_window_that_the_chip_has_comes_first_and_whole() -> None:
    thread, grain = Window(20, 20, 4, 6), Window(60, 60, 1, 1)
    dirty = changed([Window(20, 20, 5, 5), grain])
    assert cover(bytes(1024), dirty, width=WIDTH, now=thread) == [thread, grain]
