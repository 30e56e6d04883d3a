"""The panel's screens beside a replay."""

import re
from collections.abc import Callable

from playwright.sync_api import Page, expect

from companion.wartime.match import commands as c
from tests.browser.conftest import Venue, rested, until

Visit = Callable[..., Page]
IS_SEEN = "(image => image.complete && image.naturalWidth > 0)(document.querySelector('#screens'))"


def played(venue: Venue) -> str:
    venue.do(c.Begin(), c.Flip(timer="gold-30", unit="Archer"), c.Flip(timer="red-90"), c.Pause())
    return f"/replay/{venue.table.glance().number}"


def test_they_are_those_of_the_moment_that_is_shown(visit: Visit, venue: Venue) -> None:
    path = played(venue)
    page = visit(path, joined=False)
    screens = page.get_by_role("img", name="What the panel’s screens showed")
    expect(page.locator("body")).to_have_attribute("data-loaded", "yes")
    until(page, IS_SEEN)
    page.evaluate("window.stayed = true")
    page.get_by_role("link", name="One act back").click()
    expect(screens).to_have_attribute("src", f"{path}/screens.png?at=3&later=0")
    assert page.evaluate("window.stayed")
    until(page, IS_SEEN)
    assert {(view.game, view.phase.value) for view in venue.panel.asked_of} >= {
        ("wartime", "running"),
        ("wartime", "paused"),
    }
    assert screens.count() == 1


def test_they_are_there_without_a_script(visit: Visit, venue: Venue) -> None:
    path = played(venue)
    page = visit(f"{path}?at=2", joined=False, java_script_enabled=False)
    expect(page.locator("#screens")).to_have_attribute("src", re.compile(r"\?at=2&later=0$"))


def test_what_cannot_be_had_leaves_what_is_there(visit: Visit, venue: Venue) -> None:
    path = played(venue)
    page = visit(path, joined=False)
    expect(page.locator("body")).to_have_attribute("data-loaded", "yes")
    until(page, IS_SEEN)
    before = page.locator("#screens").get_attribute("src")
    with page.expect_request("**/screens.png**"):
        page.route("**/screens.png**", lambda route: route.abort(), times=1)
        page.get_by_role("link", name="One act back").click()
    assert page.locator("#screens").get_attribute("src") == before
    rested(page)
    page.get_by_role("link", name="One act back").click()
    expect(page.locator("#screens")).not_to_have_attribute("src", before or "")
    until(page, IS_SEEN)
