"""The frame rates that doctor promises, beside figures that were measured or reckoned elsewhere."""

import pytest

from companion.config import shipped_panel
from hardware.doctor.buses import rates

FULL = shipped_panel("full").screens
FRAME_BYTES = 1034
"""A whole frame on the wire: 1,024 bytes of RAM, addresses, control bytes and windows."""


def test_whole_pictures_are_what_their_bytes_take() -> None:
    seconds = FRAME_BYTES * 9 / 400_000
    assert rates(FULL, khz=400).whole == pytest.approx(1 / (12 * seconds), rel=0.06)
    assert rates(FULL[:1], khz=400).whole == pytest.approx(1 / seconds, rel=0.06)


def test_sand_is_many_times_cheaper_than_whole_pictures() -> None:
    speeds = rates(FULL, khz=400)
    assert speeds.falling > 10 * speeds.whole


def test_both_go_with_the_clock_of_the_bus() -> None:
    fast, slow = rates(FULL, khz=400), rates(FULL, khz=100)
    assert (slow.falling, slow.whole) == pytest.approx((fast.falling / 4, fast.whole / 4))
