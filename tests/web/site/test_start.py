"""The page for a phone that has never been here: what this is, what is on the table, and the ways on."""

import re

import pytest

from companion.games import RuledGame, all_games
from companion.table.table import Table
from tests.web.conftest import Phone
from tests.web.moments import MOMENTS
from tests.web.site.test_pages import loaded

MAIN = "on the table: "
BEGUN = {"wartime": "running", "warzone": "Turn 1", "battleline": "cards laid"}


def stands(page: str) -> str:
    return re.search(rf"{MAIN}([^<]+)", page)[1]  # type: ignore[index]


def test_a_stranger_reads_what_this_is_which_game_is_on_the_table_and_what_else_there_is(stranger: Phone) -> None:
    page = stranger.get("/").text
    assert "<title>Warglass: the companion at this table</title>" in page
    assert stands(page) == "being set up"
    for title in ("WarTime", "Warzone Eternal", "Battle Line"):
        assert f"<b>{title}</b>" in page
    assert "Join this game" in page
    assert 'placeholder="Ask the rulebooks"' in page


@pytest.mark.parametrize("game", all_games())
def test_a_stranger_sees_the_table_while_a_match_runs_and_else_the_first_page(
    phone: Phone, stranger: Phone, table: Table, game: str
) -> None:
    phone.post("/api/table/new", {"game": game})
    assert "Join this game" in stranger.get("/").text
    MOMENTS[game][BEGUN[game]](phone)
    assert "Join this game" not in stranger.get("/").text
    phone.post("/api/table/end", {"winner": "red"})
    over = table.view().over
    assert over is not None
    assert stands(stranger.get("/").text) == over.title


def test_a_phone_that_has_joined_has_the_table_at_once_and_a_stranger_a_tap_away(phone: Phone, stranger: Phone) -> None:
    page = phone.get("/").text
    assert "Join this game" not in page
    assert 'data-timer="gold-30"' in page
    assert 'href="/table"' in stranger.get("/").text
    assert 'data-timer="gold-30"' in stranger.get("/table").text
    first = phone.get("/start").text
    assert "Other games on this box" in first
    assert "Join this game" not in first
    assert 'href="/start"' in stranger.get("/game").text


def test_who_has_acted_in_setting_up_is_asked_before_another_game_comes(phone: Phone, stranger: Phone) -> None:
    assert "This saves it for later" not in stranger.get("/").text
    phone.post("/api/sides/gold/muster", {"units": ["Archer"]})
    page = stranger.get("/").text
    assert page.count("WarTime is being set up. This saves it for later.") == 2
    assert "Save it, play Battle Line" in page


@pytest.mark.parametrize("game", all_games())
def test_the_first_page_is_light_and_shows_the_games_by_name(phone: Phone, stranger: Phone, game: str) -> None:
    phone.post("/api/table/new", {"game": game})
    sent = loaded(stranger, "/")
    assert sum(sent.values()) < 40_000
    assert len(sent) <= 6
    page = stranger.get("/").text
    assert re.findall(r'<a class="button row[^>]+><span><b>([^<]+)', page)[0] == RuledGame(game).title


def test_the_seats_of_a_game_that_is_to_begin_have_no_other_game_s_names(phone: Phone, stranger: Phone) -> None:
    phone.post("/api/table/new", {"game": "battleline"})
    phone.post("/api/table/name", {"side": "gold", "name": "Ada"})
    assert "Ada" in stranger.get("/join").text
    begins = stranger.get("/join?begins=warzone").text
    assert "Ada" not in begins
    assert "Warzone Eternal" in begins
    assert "Firebrand" in stranger.get("/join?begins=wartime").text
