"""The page of all matches, and what its forms and the API change."""

import re
from datetime import datetime, timedelta

import pytest

from companion.clock import ManualClock
from companion.table.commands import Begin, Command, End
from companion.table.events import Named
from companion.table.opening import New
from companion.table.seats import Seat
from companion.table.table import Table
from tests.support import PHONE, ask_table, entries
from tests.web.conftest import Phone
from web.shelf.pages import PAGE, sized


def do(table: Table, *commands: Command) -> None:
    for command in commands:
        ask_table(table, command, source=PHONE)


@pytest.fixture
def played(table: Table, clock: ManualClock) -> None:
    """Anna has won a battle against Ben (2), a game of WarTime was put away (3), one of Warzone is on the table
    (4)."""
    do(table, New(game="battleline"))
    for seat, name in (("gold", "Anna"), ("red", "Ben & Co")):
        table.note(Named(seat=seat, name=name), source=PHONE)
    do(table, Begin())
    clock.advance(seconds=125)
    do(table, End(winner=Seat.GOLD), New(game="wartime"), Begin())
    clock.advance(seconds=60)
    do(table, New(game="warzone"))


def text(phone: Phone, path: str) -> str:
    answer = phone.get(path)
    assert answer.status_code == 200, answer.text
    return re.sub(r"\s+", " ", re.sub(r"<[^>]+>", "", answer.text))


@pytest.mark.usefixtures("played")
def test_it_shows_what_was_played_by_whom_and_who_won(stranger: Phone) -> None:
    said = text(stranger, "/shelf")
    assert "3 games" in said
    assert said.index("Warzone Gold") < said.index("WarTime, Open game") < said.index("Battle Line Anna")
    assert "On the table: not begun" in said
    assert "Anna against Ben &amp; Co Anna wins" in said
    assert "Saved: no timer running" in said
    assert "2:05 of play" in said
    assert "3 games take" in said


@pytest.mark.usefixtures("played")
def test_a_page_that_is_not_there_any_more_is_the_last_one(stranger: Phone) -> None:
    """Some were deleted since it was linked to."""
    assert text(stranger, "/shelf?page=9") == text(stranger, "/shelf")
    assert "1 game of 3" in text(stranger, "/shelf?q=anna+won&page=9")


@pytest.mark.usefixtures("played")
def test_a_search_is_an_address(stranger: Phone) -> None:
    assert "1 game of 3" in text(stranger, "/shelf?q=anna+won")
    assert "1 game of 3" in text(stranger, "/shelf?game=wartime")
    assert "1 game of 3" in text(stranger, "/shelf?away=true")
    assert "No past game has these words" in text(stranger, "/shelf?q=carla")
    assert 'href="/shelf?q=anna&amp;game=battleline"' in stranger.get("/shelf?q=anna").text
    found = stranger.get("/api/shelf?q=ben").get_json()
    assert (found["found"], found["pages"], found["matches"][0]["match"]["winner"]) == (1, 1, "gold")


def test_it_has_pages(phone: Phone, table: Table, clock: ManualClock) -> None:
    for _ in range(PAGE + 1):
        do(table, New(game="battleline"), Begin(), End())
        clock.advance(seconds=60)
    first = phone.get("/shelf")
    assert first.text.count('class="told"') == PAGE
    assert 'href="/shelf?page=2"' in first.text
    assert phone.get("/shelf?page=2").text.count('class="told"') == 1
    assert phone.get("/api/shelf?page=2").get_json()["pages"] == 2
    assert phone.get("/shelf?page=3").status_code == 200


@pytest.mark.parametrize("asked", ["page=0", "page=x", "q=a&q=b", f"q={'a' * 201}", "before=2026-13-01", "before=soon"])
def test_what_makes_no_sense_is_told(stranger: Phone, asked: str) -> None:
    assert stranger.get(f"/shelf?{asked}").status_code == 422


@pytest.mark.usefixtures("played")
def test_one_is_deleted_by_whoever_has_joined(phone: Phone, stranger: Phone, table: Table) -> None:
    assert stranger.post("/api/shelf/2/delete", {}).status_code == 403
    assert stranger.get("/api/shelf").get_json()["found"] == 3
    answer = phone.post("/shelf/2/delete", data={}, drop=("X-Warglass",))
    assert (answer.status_code, answer.headers["Location"]) == (303, "/shelf")
    assert stranger.get("/api/shelf").get_json()["found"] == 2
    assert "deleted a game: Battle Line, Anna against Ben & Co" in entries(table)[-1][1].text
    assert phone.post("/api/shelf/2/delete", {}).status_code == 404
    assert phone.post("/api/shelf/none/delete", {}).status_code == 404
    refused = phone.post("/api/shelf/4/delete", {})
    assert refused.status_code == 409
    assert "is on the table" in refused.get_json()["detail"]


@pytest.mark.usefixtures("played")
def test_all_that_are_older_are_counted_and_then_deleted(phone: Phone, clock: ManualClock) -> None:
    tomorrow = datetime.fromtimestamp(clock.wall() / 1e9) + timedelta(days=2)
    said = text(phone, f"/shelf?before={tomorrow:%Y-%m-%d}")
    assert f"2 games from before {tomorrow.day} {tomorrow:%B %Y}" in said
    assert "1 of them was saved unfinished" in said
    assert "No game here is from before 1 February 1971" in text(phone, "/shelf?before=1971-02-01")
    left = phone.post("/api/shelf/delete-older", {"before": f"{tomorrow:%Y-%m-%d}"}).get_json()
    assert (left["matches"], left["going"]) == (1, 0)
    assert phone.post("/api/shelf/delete-older", {"before": "1971-02-01"}).status_code == 409


@pytest.mark.usefixtures("played")
def test_newcomers_find_it_from_the_games_title_and_the_log(stranger: Phone) -> None:
    for path in ("/game", "/log", "/report"):
        assert 'href="/shelf"' in stranger.get(path).text


def test_bytes_are_said_as_players_say_them() -> None:
    assert [sized(size) for size in (0, 999, 1000, 45_600, 1_240_000, 45_200_000, 21_300_000_000)] == [
        "0 bytes",
        "999 bytes",
        "1 KB",
        "46 KB",
        "1.2 MB",
        "45 MB",
        "21 GB",
    ]
