"""A demo on the pages: who may begin it, what they say while it is shown, and how it ends."""

import pytest

from companion.clock import ManualClock
from companion.games import all_games
from companion.table.table import Table
from tests.web.conftest import Phone
from tests.web.crawl import Crawl, Patience


def shown(phone: Phone, table: Table, clock: ManualClock, game: str, *, for_s: float) -> None:
    answer = phone.post("/table/demo", data={"game": game}, drop=("X-Warglass",))
    assert (answer.status_code, answer.headers["Location"]) == (303, "/")
    clock.advance(seconds=for_s)
    table.settle()


def test_who_has_not_joined_is_led_to_join_and_nothing_is_laid(stranger: Phone, table: Table) -> None:
    assert 'action="/table/demo"' in stranger.get("/").text
    answer = stranger.post("/table/demo", data={"game": "wartime"}, drop=("X-Warglass",))
    assert (answer.status_code, answer.headers["Location"]) == (303, "/join")
    assert not table.demo


@pytest.mark.parametrize("game", all_games())
def test_its_pages_lead_somewhere_and_say_that_it_is_one(
    phone: Phone, stranger: Phone, table: Table, clock: ManualClock, game: str
) -> None:
    shown(phone, table, clock, game, for_s=30)
    crawl = Crawl(stranger.client.application, stranger, patience=Patience(asks=(1, 1), acts=(1, 1))).walk("/table")
    assert crawl.wrong == []
    assert "Demo: join in" in phone.get("/").text
    assert "<small>Demo</small>" in stranger.get("/watch").text
    assert "Stop the demo" in phone.get("/game").text
    assert phone.get("/api/table").get_json()["demo"] is True


def test_it_is_stopped_by_a_button_and_the_table_is_as_before(phone: Phone, table: Table, clock: ManualClock) -> None:
    assert "demo" not in phone.get("/api/table").get_json()
    shown(phone, table, clock, "battleline", for_s=30)
    assert "Warglass does not keep" in phone.get("/end").text
    assert phone.post("/table/end", data={}).status_code == 303
    assert phone.get("/api/table").get_json()["game"] == "wartime"
    assert phone.get("/api/table/unfinished").get_json()["games"] == []


def test_where_somebody_has_acted_the_first_page_offers_none_and_the_api_says_why(
    phone: Phone, stranger: Phone
) -> None:
    phone.post("/api/sides/gold/muster", {"units": ["Archer"]})
    page = stranger.get("/").text
    assert 'action="/table/demo"' not in page
    assert "once this one is saved or over" in page
    answer = phone.post("/api/table/demo", {"game": "wartime"})
    assert answer.status_code == 409
    assert answer.get_json()["detail"].startswith("WarTime is being set up. Save it for later or end it first")


def test_a_game_that_there_is_not_has_none(phone: Phone) -> None:
    assert phone.post("/api/table/demo", {"game": "chess"}).status_code == 422
