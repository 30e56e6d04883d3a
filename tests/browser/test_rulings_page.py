"""Looking a ruling up with a thumb, in a real browser."""

import re
from collections.abc import Callable
from contextlib import suppress

from playwright.sync_api import Error, Page, Route, expect

from tests.browser.accessibility import axe
from tests.browser.conftest import Venue

Visit = Callable[..., Page]


def test_answers_come_while_typing_and_late_ones_are_dropped(visit: Visit, venue: Venue) -> None:
    page = visit("/rulings", joined=False)
    first = page.locator(".answers b").first
    box = page.get_by_role("searchbox")
    held: list[Route] = []

    def hold(route: Route) -> None:
        held.append(route)

    page.route("**/rulings?q=river", hold)
    with page.expect_request("**/rulings?q=river"):
        box.press_sequentially("river")
    with page.expect_event("requestfailed"):
        box.fill("thick")
    expect(first).to_have_text("What does a Thicket do?")
    with suppress(Error):
        held[0].continue_()
    expect(first).to_have_text("What does a Thicket do?")
    expect(box).to_be_focused()
    expect(page).to_have_url(re.compile(r"/rulings\?q=thick$"))
    box.fill("xqzzqx")
    expect(page.get_by_text("Nothing on that.")).to_be_visible()
    page.route("**/rulings?q=hills", lambda route: route.abort())
    box.fill("hills")
    expect(page.get_by_text("No connection to the table. Try again.")).to_be_visible()


def test_axe_finds_nothing_and_all_is_in_thumb_size(visit: Visit, venue: Venue) -> None:
    page = visit("/rulings", reduced_motion="reduce")
    found = []
    for path in ("", "/bl-redeploy-environment", "/house/new", "/book/battle-line-variants", "?q=attack"):
        page.goto(f"/rulings{path}")
        assert page.evaluate("document.documentElement.scrollWidth") <= 360
        low = page.evaluate(
            """[...document.querySelectorAll("a, button, input:not([type=hidden]), select, textarea")]
                .filter((each) => each.checkVisibility() && each.getBoundingClientRect().height < 44)
                .map((each) => each.textContent)"""
        )
        assert low == [], path
        if path in ("/bl-redeploy-environment", "/house/new"):
            found += axe(page, path)
    for scheme in ("dark", "light"):
        page.emulate_media(color_scheme=scheme, reduced_motion="reduce")
        found += axe(page, scheme)
    assert found == []
