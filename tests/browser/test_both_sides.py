"""What WarTime's two sides do together, on two phones: they begin, and they say who won."""

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from companion.table.opening import New
from companion.table.view import Phase
from companion.wartime.scenario.library import Scenarios, scenario_of
from tests.browser.conftest import Venue
from tests.companion.wartime import acts as c
from tests.support import entries
from tests.web.moments import proposed
from web.http.phones import PhoneSeat

Visit = Callable[..., Page]


@pytest.fixture
def phones(visit: Visit, venue: Venue) -> tuple[Page, Page]:
    """Gold's and red's, at a scenario that says who wins."""
    Scenarios(venue.table).save(scenario_of({"id": "own", "name": "Own", "victory": "Who takes the bridge."}))
    venue.do(New(scenario="own"))
    return visit(seat=PhoneSeat.GOLD), visit(seat=PhoneSeat.RED)


def test_the_game_begins_once_both_phones_are_ready(phones: tuple[Page, Page], venue: Venue) -> None:
    gold, red = phones
    gold.get_by_role("button", name=re.compile("^Ready")).tap()
    expect(red.get_by_role("button", name="Begin Valyance is ready")).to_be_visible()
    expect(gold.get_by_role("button", name="Begin Firebrand is not ready")).to_be_visible()
    assert [line.text for _, line in entries(venue.table)] == ["Valyance is ready"]
    gold.get_by_role("button", name=re.compile("^Undo")).tap()
    for page in phones:
        expect(page.get_by_role("button", name="Ready begins when both are")).to_be_visible()
    red.get_by_role("button", name=re.compile("^Ready")).tap()
    gold.get_by_role("button", name="Begin Firebrand is ready").tap()
    for page in phones:
        expect(page.locator("main")).to_have_attribute("data-phase", "running")


def test_to_begin_for_the_other_side_too_asks_back(visit: Visit, venue: Venue) -> None:
    gold = visit(seat=PhoneSeat.GOLD)
    gold.get_by_role("button", name=re.compile("^Ready")).tap()
    begin = gold.get_by_role("button", name=re.compile("^Begin"))
    begin.tap()
    expect(begin).to_have_attribute("data-ask", "for Firebrand?")
    assert venue.table.view().phase is Phase.SETUP
    begin.tap()
    expect(gold.locator("main")).to_have_attribute("data-phase", "running")


def test_a_phone_that_sits_for_both_begins_at_once(visit: Visit, venue: Venue) -> None:
    page = visit()
    page.get_by_role("button", name="Begin", exact=True).tap()
    expect(page.locator("main")).to_have_attribute("data-phase", "running")


def test_the_winner_is_named_and_changed_after_the_end(phones: tuple[Page, Page], venue: Venue) -> None:
    venue.do(c.Begin(), c.End())
    gold = phones[0]
    over = gold.get_by_role("region", name="The end")
    expect(over).to_contain_text("Who takes the bridge.")
    over.locator("summary", has_text="Who won?").tap()
    over.get_by_role("button", name="Firebrand wins").tap()
    for page in phones:
        expect(page.get_by_role("heading", name="Firebrand wins")).to_be_visible()
    gold.get_by_role("link", name="WarTime").tap()
    sheet = gold.get_by_role("dialog")
    expect(sheet).to_contain_text("Who takes the bridge.")
    sheet.locator("summary", has_text="Another won").tap()
    sheet.get_by_role("button", name="Valyance wins").tap()
    for page in phones:
        expect(page.get_by_role("heading", name="Valyance wins")).to_be_visible()


def test_what_a_side_is_asked_reaches_its_phone_on_any_page(visit: Visit, venue: Venue) -> None:
    gold, red = visit("/rulings", seat=PhoneSeat.GOLD), visit("/measure", seat=PhoneSeat.RED)
    proposed(venue.phone())
    asked = gold.get_by_role("status").filter(has_text="Firebrand proposes:")
    expect(asked).to_be_visible()
    asked.get_by_role("link", name="Answer").tap()
    gold.get_by_role("button", name="Agree").tap()
    expect(gold.locator("#proposal")).to_be_hidden()
    expect(red.get_by_role("link", name="Answer")).to_be_hidden()


def test_a_phone_on_any_page_is_asked_about_the_end(visit: Visit, venue: Venue) -> None:
    """WarTime Rulebook, Game End: it ends as a side loses its last unit."""
    units = [{"side": "gold", "name": "Archer"}, {"side": "red", "name": "Orc"}]
    Scenarios(venue.table).save(scenario_of({"id": "own", "name": "Own", "units": units}))
    venue.do(New(scenario="own"), c.Begin())
    gold, red = visit("/rulings", seat=PhoneSeat.GOLD), visit("/measure", seat=PhoneSeat.RED)
    venue.do(c.Eliminate(unit="Orc"))
    for page in (gold, red):
        expect(page.get_by_role("status").filter(has_text="End the game?")).to_be_visible()
    gold.get_by_role("link", name="Answer").tap()
    gold.get_by_role("button", name="End the game").tap()
    expect(red.get_by_role("link", name="Answer")).to_be_visible()
    red.get_by_role("link", name="Answer").tap()
    red.get_by_role("button", name="End the game").tap()
    expect(red.get_by_role("heading", name="Valyance wins")).to_be_visible()
