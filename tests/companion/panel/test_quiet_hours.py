"""Hours of the day in which nothing sounds."""

import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.clock import SECOND
from companion.panel.check import QuietHours, quiet_hours


def at(hour: int, minute: int) -> int:
    """That time by this machine's time zone, on a day on which no clock is put forward or back."""
    return round(time.mktime((2026, 1, 15, hour, minute, 30, 0, 0, -1))) * SECOND


@pytest.mark.parametrize(
    ("hours", "quiet", "loud"),
    [
        ("22:00-07:00", [(22, 0), (23, 59), (0, 0), (6, 59)], [(7, 0), (12, 0), (21, 59)]),
        ("13:00-14:30", [(13, 0), (14, 29)], [(12, 59), (14, 30), (0, 0)]),
        ("00:00-06:00", [(0, 0), (5, 59)], [(6, 0), (23, 59)]),
    ],
)
def test_across_midnight_and_within_a_day(
    hours: str, quiet: list[tuple[int, int]], loud: list[tuple[int, int]]
) -> None:
    read = quiet_hours(hours)
    assert [read.cover(at(*time)) for time in quiet] == [True] * len(quiet)
    assert [read.cover(at(*time)) for time in loud] == [False] * len(loud)


@given(start=st.integers(0, 1439), end=st.integers(0, 1439), minute=st.integers(0, 1439))
def test_what_is_not_quiet_is_the_rest_of_the_day(start: int, end: int, minute: int) -> None:
    if start == end:
        return
    instant = at(minute // 60, minute % 60)
    assert QuietHours(start, end).cover(instant) is not QuietHours(end, start).cover(instant)


@pytest.mark.parametrize("text", ["", "22-7", "22:00", "24:00-07:00", "22:60-07:00", "22:00-07:00 ", "22:00-22:00"])
def test_hours_that_are_none_are_refused(text: str) -> None:
    with pytest.raises(ValueError, match="got "):
        quiet_hours(text)


def test_a_time_zone_that_changes_meanwhile_is_the_rooms_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    hours, noon_utc = quiet_hours("22:00-07:00"), 12 * 3600 * SECOND
    assert not hours.cover(noon_utc)
    monkeypatch.setenv("TZ", "UTC-11")
    assert hours.cover(noon_utc), "it is eleven at night there"
    monkeypatch.undo()
    assert not hours.cover(noon_utc)
