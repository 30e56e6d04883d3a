"""The journal by the message: whole, in order, bounded, and with what it takes to check it."""

import sqlite3
from collections.abc import Iterator
from pathlib import Path

import msgspec
import pytest

from companion.games import all_games
from companion.hall.rows import Logs, Where, link_of, row_of
from companion.hall.wire.messages import MOST_ROWS, Log, read, written
from companion.hall.wire.topics import LARGEST, LARGEST_LOG
from companion.journal import store as chain
from companion.journal.journal import Journal, Row
from companion.journal.reader import Written
from companion.table.commands import Begin
from companion.table.opening import New
from companion.table.seats import Side
from companion.table.table import Table
from companion.warzone.force.force import ForceEntry
from tests.companion.hall.boxes import OpenBox
from tests.companion.table.recorded_games import GAMES, Played
from tests.companion.warzone import acts as z
from tests.support import Players, write_journal

JOURNAL = "0123456789abcdef"
BOX = OpenBox()


def logs(table: Table) -> Logs:
    def find(match: int, after: int) -> Written:
        return table.written(match, after=after, most=MOST_ROWS, size=LARGEST)

    return Logs(journal=JOURNAL, find=find, games=all_games(), box=BOX)


def heard(log: Log) -> Log:
    data = written(log)
    assert len(data) <= LARGEST or len(log.rows) == 1
    assert len(data) <= LARGEST_LOG
    found = read(data, Log)
    assert found is not None
    return found


def all_of(table: Table, match: int) -> Iterator[Log]:
    after = 0
    while True:
        log = heard(logs(table).after(match, after))
        yield log
        if not log.rows or log.rows[-1].seq == log.last:
            return
        after = log.rows[-1].seq


@pytest.mark.parametrize("name", ["wartime_in_secret", "warzone", "battleline_handed"])
def test_an_archive_gets_every_row_and_can_check_them(name: str, tmp_path: Path) -> None:
    players = Played(tmp_path / "t.sqlite")
    GAMES[name](players)
    journal = Journal(players.path)
    match = journal.last_match()
    assert match is not None
    expected = journal.rows(match.id)
    journal.close()
    got: list[Row] = []
    for log in all_of(players.table, match.id):
        assert (log.journal, log.match, log.last, log.next) == (JOURNAL, match.id, len(expected), None)
        assert (log.opening is not None) == (not got)
        if log.opening is not None:
            assert (log.opening.game, bytes(log.opening.setup), log.opening.wall) == (
                match.game,
                match.setup,
                match.wall,
            )
        got += [row_of(row, Where(JOURNAL, match.id), box=BOX) for row in log.rows]
        whole = (match.id, match.game, match.setup, match.wall)
        link = link_of(log.chain, Where(JOURNAL, match.id), box=BOX)
        assert link == chain.end(whole, map(msgspec.structs.astuple, got))
    assert got == expected


def test_messages_are_no_larger_than_they_may_be(tmp_path: Path) -> None:
    begun = b'{"type":"begun","sand_ns":1}'
    for name, wide in (("wide", 9000), ("slim", 0)):
        rows = [Row(seq, 0, 0, "phone 1", begun + b" " * (wide * (seq % 3))) for seq in range(1, 350)]
        write_journal(tmp_path / f"{name}.sqlite", "battleline", b"{}", rows)
    wide_ones = [len(log.rows) for log in all_of(Players(tmp_path / "wide.sqlite").table, 1)]
    assert (sum(wide_ones), max(wide_ones)) == (350, 7), "and that it came back"
    assert [len(log.rows) for log in all_of(Players(tmp_path / "slim.sqlite").table, 1)] == [100, 100, 100, 50]


def test_the_largest_force_there_can_be_travels_all_the_same(players: Players) -> None:
    """Every ability of every card as long as it may be, in letters of four bytes, for both sides."""
    players.do(New(game="warzone"))
    letter = "\N{DAGGER KNIFE}"
    traits = {"wounds": 3, "dp": 9, "abilities": (letter * 140,) * 24, "card_id": letter * 60}
    entries = tuple(ForceEntry(name=f"{at:3} {letter * 56}", **traits) for at in range(120))
    for side in Side:
        players.do(z.Muster(side=side, name="Order", entries=entries))
    one, two = all_of(players.table, 2)
    assert len(written(one)) > 20 * LARGEST
    assert [row.seq for row in (*one.rows, *two.rows)] == [1, 2]


def test_matches_lead_to_the_next_one_that_is_left(players: Players) -> None:
    """The first was forgotten, since nothing had happened in it."""
    players.do(New(game="battleline"))
    players.do(Begin())
    players.do(New(game="wartime"))
    found = logs(players.table)
    assert [(found.after(match, 0).last, found.after(match, 0).next) for match in (0, 1, 2, 3, 4)] == [
        (0, 2), (0, 2), (2, 3), (0, None), (0, None),
    ]  # fmt: skip
    assert found.after(3, 0).opening is not None
    assert found.after(1, 0) == Log(journal=JOURNAL, match=1, last=0, next=2)
    behind = found.after(2, 2)
    assert (behind.rows, behind.chain, behind.opening, behind.last) == ((), "", None, 2)
    assert found.after(2, 99).last == 2


def test_a_journal_that_is_not_there_says_so(tmp_path: Path) -> None:
    place = tmp_path / "place"
    place.write_text("")
    with pytest.raises(sqlite3.Error):
        logs(Players(place / "t.sqlite").table).after(1, 0)
