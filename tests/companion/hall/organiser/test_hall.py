"""The organiser's hall, by what its pages see and its tables are told."""

import shutil
import sqlite3
from pathlib import Path
from typing import Any

import msgspec
import pytest
from msgspec.structs import replace

from companion.fields.invalid import Invalid
from companion.hall.organiser import asks as resends
from companion.hall.organiser import hall
from companion.hall.organiser import hearing as reading
from companion.hall.organiser.asks import MOST
from companion.hall.organiser.hall import FILE, UNFORESEEN
from companion.hall.organiser.hearing import Broker, Message
from companion.hall.organiser.live import MOST_SAID
from companion.hall.organiser.record import GRACE_MS, MOST_MATCHES, Picture, Record, Refill
from companion.hall.organiser.rounds import AT_ONCE, MOST_CLOSED
from companion.hall.organiser.view import ByHand, Need, RulingHere
from companion.hall.wire import messages as codec
from companion.hall.wire import messages as h
from companion.hall.wire import messages as t
from companion.hall.wire.topics import MOST_TABLES, TopicPart, round_topic, topic
from companion.table.errors import NotHere, Refused
from tests.companion.hall.organiser.fakes import HALL, JOURNAL, FakeTable, Floor
from tests.support import PATIENCE_S, Says


@pytest.fixture
def floor(tmp_path: Path) -> Floor:
    return Floor(tmp_path)


def a_result(round: int, **other: Any) -> t.Result:
    told = t.Result(
        boot=1,
        connection=1,
        version=5,
        round=round,
        match=1,
        winner="gold",
        title="Gold won.",
        score={"gold": 5},
        names={"gold": "Ann"},
        agreed={"gold": "phone:1"},
    )
    return replace(told, **other)


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


def test_the_judge_reads_what_rulings_answer_as_far_as_the_table_tells(floor: Floor) -> None:
    """Tables and organisers of an earlier Warglass told no answer, and kept none."""
    table = floor.seat("one")
    table.rulings = (t.Beside(id="a", question="May I?", cite="Rules", answer="No."), t.Beside(id="b", question="Or?"))
    table.state(call=t.Called(id=1, ms=table.ms()))
    floor.settle()
    (call,) = floor.hall.view().calls
    assert call.rulings == (RulingHere("a", "May I?", "Rules", "No."), RulingHere("b", "Or?", ""))
    floor.hall._archive.write()
    with sqlite3.connect(floor.folder / FILE) as db:
        (body,) = db.execute("SELECT body FROM call").fetchone()
        told = msgspec.json.decode(body)
        told["rulings"] = [each[:3] for each in told["rulings"]]
        db.execute("UPDATE call SET body = ?", (msgspec.json.encode(told),))
    (call,) = floor.restart(killed=True).hall.view().calls
    assert call.rulings == (RulingHere("a", "May I?", "Rules"), RulingHere("b", "Or?", ""))


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
    assert (told.number, told.title, told.deadline_ms, told.left_ms) == (1, "Round 1", None, 55 * 60_000)
    assert 0 < told.pause == floor.hall.view().now_ms
    assert [each.version for each in floor.client.rounds] == sorted({each.version for each in floor.client.rounds})
    assert floor.here("one").players == ("Ann", "Bob")


def test_what_was_decided_outlives_a_killed_organiser(floor: Floor) -> None:
    table = floor.seat("one")
    floor.hall.new_round(title="Final", minutes=60)
    floor.hall.pair([("one", ("Ann", "Bob"))])
    floor.hall.announce("Lunch!")
    floor.hall.new_round(title="", minutes=60)
    floor.hall.pair([("one", ("Ann", "Bob"))])
    floor.hall.start_clock()
    floor.hall.announce("Go!")
    table.state(call=t.Called(id=1, ms=table.ms()))
    floor.settle()
    floor.hall.set_results({"one": ByHand(winner=None, score={"gold": 3})})
    before = floor.hall.view()
    floor.hall._archive.write()
    after = floor.restart(killed=True).hall.view()
    assert after.round == before.round
    assert after.results == before.results
    assert after.calls == before.calls
    assert after.said == before.said
    assert {each.text: each.round for each in after.said} == {"Lunch!": 1, "Go!": 2}
    assert after.tables[0].players == ("Ann", "Bob")
    assert after.now_ms >= before.now_ms


def test_no_table_hears_of_a_round_that_a_killed_organiser_would_not_know(floor: Floor, tmp_path: Path) -> None:
    hall, publish, known = floor.hall, floor.client.publish, []

    def killed_here(topic: str, payload: bytes, *, retain: bool = False) -> None:
        if topic == round_topic(HALL):
            copy = shutil.copytree(tmp_path, tmp_path.with_name(f"copy{len(known)}"))
            known.append((codec.read(payload, h.Round), Floor(copy, clock=floor.clock).client.rounds[-1:]))
        publish(topic, payload, retain=retain)

    floor.client.publish = killed_here  # type: ignore[method-assign]
    hall.new_round(title="First", minutes=60)
    hall.start_clock()
    hall.pair([("one", ["Ann", "Bea"])])
    hall.pause_clock()
    hall.extend(5)
    told, archived = zip(*known, strict=True)
    assert len(told) == 5
    assert archived == tuple([each] for each in told)


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


def test_a_box_that_stands_in_is_told_of_the_one_before_where_the_broker_has_forgotten_it(floor: Floor) -> None:
    """Or it would count from the beginning, and whatever it said be older than what is known."""
    place = topic(HALL, "one", TopicPart.LINK)
    table = floor.seat("one", boot=9)
    table.link(online=False)
    floor.settle()
    assert place not in floor.client.retained
    floor.seat("one", journal="00000000000000bb", boot=1)
    floor.settle()
    told = codec.read(floor.client.retained[place], t.Link)
    assert told is not None
    assert told == table.retained[TopicPart.LINK]
    floor.client.retained.clear()
    other = floor.seat("one", journal="00000000000000bb", boot=told.boot + 1)
    table.link(online=False)
    floor.settle()
    assert floor.here("one").need is not Need.SILENT
    assert codec.read(floor.client.retained[place], t.Link) == other.retained[TopicPart.LINK], (
        "a late will changes nothing"
    )


def test_a_table_that_is_as_it_was_is_the_very_same(floor: Floor) -> None:
    for name in ("one", "two"):
        floor.seat(name)
    before = {each.table: each for each in floor.hall.view().tables}
    version = floor.hall.version
    floor.hall.settle()
    assert floor.hall.version == version
    floor.tables["two"].play()
    floor.settle()
    after = {each.table: each for each in floor.hall.view().tables}
    assert after["one"] is before["one"]
    assert after["two"] != before["two"]
    assert floor.hall.view().tables is floor.hall.view().tables


def test_rows_that_contradict_the_archive_are_refused_and_told(floor: Floor) -> None:
    table = floor.seat("one")
    table.play(3)
    floor.settle()
    row = t.LogRow(seq=2, wall=1, mono=1, source="phone:2", event=table.rows[1][0].event)
    table.say(TopicPart.LOG, t.Log(journal=table.journal, match=1, last=3, rows=(row,)))
    floor.settle()
    floor.hall._archive.write()
    floor.settle()
    assert floor.hall.view().faults
    with floor.hall._archive.reading() as journals:
        assert journals.rows("one", table.journal, 1, after=0, most=9) == table.rows[1]


def test_the_event_s_rulings_hold_at_tables_that_come_later_too(floor: Floor) -> None:
    table = floor.seat("one")
    table.state(call=t.Called(id=1, ms=table.ms()))
    floor.settle()
    floor.hall.answer("one", 1, who="Ann", text="Yes.", everywhere="May I do that?")
    floor.settle()
    floor.seat("two")
    floor.seat("one", journal="00000000000000bb", boot=2)
    table.connection += 1
    again = floor.restart()
    for each in again.tables.values():
        each.connection += 1
        each.link()
    again.settle()
    (rule,) = {ask.id for _, ask in floor.asks(h.HouseRule)}
    assert rule == "house-event-may-i-do-that"
    assert [each for each, _ in floor.asks(h.HouseRule)] == ["one", "two", "one"]
    assert again.asks(h.HouseRule) == []


def test_an_announcement_that_nobody_answered_is_said_again_after_a_restart(floor: Floor) -> None:
    table = floor.seat("one")
    floor.seat("two")
    table.link(online=False)
    floor.settle()
    floor.hall.announce("Lunch!")
    floor.settle()
    again = floor.restart(killed=True)
    table.connection += 1
    table.link()
    again.settle()
    assert [(each, ask.text) for each, ask in again.asks(h.Announce)] == [("one", "Lunch!")]
    (said,) = again.hall.view().said
    assert (said.asked, said.shown) == (2, 2)
    table.connection += 1
    table.link()
    again.settle(3600)
    assert len(again.asks(h.Announce)) == 1


def test_an_announcement_may_be_for_some_tables(floor: Floor) -> None:
    for name in ("one", "two"):
        floor.seat(name)
    floor.hall.announce("Move over.", tables=["two"])
    floor.settle()
    assert [each for each, _ in floor.asks(h.Announce)] == ["two"]
    for text, tables in ((" ", ()), ("x" * 500, ())):
        with pytest.raises(Invalid):
            floor.hall.announce(text, tables=tables)
    with pytest.raises(NotHere):
        floor.hall.announce("Hello", tables=["three"])


def test_a_call_that_is_taken_back_is_gone(floor: Floor) -> None:
    table = floor.seat("one")
    table.state(call=t.Called(id=1, ms=table.ms()))
    floor.settle()
    table.state()
    floor.settle()
    assert (floor.here("one").call, floor.hall.view().calls) == (None, ())
    assert floor.restart(killed=True).hall.view().calls == ()


def test_another_box_s_first_call_is_not_the_first_one_s(floor: Floor) -> None:
    table = floor.seat("one")
    table.state(call=t.Called(id=1, ms=table.ms()))
    floor.settle()
    floor.hall.answer("one", 1, who="Ann", text="Yes.")
    table.state()
    floor.settle()
    other = floor.seat("one", journal="00000000000000bb", boot=2)
    other.state(call=t.Called(id=1, ms=other.ms()))
    floor.settle()
    assert floor.here("one").need is Need.JUDGE


def test_a_judge_s_answer_that_the_table_does_not_take_is_told(floor: Floor) -> None:
    table = floor.seat("one")
    table.state(call=t.Called(id=1, ms=table.ms()))
    floor.settle()
    floor.hall.coming("one", 1, who="Ann")
    floor.settle(answering=False)
    id = next(id for _, id, ask in floor.client.asks if isinstance(ask, h.Judge))
    table.answered.add(id)
    table.say(TopicPart.ANSWER, t.NotDone(why="That call was taken back."), id)
    floor.settle()
    assert floor.hall.view().faults == (Says("Table one", "taken back"),)


@pytest.mark.parametrize("text", ["", "Yes."])
def test_what_a_judge_says_reaches_a_table_however_long_it_was_away(floor: Floor, text: str) -> None:
    table = floor.seat("one")
    called = t.Called(id=1, ms=table.ms())
    table.state(call=called)
    floor.settle()
    table.link(online=False)
    floor.settle()
    if text:
        floor.hall.answer("one", 1, who="Ann", text=text)
    else:
        floor.hall.coming("one", 1, who="Ann")
    floor.settle(3600)
    table.connection += 1
    table.link()
    table.state(call=called)
    table.state(call=called)
    floor.settle(answering=False)
    (told,) = [ask for _, ask in floor.asks(h.Judge)]
    assert (told.who, told.text, told.until_ms > floor.hall.view().now_ms) == ("Ann", text, True)
    floor.settle()
    table.state(call=None if text else t.Called(id=1, ms=called.ms, coming=True))
    floor.settle(3600)
    assert len(floor.asks(h.Judge)) == 1


def test_results_by_hand_stand_over_what_the_table_says(floor: Floor) -> None:
    table = floor.seat("one")
    floor.hall.new_round(title="", minutes=60)
    table.say(TopicPart.RESULT, a_result(1))
    floor.settle()
    here = floor.here("one")
    assert (here.need, here.result.title, here.result.agreed) == (Need.DONE, "Gold won.", ("gold",))
    floor.hall.set_results({"one": ByHand(winner=None, score={"gold": 4, "red": 4})})
    (told,) = floor.hall.view().results
    assert (told.by_hand, told.winner, told.score) == (True, None, {"gold": 4, "red": 4})
    with pytest.raises(NotHere):
        floor.hall.set_results({"one": ByHand(winner="blue", score={})})
    floor.hall.new_round(title="", minutes=60)
    assert floor.here("one").result is None
    assert floor.here("one").need is Need.NOTHING


def test_what_was_written_by_hand_is_taken_back(floor: Floor) -> None:
    """What the table says counts again, and does after a new start too."""
    table = floor.seat("one")
    floor.hall.new_round(title="", minutes=60)
    floor.hall.set_results({"one": ByHand(winner="red")})
    table.say(TopicPart.RESULT, a_result(1))
    floor.settle()
    with pytest.raises(NotHere):
        floor.hall.set_results({"one": None, "nowhere": None})
    assert floor.here("one").result.by_hand
    floor.hall.set_results({"one": None})
    assert (floor.here("one").result.by_hand, floor.here("one").result.winner) == (False, "gold")
    floor.hall.set_results({"one": None})
    (told,) = floor.restart().hall.view().results
    assert (told.by_hand, told.winner) == (False, "gold")


def test_a_result_is_written_of_a_table_that_nobody_has_heard(floor: Floor) -> None:
    floor.hall.new_round(title="", minutes=60)
    floor.hall.pair([("one", ("Ann", "Bob"))])
    floor.hall.set_results({"one": ByHand(winner="red", people={"gold": "Ann", "red": "Bob"})})
    (told,) = floor.hall.view().results
    assert (told.title, told.people) == ("Bob won.", {"gold": "Ann", "red": "Bob"})


def test_who_sat_where_is_known_by_who_confirmed(floor: Floor) -> None:
    table = floor.seat("one")
    floor.hall.new_round(title="", minutes=60)
    sides = {"gold": "Firebrand", "red": "Tide", "azure": "Ash"}
    agreed = {"gold": "phone 1, gold, Bob", "red": "phone 2, both, Ann", "azure": "button azure"}
    table.say(TopicPart.RESULT, replace(a_result(1), names=sides, agreed=agreed))
    floor.settle()
    (told,) = floor.hall.view().results
    assert list(told.people.items()) == [("gold", "Bob"), ("red", "Tide"), ("azure", "Ash")]
    table.state(names=sides)
    floor.settle()
    floor.hall.set_results({"one": ByHand(winner="gold", score={"gold": 4})})
    (by_hand,) = floor.restart().hall.view().results
    assert (by_hand.by_hand, by_hand.people) == (True, told.people)


def test_a_result_that_another_one_has_replaced_at_the_broker_is_asked_for(floor: Floor) -> None:
    """Both were confirmed while the organiser was away."""
    table, old = floor.seat("one"), floor.seat("two", here=False)
    for _ in range(3):
        floor.hall.new_round(title="", minutes=60)
    asked = {each for each, _ in floor.asks(h.TellResults)}
    assert asked == set()
    table.say(TopicPart.RESULT, a_result(1))
    floor.settle()
    again = floor.restart()
    assert {each for each, _ in again.asks(h.TellResults)} == {"one"}, "and none of an earlier Warglass"
    for round in (2, 3):
        table.say(TopicPart.RESULT, a_result(round, version=round))
    again.settle()
    last = again.restart()
    assert {each.round for each in last.hall.view().results} == {1, 2, 3}
    assert last.asks(h.TellResults) == []
    assert old.told


def test_pairings_are_looked_at(floor: Floor) -> None:
    with pytest.raises(Refused):
        floor.hall.pair([("one", ("Ann", "Bob"))])
    floor.hall.new_round(title="", minutes=60)
    wrong: list[list[tuple[str, tuple[str, ...]]]] = [
        [("One!", ("Ann", "Bob"))],
        [("one", ("Ann",)), ("one", ("Bob",))],
        [("one", ("Ann",)), ("two", ("Ann",))],
        [("one", ())],
        [("one", ("Ann", " "))],
    ]
    for pairings in wrong:
        with pytest.raises(Invalid):
            floor.hall.pair(pairings)
    floor.hall.pair([("one", ("Ann", "Bob"))])
    floor.hall.pair([("two", ("Ann", "Bob"))])
    told = dict(floor.client.heres)
    assert {table: here.players for table, here in told.items()} == {"one": (), "two": ("Ann", "Bob")}
    assert floor.client.rounds[-1].pairings == ()
    assert floor.here("one").players == ()


def old_link() -> t.Link:
    return t.Link(boot=1, connection=1, online=True, journal=JOURNAL, name="Old")


def test_a_broker_that_is_met_again_is_told_who_plays_nowhere_too(floor: Floor) -> None:
    """An organiser may have ended between its archive and the broker, which then still has somebody there."""
    floor.enrol("one", "two")
    floor.hall.new_round(title="", minutes=60)
    floor.hall.pair([("one", ("Ann", "Bob"))])
    again = floor.restart()
    assert {table: here.players for table, here in again.client.heres} == {"one": ("Ann", "Bob"), "two": ()}


def test_what_was_over_before_a_round_is_none_of_its_matches(floor: Floor) -> None:
    table = floor.seat("one")
    floor.hall.new_round(title="", minutes=60)
    table.state(over="Gold won.")
    floor.settle()
    assert (floor.here("one").need, floor.here("one").over) == (Need.DONE, "Gold won.")
    floor.hall.new_round(title="", minutes=60)
    assert (floor.here("one").need, floor.here("one").over) == (Need.NOTHING, None), "not yet heard of at the table"
    table.state(over="Gold won.", past=True)
    floor.settle()
    assert (floor.here("one").need, floor.here("one").over) == (Need.NOTHING, None)


@pytest.mark.parametrize("restarts", [False, True])
def test_so_it_is_for_a_table_of_an_earlier_warglass_which_does_not_say_so(floor: Floor, restarts: bool) -> None:
    table = floor.seat("one", here=False)
    floor.hall.new_round(title="", minutes=60)
    table.state(over="Gold won.")
    floor.settle()
    assert floor.here("one").need is Need.DONE
    floor.hall.new_round(title="", minutes=60)
    if restarts:
        floor = floor.restart(killed=True)
    table.state(over="Gold won.")
    floor.settle()
    assert (floor.here("one").need, floor.here("one").over) == (Need.NOTHING, None)
    table.state()
    floor.settle()
    table.state(over="Red won.")
    floor.settle()
    assert (floor.here("one").need, floor.here("one").over) == (Need.DONE, "Red won."), "that one was played on"
    floor.hall.new_round(title="", minutes=60)
    table.match, table.rows[2] = 2, []
    table.state(over="Gold won.")
    floor.settle()
    assert floor.here("one").over == "Gold won.", "that is another match"


def test_a_clock_carries_no_names_but_those_of_old_tables(floor: Floor) -> None:
    """Of a Warglass that looks for them there; also where such a table comes later."""
    floor.seat("new")
    floor.seat("old", here=False)
    floor.hall.new_round(title="", minutes=60)
    floor.hall.pair([("new", ("Ann", "Bob")), ("old", ("Cem", "Dora")), ("late", ("Eli", "Fay"))])
    assert [each.table for each in floor.client.rounds[-1].pairings] == ["old"]
    before = len(floor.client.heres)
    floor.hall.start_clock()
    assert len(floor.client.heres) == before, "a change of the clock tells nobody who plays"
    floor.seat("late", here=False)
    floor.settle()
    assert [each.table for each in floor.client.rounds[-1].pairings] == ["old", "late"]
    versions = [each.version for each in floor.client.rounds]
    assert versions == sorted({*versions})


def test_a_table_is_told_how_its_result_stands(floor: Floor) -> None:
    table = floor.seat("one")
    floor.hall.new_round(title="", minutes=60)
    floor.hall.pair([("one", ("Ann", "Bob"))])

    def told() -> tuple[str, bool]:
        floor.settle()
        name, here = floor.client.heres[-1]
        assert (name, here.round, here.players) == ("one", 1, ("Ann", "Bob"))
        return here.written, here.waits

    assert told() == ("", False)
    table.say(TopicPart.RESULT, a_result(1, names={"gold": "Gold", "red": "Bob"}))
    assert told() == ("", True)
    table.say(TopicPart.RESULT, a_result(1, version=9, names={"gold": "Bob (Gold)", "red": "ann (Red)"}))
    assert told() == ("", False)
    floor.hall.set_results({"one": ByHand(winner="red", people={"gold": "Bob", "red": "Ann"})})
    assert told() == ("Ann won", False)
    versions = [here.version for _, here in floor.client.heres]
    assert versions == sorted({*versions})


def test_a_round_of_ten_thousand_tables_reaches_them_or_is_refused_in_words(floor: Floor) -> None:
    floor.hall.new_round(title="", minutes=60)
    tables = [(f"table-{number}", (f"{number:_>32} Ann", f"{number:_>32} Bob")) for number in range(1, MOST_TABLES + 1)]
    floor.hall.pair(tables)
    assert len(codec.written(floor.client.rounds[-1])) < 200
    told = dict(floor.client.heres)
    assert {table: here.players for table, here in told.items()} == dict(tables)
    assert sum(len(codec.written(here)) for here in told.values()) < 2_000_000
    for table, _ in tables:
        record = floor.hall._live.record(table)
        record.picture = record.picture.take_message(old_link())
    floor.hall.extend(1)
    told = floor.client.rounds[-1]
    assert len(told.pairings) == MOST_TABLES
    assert codec.read(codec.written(told), h.Round) == told, "no old table passes it over for its size"
    longer = [(table, tuple(f"{number:界>40}{who}"[-40:] for who in "ab")) for number, (table, _) in enumerate(tables)]
    with pytest.raises(Refused, match=r"come to \d+ KB, and tables of an earlier Warglass take in 2048"):
        floor.hall.pair(longer)
    assert floor.client.rounds[-1] == told


def test_sand_and_acts_are_on_the_hall_s_clock(floor: Floor) -> None:
    table = floor.seat("one", ahead_ms=-123_456)
    table.state(sand=(t.Sand(timer="gold-30", side="gold", ends_ms=table.ms() + 5_000, left_ms=5_000),))
    floor.settle()
    here, view = floor.here("one"), floor.hall.view()
    assert here.error_ms == 1
    assert abs(here.sand[0].ends_ms - view.now_ms - 5_000) <= here.error_ms
    assert abs(here.acted_ms - view.now_ms) <= here.error_ms
    clocks = [ask for _, ask in floor.asks(h.Clock)]
    assert len(clocks) == 5
    assert clocks[-1].offset_ms is not None
    floor.settle(61)
    assert len(floor.asks(h.Clock)) == 6


def test_results_of_rounds_that_are_none_are_nobody_s(floor: Floor) -> None:
    table = floor.seat("one")
    floor.hall.new_round(title="", minutes=60)
    for round in (0, 2, 3):
        table.say(TopicPart.RESULT, a_result(round))
    floor.settle()
    assert floor.hall.view().results == ()


def test_a_round_that_the_archive_has_lost_is_what_the_broker_remembers(floor: Floor, tmp_path: Path) -> None:
    floor.hall.new_round(title="Final", minutes=60)
    floor.hall.pair([("one", ("Ann", "Bob"))])
    floor.hall.start_clock()
    told = floor.client.rounds[-1]
    fresh = Floor(tmp_path / "fresh", clock=floor.clock)
    fresh.seat("one").say(TopicPart.RESULT, a_result(1))
    fresh.settle()
    for place in (topic(HALL, "one", TopicPart.HERE), round_topic(HALL)):
        fresh.client.inbox.put(Message(place, floor.client.retained[place]))
    fresh.settle()
    fresh.settle(1)
    assert fresh.hall.view().round == floor.hall.view().round
    assert fresh.here("one").players == ("Ann", "Bob")
    assert fresh.here("one").result.title == "Gold won."
    assert fresh.client.rounds[-1].version > told.version


def test_an_organiser_that_begins_without_an_archive_is_heard_by_tables_that_knew_the_one_before(
    floor: Floor, tmp_path: Path
) -> None:
    for each in (floor, Floor(tmp_path / "elsewhere", clock=floor.clock)):
        floor.clock.advance(seconds=60)
        each.hall.new_round(title="", minutes=60)
        each.hall.pair([("one", ("Ann", "Bob"))])
        for _ in range(3):
            each.hall.start_clock()
            each.hall.pause_clock()
            floor.clock.advance(seconds=1)
        told = each.client.rounds
        if each is floor:
            before = told[-1]
    assert all(round.version > before.version for round in told)
    assert [round.pause > before.pause for round in told if round.pause] == [True] * 5


def test_an_older_round_at_the_broker_is_put_right(floor: Floor) -> None:
    floor.hall.new_round(title="First", minutes=60)
    old = floor.client.rounds[-1]
    floor.hall.start_clock()
    newest = floor.client.rounds[-1]
    floor.client.inbox.put(Message(round_topic(HALL), codec.written(old)))
    floor.settle()
    assert floor.client.rounds[-1].version >= newest.version
    assert floor.client.rounds[-1].deadline_ms == newest.deadline_ms
    assert len(floor.client.rounds) == 3


def test_nothing_is_asked_while_the_broker_is_away(floor: Floor) -> None:
    floor.seat("one")
    floor.client.inbox.put(Broker("The broker does not answer."))
    floor.settle()
    floor.client.asks.clear()
    floor.hall.announce("Hello")
    floor.settle(5)
    assert (floor.client.asks, floor.hall.view().broker) == ([], "The broker does not answer.")
    floor.client.inbox.put(Broker(""))
    floor.settle(1)
    assert {type(ask) for _, _, ask in floor.client.asks} == {h.Announce, h.Clock}


def test_a_box_that_answers_nothing_is_silent_whatever_the_broker_remembers(floor: Floor) -> None:
    floor.seat("one")
    floor.client.inbox.put(Broker("The connection to the broker is lost."))
    floor.client.inbox.put(Broker(""))
    for _ in range(5):
        floor.settle(8, answering=False)
    here = floor.here("one")
    assert (here.need, here.online) == (Need.SILENT, False)
    assert here.silent_ms < floor.hall.view().now_ms - 20_000
    floor.tables["one"].state()
    floor.settle()
    assert floor.here("one").online


def test_tables_of_another_evening_are_not_missed(floor: Floor) -> None:
    floor.seat("one").play(3)
    floor.settle()
    floor.hall._archive.write()
    floor.tables.clear()
    soon = floor.restart(killed=True)
    assert soon.here("one").need is Need.SILENT
    floor.clock.advance(seconds=24 * 3600)
    later = floor.restart(killed=True)
    assert later.here("one").need is Need.NOTHING
    later.hall.new_round(title="", minutes=60)
    later.hall.pair([("one", ("Ann", "Bob"))])
    assert later.here("one").need is Need.SILENT


def test_what_cannot_be_read_is_passed_over(floor: Floor) -> None:
    for where in ("warglass/1/club/one/state", "warglass/1/other/one/state", "x", "warglass/1/club/round/state"):
        for payload in (b"", b"{", b"\xff" * 10, b"[]", b"x" * 10**6):
            floor.client.inbox.put(Message(where, payload))
    floor.settle()
    assert floor.hall.view().tables == ()


def test_a_match_that_a_box_refuses_is_told(floor: Floor) -> None:
    table = floor.seat("one")
    table.play(3)
    floor.settle()
    other = floor.seat("one", journal="00000000000000bb", boot=2)
    floor.hall.set_up_anew("one", journal=table.journal, match=1)
    with pytest.raises(Refused):
        floor.hall.set_up_anew("one", journal=table.journal, match=1)
    floor.settle(answering=False)
    id = next(id for _, id, ask in floor.client.asks if isinstance(ask, h.Restore))
    other.answered.add(id)
    other.say(TopicPart.ANSWER, t.NotDone(why="A game is being played."), id)
    floor.settle()
    assert floor.hall.view().faults == (Says("Table one", "not set up again", "A game is being played"),)
    with pytest.raises(NotHere):
        floor.hall.set_up_anew("one", journal=table.journal, match=9)


def test_a_restored_match_says_what_it_lacks(floor: Floor) -> None:
    table = floor.seat("one", ahead_ms=5_000)
    table.play(3)
    table.play(2, heard=False)
    floor.settle(0.3, answering=False)
    floor.clock.advance(seconds=30)
    table.link(online=False)
    floor.settle(answering=False)
    other = floor.seat("one", journal="00000000000000bb", boot=2)
    floor.hall.set_up_anew("one", journal=table.journal, match=1)
    floor.settle()
    ((_, part),) = floor.asks(h.Restore)
    assert (part.last, part.lacks, part.journal, len(part.rows)) == (3, 2, table.journal, 3)
    assert part.unheard_ms > 0
    assert other.told


def test_the_hall_lives_in_threads_of_its_own(tmp_path: Path) -> None:
    floor = Floor(tmp_path)
    version = floor.hall.version
    floor.hall.start()
    table = FakeTable(floor, "one")
    table.link()
    table.play(5)
    while not (floor.hall.view().tables and any(each.rows == 5 for each in floor.hall.archived("one"))):
        assert floor.hall.wait(version, PATIENCE_S)
        version = floor.hall.version
    floor.hall.close()
    assert floor.hall.stopped
    assert floor.restart(killed=True).hall.archived("one")[0].rows == 5


@pytest.mark.parametrize("replaced", [False, True])
def test_a_call_that_is_none_any_more_is_none_after_a_restart_either(floor: Floor, replaced: bool) -> None:
    table = floor.seat("one")
    table.state(call=t.Called(id=1, ms=table.ms()))
    floor.settle()
    table.state(call=t.Called(id=2, ms=table.ms()) if replaced else None)
    floor.settle()
    left = [2] if replaced else []
    assert [each.id for each in floor.hall.view().calls] == left
    table.retained.clear()
    assert [each.id for each in floor.restart().hall.view().calls] == left


def test_the_archive_keeps_no_more_calls_than_are_shown(floor: Floor) -> None:
    table = floor.seat("one")
    for number in range(1, MOST_CLOSED + 20):
        table.state(call=t.Called(id=number, ms=table.ms()))
        floor.settle()
        floor.hall.answer("one", number, who="Ann", text="Yes.")
        table.state()
    floor.settle()
    with floor.hall._archive.reading(), sqlite3.connect(floor.folder / FILE) as db:
        assert db.execute("SELECT count(*) FROM call").fetchone() == (MOST_CLOSED,)
    assert len(floor.restart().hall.view().calls) == MOST_CLOSED


def test_who_has_a_card_is_on_the_grid_before_ever_coming(floor: Floor) -> None:
    floor.enrol("one", "two", "three")
    floor.seat("two")
    floor.hall.announce("Lunch!")
    floor.settle()
    (said,) = floor.hall.view().said
    assert (said.asked, said.shown) == (1, 1), "nobody waits for tables that are not there"
    here = {each.table: each for each in floor.hall.view().tables}
    assert [here["one"].name, here["one"].why, here["one"].need, here["one"].silent_ms] == [
        "Table one", Says("not been here"), Need.NOTHING, None,
    ]  # fmt: skip
    assert [name for name in sorted(here) if here[name].absent] == ["one", "three"]
    floor.hall.new_round(title="", minutes=60)
    floor.hall.pair([("one", ("Ann", "Bob")), ("two", ("Cid", "Dan"))])
    assert (floor.here("one").need, floor.here("two").need) == (Need.SILENT, Need.NOTHING), "somebody is to play there"
    floor.seat("one")
    assert floor.here("one").online
    floor.hall.enrolled({"two": "Table two"})
    floor.tables["one"].link(online=False)
    floor.settle(2)
    assert floor.here("one").why == Says("no card")
    assert {each.table for each in floor.hall.view().tables} == {"one", "two"}, "of who was never here nothing is left"
    floor.enrolled = {"two": "Table two"}
    after = floor.restart().hall.view()
    assert {each.table for each in after.tables} == {"one", "two"}


def test_who_has_no_card_any_more_but_is_to_play_stays_until_the_round_is_over(floor: Floor) -> None:
    floor.enrol("one", "two")
    floor.hall.new_round(title="", minutes=60)
    floor.hall.pair([("one", ("Ann", "Bob"))])
    floor.hall.pause_table("one")
    floor.hall.pause_table("two")
    floor.hall.enrolled({})
    floor.settle(60)
    assert {each.table for each in floor.hall.view().tables} == {"one"}
    with pytest.raises(NotHere):
        floor.hall.pause_table("two")
    floor.hall.new_round(title="", minutes=60)
    floor.settle(60)
    assert floor.hall.view().tables == ()
    assert floor.hall.view().faults == ("Table one: It did not answer.",), "of what two was asked nobody waits"


def test_what_only_the_broker_remembers_of_a_table_without_a_card_stops_nothing(floor: Floor) -> None:
    floor.enrol("one", "two")
    table = FakeTable(floor, "one")
    table.link(online=False)
    table.state(call=t.Called(id=1, ms=table.ms()))
    floor.client.inbox.put(Broker("The connection to the broker is lost."))
    floor.settle()
    floor.enrolled = {"two": "Table two"}
    floor.hall.enrolled(floor.enrolled)
    floor.client.inbox.put(Broker(""))
    floor.hall.pause_table("two")
    floor.seat("two")
    floor.settle(1)
    assert ("two", h.Pause) in [
        (each, type(ask)) for each, ask in ((table, ask) for table, _, ask in floor.client.asks)
    ]
    floor.hall.coming("one", 1, who="Ann")
    assert floor.hall.view().faults == ()


def test_a_message_that_breaks_something_costs_no_other(floor: Floor, monkeypatch: pytest.MonkeyPatch) -> None:
    one, two = floor.seat("one"), floor.seat("two")

    def broken(record: Record, *_: object) -> None:
        if record.table == "one":
            raise ZeroDivisionError

    monkeypatch.setattr(Record, "hall_ms", broken)
    one.state(call=t.Called(id=1, ms=one.ms()))
    two.play(3)
    two.play(2)
    floor.settle()
    assert [each.rows for each in floor.hall.archived("two")] == [5]
    assert floor.hall.view().faults == (UNFORESEEN,)


def test_one_that_cannot_even_be_read_costs_no_other(floor: Floor, monkeypatch: pytest.MonkeyPatch) -> None:
    two = floor.seat("two")

    def broken(message: Message | Broker) -> object:
        if isinstance(message, Message) and message.payload == b"broken":
            raise ZeroDivisionError
        return reading.read(HALL, message)

    monkeypatch.setattr(hall, "read", lambda _, message: broken(message))
    two.play(1)
    floor.client.inbox.put(Message(topic(HALL, "two", TopicPart.STATE), b"broken"))
    two.play(2)
    floor.settle()
    assert [each.rows for each in floor.hall.archived("two")] == [3]
    assert floor.hall.view().faults == (UNFORESEEN,)


def test_many_rulings_leave_room_for_whatever_else_is_asked(floor: Floor) -> None:
    table = floor.seat("one")
    table.state(call=t.Called(id=1, ms=table.ms()))
    two = floor.seat("two")
    floor.settle()
    floor.hall.announce("Lunch!", tables=["two"])
    for number in range(1, MOST + 10):
        table.state(call=t.Called(id=number, ms=table.ms()))
        floor.settle(answering=False)
        table.answer()
        floor.hall.answer("one", number, who="Ann", text="Yes.", everywhere=f"May I do {number} of that?")
        table.state()
    floor.settle(answering=False)
    assert floor.hall.view().faults == (), "nothing was given up"
    assert len({ask.id for each, ask in floor.asks(h.HouseRule) if each == "two"}) == AT_ONCE
    floor.settle(2)
    assert [said.shown for said in floor.hall.view().said] == [1]
    assert len({ask.id for ask in two.told if isinstance(ask, h.HouseRule)}) == MOST + 9
    again = floor.restart()
    again.tables["two"].connection += 1
    again.tables["two"].link()
    again.settle(2)
    assert again.asks(h.HouseRule) == [], "what was answered is not asked again"


def test_what_came_of_asks_is_kept_no_longer_than_it_is_shown(floor: Floor) -> None:
    table = floor.seat("one")
    for number in range(1, MOST_SAID + 20):
        floor.hall.announce(f"Announcement {number}")
        table.state(call=t.Called(id=number, ms=table.ms()))
        floor.settle()
        floor.hall.answer("one", number, who="Ann", text="Yes.")
        table.state()
        floor.settle()
    with floor.hall._archive.reading(), sqlite3.connect(floor.folder / FILE) as db:
        assert db.execute("SELECT count(*) FROM said").fetchone() == (MOST_SAID,)
        assert db.execute("SELECT count(*) FROM ask").fetchone() == (MOST_SAID,)
    assert len(floor.restart().hall.view().said) == MOST_SAID


def test_tables_that_send_nothing_keep_no_others_from_being_asked(floor: Floor) -> None:
    names = [f"mute-{number}" for number in range(resends.MOST)]
    for name in (*names, "zoe"):
        floor.seat(name)
    for name in names:
        floor.tables.pop(name).play(50, heard=False)
    floor.settle(1)
    floor.settle(2)
    assert len(floor.asks(h.Resend)) == resends.MOST
    floor.tables["zoe"].play(250, heard=False)
    floor.settle()
    for _ in range(10):
        floor.settle(1)
    assert floor.here("zoe").behind_rows == 0


def test_a_match_that_a_table_has_not_is_asked_for_no_more_however_many_there_were() -> None:
    refill, link = Refill(), t.Link(boot=1, connection=1, online=True, journal=JOURNAL, name="One")
    asked: list[int] = []
    for first in (1, 1_000, 5_000):
        state = t.State(
            boot=1,
            connection=1,
            version=first,
            ms=0,
            match=first + MOST_MATCHES,
            seq=0,
            game="wartime",
            phase="playing",
        )
        picture = Picture(link=link, state=state)
        for now_ms in range(0, 2 * (MOST_MATCHES + 10) * GRACE_MS, GRACE_MS):
            part = refill.next(picture, {(first, JOURNAL): 1}, now_ms)
            if part is not None:
                asked.append(part.match)
                refill.answered(done=False)
    assert len(asked) == len(set(asked)) == 3 * MOST_MATCHES
    assert len(refill._without) <= 2 * MOST_MATCHES


def test_a_result_that_its_table_takes_back_is_open_again(floor: Floor) -> None:
    table = floor.seat("one")
    floor.hall.new_round(title="", minutes=60)
    table.say(TopicPart.RESULT, a_result(1))
    floor.settle()
    assert floor.here("one").need is Need.DONE
    table.say(TopicPart.RESULT, replace(a_result(1), version=6, withdrawn=True))
    table.say(TopicPart.RESULT, a_result(1))
    floor.settle()
    assert (floor.here("one").result, floor.hall.view().results) == (None, ()), "what is older comes too late"
    del table.retained[TopicPart.RESULT]
    assert floor.restart().hall.view().results == ()


def test_what_was_written_by_hand_stays_whatever_its_table_takes_back(floor: Floor) -> None:
    table = floor.seat("one")
    floor.hall.new_round(title="", minutes=60)
    table.say(TopicPart.RESULT, a_result(1))
    floor.settle()
    floor.hall.set_results({"one": ByHand(winner=None, score={"gold": 4})})
    table.say(TopicPart.RESULT, replace(a_result(1), version=6, withdrawn=True))
    floor.settle()
    (told,) = floor.restart().hall.view().results
    assert (told.by_hand, told.score) == (True, {"gold": 4})
