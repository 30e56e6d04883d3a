"""Cards that lie face down, on two phones."""

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from companion.table.opening import New
from companion.table.seats import Side
from tests.browser.conftest import Venue
from tests.companion.wartime import acts as c
from web.http.phones import PhoneSeat

Visit = Callable[..., Page]
CARDS = "[data-side={}] [data-list=cards]"


@pytest.fixture
def phones(visit: Visit, venue: Venue) -> tuple[Page, Page]:
    """Gold's and red's, at a table that chooses cards."""
    venue.do(New(scenario="example-cards"))
    return visit(seat=PhoneSeat.GOLD), visit(seat=PhoneSeat.RED)


def tick(page: Page, card: str) -> None:
    """By a finger on the side's sheet, which stays open."""
    chip = page.locator("dialog .picks").get_by_role("button", name=card)
    chip.tap()
    expect(chip).to_have_attribute("aria-pressed", "true")


def test_what_one_phone_ticks_the_other_never_sees_until_it_is_played(phones: tuple[Page, Page], venue: Venue) -> None:
    gold, red = phones
    red.locator("[data-side=red] a.force").tap()
    for card in ("Control", "Fireball", "Advance"):
        tick(red, card)
    assert set(venue.table.match.state.forces[Side.RED].cards) == {"Control", "Fireball", "Advance"}
    red.get_by_role("dialog").get_by_role("link", name="Close").tap()

    gold.locator("[data-side=red] a.force").tap()
    sheet = gold.get_by_role("dialog")
    expect(sheet).to_contain_text("chosen in secret")
    expect(sheet.locator("[aria-pressed]")).to_have_count(0)
    assert not any(card in gold.content() for card in ("Control", "Fireball", "Advance"))
    sheet.get_by_role("link", name="Close").tap()

    venue.do(c.Begin())
    for page in phones:
        expect(page.locator(CARDS.format("red"))).to_have_text("3 face down")
    red.locator("[data-timer=red-spell] button").tap()
    offered = red.locator("#namer .chips button")
    expect(offered).to_have_text(["Control", "Fireball"])
    assert not any(card in gold.content() for card in ("Control", "Fireball"))
    offered.first.tap()
    for page in phones:
        expect(page.locator(CARDS.format("red"))).to_have_text("Control, 2 face down")
        expect(page.locator("[data-timer=red-spell] .who")).to_contain_text("Control")


def test_a_tick_too_many_says_so_and_nothing_is_lost(phones: tuple[Page, Page], venue: Venue) -> None:
    gold, red = phones
    gold.locator("[data-side=gold] a.force").tap()
    for card in ("Advance", "Bombard", "Critical Hit"):
        tick(gold, card)
    gold.locator("dialog .picks").get_by_role("button", name="Double Time").tap()
    expect(gold.locator("body")).to_contain_text("The Valyance may choose 3 Action cards, not 4.")
    assert venue.table.match.state.forces[Side.GOLD].cards == ("Advance", "Bombard", "Critical Hit")
    expect(red.locator("#last")).not_to_contain_text("Action cards")

    red.locator("[data-side=red] a.force").tap()
    tick(red, "Shadow Strike")
    last = red.locator("dialog .picks").get_by_role("button", name="Shadow Strike")
    expect(last, "the sheet stays where it was scrolled to").to_be_in_viewport()
