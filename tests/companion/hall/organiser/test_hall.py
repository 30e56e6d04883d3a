"""The organiser's hall, by what its pages see and its tables are told."""

from pathlib import Path

import pytest

from companion.hall.organiser.view import Need
from companion.hall.wire import from_hall as h
from companion.hall.wire import from_table as t
from companion.hall.wire.topics import Part
from companion.table.errors import NotHere, Refused
from tests.companion.hall.organiser.fakes import Floor


@pytest.fixture
def floor(tmp_path: Path) -> Floor:
    return Floor(tmp_path)


def test_a_table_that_comes_is_seen(floor: Floor) -> None:
    floor.seat("one").play(3)
    floor.settle()
    here = floor.here("one")
    assert (here.name, here.online, here.game, here.need) == ("Table one", True, "wartime", Need.NOTHING)
    assert here.behind_rows == 0
    assert [each.rows for each in floor.hall.archived("one")] == [3]


def test_what_the_archive_lacks_is_asked_for_until_it_is_there(floor: Floor) -> None:
    table = floor.seat("one")
    table.play(250, heard=False)
    floor.settle()
    assert floor.here("one").behind_rows == 250
    for _ in range(5):
        floor.settle(2)
    assert floor.here("one").behind_rows == 0
    (match,) = floor.hall.archived("one")
    assert (match.rows, match.whole, match.game) == (250, True, "wartime")


def test_a_call_is_seen_with_its_details_and_answered(floor: Floor) -> None:
    table = floor.seat("one")
    floor.seat("two")
    table.state(call=t.Called(id=1, ms=table.ms()))
    floor.settle()
    view = floor.hall.view()
    assert [each.table for each in view.tables] == ["one", "two"]
    assert view.tables[0].need is Need.JUDGE
    assert (view.calls[0].by, view.calls[0].words, view.calls[0].lines) == ("gold", "May I?", ("Gold flipped 30.",))
    floor.hall.coming("one", 1, who="Ann")
    assert floor.here("one").why == "Ann is on the way."
    floor.hall.answer("one", 1, who="Ann", text="Yes.", everywhere="May I do that?")
    table.state()
    floor.settle()
    assert floor.here("one").need is Need.NOTHING
    assert [each.state for each in floor.hall.view().calls] == ["answered"]
    judged = [ask.judging for each, ask in floor.asks(h.Judge)]
    assert judged == [h.Judging.COMING, h.Judging.ANSWERED]
    assert {each for each, _ in floor.asks(h.HouseRule)} == {"one", "two"}
    with pytest.raises(Refused):
        floor.hall.answer("one", 1, who="Bob", text="No.")
    with pytest.raises(NotHere):
        floor.hall.coming("one", 2, who="Bob")


def test_a_round_is_begun_paused_and_extended_everywhere(floor: Floor) -> None:
    with pytest.raises(Refused):
        floor.hall.start_clock()
    floor.hall.new_round(title="", minutes=60)
    floor.hall.pair([("one", ("Ann", "Bob")), ("two", ("Cid",))])
    floor.hall.start_clock()
    floor.clock.advance(seconds=600)
    floor.hall.pause_clock()
    floor.hall.extend(5)
    told = floor.client.rounds[-1]
    assert (told.number, told.title, told.deadline_ms, told.left_ms, told.pause) == (1, "Round 1", None, 55 * 60_000, 1)
    assert [each.version for each in floor.client.rounds] == sorted({each.version for each in floor.client.rounds})
    assert floor.here("one").players == ("Ann", "Bob")


def test_what_was_decided_outlives_a_killed_organiser(floor: Floor) -> None:
    table = floor.seat("one")
    floor.hall.new_round(title="Final", minutes=60)
    floor.hall.pair([("one", ("Ann", "Bob"))])
    floor.hall.start_clock()
    floor.hall.announce("Lunch!")
    table.state(call=t.Called(id=1, ms=table.ms()))
    floor.settle()
    floor.hall.set_result("one", winner=None, score={"gold": 3})
    before = floor.hall.view()
    floor.hall._archive.write()
    after = floor.restart(killed=True).hall.view()
    assert after.round == before.round
    assert after.results == before.results
    assert after.calls == before.calls
    assert after.said == before.said
    assert after.tables[0].players == ("Ann", "Bob")
    assert after.now_ms >= before.now_ms


def test_announcements_are_counted(floor: Floor) -> None:
    floor.seat("one")
    two = floor.seat("two")
    floor.hall.announce("Lunch!")
    floor.settle(answering=False)
    two.answer()
    floor.settle(answering=False)
    (said,) = floor.hall.view().said
    assert (said.text, said.asked, said.shown) == ("Lunch!", 2, 1)


def test_a_match_is_set_up_on_another_box(floor: Floor) -> None:
    table = floor.seat("one")
    table.play(250)
    floor.settle()
    table.link(online=False)
    floor.settle()
    assert floor.here("one").need is Need.SILENT
    other = floor.seat("one", journal="00000000000000bb", boot=2)
    floor.settle()
    anew = floor.here("one").anew
    assert anew is not None
    floor.hall.set_up_anew("one", journal=anew.journal, match=anew.match)
    floor.settle()
    floor.settle()
    parts = [ask for _, ask in floor.asks(h.Restore)]
    assert [row.seq for part in parts for row in part.rows] == list(range(1, 251))
    assert [part.opening is not None for part in parts] == [True, False, False]
    assert parts[-1].chain == f"{250:032x}"
    assert other.told
    assert floor.hall.view().faults == ()


def test_changes_are_those_tables_that_did(floor: Floor) -> None:
    for name in ("one", "two"):
        floor.seat(name)
    version = floor.hall.version
    floor.tables["two"].play()
    floor.settle()
    changes = floor.hall.changes(version)
    assert ([each.table for each in changes.tables], changes.rest) == (["two"], None)
    floor.hall.announce("Lunch!")
    assert floor.hall.changes(changes.version).rest is not None
    assert len(floor.hall.changes(floor.hall.version + 1).tables) == 2


def test_rows_that_contradict_the_archive_are_refused_and_told(floor: Floor) -> None:
    table = floor.seat("one")
    table.play(3)
    floor.settle()
    row = t.LogRow(seq=2, wall=1, mono=1, source="phone:2", event=table.rows[1][0].event)
    table.say(Part.LOG, t.Log(journal=table.journal, match=1, last=3, rows=(row,)))
    floor.settle()
    floor.hall._archive.write()
    floor.settle()
    assert floor.hall.view().faults
    with floor.hall._archive.reading() as journals:
        assert journals.rows("one", table.journal, 1, after=0, most=9) == table.rows[1]
