"""Many pages in one browser, which has six connections to a host: they share one stream."""

import time
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, Request, expect

from tests.browser.conftest import until
from tests.browser.test_panel_page import READ, pixels
from tests.browser.venue import Venue, open_phone
from tests.companion.wartime import acts as c
from tests.support import PATIENCE_S
from web.http.access import COOKIE
from web.http.phones import PhoneSeat

PAGES = 8


@pytest.fixture
def window(browser: Browser, venue: Venue) -> Iterator[BrowserContext]:
    context = open_phone(browser, base_url=venue.url, reduced_motion="reduce")
    context.add_cookies([{"name": COOKIE, "value": venue.joined(PhoneSeat.BOTH), "url": venue.url}])
    yield context
    context.close()


class Streams:
    """The event streams of a browser from one address."""

    def __init__(self, context: BrowserContext, path: str) -> None:
        self._context, self._path = context, path
        self._open: dict[Request, Page] = {}
        context.on("request", self._began)
        for end in ("requestfinished", "requestfailed"):
            context.on(end, lambda each: self._open.pop(each, None))  # type: ignore[call-overload]

    def leader(self) -> Page:
        """Returns the page with the only stream, as soon as there is only one."""
        late = time.monotonic() + PATIENCE_S
        while time.monotonic() < late:
            pages = [page for page in self._open.values() if not page.is_closed()]
            if len(pages) == 1:
                return pages[0]
            self._context.pages[0].evaluate("0")
        raise TimeoutError(f"{len(pages)} streams")

    def _began(self, request: Request) -> None:
        if self._path in request.url:
            self._open[request] = request.frame.page


def test_eight_tables_in_sight_share_one_stream_and_outlive_its_page(venue: Venue, window: BrowserContext) -> None:
    streams = Streams(window, "/api/events")
    venue.do(c.Begin())
    pages = [window.new_page() for _ in range(PAGES)]
    for page in pages:
        page.goto("/")
    venue.do(c.Flip(timer="gold-90"))
    for page in pages:
        expect(page.locator("[data-timer=gold-90].running")).to_be_visible()
    leader = streams.leader()
    leader.close()
    pages.remove(leader)
    venue.do(c.Flip(timer="red-90"))
    for page in pages:
        expect(page.locator("[data-timer=red-90].running")).to_be_visible()
    pages[0].locator("[data-timer=gold-30] button").tap()
    for page in pages:
        expect(page.locator("[data-timer=gold-30].running")).to_be_visible()
    assert pages[0].locator("#lost").is_hidden()


def test_eight_panel_pages_share_one_stream_and_show_what_the_screens_show(
    venue: Venue, window: BrowserContext
) -> None:
    streams = Streams(window, "/api/panel/events")
    ram = bytes(range(256)) * 4
    venue.panel.shown["gold-60a"] = ram
    pages = [window.new_page() for _ in range(PAGES)]
    for page in pages:
        page.goto("/panel")
    for page in pages:
        until(page, f"({READ})('gold-60a') === '{pixels(ram)}'")
    leader = streams.leader()
    leader.close()
    pages.remove(leader)
    venue.panel.shown["gold-60a"] = ram = bytes(reversed(ram))
    for page in pages:
        until(page, f"({READ})('gold-60a') === '{pixels(ram)}'")
