"""The archive has every row of every table, once, whatever is lost on the way and whoever dies."""

import sqlite3
import tempfile
from contextlib import closing
from pathlib import Path

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from companion.hall.organiser.archive import MOST_BYTES, MOST_ROWS, VERSION, Archive, Journals, NewerArchive
from companion.hall.organiser.hall import FILE
from companion.hall.organiser.hearing import Broker
from companion.hall.wire.messages import Done, Log, LogRow, Resend
from companion.hall.wire.topics import TopicPart
from tests.companion.hall.organiser.fakes import JOURNAL, FakeTable, Floor
from tests.support import MEMORY, Says, examples

ACTS = st.lists(
    st.tuples(
        st.sampled_from(["play", "lost", "again", "part", "match", "back", "dies", "box", "restart", "kill", "wait"]),
        st.integers(1, 130),
    ),
    max_size=25,
)


def archived(floor: Floor, journal: str, match: int) -> list[LogRow]:
    with floor.hall._archive.reading() as journals:
        return journals.rows("one", journal, match, after=0, most=100_000)


@settings(max_examples=examples(25))
@given(ACTS)
def test_every_row_is_there_once_in_the_end(acts: list[tuple[str, int]]) -> None:
    with tempfile.TemporaryDirectory(dir=MEMORY) as folder:
        floor = Floor(Path(folder))
        table = floor.seat("one")
        boxes: list[FakeTable] = [table]
        for act, number in acts:
            table = floor.tables["one"]
            match act:
                case "play":
                    table.play(number)
                case "lost":
                    table.play(number, heard=False)
                case "again":
                    table.log(table.match, 0)
                case "part":
                    table.log(table.match, min(number, len(table.rows[table.match])))
                case "match":
                    table.match = max(table.rows) + 1
                    table.rows[table.match] = []
                    table.play(number, heard=number % 2 == 0)
                case "back":
                    table.match = 1 + number % max(table.rows)
                    table.play(number, heard=number % 3 == 0)
                case "dies":
                    table.link(online=False)
                    table.connection += 1
                    table.play(number, heard=False)
                    table.link()
                    table.state()
                case "box":
                    table = FakeTable(floor, "one", journal=f"{number:016x}", boot=table.boot + 1)
                    if table.journal not in {box.journal for box in boxes}:
                        boxes.append(table)
                        floor.tables["one"] = table
                        table.link()
                        table.state()
                case "restart" | "kill":
                    floor.settle()
                    floor = floor.restart(killed=act == "kill")
                    floor.tables["one"].link()
                    floor.tables["one"].state()
                case "wait":
                    floor.settle(number / 10)
        table = floor.tables["one"]
        table.state()
        for _ in range(40):
            floor.settle(2)
        assert floor.here("one").behind_rows == 0
        for match, rows in table.rows.items():
            assert archived(floor, table.journal, match) == rows
        for box in boxes[:-1]:
            for match, rows in box.rows.items():
                had = archived(floor, box.journal, match)
                assert had == [row for row in rows if row in had]
        floor.hall.close()


def test_one_part_is_asked_for_at_a_time_and_not_while_rows_come(tmp_path: Path) -> None:
    floor = Floor(tmp_path)
    table = floor.seat("one")
    floor.client.asks.clear()
    table.play(5)
    floor.settle(5)
    assert floor.asks(Resend) == []
    table.play(5, heard=False)
    floor.settle(0.2, answering=False)
    assert floor.asks(Resend) == []
    floor.settle(2, answering=False)
    floor.settle(0.5, answering=False)
    assert [(ask.match, ask.after) for _, ask in floor.asks(Resend)] == [(1, 5)]


@pytest.mark.parametrize("whose", ["table", "hall"])
def test_what_was_written_while_nobody_listened_is_asked_for_at_once(tmp_path: Path, whose: str) -> None:
    floor = Floor(tmp_path)
    table = floor.seat("one")
    table.play(5)
    floor.settle(5)
    floor.client.asks.clear()
    if whose == "table":
        table.link(online=False)
        table.connection += 1
        table.link()
    else:
        floor.client.inbox.put(Broker("It hangs."))
        floor.client.inbox.put(Broker(""))
        table.link()
    floor.settle(0.2, answering=False)
    assert floor.asks(Resend) == [], "before it has said how far it is nobody knows what lacks"
    table.play(2, heard=False)
    floor.settle(0.2, answering=False)
    assert [(ask.match, ask.after) for _, ask in floor.asks(Resend)] == [(1, 5)]


def test_what_was_written_while_nobody_listened_is_asked_for_at_once_though_the_link_comes_last(tmp_path: Path) -> None:
    floor = Floor(tmp_path)
    table = floor.seat("one")
    table.play(5)
    floor.settle(5)
    floor.client.asks.clear()
    table.link(online=False)
    table.connection += 1
    table.play(2, heard=False)
    table.link()
    floor.settle(0.2, answering=False)
    assert [(ask.match, ask.after) for _, ask in floor.asks(Resend)] == [(1, 5)]


def test_what_was_known_to_lack_before_the_table_came_back_is_asked_for_at_once_too(tmp_path: Path) -> None:
    floor = Floor(tmp_path)
    table = floor.seat("one")
    table.play(5)
    floor.settle(5)
    floor.client.asks.clear()
    table.play(1, heard=False)
    table.link(online=False)
    table.connection += 1
    table.link()
    floor.settle(0.2, answering=False)
    assert floor.asks(Resend) == []
    table.play(1, heard=False)
    floor.settle(0.2, answering=False)
    assert [(ask.match, ask.after) for _, ask in floor.asks(Resend)] == [(1, 5)]


def test_a_match_that_is_gone_is_not_asked_for_for_ever(tmp_path: Path) -> None:
    floor = Floor(tmp_path)
    table = floor.seat("one")
    table.play(5)
    table.match = 3
    table.rows[3] = []
    table.play(5)
    for _ in range(20):
        floor.settle(2)
    # Matches 1 and 2 once each: the table has no second one.
    assert [ask.match for _, ask in floor.asks(Resend)] == [2, 1]


def test_rows_that_are_lost_on_their_way_are_asked_for_again_though_the_table_has_sent_them(tmp_path: Path) -> None:
    floor = Floor(tmp_path)
    table = floor.seat("one")
    table.play(5)
    with pytest.MonkeyPatch.context() as unheard:
        unheard.setattr(table, "say", lambda *_: None)
        table.match = 2
        table.play(5)
    table.match = 3
    table.play(5)
    while not (asked := [(id, ask) for _, id, ask in floor.client.asks if isinstance(ask, Resend) and ask.match == 2]):
        floor.settle(0.5, answering=False)
    # The broker had to drop something, or the hall's connection ended just then: only the answer arrives.
    table.answered.add(asked[0][0])
    table.say(TopicPart.ANSWER, Done(), asked[0][0])
    for _ in range(5):
        floor.settle(1)
    assert archived(floor, JOURNAL, 2) == table.rows[2]
    floor.client.asks.clear()
    for _ in range(5):
        floor.settle(2)
    assert floor.asks(Resend) == []


def test_what_was_lost_of_a_match_is_asked_for_however_many_followed(tmp_path: Path) -> None:
    floor = Floor(tmp_path)
    table = floor.seat("one")
    table.play(250)
    table.play(150, heard=False)
    for match in range(2, 150):
        table.match = match
        table.play(2)
    for _ in range(300):
        floor.settle(2)
    assert archived(floor, JOURNAL, 1) == table.rows[1]
    assert {match: len(archived(floor, JOURNAL, match)) for match in table.rows} == {
        1: 400,
        **dict.fromkeys(range(2, 150), 2),
    }


def test_a_full_disk_is_told_and_costs_nothing(tmp_path: Path) -> None:
    floor = Floor(tmp_path)
    table = floor.seat("one")
    floor.hall._archive.write()
    db = floor.hall._archive._db
    assert db is not None
    (pages,) = db.execute("PRAGMA page_count").fetchone()
    db.execute(f"PRAGMA max_page_count={pages}")
    table.play(3_000)
    floor.settle()
    assert not floor.hall._archive.write()
    floor.hall.announce("The disk is full, and we go on.")
    floor.settle(2)
    assert floor.hall.view().faults == (Says("archive", "not written", "disk is full"),)
    assert floor.hall.view().said[0].shown == 1
    db.execute(f"PRAGMA max_page_count={pages + 100_000}")
    assert floor.hall._archive.write()
    floor.settle(2)
    assert floor.hall.view().faults == ()
    assert archived(floor, JOURNAL, 1) == table.rows[1]
    assert floor.restart().hall.view().said[0].text == "The disk is full, and we go on."


def test_what_a_failing_disk_does_not_take_is_bounded(tmp_path: Path) -> None:
    archive = Archive(tmp_path / "nothing" / FILE, odd=lambda _: None)
    (tmp_path / "nothing").write_text("not a folder")
    assert archive.open()[1] == {}
    assert archive.trouble
    log = Log(journal=JOURNAL, match=1, last=100, rows=tuple(_row(seq) for seq in range(1, 101)))
    taken = 0
    while archive.add("one", log):
        taken += len(log.rows)
    assert MOST_ROWS * 0.9 < taken <= MOST_ROWS
    assert not archive.write()
    (tmp_path / "nothing").unlink()
    assert archive.write()
    assert archive.trouble == ""


def test_so_are_its_bytes(tmp_path: Path) -> None:
    archive = Archive(tmp_path / FILE, odd=lambda _: None)
    archive.open()
    event = msgspec.Raw(b'"' + b"x" * 1_000_000 + b'"')
    large = Log(journal=JOURNAL, match=1, last=1, rows=(replace(_row(1), event=event),))
    taken = 0
    while archive.takes() and archive.add("one", large):
        taken += 1
    assert 50 < taken <= MOST_BYTES // 1_000_000
    assert archive.write()
    assert archive.add("one", large)
    archive.close()


def test_a_fault_that_nobody_foresaw_is_told_and_tried_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    floor = Floor(tmp_path)
    table = floor.seat("one")
    with monkeypatch.context() as broken:
        broken.setattr(Journals, "write", lambda *_: 1 // 0)
        table.play(3)
        floor.settle()
        assert not floor.hall._archive.write()
        floor.settle(2)
        (fault,) = floor.hall.view().faults
        assert fault.startswith("The archive is not written: ")
    assert floor.hall._archive.write()
    floor.settle(2)
    assert floor.hall.view().faults == ()
    assert archived(floor, JOURNAL, 1) == table.rows[1]


def test_a_newer_warglass_s_file_is_left_as_it_is(tmp_path: Path) -> None:
    Floor(tmp_path).hall.close()
    with closing(sqlite3.connect(tmp_path / FILE)) as db:
        db.execute(f"PRAGMA user_version={VERSION + 1}")
    before = (tmp_path / FILE).read_bytes()
    with pytest.raises(NewerArchive, match="was written by a newer Warglass: update this one"):
        Floor(tmp_path)
    assert (tmp_path / FILE).read_bytes() == before


def test_a_damaged_file_is_set_aside_and_filled_again(tmp_path: Path) -> None:
    floor = Floor(tmp_path)
    table = floor.seat("one")
    table.play(300)
    floor.settle()
    floor.hall.close()
    (tmp_path / FILE).write_bytes(b"no database at all" * 1000)
    again = Floor(tmp_path, clock=floor.clock)
    again.tables["one"], table.floor = table, again
    table.connection += 1
    table.link()
    table.state()
    for _ in range(5):
        again.settle(2)
    assert archived(again, JOURNAL, 1) == table.rows[1]
    assert "damaged" in again.hall.view().faults[0]
    assert (tmp_path / f"{FILE}.damaged-1").exists()


def test_rows_that_do_not_follow_each_other_are_nobody_s(tmp_path: Path) -> None:
    floor = Floor(tmp_path)
    table = floor.seat("one")
    table.say(TopicPart.LOG, Log(journal=JOURNAL, match=1, last=3, rows=(_row(1), _row(3))))
    floor.settle()
    assert len(floor.hall.view().faults) == 1
    assert archived(floor, JOURNAL, 1) == []


def test_another_program_s_writing_is_waited_for(tmp_path: Path) -> None:
    floor = Floor(tmp_path)
    other = sqlite3.connect(tmp_path / FILE, isolation_level=None)
    other.execute("BEGIN IMMEDIATE")
    other.execute("CREATE TABLE event (id INTEGER PRIMARY KEY)")
    other.execute("COMMIT")
    other.close()
    floor.hall.announce("Hello")
    assert floor.hall.view().faults == ()


def _row(seq: int) -> LogRow:
    return LogRow(seq=seq, wall=0, mono=0, source="phone:1", event=msgspec.Raw(b"{}"))
