"""Files that are brought to a table: as many as a table that comes home with its games has, and no more than it keeps
up with."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from companion.clock import ManualClock
from companion.games import all_games
from companion.matchfile.files import NoMatchFile
from companion.matchfile.library import AT_ONCE, MatchFiles
from companion.story import Stories
from companion.table.errors import Refused
from companion.table.table import Table
from tests.companion.matchfile.test_hostile_files import good, packed, unpacked
from tests.support import open_table

__all__ = ["good"]


@pytest.fixture
def clock() -> ManualClock:
    return ManualClock(now=5_000_000_000)


@pytest.fixture
def table(tmp_path: Path, clock: ManualClock) -> Iterator[Table]:
    table = open_table(tmp_path / "t.sqlite", clock)
    yield table
    table.close()


@pytest.fixture
def files(table: Table, clock: ManualClock) -> MatchFiles:
    return MatchFiles(table, all_games(), clock, Stories(table, all_games()), lambda: None)


def test_a_season_of_files_comes_in_one_by_one(good: bytes, files: MatchFiles) -> None:
    header, rows = unpacked(good)
    taken = [files.take_in(packed(header | {"wall": header["wall"] + at}, rows[:20])) for at in range(40)]
    assert all(each.new for each in taken)
    assert len({each.match for each in taken}) == 40


def test_whoever_brings_too_many_is_told_how_long_to_wait(files: MatchFiles, clock: ManualClock) -> None:
    for _ in range(AT_ONCE):
        with pytest.raises(NoMatchFile):
            files.take_in(b"no match")
    with pytest.raises(Refused, match="Try again in 10 s"):
        files.take_in(b"no match")
    clock.advance(seconds=10)
    with pytest.raises(NoMatchFile):
        files.take_in(b"no match")


def test_large_ones_fill_no_disk(
    good: bytes, files: MatchFiles, clock: ManualClock, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("companion.matchfile.library.KEPT", 10_000)
    files = MatchFiles(files._table, all_games(), clock, files._stories, lambda: None)
    header, rows = unpacked(good)
    assert files.take_in(good).new
    with pytest.raises(Refused, match="too many"):
        files.take_in(packed(header | {"wall": 7}, rows))
    assert not files.take_in(good).new, "what is here already takes no room"
