"""What holds on every page: rules of accessibility, and room on a narrow phone."""

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from companion.table.sides import Side
from companion.wartime.match import commands as c
from tests.browser.accessibility import axe
from tests.browser.conftest import Venue, until

Visit = Callable[..., Page]
PAGES = (
    "/",
    "/measure",
    "/panel",
    "/log",
    "/join",
    "/game",
    "/choices",
    "/sides/gold",
    "/timers/gold-60a",
    "/scenarios",
    "/scenarios/example-cards",
    "/report",
    "/disputes",
    "/print/chits",
    "/warzone/shoot",
    "/warzone/strike",
    "/warzone/armor",
    "/warzone/plans",
    "/warzone/initiative",
    "/warzone/tests",
    "/no",
)

TRIED_ELSEWHERE = {
    "/",
    "/measure",
    "/report",
    "/disputes",
    "/print/chits",
    "/warzone/shoot",
    "/warzone/plans",
    "/warzone/tests",
}
"""Pages that axe has seen in more of their states, in tests of their own."""


def set_up(venue: Venue) -> None:
    venue.do(c.Muster(side=Side.GOLD, units=("Archer", "Knight"), cards=("Bless",)))


def in_play(venue: Venue) -> None:
    set_up(venue)
    venue.do(c.Begin(), c.Flip(timer="gold-60a", unit="Archer"), c.Flip(timer="red-30"), c.Turn(timer="red-30"))


def test_every_page_is_for_everyone_and_fits_a_narrow_phone(visit: Visit, venue: Venue) -> None:
    """What axe finds, and what sticks out sideways."""
    set_up(venue)
    page = visit(reduced_motion="reduce")
    found = axe(page, "setup")
    venue.do(c.Begin(), c.Flip(timer="gold-60a", unit="Archer"), c.Flip(timer="red-30"), c.Turn(timer="red-30"))
    for path in PAGES:
        page.goto(path)
        for width in (320, 360):
            page.set_viewport_size({"width": width, "height": 740})
            assert page.evaluate("document.documentElement.scrollWidth") <= width, path
        if path not in TRIED_ELSEWHERE:
            found += axe(page, path)
    page.goto("/")
    page.locator("[data-timer=gold-30] button").tap()
    expect(page.get_by_text("Valyance 30 is for")).to_be_visible()
    found += axe(page, "naming")
    page.locator("[data-timer=gold-60a] button").tap()
    expect(page.get_by_role("dialog")).to_be_visible()
    found += axe(page, "sheet")
    venue.do(c.Pause())
    page.goto("/")
    found += axe(page, "paused")
    assert found == []


def test_axe_finds_nothing_for_who_has_not_joined(visit: Visit, venue: Venue) -> None:
    in_play(venue)
    page = visit(joined=False, reduced_motion="reduce")
    found = axe(page, "table")
    for path in ("/join", "/j/ABCDEF", "/log"):
        page.goto(path)
        found += axe(page, path)
    assert found == []


@pytest.mark.parametrize("joined", [True, False])
def test_the_whole_table_is_on_one_screen_in_thumb_size(visit: Visit, venue: Venue, joined: bool) -> None:
    in_play(venue)
    page = visit(joined=joined)
    assert page.evaluate("document.documentElement.scrollHeight") <= 740
    targets = page.evaluate(
        """[...document.querySelectorAll("button, a, input")].filter((each) => each.checkVisibility())
            .map((each) => [each.getAttribute("aria-label") ?? each.textContent, each.getBoundingClientRect()])
            .map(([name, box]) => [name, box.width, box.height])"""
    )
    assert len(targets) > 14
    assert [each for each in targets if each[1] < 44 or each[2] < 44] == []


def test_sand_stops_for_those_who_want_no_motion(visit: Visit, venue: Venue) -> None:
    in_play(venue)
    page = visit(reduced_motion="reduce")
    until(page, "document.getAnimations().length > 0")
    assert set(page.evaluate("document.getAnimations().map((each) => each.playState)")) == {"paused"}
