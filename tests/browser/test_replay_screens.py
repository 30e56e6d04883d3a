"""The panel's screens beside a replay."""

import re
from collections.abc import Callable

from playwright.sync_api import Page, expect

from companion.wartime.match import commands as c
from tests.browser.conftest import Venue, until

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
    """The page says of which moment it is, and asks again."""
    page = visit(played(venue), joined=False)
    expect(page.locator("body")).to_have_attribute("data-loaded", "yes")
    until(page, IS_SEEN)
    before = page.locator("#screens").get_attribute("src") or ""
    said = page.locator("#screens-at").inner_text()
    assert re.fullmatch(r"Screens as at \d+:\d\d", said)
    page.route("**/screens.png**", lambda route: route.abort())
    page.get_by_role("link", name="One act back").click()
    expect(page.locator("#screens-at")).to_have_text(f"{said}: newer ones do not come")
    expect(page.locator("#screens")).to_have_attribute("src", before)
    page.unroute("**/screens.png**")
    expect(page.locator("#screens")).to_have_attribute("src", re.compile("at=3&later=0$"))
    expect(page.locator("#screens-at")).to_have_text(re.compile(r"^Screens as at \d+:\d\d$"))
    until(page, IS_SEEN)
