"""What everybody on the network may look at, and that it changes nothing."""

import re
from pathlib import Path

import pytest
from flask import Flask
from msgspec.structs import replace

from companion.clock import ManualClock
from companion.hall.event import commands
from companion.hall.event.store import EventStore
from companion.hall.organiser.view import Archived, Need, RoundView, RulingHere
from tests.web.conftest import HOST, Phone
from tests.web.crawl import Crawl
from tests.web.hall.fakes import FakeHall, a_table
from web.hall.app import ON
from web.hall.pages import LEAF_S, leaved
from web.http.guard import HEADERS

PAGES = (
    "/",
    "/tables/1",
    "/calls",
    "/round",
    "/event",
    "/event/players",
    "/event/standings",
    "/event/setup",
    "/event/print",
    "/wall",
    "/join",
    "/j/ABC",
)


def test_every_page_has_a_way_back_and_no_link_leads_nowhere(hall_app: Flask, passer: Phone, organiser: Phone) -> None:
    for phone in (passer, organiser):
        crawl = Crawl(hall_app, phone).walk()
        # Tables has a blank tile that only its script fills in.
        assert [each for each in crawl.wrong if each != "404 GET /tables/, from GET /"] == []
        assert {"/", "/wall", "/round"} <= set(crawl.pages)
    assert passer.get("/manifest.webmanifest").get_json(force=True)["name"] == "Warglass hall"


@pytest.mark.parametrize("path", PAGES)
def test_every_page_is_open_whole_and_hardened(passer: Phone, path: str) -> None:
    answer = passer.get(path)
    assert answer.status_code == 200
    assert HEADERS.items() <= dict(answer.headers).items()
    assert "<script>" not in answer.text
    assert re.search(r" (style|onclick)=", answer.text) is None


def test_an_empty_hall_is_said_to_be_one(clock: ManualClock, hall: FakeHall, passer: Phone) -> None:
    hall.change(lambda view: replace(view, tables=()))
    assert "No table has a card yet" in passer.get("/").text
    assert "No table calls a judge." in passer.get("/calls").text
    assert "The event has no players yet" in passer.get("/event").text


def test_tables_that_were_never_here_are_seen_to_be_missing(hall: FakeHall, passer: Phone) -> None:
    assert "not here yet" not in passer.get("/round").text
    late = a_table(9, online=False, absent=True, need=Need.NOTHING, why="", names={}, game="")
    before = passer.get("/api/hall/news").get_json()
    hall.change(lambda view: replace(view, tables=(*view.tables, late)))
    assert "<em>Not here yet</em>" in passer.get("/").text
    assert "<dd>not here yet</dd>" in passer.get("/tables/9").text
    assert "1 table is not here yet" in passer.get("/round").text
    now = passer.get("/api/hall/news").get_json()
    assert now["pages"]["round"] > before["pages"]["round"]
    assert [tile["absent"] for tile in now["tiles"] if tile["table"] == "9"] == [True]


@pytest.mark.parametrize("form", ON)
def test_nothing_is_changed_by_who_has_not_joined(passer: Phone, hall: FakeHall, event: EventStore, form: str) -> None:
    path = form.replace("{table}", "1")
    assert passer.post(f"/api{path}", {}).status_code == 403
    answer = passer.post(path, data={})
    assert (answer.status_code, answer.location) == (303, "/join")
    assert (hall.asked, event.version) == ([], 0)


def test_what_comes_from_elsewhere_is_not_done(organiser: Phone, hall: FakeHall) -> None:
    hall.new_round(title="Round 1", minutes=60)
    path = "/api/hall/round/start"
    assert organiser.post(path, {}, drop=("X-Warglass",)).status_code == 403
    assert organiser.post(path, {}, headers={"Origin": "http://elsewhere.example"}).status_code == 403
    assert "hall's own page" in organiser.post("/hall/round/start", drop=("Origin",)).text.replace("&#39;", "'")
    assert "not this hall" in organiser.get("/", host="elsewhere.example").text
    assert hall.view().round.ends_ms is None


def test_the_grid_is_in_the_order_of_need_and_says_each(passer: Phone, hall: FakeHall) -> None:
    hall.table("3", need=Need.BEHIND, why="Nobody has acted for 9 min")
    hall.call("2", words="Can it charge?")
    page = passer.get("/").text
    board = page.partition('id="grid"')[2].partition("<template")[0]
    assert re.findall(r'data-table="(\w+)"', board) == ["2", "3", "1"]
    assert "Judge!" in board
    assert "Nobody has acted for 9 min" in board


@pytest.mark.parametrize(
    ("asked", "shown"),
    [("", ["1", "2", "3"]), ("?need=silent", ["2"]), ("?find=BEN+3", ["3"]), ("?need=silent&find=anna+1", [])],
)
def test_tables_are_found_without_a_script(passer: Phone, hall: FakeHall, asked: str, shown: list[str]) -> None:
    hall.table("2", need=Need.SILENT, online=False)
    board = passer.get(f"/{asked}").text.partition('id="grid"')[2].partition("<template")[0]
    found = re.findall(r'data-table="(\w+)"( hidden)?>', board)
    assert sorted(table for table, hidden in found if not hidden) == shown


def test_a_question_that_is_none_is_said_to_be(passer: Phone) -> None:
    assert passer.get("/?need=lunch").status_code == 422
    assert "There is no table called 99 in this hall." in passer.get("/tables/99").text


def test_a_table_tells_what_is_going_on(passer: Phone, hall: FakeHall, clock: ManualClock) -> None:
    hall.table("1", acted_ms=hall.now_ms)
    clock.advance(seconds=90)
    hall.table("1", faults=2, behind_rows=7, standing="Gold leads", over="Anna 1 won")
    hall.matches["1"] = [Archived(journal="ab" * 8, match=3, game="wartime", rows=412, whole=False, wall_ms=0)]
    page = passer.get("/tables/1").text
    for words in ("Anna 1", "2 parts are broken", "lacks 7 rows", "1 min</span> ago", "412 rows, not all yet"):
        assert words in page


def test_a_call_tells_who_where_what_and_beside_it_the_rulings(passer: Phone, hall: FakeHall) -> None:
    rulings = (RulingHere("a", "May it charge?", "Rules, p. 9", "No."), RulingHere("b", "Or so?", "Rules"))
    hall.call("2", by="Anna 2", words="Can it?", lines=("Red flipped",), rulings=rulings)
    page = passer.get("/calls").text
    for words in ("Table 2", "WarTime, Skirmish", "Anna 2 called", "Can it?", "Red flipped"):
        assert words in page
    for words in ("May it charge? <b>No.</b> <small>Rules, p. 9</small>", "Or so? <small>Rules</small>"):
        assert words in page
    assert "(1) Judge" in page


def test_the_clock_is_the_halls_and_goes_below_nothing(passer: Phone, hall: FakeHall, clock: ManualClock) -> None:
    assert "–:––" in passer.get("/round").text
    hall.new_round(title="Round 1", minutes=60)
    assert ">60:00<" in passer.get("/round").text
    hall.start_clock()
    clock.advance(seconds=61)
    assert ">58:59<" in passer.get("/").text
    clock.advance(seconds=3600)
    assert ">−1:01<" in passer.get("/wall").text


def test_the_wall_turns_its_leaves_by_the_halls_clock(passer: Phone, hall: FakeHall, clock: ManualClock) -> None:
    hall.change(lambda view: replace(view, tables=tuple(a_table(number) for number in range(1, 21))))
    hall.pair([(str(number), (f"A{number}", f"B{number}")) for number in range(1, 21)])

    def shown() -> list[str]:
        leaves = passer.get("/wall").text.split('<section class="leaf"')[1:]
        (leaf,) = [each for each in leaves if not each.partition(">")[0].endswith(" hidden")]
        return re.findall(r"<b>(Table \d+)</b>", leaf)

    first = shown()
    clock.advance(seconds=LEAF_S)
    leaves = sorted([first, shown()], key=len, reverse=True)
    assert [*leaves[0], *leaves[1]] == [f"Table {number}" for number in range(1, 21)]
    assert "<button" not in passer.get("/wall").text


def test_the_wall_is_found_from_where_an_organiser_is(passer: Phone) -> None:
    for path in ("/", "/round"):
        page = passer.get(path).text
        assert 'href="/wall"' in page
        assert f"{HOST}/wall</small>" in page, "where a projector's machine opens it"


def test_the_wall_has_the_standings_too(passer: Phone, hall: FakeHall, event: EventStore) -> None:
    for name in ("Cem", "Dora"):
        event.do("", lambda before, name=name: commands.add(before, name))
    event.do("", commands.pair_next)
    page = passer.get("/wall").text
    assert "Standings" in page
    assert "Dora" in page


def test_tables_are_in_the_order_of_their_numbers(passer: Phone, hall: FakeHall) -> None:
    names = ["b1", "a2", "a10", "front"]
    hall.only(a_table(number, table=name, name=name) for number, name in enumerate(names))
    hall.pair([(name, (f"{name} one", f"{name} two")) for name in names])
    for path in ("/wall", "/round"):
        page = passer.get(path).text
        assert sorted(names, key=lambda name: page.index(f"{name} one")) == ["a2", "a10", "b1", "front"]


@pytest.fixture
def damaged(tmp_path: Path) -> None:
    """What was kept of the event, as the organiser starts."""
    (tmp_path / "event.db").write_bytes(b"damaged" * 1000)


def test_an_event_that_cannot_be_read_is_no_empty_one(
    damaged: None, passer: Phone, organiser: Phone, hall: FakeHall
) -> None:
    hall.pair([("1", ("Cem", "Dora"))])
    for path in ("/event", "/event/players", "/event/standings", "/event/setup"):
        answer = passer.get(path)
        assert answer.status_code == 409
        assert "Put a copy of event.sqlite back" in answer.text
    assert "Dora" in passer.get("/wall").text
    assert organiser.get("/api/hall/event").status_code == 409
    assert "cannot be read" in organiser.post("/api/hall/event/add", {"name": "Eli"}).get_json()["detail"]


def test_leaves_hold_every_line_once() -> None:
    for count in (0, 1, 8, 9, 16, 17, 100):
        leaves = leaved(range(count))
        assert [line for leaf in leaves for column in leaf for line in column] == list(range(count))
        assert all(1 <= len(column) <= 8 for leaf in leaves for column in leaf)
        assert all(len(leaf) <= 2 for leaf in leaves)


def test_the_whole_hall_is_told_as_json(passer: Phone, hall: FakeHall) -> None:
    told = passer.get("/api/hall").get_json()
    assert [each["table"] for each in told["tables"]] == ["1", "2", "3"]
    assert passer.get("/healthz").get_json() == {"status": "ok"}
    hall.change(lambda view: replace(view, round=RoundView(number=4)))
    assert passer.get("/api/hall").get_json()["round"]["number"] == 4
    paths = passer.get("/api/openapi.json").get_json()["paths"]
    acts = {path for path, methods in paths.items() if "post" in methods}
    assert acts - {"/api/join", "/api/seat"} == {f"/api{path}" for path in ON}, "every form leads on to a page"
