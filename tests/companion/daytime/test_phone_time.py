"""A clock that nobody set, from the first phone that joins; and every other clock, which stays as it is."""

from datetime import UTC, datetime
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.clock import MS, SECOND, ManualClock
from companion.daytime import set_clock
from companion.daytime.phone_time import EARLIEST_NS, FILE, LATEST_NS, PhoneTime, corrected, has_been_told
from tests.support import Says

WALL = round(datetime(2026, 11, 20, 22, 3, tzinfo=UTC).timestamp()) * SECOND
FRIDAY_MS = round(datetime(2026, 11, 23, 19, 4, tzinfo=UTC).timestamp()) * 1000
AHEAD = FRIDAY_MS * MS - WALL


def at(clock: ManualClock, folder: Path, *, told: bool = False) -> PhoneTime:
    return PhoneTime(folder, clock, told=lambda: told)


def turned(clock: ManualClock, by: int) -> ManualClock:
    """The same clock after somebody has set its wall time."""
    return ManualClock(now=clock.now(), wall=clock.wall() + by)


def test_the_first_phone_is_believed_and_the_log_hears_of_it_once(tmp_path: Path) -> None:
    clock = ManualClock(wall=WALL)
    times = at(clock, tmp_path)
    assert times.came() is None
    times.take_time(FRIDAY_MS, who="phone 2, gold, Anna")
    written = (tmp_path / FILE).read_bytes()
    clock.advance(seconds=2)
    assert times.came() is None, "it has not been set yet"
    right = corrected(written, now=clock.now(), wall=clock.wall())
    assert right == FRIDAY_MS * MS + 2 * SECOND, "what passed meanwhile is added"
    clock.advance(seconds=0)
    times._clock = turned(clock, right - clock.wall())
    assert times.came() == ("phone 2, gold, Anna", AHEAD)
    assert times.came() is None


def test_what_the_network_sets_later_is_no_phones_doing(tmp_path: Path) -> None:
    """The setter knew better, or there is none on this machine."""
    clock = ManualClock(wall=WALL)
    times = at(clock, tmp_path)
    times.take_time(FRIDAY_MS, who="phone 1")
    clock.advance(seconds=61)
    assert times.came() is None
    times._clock = turned(clock, AHEAD)
    assert times.came() is None


def test_nobody_is_believed_after_the_first(tmp_path: Path) -> None:
    clock = ManualClock(wall=WALL)
    times = at(clock, tmp_path)
    times.take_time(FRIDAY_MS, who="phone 1")
    written = (tmp_path / FILE).read_bytes()
    times.take_time(FRIDAY_MS + 10**9, who="phone 2")
    assert (tmp_path / FILE).read_bytes() == written


@pytest.mark.parametrize("said", [0, WALL // MS, WALL // MS + 119_000, LATEST_NS // MS, 2**53])
def test_what_is_no_better_or_no_time_at_all_is_passed_over(tmp_path: Path, said: int) -> None:
    times = at(ManualClock(wall=WALL), tmp_path)
    times.take_time(said, who="phone 1")
    assert not (tmp_path / FILE).exists()
    times.take_time(FRIDAY_MS, who="phone 2")
    assert (tmp_path / FILE).exists(), "and the next phone is asked"


def test_a_machine_that_was_told_the_time_asks_no_phone(tmp_path: Path) -> None:
    at(ManualClock(wall=WALL), tmp_path, told=True).take_time(FRIDAY_MS, who="phone 1")
    assert not (tmp_path / FILE).exists()


def test_a_full_disk_keeps_no_phone_out(tmp_path: Path) -> None:
    times = at(ManualClock(wall=WALL), tmp_path / "gone")
    times.take_time(FRIDAY_MS, who="phone 1")
    assert times.came() is None


@given(said=st.binary(max_size=64), now=st.integers(0, 2**62), wall=st.integers(0, 2**62))
def test_whatever_is_written_a_clock_is_never_set_to_what_cannot_be(said: bytes, now: int, wall: int) -> None:
    right = corrected(said, now=now, wall=wall)
    assert right is None or EARLIEST_NS <= right < LATEST_NS


@given(ms=st.integers(-(10**15), 10**15), heard=st.integers(0, 10**15), later=st.integers(-(10**11), 10**11))
def test_only_what_was_said_just_now_and_makes_sense_is_taken(ms: int, heard: int, later: int) -> None:
    now = heard + later
    right = corrected(f"{ms} {heard}".encode(), now=now, wall=WALL)
    if right is not None:
        assert 0 <= later <= 60 * SECOND
        assert right == ms * MS + later


def test_a_clock_with_a_battery_or_the_network_tells_the_time(tmp_path: Path) -> None:
    flag, rtcs = tmp_path / "synchronized", tmp_path / "rtc"
    assert not has_been_told(rtcs=rtcs, synchronised=flag)
    (rtcs / "rtc0").mkdir(parents=True)
    for text in ("", "77", "not a number"):
        (rtcs / "rtc0" / "since_epoch").write_text(text)
        assert not has_been_told(rtcs=rtcs, synchronised=flag), "a Pi 5 without its battery counts from 1970"
    (rtcs / "rtc0" / "since_epoch").write_text("1795460640\n")
    assert has_been_told(rtcs=rtcs, synchronised=flag)
    (rtcs / "rtc0" / "since_epoch").unlink()
    flag.touch()
    assert has_been_told(rtcs=rtcs, synchronised=flag)


class Setter:
    """What systemd starts, with the machine's clock in a test's hand."""

    def __init__(self, folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        self.clock = ManualClock(wall=WALL)
        self.file = folder / FILE
        self.told = False
        self.places = {"RUNTIME_DIRECTORY": str(folder), "CREDENTIALS_DIRECTORY": str(folder)}
        self.set: list[int] = []
        monkeypatch.setattr(set_clock, "SystemClock", lambda: self.clock)
        monkeypatch.setattr(set_clock, "kept_right", lambda: False)
        monkeypatch.setattr(set_clock, "has_been_told", lambda: self.told)
        monkeypatch.setattr(set_clock.time, "clock_settime_ns", lambda _, ns: self.set.append(ns))

    def run(self) -> str:
        return set_clock.main(self.places)


def test_the_setter_judges_for_itself_and_does_it_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    setter = Setter(tmp_path, monkeypatch)
    setter.file.write_text(f"0 {setter.clock.now()}")
    assert setter.run() == Says("not believed")
    setter.file.write_text(f"{FRIDAY_MS} {setter.clock.now()}")
    setter.told = True
    assert setter.run() == Says("kept right")
    setter.told = False
    assert setter.run().startswith("the clock was set by a phone, by +")
    assert setter.set == [FRIDAY_MS * MS]
    setter.file.write_text(f"{FRIDAY_MS + 10**9} {setter.clock.now()}")
    assert setter.run() == Says("by a phone before")
    assert len(setter.set) == 1
