"""The write-ahead log, which may not grow all night: nothing is lost and nobody held up by seeing to that."""

import sqlite3
from collections.abc import Iterator
from contextlib import closing, nullcontext
from pathlib import Path

import pytest

from companion.clock import ManualClock
from companion.journal.journal import Journal, Row
from companion.table.backlog import Disk
from companion.table.loop import AGAIN_NS, MOST_BYTES, QUIET_NS, WORTH_BYTES, Chores
from tests.support import Players

PAGE = 4096
EMPTY = 32 + 24 + PAGE
"""A log that has begun anew: its header, and one page's frame."""


class Written:
    """A journal with one match, into which events are written until a night would be over."""

    def __init__(self, path: Path) -> None:
        self.journal = Journal(path)
        self.match = self.journal.open_match("wartime", b"{}", wall_ns=0).id
        self.seq = 0
        self.faults: dict[str, str | None] = {}
        self.disk = Disk(
            self.journal, lock=nullcontext(), fault=self.faults.__setitem__, owes=lambda: False, save=lambda: None
        )

    def write(self, count: int = 1) -> None:
        for _ in range(count):
            self.seq += 1
            self.journal.append(self.match, [Row(self.seq, 0, 0, "clock", b"x" * 150)])

    def grow(self, size: int) -> None:
        while self.journal.log_bytes < size:
            self.write(10)

    def kept(self) -> int:
        return len(self.journal.rows(self.match))


@pytest.fixture
def written(tmp_path: Path) -> Iterator[Written]:
    made = Written(tmp_path / "t.sqlite")
    yield made
    made.journal.close()


@pytest.fixture
def clock() -> ManualClock:
    return ManualClock()


def test_it_comes_when_nothing_was_written_for_a_while(written: Written, clock: ManualClock) -> None:
    chores = Chores(written.disk, clock=clock)
    written.grow(WORTH_BYTES)
    grown = written.journal.log_bytes
    assert chores.do() is not None
    for _ in range(10):
        written.write()
        clock.advance(seconds=1)
        chores.do()
    assert written.journal.log_bytes >= grown, "people are playing"
    clock.advance(ns=QUIET_NS)
    chores.do()
    assert written.journal.log_bytes == EMPTY
    assert written.kept() == written.seq


def test_a_short_game_needs_none_and_an_idle_table_writes_nothing(written: Written, clock: ManualClock) -> None:
    chores = Chores(written.disk, clock=clock)
    written.write(20)
    size = written.journal.log_bytes
    clock.advance(seconds=60)
    assert chores.do() is None
    clock.advance(seconds=3600)
    assert chores.do() is None
    assert written.journal.log_bytes == size


def test_it_comes_at_last_where_it_is_never_quiet(written: Written, clock: ManualClock) -> None:
    chores = Chores(written.disk, clock=clock)
    largest = 0
    for _ in range(400):
        written.write(10)
        clock.advance(seconds=0.5)
        chores.do()
        largest = max(largest, written.journal.log_bytes)
    assert MOST_BYTES * 0.9 < largest < MOST_BYTES * 1.1
    assert written.kept() == written.seq


def test_a_reader_puts_it_off_and_loses_nothing_by_it(written: Written, clock: ManualClock) -> None:
    chores = Chores(written.disk, clock=clock)
    written.write(10)
    with closing(sqlite3.connect(written.journal.path, isolation_level=None)) as reader:
        reader.execute("BEGIN")
        seen = reader.execute("SELECT count(*) FROM event").fetchone()
        written.grow(WORTH_BYTES)
        chores.do()
        clock.advance(ns=QUIET_NS)
        wait = chores.do()
        assert wait is not None
        assert wait > 0, "the loop would spin until the reader is done"
        assert written.journal.log_bytes >= WORTH_BYTES
        assert reader.execute("SELECT count(*) FROM event").fetchone() == seen
    clock.advance(ns=AGAIN_NS)
    chores.do()
    assert written.journal.log_bytes == EMPTY
    assert written.kept() == written.seq


def test_a_flip_may_be_written_while_most_of_it_goes_on(written: Written) -> None:
    """SQLite would say that the database is locked if either needed what the other holds."""
    written.grow(WORTH_BYTES)
    with written.journal.together():
        written.write()
        written.journal.copy_log()
        written.write()
    assert written.kept() == written.seq


def test_the_next_act_finds_the_log_begun(written: Written) -> None:
    """SQLite brings the beginning of a log to the disk at once: that is not to be waited for by whoever taps next."""
    written.write(10)
    assert written.disk.checkpoint()
    assert written.journal.log_bytes == EMPTY


def test_what_fails_is_said_and_tried_again(written: Written, clock: ManualClock) -> None:
    chores = Chores(written.disk, clock=clock)
    written.grow(WORTH_BYTES)
    chores.do()
    with closing(sqlite3.connect(written.journal.path, isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        clock.advance(ns=QUIET_NS)
        chores.do()
    assert written.journal.log_bytes >= WORTH_BYTES
    clock.advance(ns=AGAIN_NS)
    chores.do()
    assert written.journal.log_bytes == EMPTY
    assert written.faults["checkpoint"] is None


def test_a_table_comes_back_from_the_one_file(players: Players) -> None:
    players.begin().flip("gold-90")
    assert players.table.disk.checkpoint()
    players.flip("red-90")
    told = players.texts()
    players.restart()
    assert players.texts()[: len(told)] == told
