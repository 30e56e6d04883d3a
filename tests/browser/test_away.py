"""A running game is put away and taken out again by thumb."""

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from companion.table.opening import New
from tests.browser.conftest import Venue
from tests.companion.wartime import acts as c

Visit = Callable[..., Page]


@pytest.fixture
def running(venue: Venue) -> Venue:
    venue.do(c.Begin(), c.Flip(timer="gold-60a", unit="Archer"), c.Flip(timer="red-90"))
    return venue


def test_a_game_is_put_away_and_taken_out(visit: Visit, running: Venue) -> None:
    phone, other = visit(), visit()
    dialog = phone.get_by_role("dialog")
    phone.get_by_role("link", name="WarTime").tap()
    expect(dialog.get_by_role("button", name="Ten minutes")).not_to_be_visible()
    dialog.locator("summary", has_text="New game").tap()
    expect(dialog.get_by_text("WarTime is running, 2 timers. Choose what comes next")).to_be_visible()
    dialog.get_by_role("link", name="Stay").tap()
    expect(dialog).not_to_be_visible()
    assert running.table.unfinished() == []

    phone.get_by_role("link", name="WarTime").tap()
    dialog.locator("summary", has_text="New game").tap()
    dialog.get_by_role("button", name="Ten minutes").press("Enter")
    for page in (phone, other):
        expect(page.locator("#scenario")).to_have_text("Ten minutes")
        expect(page.get_by_role("button", name="Begin")).to_be_visible()

    phone.get_by_role("link", name="WarTime").tap()
    expect(dialog.get_by_role("listitem").filter(has_text="Open game")).to_contain_text(
        re.compile(r"2 timers, today \d\d:\d\d")
    )
    dialog.get_by_role("button", name=re.compile("^Resume")).tap()
    for page in (phone, other):
        expect(page.get_by_role("button", name="Resume").last).to_be_visible()
        expect(page.locator("[data-timer=gold-60a]")).to_contain_text("Archer")
    assert running.table.unfinished() == []


def test_throwing_away_asks_and_the_list_stays_open(visit: Visit, running: Venue) -> None:
    running.do(New())
    phone = visit()
    dialog = phone.get_by_role("dialog")
    phone.get_by_role("link", name="WarTime").tap()
    dialog.locator("summary", has_text="Delete").tap()
    dialog.get_by_role("button", name="Delete it").press("Enter")
    expect(dialog.get_by_role("heading", name="Saved games")).to_have_count(0)
    expect(dialog.get_by_role("heading", name="WarTime")).to_be_visible()
    assert running.table.unfinished() == []


def test_what_is_asked_at_the_foot_of_a_sheet_opens_in_sight(visit: Visit, running: Venue) -> None:
    running.do(New(game="battleline"))
    phone = visit()
    phone.get_by_role("link", name="Battle Line").tap()
    dialog = phone.get_by_role("dialog")
    dialog.locator("summary", has_text="Delete").tap()
    act = dialog.get_by_role("button", name="Delete it")
    expect(act).to_be_in_viewport(ratio=1)
    hit = act.evaluate(
        "(button) => { const box = button.getBoundingClientRect();"
        " return button === document.elementFromPoint(box.left + 20, box.bottom - 2); }"
    )
    assert hit, "the way out of the sheet lies on it"
