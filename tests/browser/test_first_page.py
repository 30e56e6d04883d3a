"""What the first page costs a phone that has never been here."""

import re
from collections.abc import Callable
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Page, Route, expect

from tests.browser.conftest import Venue, until
from tests.browser.shifts import PACES, slowed, unsteady, watch
from tests.companion.wartime import acts as c

Visit = Callable[..., Page]

LETTERS_CAME = (
    "[...document.fonts].filter(({ family, status }) => family === 'Barlow' && status === 'loaded').length === 2"
)


@pytest.fixture
def blank(visit: Visit) -> Page:
    """A page of a phone that has asked for nothing yet."""
    page = visit("about:blank", own=True)
    watch(page.context)
    return page


def test_the_first_page_is_few_requests_and_light_as_sent(blank: Page, venue: Venue) -> None:
    venue.do(c.Begin(), c.Flip(timer="gold-60a"))
    tools = blank.context.new_cdp_session(blank)
    tools.send("Network.enable")
    asked: list[str] = []
    sent: list[float] = []
    tools.on("Network.requestWillBeSent", lambda event: asked.append(urlsplit(event["request"]["url"]).path))
    tools.on("Network.loadingFinished", lambda event: sent.append(event["encodedDataLength"]))
    with blank.expect_request("**/api/events"):
        blank.goto(venue.url)
    until(blank, "document.querySelector('[data-timer=gold-60a].running .top i')?.getAnimations().length")
    blank.evaluate("document.fonts.ready.then(() => 0)")
    blank.wait_for_load_state("load")
    assert asked.count("/api/table") <= 1
    assert asked.count("/api/events") == 1
    assert len(asked) <= 10
    assert sum(sent) <= 40_000


@pytest.mark.parametrize("slower", PACES)
def test_nothing_moves_when_the_letters_come_late(blank: Page, venue: Venue, slower: int) -> None:
    venue.do(c.Begin())
    held: list[Route] = []
    found: list[str] = []

    def hold(route: Route) -> None:
        held.append(route)

    blank.route(re.compile("woff2$"), hold)
    with slowed(blank, slower):
        for path in ("/", "/measure", "/rulings?q=charge", "/log", "/panel", "/warzone/shoot", "/join"):
            blank.goto(venue.url + path, wait_until="domcontentloaded")
            until(blank, "performance.getEntriesByName('first-contentful-paint').length")
            assert len(held) == 2, path
            while held:
                held.pop().continue_()
            until(blank, LETTERS_CAME)
            blank.evaluate("new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))")
            # An answer of the rulings may have a line more in the letters that come first.
            found += unsteady(blank, path, most=0.04 if "rulings" in path else 0.01)
    assert found == []


@pytest.mark.parametrize("slower", PACES)
def test_nothing_moves_while_a_game_is_played(blank: Page, venue: Venue, slower: int) -> None:
    venue.do(c.Begin())
    with slowed(blank, slower):
        blank.goto(venue.url)
        for acts, seen in (
            ((c.Flip(timer="gold-30"),), ("[data-timer=gold-30].running", "")),
            ((c.Turn(timer="gold-30"),), ("[data-timer=gold-30].free", "")),
            ((c.Flip(timer="gold-60a", unit="Half Orc/Troll"),), ("[data-timer=gold-60a].running", "Half Orc/Troll")),
            ((c.Flip(timer="red-90"), c.Pause()), ("main[data-paused=yes]", "Resume")),
            ((c.Resume(),), ("main[data-paused=no]", "Resumed")),
        ):
            venue.do(*acts)
            expect(blank.locator(seen[0])).to_contain_text(seen[1])
        blank.locator("[data-timer=gold-30] button").tap()
        expect(blank.locator("#namer")).to_be_visible()
        blank.evaluate("new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))")
        assert unsteady(blank, "/") == []
