"""The log by page: for the API, and for people without JavaScript."""

import re
import sqlite3
import time
from unittest.mock import patch

import pytest

from companion.clock import ManualClock
from companion.table.table import Table
from tests.companion.wartime import acts as c
from tests.support import PHONE
from tests.web.conftest import Phone
from tests.web.moments import MOMENTS


@pytest.fixture
def long(playing: Phone, table: Table, clock: ManualClock) -> Phone:
    """A phone at a game of 451 events."""
    for move in range(450):
        clock.advance(seconds=1)
        table.dispatch((c.Flip, c.Free)[move % 2](timer="gold-30"), source=PHONE)
    return playing


def told(phone: Phone, path: str) -> tuple[list[int], dict[str, int]]:
    """The numbers on a page, and what it says of the others."""
    answer = phone.get(path)
    assert answer.status_code == 200, answer.text
    found = answer.get_json()
    return [event["seq"] for event in found.pop("events")], found


def test_a_page_is_the_newest_or_what_comes_before_or_after(long: Phone) -> None:
    assert told(long, "/api/log") == ([*range(252, 452)], {"first": 252, "last": 451, "earlier": 251, "later": 0})
    assert told(long, "/api/log?before=252&limit=50") == (
        [*range(202, 252)],
        {"first": 202, "last": 251, "earlier": 201, "later": 200},
    )
    assert told(long, "/api/log?after=0&limit=2") == ([1, 2], {"first": 1, "last": 2, "earlier": 0, "later": 449})
    assert told(long, "/api/log?after=451") == ([], {"first": 452, "last": 451, "earlier": 451, "later": 0})
    assert told(long, "/api/log?limit=1000")[0] == [*range(1, 452)]


def test_who_asks_for_what_comes_next_misses_nothing(long: Phone, clock: ManualClock) -> None:
    _, page = told(long, "/api/log")
    clock.advance(seconds=1)
    long.post("/api/table/undo")
    assert told(long, f"/api/log?after={page['last']}")[0] == [452]


@pytest.mark.parametrize(
    ("asked", "field", "message"),
    [
        ("limit=0", "limit", "must be 1 to 1000"),
        ("limit=1001", "limit", "must be 1 to 1000"),
        ("after=-1", "after", "must be"),
        ("before=0", "before", "must be"),
        ("after=1&before=3", "before", "either after or before"),
        ("page=3", "page", ""),
    ],
)
def test_what_cannot_be_meant_is_said(playing: Phone, asked: str, field: str, message: str) -> None:
    answer = playing.get(f"/api/log?{asked}")
    assert answer.status_code == 422
    (error,) = answer.get_json()["errors"]
    assert error["field"] == field
    assert message in error["message"]


def test_the_page_leads_to_the_first_event_and_back_without_javascript(long: Phone, stranger: Phone) -> None:
    assert long.get("/api/log").status_code == 200
    seen, path = [], "/log"
    while path:
        page = stranger.get(path).text
        seen += re.findall(r"<time>[\d:.]+</time><span>([^<]+)</span>", page)
        earlier = re.search(r'href="(/log\?before=\d+)">Earlier</a> <span class="hint">\d+ more', page)
        last, path = path, earlier[1] if earlier else ""
    assert len(seen) == 451
    assert seen[-1] == "The game begins"
    later = re.search(
        r'href="(/log\?after=\d+)">Later</a> <a class="button" href="/log">Newest</a>', stranger.get(last).text
    )
    assert later is not None
    assert "taken back" in stranger.get(later[1]).text
    assert "Later" not in stranger.get("/log").text


def test_a_time_zone_that_changes_meanwhile_is_on_the_next_page(
    playing: Phone, monkeypatch: pytest.MonkeyPatch
) -> None:
    zones = {"UTC": "00:00:00.000", "UTC-2": "02:00:00.000"}
    for zone, hour in zones.items():
        monkeypatch.setenv("TZ", zone)
        page = playing.get("/log").text
        assert [each for each in zones.values() if each in page] == [hour]
    monkeypatch.undo()
    time.tzset()


def test_an_address_that_means_nothing_is_a_page_that_says_so(playing: Phone) -> None:
    assert playing.get("/log?before=x").status_code == 422
    assert playing.get("/log?utm=x").status_code == 200


def test_where_the_journal_cannot_be_read_it_says_so_and_the_game_goes_on(long: Phone, table: Table) -> None:
    with patch.object(table.reader, "rows", side_effect=sqlite3.OperationalError("disk I/O error")):
        for path in ("/api/log?after=0", "/api/report"):
            answer = long.get(path)
            assert (answer.status_code, answer.content_type) == (503, "application/problem+json")
            assert "The game goes on." in answer.get_json()["detail"]
        for path in ("/log?before=100", "/report"):
            answer = long.get(path)
            assert answer.status_code == 503
            assert "The game goes on." in answer.text
        assert told(long, "/api/log")[1]["last"] == 451
        assert long.post("/api/table/undo").status_code == 200


@pytest.mark.parametrize(("game", "moment"), [("battleline", "cards laid"), ("warzone", "the last Turn's end")])
def test_where_players_take_turns_nobody_asks_who_was_first(phone: Phone, game: str, moment: str) -> None:
    MOMENTS[game][moment](phone)
    sides = {event["side"] for event in phone.get("/api/log").get_json()["events"]}
    assert {"gold", "red"} <= sides
    assert {event["gap"] for event in phone.get("/api/log").get_json()["events"]} == {None}
    page = phone.get("/log").text
    assert " s before " not in page
    assert "Timing disputes" not in page
    assert 'href="/report"' in page
