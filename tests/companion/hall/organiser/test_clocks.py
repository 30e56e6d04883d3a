"""The round's clock, the hall's, and how far tables' are from that."""

import sqlite3
from contextlib import closing
from fractions import Fraction
from itertools import pairwise
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.clock import MS, SECOND, ManualClock
from companion.hall.organiser.archive import VERSION
from companion.hall.organiser.clocks import DRIFT_PPM, MINUTE, Offsets, RoundClock, resumed
from companion.hall.organiser.hall import FILE
from companion.table.errors import Refused
from tests.companion.hall.organiser.fakes import Floor

DELAYS = st.tuples(st.integers(0, 5_000_000), st.integers(0, 5_000_000), st.integers(0, 600_000_000))
"""In microseconds: on the way there, on the way back, and until the next one is asked."""


@given(st.integers(-(10**12), 10**12), st.integers(-DRIFT_PPM, DRIFT_PPM), st.lists(DELAYS, min_size=1, max_size=30))
def test_an_offset_is_never_wrong_by_more_than_it_says(
    begins_us: int, drift_ppm: int, delays: list[tuple[int, int, int]]
) -> None:
    def table_us(hall_us: int) -> Fraction:
        return begins_us + hall_us * (1 + Fraction(drift_ppm, 1_000_000))

    offsets, now_us = Offsets(), 0
    for there, back, pause in delays:
        asked_ms, heard_us = now_us // 1000, now_us + there
        now_us = heard_us + back
        said_ms = int(table_us(heard_us) // 1000)
        offsets = offsets.measured(1, asked_ms=asked_ms, table_ms=said_ms, now_ms=now_us // 1000)
        now_us += pause
        assert offsets.best is not None
        true_ms = (now_us - table_us(now_us)) / 1000
        # The drift that the table's clock has made since is its own; one more for the cut milliseconds of `now`.
        assert abs(offsets.best.ms - true_ms) <= offsets.best.error(now_us // 1000) + 1


def test_the_least_round_trip_is_kept_until_it_has_aged() -> None:
    offsets = Offsets().measured(1, asked_ms=0, table_ms=500, now_ms=10)
    assert (offsets.best and offsets.best.ms, offsets.best and offsets.best.error_ms) == (-495, 6)
    later = offsets.measured(1, asked_ms=1_000, table_ms=1_500, now_ms=1_100)
    assert later.best == offsets.best
    much_later = offsets.measured(1, asked_ms=10_000_000, table_ms=10_000_500, now_ms=10_000_100)
    assert much_later.best != offsets.best


def test_another_boot_is_another_clock() -> None:
    offsets = Offsets().measured(1, asked_ms=0, table_ms=500, now_ms=10)
    assert offsets.hall_ms(2, 0) is None
    assert offsets.bounded_by(2, table_ms=100, now_ms=20).hall_ms(2, 100) == 20
    assert offsets.bounded_by(0, table_ms=100, now_ms=20) is offsets
    assert offsets.measured(0, asked_ms=0, table_ms=1, now_ms=1) is offsets


@given(st.lists(st.tuples(st.sampled_from(["start", "pause", "extend"]), st.integers(-30, 30), st.integers(0, 40))))
def test_a_round_lasts_as_long_as_it_was_given(acts: list[tuple[str, int, int]]) -> None:
    """By an oracle that counts minutes one by one."""
    clock, now_ms = RoundClock().next(title="", minutes=60), 0
    left, running, pauses = 60, False, [0]
    for act, minutes, passes in acts:
        try:
            match act:
                case "start":
                    clock = clock.started(now_ms)
                    running = True
                case "pause":
                    clock = clock.paused(now_ms)
                    running = False
                    pauses.append(clock.pause)
                case _:
                    clock = clock.extended(minutes, now_ms)
                    left = max(0, left + minutes)
        except Refused:
            assert act != "extend"
            assert running == (act == "start") or (act == "start" and not left)
        for _ in range(passes):
            now_ms += MINUTE
            left -= 1 if running and left else 0
        shown = clock.left_ms if clock.ends_ms is None else max(0, clock.ends_ms - now_ms)
        assert (shown, clock.ends_ms is not None, clock.pause) == (left * MINUTE, running, pauses[-1])
    assert all(one < other for one, other in pairwise(pauses))


def test_no_pause_is_counted_twice() -> None:
    clock = RoundClock().next(title="One", minutes=1).started(0).paused(10)
    again = clock.next(title="", minutes=1)
    assert (again.number, again.title, again.pause, again.begun) == (2, "Round 2", 10, False)
    assert again.started(10).paused(10).pause == 11
    with pytest.raises(Refused):
        RoundClock().next(title="", minutes=0)
    for act in (RoundClock().started, RoundClock().paused, again.paused):
        with pytest.raises(Refused):
            act(0)


def test_the_hall_s_clock_goes_on_over_a_restart() -> None:
    machine = ManualClock(now=100 * 10**9, wall=5_000 * 10**9)
    clock = resumed(machine, epoch_ms=None, last_ms=0, ran_on=None)
    assert clock.now_ms() == 5_000_000
    machine.advance(seconds=60)
    stepped = ManualClock(now=machine.now(), wall=machine.wall() + 3 * SECOND)
    booted = ManualClock(now=7 * SECOND, wall=machine.wall() + 600 * SECOND)
    without_battery = ManualClock(now=7 * SECOND, wall=0)
    now_ms = clock.now_ms()
    for later, then_ms in ((stepped, now_ms), (booted, booted.wall() // MS), (without_battery, now_ms)):
        assert resumed(later, epoch_ms=clock.epoch_ms, last_ms=now_ms, ran_on=None).now_ms() == then_ms


def test_whoever_sets_the_machine_s_time_between_two_starts_of_the_organiser_moves_no_round(tmp_path: Path) -> None:
    floor = Floor(tmp_path, machine="aa")
    floor.hall.new_round(title="", minutes=60)
    floor.hall.start_clock()
    before = floor.hall.view()
    floor.hall.close()
    set_right = ManualClock(now=floor.clock.now(), wall=floor.clock.wall() + 86_400 * SECOND)
    after = Floor(tmp_path, machine="aa", clock=set_right).hall
    assert after.view().now_ms == before.now_ms, "the machine ran on, whatever time it was told that it is"
    assert after.view().round == before.round
    after.close()
    anew = ManualClock(now=floor.clock.now(), wall=floor.clock.wall() + 5 * SECOND)
    assert Floor(tmp_path, machine="bb", clock=anew).hall.view().now_ms == before.now_ms + 5_000


def test_an_archive_of_before_starts_were_told_is_made_one_of_now(tmp_path: Path) -> None:
    floor = Floor(tmp_path)
    floor.hall.new_round(title="Final", minutes=60)
    floor.hall.close()
    with closing(sqlite3.connect(tmp_path / FILE)) as db:
        db.executescript("ALTER TABLE hall DROP COLUMN machine; PRAGMA user_version=1")
        db.executescript("ALTER TABLE place DROP COLUMN over_before; ALTER TABLE said DROP COLUMN round")
    for _ in range(2):
        again = Floor(tmp_path, machine="aa")
        assert again.hall.view().round.title == "Final"
        assert again.hall.view().faults == ()
        again.hall.close()
    with closing(sqlite3.connect(tmp_path / FILE)) as db:
        assert db.execute("PRAGMA user_version").fetchone() == (VERSION,)
        assert db.execute("SELECT machine FROM hall").fetchone() == ("aa",)
