"""Everything that needs no joining is two taps from any page, whatever lies on the table."""

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import Venue
from tests.browser.test_start import fill
from tests.companion.wartime import acts as c

Visit = Callable[..., Page]


@pytest.fixture
def stranger(visit: Visit, venue: Venue) -> Page:
    """A phone that has not joined, at a table where WarTime is being played."""
    venue.do(c.Begin(), c.Flip(timer="gold-90"))
    return visit(joined=False)


def open_tool(page: Page, game: str, tool: str) -> None:
    """From the first page, in two taps."""
    page.goto("/")
    page.get_by_role("link", name="Tools").tap()
    page.get_by_role("region", name=game).get_by_role("link", name=re.compile(f"^{tool}")).tap()


SUMS = (
    ("Initiative", {"turn": "2", "a_roll": "15", "b_roll": "14"}, "the lower score chooses, so Player B"),
    ("Armor test", {"dam": "14", "ar": "20"}, "8−"),
    ("Shoot", {"mw": "12", "dam": "14", "ar": "20"}, "12−"),
    ("Range", {"distance": "7", "short": "12"}, "Short"),
)


def test_a_stranger_works_out_what_the_dice_need(stranger: Page) -> None:
    for tool, fields, answer in SUMS:
        open_tool(stranger, "Warzone Eternal", tool)
        for name, text in fields.items():
            fill(stranger, name, text)
        expect(stranger.locator("main")).to_contain_text(answer)


def test_a_stranger_checks_a_claim_measures_and_looks_up_a_ruling(stranger: Page, venue: Venue) -> None:
    open_tool(stranger, "Battle Line", "Claim a flag")
    expect(stranger.locator("main")).to_contain_text("Lay the cards.")
    open_tool(stranger, "WarTime", "Range")
    expect(stranger.get_by_role("heading", name="Measure")).to_be_visible()
    expect(stranger.get_by_role("link", name="Tools")).to_have_attribute("aria-current", "page")
    stranger.get_by_role("link", name="Tools").tap()
    stranger.get_by_label("Search the rulings").fill("May I attack my own unit?")
    stranger.get_by_role("button", name="Look up").tap()
    expect(stranger.locator("#results")).to_contain_text("own units")
    assert venue.table.game == "wartime"
    assert venue.table.unfinished_now
