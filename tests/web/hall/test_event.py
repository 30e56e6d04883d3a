"""The event on the organiser's pages: players in, rounds paired, results, standings out."""

import csv
import io
import re
from typing import Any

import pytest
from msgspec.structs import replace

from companion.clock import ManualClock
from companion.hall.event.acts import LARGEST_CSV
from companion.hall.event.store import EventStore
from companion.hall.organiser.view import ResultOf
from companion.system import addresses
from tests.support import Says
from tests.web.conftest import Phone
from tests.web.hall.fakes import FakeHall, a_table
from web.hall import event_pages

PLAYERS = "name,club\nCem,North\nDora,South\nEli,North\nFay,South\n"


@pytest.fixture
def paired(organiser: Phone) -> Phone:
    """Four players, whose first round is paired."""
    assert organiser.post("/api/hall/event/players", {"csv": PLAYERS}).status_code == 200
    assert organiser.post("/api/hall/event/pair", {"minutes": 45}).status_code == 200
    return organiser


def rows(phone: Phone, path: str) -> list[dict[str, str]]:
    answer = phone.get(path)
    assert answer.status_code == 200
    assert answer.headers["Content-Disposition"].startswith("attachment")
    return list(csv.DictReader(io.StringIO(answer.get_data().decode("utf-8-sig"))))


def test_players_come_one_by_one_by_paste_and_by_file(organiser: Phone) -> None:
    organiser.post("/hall/event/add", data={"name": " Cem  Kaya "})
    organiser.post("/hall/event/players", data={"csv": "name\nDora\n"})
    file = {"csv": (io.BytesIO(b"\xef\xbb\xbfName;Club\r\nEli;\xc3\x96st\r\n"), "players.csv")}
    assert organiser.post("/hall/event/players", data=file).status_code == 303
    found = rows(organiser, "/api/hall/event/players.csv")
    assert [(each["name"], each["club"]) for each in found] == [("Cem Kaya", ""), ("Dora", ""), ("Eli", "Öst")]


def test_a_file_may_be_in_utf_16_with_its_mark(organiser: Phone) -> None:
    file = {"csv": (io.BytesIO("Name\tClub\r\nJörg\tÖst\r\n".encode("utf-16")), "players.txt")}
    assert organiser.post("/hall/event/players", data=file).status_code == 303
    (found,) = rows(organiser, "/api/hall/event/players.csv")
    assert (found["name"], found["club"]) == ("Jörg", "Öst")
    cut = {"csv": (io.BytesIO(b"\xff\xfeN\x00a"), "players.txt")}
    organiser.post("/hall/event/players", data=cut)
    assert "csv: must be a text file in UTF-8" in organiser.get("/event/players").text


def test_a_file_that_is_none_is_told_with_its_line(organiser: Phone, event: EventStore) -> None:
    answer = organiser.post("/api/hall/event/players", {"csv": "name\nCem\nCem\n"})
    assert (answer.status_code, "line 3" in answer.get_json()["detail"]) == (422, True)
    latin = {"csv": (io.BytesIO(b"name\nJ\xf6rg\n"), "players.csv")}
    organiser.post("/hall/event/players", data=latin)
    assert "csv: must be a text file in UTF-8" in organiser.get("/event/players").text
    assert event.version == 0


def test_of_many_players_some_are_shown_and_all_are_found(organiser: Phone, hall: FakeHall) -> None:
    names = "name\n" + "".join(f"Player {n:05}\n" for n in range(700))
    organiser.post("/api/hall/event/players", {"csv": names})
    hall.only(a_table(number) for number in range(1, 351))
    assert organiser.post("/api/hall/event/pair", {}).status_code == 200
    for path, count in (("/event", 350), ("/event/players", 700), ("/event/standings", 700)):
        page = organiser.get(path).text
        assert f"the first 300 of {count} are here" in page
        assert len(page) < 900_000, path
        found = organiser.get(f"{path}?find=player+00699").text
        assert "Player 00699" in found
        assert len(found) < len(page) // 4


def test_a_file_may_be_large_and_no_larger(organiser: Phone) -> None:
    name = "name\n" + "".join(f"Player {n:05} of the northern club\n" for n in range(1900))
    assert organiser.post("/hall/event/players", data={"csv": name}).status_code == 303
    assert len(rows(organiser, "/api/hall/event/players.csv")) == 1900
    assert organiser.post("/api/hall/event/players", {"csv": "x" * (LARGEST_CSV + 1)}).status_code == 422
    assert organiser.post("/api/hall/event/players", {"csv": "ä" * LARGEST_CSV}).status_code in (413, 422)
    assert organiser.post("/api/hall/event/players", {"csv": "x" * (3 * LARGEST_CSV + 100_000)}).status_code == 413
    assert organiser.post("/api/hall/event/add", {"name": "x" * 70_000}).status_code == 413


def test_a_round_that_is_paired_begins_at_every_table(paired: Phone, hall: FakeHall) -> None:
    view = hall.view()
    assert (view.round.title, view.round.length_ms, view.round.begun) == ("Round 1", 45 * 60_000, False)
    met = {each.table: each.players for each in view.tables if each.players}
    assert set(met) == {"1", "2"}
    assert sorted(name for pair in met.values() for name in pair) == ["Cem", "Dora", "Eli", "Fay"]
    told = rows(paired, "/api/hall/event/rounds/1/pairings.csv")
    assert {each["table"]: (each["player 1"], each["player 2"]) for each in told} == met


def result(hall: FakeHall, table: str, **other: Any) -> None:
    """The table's sides have agreed on it, and on who of the two sits where."""
    paired = (dict(asked[1:]) for asked in reversed(hall.asked) if asked[0] == "pair")
    people = dict(zip(("gold", "red"), next(each[table] for each in paired if table in each), strict=True))
    told = {
        "people": people,
        "table": table,
        "round": 1,
        "winner": "red",
        "title": "Red won",
        "score": {"gold": 3, "red": 8},
        **other,
    }
    hall.change(lambda view: replace(view, results=(*view.results, ResultOf(**told))))


def test_what_tables_agree_on_is_a_result_and_the_next_round_needs_them_all(paired: Phone, hall: FakeHall) -> None:
    result(hall, "1")
    assert "1 result is missing." in paired.get("/event").text
    assert "<em>3</em>" in paired.get("/wall").text  # its standings have it too
    assert "table 2" in paired.post("/api/hall/event/pair", {}).get_json()["detail"]
    body = {"round": 1, "table": "2", "winner": "first", "first": 5, "second": 2}
    assert paired.post("/api/hall/event/result", body).status_code == 200
    assert hall.asked[-1] == ("result", "2", "gold", {"gold": 5, "red": 2})
    second = hall.view().tables[0].players
    assert paired.post("/api/hall/event/pair", {}).status_code == 200
    found = {each["table"]: each for each in rows(paired, "/api/hall/event/results.csv") if each["round"] == "1"}
    assert (found["1"]["winner"], found["1"]["points 2"]) == (found["1"]["player 2"], "8")
    assert found["2"]["winner"] == found["2"]["player 1"]
    assert hall.view().round.title == "Round 2"
    assert {each.players for each in hall.view().tables} != {second}


def test_nobody_is_sent_to_a_table_that_has_no_card_any_more(paired: Phone, hall: FakeHall) -> None:
    for table in ("1", "2"):
        result(hall, table)

    late = a_table(9, online=False, absent=True)
    hall.table("1", enrolled=False, online=False)
    hall.table("2", online=False)
    hall.change(lambda view: replace(view, tables=(*view.tables, late)))
    assert paired.post("/api/hall/event/pair", {}).status_code == 200
    (_, *sent) = next(asked for asked in reversed(hall.asked) if asked[0] == "pair")
    assert {table for table, _ in sent} < {"2", "3", "9"}


def test_what_a_table_takes_back_is_open_again_whatever_was_done_meanwhile(paired: Phone, hall: FakeHall) -> None:
    body = {"round": 1, "table": "2", "winner": "first", "first": 5, "second": 2}
    paired.post("/api/hall/event/result", body)
    result(hall, "1")
    paired.post("/api/hall/event/add", {"name": "Gus"})
    assert "missing" not in paired.get("/event").text
    hall.change(lambda view: replace(view, results=tuple(each for each in view.results if each.table != "1")))
    assert "1 result is missing." in paired.get("/event").text
    assert "table 1" in paired.post("/api/hall/event/pair", {}).get_json()["detail"]
    result(hall, "1", winner="gold")
    (found,) = [each for each in rows(paired, "/api/hall/event/results.csv") if each["table"] == "1"]
    assert found["winner"] == found["player 1"]


def test_what_was_written_by_hand_stays_whatever_the_table_says(paired: Phone, hall: FakeHall) -> None:
    paired.post("/hall/event/result", data={"round": "1", "table": "1", "winner": "draw", "first": "1", "second": "1"})
    result(hall, "1")
    (found,) = [each for each in rows(paired, "/api/hall/event/results.csv") if each["table"] == "1"]
    assert found["winner"] == "draw"


def test_other_pairings_go_out_to_the_tables(paired: Phone, hall: FakeHall) -> None:
    other = "table,player 1,player 2\n1,Cem,Eli\n3,Dora,Fay\n"
    assert paired.post("/api/hall/event/pairings", {"csv": other}).status_code == 200
    assert hall.asked[-1] == ("pair", ("1", ("Cem", "Eli")), ("3", ("Dora", "Fay")))
    assert "Paired by hand." in paired.get("/event").text


def test_a_step_is_taken_back_and_only_the_last(paired: Phone, hall: FakeHall) -> None:
    page = paired.get("/event").text
    step = re.search(r'name="step" value="(\d+)"', page)
    assert step is not None
    assert "Round 1 paired" in page
    answer = paired.post("/api/hall/event/undo", {"step": int(step[1]) - 1})
    assert answer.status_code == 409
    paired.post("/hall/event/undo", data={"step": step[1]})
    assert paired.get("/api/hall/event").get_json()["rounds"] == []
    assert hall.asked[-1] == ("pair",)


def test_a_round_with_results_is_not_taken_back_and_taking_it_back_asks(paired: Phone, hall: FakeHall) -> None:
    page = paired.get("/event").text
    assert '<details class="ask undo"><summary class="button">Undo <small>Round 1 paired</small>' in page
    (step,) = re.findall(r'name="step" value="(\d+)"', page)
    result(hall, "1")
    for path, body in (("undo", {"step": int(step)}), ("unpair", {})):
        answer = paired.post(f"/api/hall/event/{path}", body)
        assert (answer.status_code, answer.get_json()["detail"]) == (
            409,
            Says("Round 1", "table 1"),
        )
    assert len(paired.get("/api/hall/event").get_json()["rounds"]) == 1
    hall.change(lambda view: replace(view, results=()))
    assert paired.post("/api/hall/event/undo", {"step": int(step)}).status_code == 200


def test_a_winner_with_fewer_points_is_asked_about(paired: Phone) -> None:
    body = {"round": 1, "table": "1", "winner": "first", "first": 3, "second": 7}
    answer = paired.post("/api/hall/event/result", body)
    assert (answer.status_code, "fewer points" in answer.get_json()["detail"]) == (409, True)
    paired.post("/hall/event/result", data={**{name: str(value) for name, value in body.items()}, "sure": "true"})
    assert "1 result is missing." in paired.get("/event").text
    lost = {**body, "table": "2", "winner": "draw", "how": "both-lost"}
    assert paired.post("/api/hall/event/result", lost).status_code == 200
    page = paired.get("/wall").text
    assert "<em>Both lost</em>" in page


def test_a_name_that_is_put_right_keeps_the_result_that_was_given_by_the_old_one(paired: Phone, hall: FakeHall) -> None:
    one = next(each.players[0] for each in hall.view().tables if each.table == "1")
    result(hall, "1")
    assert paired.post("/api/hall/event/rename", {"player": one, "name": "Zoe"}).status_code == 200
    assert "1 result is missing." in paired.get("/event").text


def test_too_few_tables_are_said_before_pairing(organiser: Phone, hall: FakeHall) -> None:
    organiser.post("/api/hall/event/players", {"csv": PLAYERS})
    hall.only([a_table(1), a_table(2, absent=True, online=False)])
    lacking = "Round 1 needs 2 tables, and there is 1: name more in Choices, or drop players."
    assert lacking in organiser.get("/event").text
    assert organiser.post("/api/hall/event/pair", {}).status_code == 409
    hall.only([])
    assert "No table is here yet" in organiser.get("/event").text
    assert organiser.post("/api/hall/event/pair", {}).status_code == 409
    assert hall.asked == []


def test_byes_and_points_for_late_players(paired: Phone, event: EventStore) -> None:
    paired.post("/hall/event/bye", data={"name": "Cem", "round": "2", "bye": "half"})
    paired.post("/hall/event/add", data={"name": "Late"})
    paired.post("/hall/event/start", data={"name": "Late", "points": "1"})
    page = paired.get("/event/players").text
    assert "bye in round 2: the points of a draw" in page
    assert "began with 1 points" in page or "began with 1 point" in page
    for table in ("1", "2"):
        paired.post("/api/hall/event/result", {"round": 1, "table": table, "winner": "first"})
    assert paired.post("/api/hall/event/pair", {}).status_code == 200
    page = paired.get("/event").text
    assert "Cem asked for a bye" in page
    wall = paired.get("/wall").text
    assert "<b>Bye</b><span>Cem</span>" in wall
    assert {each.players for each in event.event.rounds[1].pairings if each.bye} >= {("Cem",)}


def test_the_top_places_are_played_for(paired: Phone) -> None:
    for table in ("1", "2"):
        paired.post("/api/hall/event/result", {"round": 1, "table": table, "winner": "first", "first": 9})
    assert "Top 4" in paired.get("/event").text
    assert paired.post("/hall/event/cut", data={"size": "4", "minutes": "60"}).status_code == 303
    assert "<h1>Round 2 <small>top 4</small></h1>" in paired.get("/event").text
    assert paired.post("/api/hall/event/cut", {"size": 5}).status_code == 422
    for table in ("1", "2"):
        paired.post("/api/hall/event/result", {"round": 2, "table": table, "winner": "first", "first": 9})
    assert paired.post("/api/hall/event/pair", {}).status_code == 200
    paired.post("/api/hall/event/result", {"round": 3, "table": "1", "winner": "second", "second": 9})
    assert [each["rank"] for each in rows(paired, "/api/hall/event/standings.csv")] == ["1", "2", "3", "4"]
    assert "Won the final" in paired.get("/event/standings").text


def test_the_sum_behind_each_tiebreak_is_shown(paired: Phone) -> None:
    for table in ("1", "2"):
        paired.post("/api/hall/event/result", {"round": 1, "table": table, "winner": "first", "first": 9})
    page = paired.get("/event/standings?player=cem").text
    assert "How the sums of Cem are made" in page
    assert re.search(r"<dt>Buchholz \d+</dt><dd>round 1, (Dora|Eli|Fay): \d</dd>", page)
    assert paired.get("/event/standings?player=Nobody").status_code == 404


def test_slips_printed_on_the_organisers_machine_lead_phones_there(
    paired: Phone, monkeypatch: pytest.MonkeyPatch
) -> None:
    links: list[str] = []
    monkeypatch.setattr(addresses, "lan_address", lambda: "192.168.1.5")
    monkeypatch.setattr(event_pages, "_code", lambda link: links.append(link) or "")
    paired.get("/event/print?list=slips", host="localhost:8090")
    paired.get("/event/print?list=slips", host="192.168.1.9:8090")
    assert links[0] == "http://192.168.1.5:8090/event?round=1#at-1"
    assert links[-1] == "http://192.168.1.9:8090/event?round=1#at-2"
    assert "192.168.1.5:8090/wall" in paired.get("/round", host="127.0.0.1:8090").text


def test_lists_and_slips_are_printed(paired: Phone) -> None:
    page = paired.get("/event/print").text
    assert re.findall(r"<td>Table (\d)</td>", page) == ["1", "2"]
    page = paired.get("/event/print?list=names").text
    names = ("Cem", "Dora", "Eli", "Fay")
    assert re.findall(rf"<tr><td>({'|'.join(names)})</td><td>Table \d</td>", page) == [*names]
    page = paired.get("/event/print?list=slips&round=1").text
    assert page.count('<section class="slip"') == page.count('<path stroke="#000"') == 2
    assert "Buchholz: all opponents’ points." in paired.get("/event/print?list=standings").text
    assert paired.get("/event/print?list=other").status_code == 422
    assert paired.get("/event/print?round=2").status_code == 404


def test_five_minutes_more_last_one_round(paired: Phone, hall: FakeHall) -> None:
    paired.post("/hall/round/extend", data={"minutes": "5"})
    assert 'value="45"' in paired.get("/event").text


def test_the_wall_drops_an_announcement_as_its_round_ends(paired: Phone, hall: FakeHall, clock: ManualClock) -> None:
    hall.start_clock()
    hall.announce("Dice down soon.")
    assert "Dice down soon." in paired.get("/wall").text
    clock.advance(seconds=45 * 60 + 1)
    assert "Dice down soon." not in paired.get("/wall").text
    hall.announce("Lunch is at one.")
    assert "Lunch is at one." in paired.get("/wall").text
    hall.new_round(title="Round 2", minutes=60)
    assert "Lunch is at one." not in paired.get("/wall").text


def test_who_drops_out_is_paired_no_more_and_comes_back(paired: Phone) -> None:
    paired.post("/hall/event/drop", data={"name": "Cem"})
    assert "3 play" in paired.get("/event/players").text
    paired.post("/hall/event/back", data={"name": "Cem"})
    assert "4 play" in paired.get("/event/players").text
    assert paired.post("/api/hall/event/remove", {"name": "Cem"}).status_code == 409
    assert paired.post("/api/hall/event/drop", {"name": "Nobody"}).status_code == 404


def test_a_name_is_put_right_in_the_round_that_is_played_too(paired: Phone, hall: FakeHall) -> None:
    result(hall, "1")
    assert paired.post("/hall/event/rename", data={"player": "Cem", "name": "Cem Kaya"}).status_code == 303
    assert hall.asked[-1][0] == "pair"
    sitting = {player for each in hall.view().tables for player in each.players}
    assert sitting == {"Cem Kaya", "Dora", "Eli", "Fay"}
    assert "1 result is missing." in paired.get("/event").text
    (step,) = re.findall(r'name="step" value="(\d+)"', paired.get("/event").text)
    paired.post("/hall/event/undo", data={"step": step})
    assert {player for each in hall.view().tables for player in each.players} == {"Cem", "Dora", "Eli", "Fay"}
    paired.post("/hall/event/rename", data={"player": "Cem", "name": "Dora"})
    assert "name: Dora plays already" in paired.get("/event/players").text


def test_a_name_of_another_round_than_the_halls_changes_nothing_there(paired: Phone, hall: FakeHall) -> None:
    hall.new_round(title="A round of its own", minutes=5)
    asked = len(hall.asked)
    assert paired.post("/api/hall/event/rename", {"player": "Cem", "name": "Cem Kaya"}).status_code == 200
    assert len(hall.asked) == asked


def test_a_result_that_comes_while_the_hall_plays_a_round_of_its_own_counts(paired: Phone, hall: FakeHall) -> None:
    """Of a table that was out of reach until then."""
    hall.new_round(title="A round of its own", minutes=5)
    result(hall, "1")
    assert "1 result is missing." in paired.get("/event").text
    result(hall, "2")
    assert paired.post("/api/hall/event/pair", {}).status_code == 200


def test_it_is_said_whose_win_it_is(paired: Phone, hall: FakeHall) -> None:
    """A table knows its sides alone, as long as nobody has joined there by a name."""
    met = {each.table: each.players for each in hall.view().tables if each.players}
    result(hall, "1", people={"gold": met["1"][1], "red": met["1"][0]})
    result(hall, "2", people={"gold": "Gold", "red": "Red"})
    page = paired.get("/wall").text
    assert [f"<em>{met['1'][0]} won</em>" in page, "<em>waits for the organiser</em>" in page] == [True, True]
    assert "<td>waits for the organiser</td>" in paired.get("/round").text
    assert f"<td>{met['1'][0]} won</td>" in paired.get("/round").text


def test_a_result_that_nobody_can_be_credited_with_is_told(paired: Phone, hall: FakeHall) -> None:
    elsewhere = next(each.players[0] for each in hall.view().tables if each.table == "2")
    result(hall, "1", people={"gold": elsewhere, "red": "Gus"})
    page = paired.get("/event").text
    assert "2 results are missing." in page
    assert "Its table says “Red won”" in page
    paired.post("/hall/event/result", data={"round": "1", "table": "1", "winner": "first"})
    assert "Its table says" not in paired.get("/event").text


def test_the_standings_are_the_events_own(paired: Phone) -> None:
    for table in ("1", "2"):
        paired.post("/api/hall/event/result", {"round": 1, "table": table, "winner": "first", "first": 9})
    found = rows(paired, "/api/hall/event/standings.csv")
    assert [each["points"] for each in found] == ["3", "3", "0", "0"]
    page = paired.get("/event/standings").text
    assert [page.index(each["name"]) for each in found] == sorted(page.index(each["name"]) for each in found)
    assert "Buchholz" in page


@pytest.mark.parametrize("path", ["/event?round=9", "/event?round=x", "/api/hall/event/rounds/9/pairings.csv"])
def test_a_round_that_there_is_not(paired: Phone, path: str) -> None:
    assert paired.get(path).status_code in (404, 422)


def test_a_result_written_at_its_table_is_the_events_too(paired: Phone, hall: FakeHall) -> None:
    paired.post("/hall/tables/1/result", data={"winner": "red", "gold": "2", "red": "6"})
    assert "write their result by name" in paired.get("/tables/1").text
    assert "2 results are missing." in paired.get("/event").text
    one, other = next(each.players for each in hall.view().tables if each.table == "1")
    hall.table("1", names={"gold": one, "red": other})
    paired.post("/hall/tables/1/result", data={"winner": "red", "gold": "2", "red": "6"})
    (found,) = [each for each in rows(paired, "/api/hall/event/results.csv") if each["table"] == "1"]
    assert (found["winner"], found["points 1"], found["points 2"]) == (found["player 2"], "2", "6")
    paired.post("/hall/tables/3/result", data={"winner": "red"})
    assert "1 result is missing." in paired.get("/event").text


def test_a_result_is_taken_back(paired: Phone) -> None:
    body = {"round": 1, "table": "1", "winner": "second", "second": 2}
    paired.post("/api/hall/event/result", body)
    assert "1 result is missing." in paired.get("/event").text
    paired.post("/api/hall/event/result", {**body, "winner": "open"})
    assert "2 results are missing." in paired.get("/event").text


def test_a_round_paired_anew_has_the_results_that_its_tables_tell_then(paired: Phone, hall: FakeHall) -> None:
    taken_back = hall.view().round.number
    (last,) = re.findall(r'name="step" value="(\d+)"', paired.get("/event").text)
    assert paired.post("/api/hall/event/undo", {"step": int(last)}).status_code == 200
    result(hall, "1")
    assert paired.post("/api/hall/event/pair", {}).status_code == 200
    assert "2 results are missing." in paired.get("/event").text, "what was told of another round is none of this one's"
    assert hall.view().round.number == taken_back + 1
    result(hall, "2", round=taken_back + 1)
    assert "1 result is missing." in paired.get("/event").text
    body = {"round": 1, "table": "1", "winner": "draw"}
    assert paired.post("/api/hall/event/result", body).status_code == 200
    assert hall.asked[-1] == ("result", "1", None, {"gold": 0, "red": 0})
    other = "table,player 1,player 2\n1,Cem,Eli\n2,Dora,Fay\n"
    paired.post("/hall/event/result", data={"round": "1", "table": "1", "winner": "open"})
    hall.change(lambda view: replace(view, results=()))
    assert paired.post("/api/hall/event/pairings", {"csv": other}).status_code == 200
    result(hall, "1", round=taken_back + 1)
    assert "1 result is missing." in paired.get("/event").text, "and so it is once it is paired by hand"


def test_a_result_of_the_round_before_does_not_stand_beside_this_rounds_pairs(paired: Phone, hall: FakeHall) -> None:
    for table in ("1", "2"):
        result(hall, table)
    won = re.compile(r"\w+ won<")
    assert won.search(paired.get("/wall").text)
    assert paired.post("/api/hall/event/pair", {}).status_code == 200
    for path in ("/wall", "/round"):
        assert not won.search(paired.get(path).text)
    assert "0 of 2 done" in paired.get("/round").text


def test_a_win_is_the_players_who_made_it_wherever_they_sit(paired: Phone, hall: FakeHall) -> None:
    one, other = next(each.players for each in hall.view().tables if each.table == "1")
    result(hall, "1", people={"gold": other, "red": one})
    (found,) = [each for each in rows(paired, "/api/hall/event/results.csv") if each["table"] == "1"]
    assert (found["winner"], found["points 1"], found["points 2"]) == (one, "8", "3")
    hall.table("1", names={"gold": other, "red": one})
    paired.post("/api/hall/event/result", {"round": 1, "table": "1", "winner": "second", "first": 1, "second": 4})
    assert hall.asked[-1] == ("result", "1", "gold", {"red": 1, "gold": 4})


def test_a_round_at_tables_that_no_hall_can_have_is_not_begun(organiser: Phone, hall: FakeHall) -> None:
    organiser.post("/api/hall/event/players", {"csv": PLAYERS})
    setup = organiser.post("/api/hall/event/setup", {"tables": ["Front row", "Back row"]})
    assert setup.status_code == 200
    assert organiser.post("/api/hall/event/pair", {}).status_code == 422
    assert (organiser.get("/api/hall/event").get_json()["rounds"], hall.asked) == ([], [])


def by_hand(hall: FakeHall) -> dict[str, str | None]:
    """Who has won by what was written down in the hall's round, by table."""
    return {each.table: each.winner for each in hall.view().now_told.values() if each.by_hand}


def undo(phone: Phone) -> None:
    (step,) = re.findall(r'name="step" value="(\d+)"', phone.get("/event").text)
    assert phone.post("/hall/event/undo", data={"step": step}).status_code == 303


@pytest.mark.parametrize("how", ["open", "undo", "csv", "table"])
def test_a_result_that_is_taken_back_is_none_in_the_hall_either(paired: Phone, hall: FakeHall, how: str) -> None:
    """And what the table says counts."""
    one, other = next(each.players for each in hall.view().tables if each.table == "1")
    written = {"round": 1, "table": "1", "winner": "first", "first": 5}
    paired.post("/api/hall/event/result", written)
    assert by_hand(hall) == {"1": "gold"}
    result(hall, "1")
    match how:
        case "open":
            paired.post("/api/hall/event/result", {**written, "winner": "open"})
        case "undo":
            undo(paired)
        case "csv":
            paired.post("/api/hall/event/results", {"csv": f"player 1,player 2,winner\n{one},{other},\n"})
        case "table":
            paired.post("/hall/tables/1/no-result")
    assert by_hand(hall) == {}
    assert "1 result is missing." in paired.get("/event").text
    (found,) = [each for each in rows(paired, "/api/hall/event/results.csv") if each["table"] == "1"]
    assert (found["winner"], found["points 2"]) == (other, "8")


def test_an_undone_step_brings_back_what_was_written_before_it(paired: Phone, hall: FakeHall) -> None:
    for winner in ("first", "second", "open"):
        paired.post("/api/hall/event/result", {"round": 1, "table": "1", "winner": winner})
    assert by_hand(hall) == {}
    undo(paired)
    assert by_hand(hall) == {"1": "red"}
    undo(paired)
    assert by_hand(hall) == {"1": "gold"}


def test_results_by_csv_are_the_halls_too(paired: Phone, hall: FakeHall) -> None:
    met = {each.table: each.players for each in hall.view().tables if each.players}
    lines = [f"{one},{other},{other},3,9" for one, other in met.values()]
    assert "0 of 2 done" in paired.get("/round").text
    file = "\n".join(["player 1,player 2,winner,points 1,points 2", *lines])
    assert paired.post("/api/hall/event/results", {"csv": file}).status_code == 200
    assert "2 of 2 done" in paired.get("/round").text
    assert by_hand(hall) == {"1": "red", "2": "red"}
    assert [each.score for each in hall.view().results] == [{"gold": 3, "red": 9}] * 2
    undo(paired)
    assert by_hand(hall) == {}


def test_a_round_that_was_paired_by_mistake_leaves_nobody_at_the_tables(paired: Phone, hall: FakeHall) -> None:
    for table in ("1", "2"):
        paired.post("/api/hall/event/result", {"round": 1, "table": table, "winner": "first"})
    paired.post("/api/hall/event/pair", {})
    second = {each.table: each.players for each in hall.view().tables if each.players}
    undo(paired)
    assert [each.players for each in hall.view().tables if each.players] == []
    paired.post("/api/hall/event/pair", {})
    assert {each.table: each.players for each in hall.view().tables if each.players} == second
    paired.post("/api/hall/event/unpair", {})
    assert [each.players for each in hall.view().tables if each.players] == []
    undo(paired)
    assert {each.table: each.players for each in hall.view().tables if each.players} == second


@pytest.mark.parametrize("act", ["pairings", "unpair", "undo", "results"])
def test_a_round_of_the_halls_own_is_not_touched_by_the_event(paired: Phone, hall: FakeHall, act: str) -> None:
    hall.new_round(title="Final", minutes=45)
    hall.pair([("3", ("Ann", "Bob"))])
    asked = len(hall.asked)
    match act:
        case "pairings":
            other = "table,player 1,player 2\n1,Cem,Eli\n3,Dora,Fay\n"
            assert paired.post("/api/hall/event/pairings", {"csv": other}).status_code == 200
        case "unpair":
            assert paired.post("/api/hall/event/unpair", {}).status_code == 200
        case "undo":
            undo(paired)
        case "results":
            body = {"round": 1, "table": "1", "winner": "first"}
            assert paired.post("/api/hall/event/result", body).status_code == 200
    assert hall.asked[asked:] == []
