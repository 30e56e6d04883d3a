"""The page for spectators. What it says at every moment of every game is in test_every_way.py."""

import html
import re

from companion.clock import ManualClock
from companion.table.table import Table
from companion.warzone.scenarios import Secondary
from tests.web.conftest import Phone
from tests.web.moments import MOMENTS, change, running, sealed


def watched(phone: Phone) -> str:
    """What stands on the page."""
    answer = phone.get("/watch")
    assert answer.status_code == 200
    found = re.search(r"<main.*</main>", answer.text, re.DOTALL)
    assert found
    return found[0]


def words(page: str) -> str:
    return " ".join(html.unescape(re.sub(r"<[^>]+>", " ", page)).split())


def test_sand_that_falls_and_sand_that_waits(phone: Phone, stranger: Phone, clock: ManualClock) -> None:
    running(phone)
    clock.advance(seconds=4)
    page = watched(stranger)
    tiles = dict(re.findall(r'<div class="tile ([^"]*)" data-timer="([^"]*)">', page))
    by_timer = {timer: look.split() for look, timer in tiles.items()}
    assert "running" in by_timer["gold-60a"]
    assert "free" in by_timer["gold-90"]
    shown = re.search(r'data-timer="gold-60a">.*?class="secs">(\d+)<.*?class="who">([^<]*)<', page, re.DOTALL)
    assert shown
    assert (shown[1], shown[2]) == ("56", "Knight / Squire")
    assert "flip" not in words(page).replace("flipped", "")


def test_a_timer_that_has_just_run_out_is_shown_doing_so_and_not_for_long(
    phone: Phone, stranger: Phone, clock: ManualClock, table: Table
) -> None:
    running(phone)
    clock.advance(seconds=30)
    table.settle()
    assert 'ranout" data-timer="red-30"' in watched(stranger)
    clock.advance(seconds=3)
    assert "ranout" not in watched(stranger)


def test_the_game_clock_is_shown_where_time_ends_the_game(phone: Phone, stranger: Phone) -> None:
    change(phone, "/api/table/new", game="wartime")
    change(phone, "/api/table/begin")
    assert 'data-timer="neutral-600"' not in watched(stranger)
    change(phone, "/api/table/new", game="wartime", scenario="ten-minutes")
    change(phone, "/api/table/begin")
    assert 'data-timer="neutral-600"' in watched(stranger)


def test_what_is_sealed_is_not_even_shown_to_the_phone_that_sealed_it(phone: Phone, stranger: Phone) -> None:
    sealed(phone)
    page = watched(phone)
    assert page == watched(stranger)
    assert [each for each in Secondary if each.title in page or each.value in page] == []


def test_a_battle_tells_who_holds_what_and_what_can_be_claimed(phone: Phone, stranger: Phone) -> None:
    MOMENTS["battleline"]["cards laid"](phone)
    posts = re.findall(r'<span class="post ([^"]*)"><b>(\d)</b>', watched(stranger))
    assert {number: look.strip() for look, number in posts}["5"] == "gold lit"
    change(phone, "/api/battleline/match/flags/9/lay", side="gold", card="P1")
    change(phone, "/api/battleline/match/flags/5/claim", side="gold")
    page = watched(stranger)
    posts = re.findall(r'<span class="post ([^"]*)"><b>(\d)</b>', page)
    assert {number: look.strip() for look, number in posts}["5"] == "gold has"
    assert '<dd class="gold">1</dd>' in page


def test_a_fault_is_said(phone: Phone, stranger: Phone, table: Table) -> None:
    table.fault("screen", "The screen of Gold 30 does not answer.")
    assert "The screen of Gold 30 does not answer." in words(watched(stranger))


def test_the_games_sheet_leads_to_it(onlooker: Phone) -> None:
    assert 'href="/watch"' in onlooker.get("/game").text
