"""What a tile says of its table."""

import pytest
from msgspec.structs import replace

from companion.hall.organiser.view import CallHere, Need, SandHere
from tests.web.hall.fakes import a_table
from web.hall.feed import glasses, tile_of
from web.hall.seats import ago, countdown


def sand(timer: str, *, left: int, ends: int | None = None) -> SandHere:
    return SandHere(timer=timer, side=timer.partition("-")[0], ends_ms=ends, left_ms=left)


def test_of_each_side_the_glass_that_runs_out_first_is_shown() -> None:
    running = (sand("red-90", left=90_000, ends=95_000), sand("red-30", left=30_000, ends=20_000))
    found = glasses((*running, sand("gold-60a", left=5000)), still=False)
    assert [(each.id, each.seconds) for each in found] == [("gold-60a", 60), ("red-30", 30)]


@pytest.mark.parametrize(
    ("timer", "left", "seconds"),
    [
        ("gold-60a", 5_000, 60),
        ("red-spell", 61_000, 90),
        ("setup", 500_000, 600),
        ("x-45", 20_000, 30),
        ("x", 9**9, 600),
    ],
)
def test_a_glass_is_as_large_as_its_timer_or_as_what_is_left(timer: str, left: int, seconds: int) -> None:
    (found,) = glasses((sand(timer, left=left),), still=False)
    assert found.seconds == seconds


def test_where_the_game_is_paused_no_sand_falls() -> None:
    tile = tile_of(a_table(1, paused=True, need=Need.PAUSED))
    assert {each.ends_ms for each in tile.glasses} == {None}


def test_who_is_to_play_is_told_before_anything_is_played() -> None:
    tile = tile_of(a_table(1, names={}, score={}, players=("Cem", "Dora")))
    assert [side.name for side in tile.sides] == ["Cem", "Dora"]
    assert "dora" in tile.found_by
    playing = tile_of(a_table(1, why="", players=("Cem", "Dora")))
    assert (playing.why, playing.sides[0].name) == ("Cem – Dora", "Anna 1")
    assert "dora" in playing.found_by


def test_a_judge_on_the_way_is_named() -> None:
    call = CallHere(table="1", id=1, since_ms=77, state="called", words="May it?")
    here = a_table(1, need=Need.JUDGE, call=call)
    assert (tile_of(here).word, tile_of(here).since_ms, tile_of(here).coming) == ("Judge!", 77, False)
    assert tile_of(here).why == "May it?"
    coming = tile_of(replace(here, call=replace(call, state="coming", who="Kim")))
    assert (coming.word, coming.coming) == ("Kim is coming", True)


@pytest.mark.parametrize(
    ("ms", "said"), [(0, "0:00"), (1, "0:01"), (59_001, "1:00"), (3_600_000, "60:00"), (-1, "0:00"), (-61_000, "−1:01")]
)
def test_a_second_counts_until_it_has_gone(ms: int, said: str) -> None:
    assert countdown(ms) == said


@pytest.mark.parametrize(
    ("ms", "said"), [(-5, "0 s"), (59_999, "59 s"), (60_000, "1 min"), (3_599_999, "59 min"), (7_200_000, "2 h")]
)
def test_how_long_ago(ms: int, said: str) -> None:
    assert ago(ms) == said


def test_a_table_that_was_never_here_says_so() -> None:
    here = a_table(1, online=False, absent=True, need=Need.NOTHING, why="Its box has not been here yet.")
    assert (tile_of(here).word, tile_of(here).absent, tile_of(here).why) == ("Not here yet", True, here.why)
    assert tile_of(replace(here, need=Need.SILENT)).word == "Not here yet"
