import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Error, Locator, Page, ViewportSize, expect, sync_playwright

from companion.warzone.choices import ReactionWait
from tests.browser.venue import ARGUMENTS, CHROMIUM, PATIENCE_MS, PHONE, Stage, Venue, open_phone
from tests.support import PATIENCE_S, free_port
from web.http.access import COOKIE
from web.http.phones import PhoneSeat

MOST_LOADS = 3
PORT = free_port()
"""Where each test's table is served: one address, for phones outlive it."""


FRAME = "new Promise(requestAnimationFrame)"
"""Waits in a page until it is drawn again."""


def until(page: Page, condition: str) -> None:
    """Waits in the page for a condition. Playwright's own wait evaluates text again and again, which pages forbid. Not
    by frames: a page that is asked for them draws them."""
    page.evaluate(
        f"""async () => {{
            const late = performance.now() + {PATIENCE_MS};
            while (!({condition})) {{
                if (performance.now() > late) throw new Error("waited in vain");
                await new Promise((rest) => setTimeout(rest, 10));
            }}
        }}"""
    )


_TAPS = """(() => {
    window.clicks = window.posts = 0;
    addEventListener("click", () => { clicks += 1; }, true);
    const ask = window.fetch;
    window.fetch = (...all) => {
        posts += all[1]?.method === "POST";
        return ask(...all);
    };
})()"""


def count_taps(page: Page) -> None:
    """From the next page on, `clicks` has how many clicks came, barred ones too, and `posts` what was sent for them."""
    page.add_init_script(_TAPS)


def double_tap(
    page: Page, found: Locator, *, apart_s: float = 0.15, meanwhile: Callable[[], object] = lambda: None
) -> None:
    """One finger, twice in the same place, whatever is there the second time. The taps carry their times with them: a
    slow machine draws them no farther apart, however long what the test waits for between them takes."""
    page.evaluate("hasten(2)")
    box = found.bounding_box()
    assert box is not None
    at = [{"x": box["x"] + box["width"] / 2, "y": box["y"] + box["height"] / 2}]
    tools = page.context.new_cdp_session(page)
    began = page.evaluate("Date.now() / 1000")
    for stamp, then in ((began, meanwhile), (began + apart_s, lambda: None)):
        tools.send("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": at, "timestamp": stamp})
        tools.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": [], "timestamp": stamp + 0.05})
        then()
    tools.detach()


def open_flag(phone: Page, number: int) -> None:
    """Opens a flag of Battle Line, and waits until it is."""
    phone.get_by_role("link", name=re.compile(rf"^Flag {number}\b")).tap()
    expect(phone.get_by_role("region", name=f"Flag {number}", exact=True)).to_be_visible()


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    if CHROMIUM is None:
        pytest.skip("there is no Chromium here: install it (apt install chromium) to run the browser tests")
    expect.set_options(timeout=PATIENCE_MS)
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=ARGUMENTS)
        yield browser
        browser.close()


@pytest.fixture(autouse=True)
def unhurried_dice(monkeypatch: pytest.MonkeyPatch) -> None:
    """Dice wait for Reactions as long as a machine under load takes to tap one."""
    wait = property(lambda choice: 0 if choice is ReactionWait.NONE else PATIENCE_S)
    monkeypatch.setattr(ReactionWait, "seconds", wait)


@pytest.fixture
def venue(tmp_path: Path) -> Iterator[Venue]:
    venue = Venue(tmp_path, port=PORT)
    yield venue
    venue.close()


@pytest.fixture(scope="session")
def stage(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Stage]:
    """One table for all tests that begin by bringing it to a moment of their own."""
    stage = Stage(tmp_path_factory.mktemp("stage"))
    yield stage
    stage.close()


@pytest.fixture
def errors() -> Iterator[list[str]]:
    """What the pages' scripts broke on; a test that leaves anything here has failed."""
    errors: list[str] = []
    yield errors
    assert errors == []


def leave_for(page: Page, path: str) -> None:
    """Goes there, whatever else the page is about to load."""
    for tried in range(MOST_LOADS):
        try:
            page.goto(path)
        except Error as error:
            if tried + 1 == MOST_LOADS or "interrupted by another navigation" not in str(error):
                raise
        else:
            return


class SparePhones:
    """Phones that one test hands on to the next: to start one takes longer than most pages."""

    def __init__(self, browser: Browser) -> None:
        self._browser = browser
        self._pages: list[Page] = []
        self._untouched = 0

    def take(self, viewport: ViewportSize) -> Page:
        if not self._pages:
            page = started(self._browser, base_url=f"http://127.0.0.1:{PORT}")
            page.goto("about:blank")
            self._untouched = page.evaluate(_GLOBALS)
            self._pages.append(page)
        page = self._pages.pop()
        page.set_viewport_size(viewport)
        return page

    def give_back(self, page: Page) -> None:
        """As it was before: at no page, with nothing in store."""
        page.unroute_all(behavior="ignoreErrors")
        page.context.set_offline(False)
        # First to where nothing runs: the page that is there may be about to load itself anew.
        page.route(f"**{_NOWHERE}", lambda route: route.fulfill(content_type="text/html", body=""))
        leave_for(page, _NOWHERE)
        page.evaluate("localStorage.clear(); sessionStorage.clear()")
        page.unroute_all(behavior="ignoreErrors")
        page.goto("about:blank")
        page.emulate_media(media="null", color_scheme="null", reduced_motion="reduce")
        page.context.clear_cookies()
        assert page.evaluate(_GLOBALS) == self._untouched, "a script outlives its test: let its phone be its own"
        self._pages.append(page)


_NOWHERE = "/nowhere"
_GLOBALS = "Object.getOwnPropertyNames(window).length + Object.getOwnPropertyNames(Navigator.prototype).length"


def started(browser: Browser, **options: Any) -> Page:
    # Sand that falls has each frame drawn: only a test of what moves needs it.
    return open_phone(browser, **{"reduced_motion": "reduce", **options}).new_page()


@pytest.fixture(scope="session")
def spare(browser: Browser) -> SparePhones:
    return SparePhones(browser)


@pytest.fixture
def visit(
    browser: Browser, venue: Venue, errors: list[str], spare: SparePhones, request: pytest.FixtureRequest
) -> Iterator[Callable[..., Page]]:
    """Opens a phone of its own at an address; it has joined by default, and sits for both. With `own`, or options for
    its context, no other test gets it: so it has to be where scripts or a clock are added for good."""
    phones: dict[Page, bool] = {}
    failed = request.session.testsfailed

    def visit(
        path: str = "/",
        *,
        joined: bool = True,
        seat: PhoneSeat = PhoneSeat.BOTH,
        viewport: ViewportSize = PHONE,
        own: bool = False,
        **options: Any,
    ) -> Page:
        own = own or bool(options) or not venue.url.endswith(f":{PORT}")
        if own:
            page = started(browser, base_url=venue.url, viewport=viewport, **options)
        else:
            page = spare.take(viewport)
        phones[page] = own
        page.on("pageerror", broke)
        if joined:
            page.context.add_cookies([{"name": COOKIE, "value": venue.joined(seat), "url": venue.url}])
        page.goto(path)
        return page

    def broke(error: Error) -> None:
        errors.append(str(error))

    yield visit
    for page, own in phones.items():
        if own or request.session.testsfailed > failed:
            page.context.close()
        else:
            spare.give_back(page)
            page.remove_listener("pageerror", broke)
