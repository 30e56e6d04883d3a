import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, BrowserContext, Locator, Page, expect, sync_playwright

from tests.browser.venue import ARGUMENTS, CHROMIUM, PATIENCE_MS, PHONE, Stage, Venue
from web.http.access import COOKIE
from web.http.seating import PhoneSeat


def until(page: Page, condition: str) -> None:
    """Waits in the page for a condition. Playwright's own wait evaluates text again and again, which pages forbid."""
    page.evaluate(
        f"""async () => {{
            const late = performance.now() + {PATIENCE_MS};
            while (!({condition})) {{
                if (performance.now() > late) throw new Error("waited in vain");
                await new Promise(requestAnimationFrame);
            }}
        }}"""
    )


def rested(page: Page) -> None:
    """Until a second tap on the same place counts as one that is meant (web/static/guard.js)."""
    page.evaluate("window.tapped = performance.now()")
    until(page, "performance.now() - tapped > 400")


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


@pytest.fixture
def venue(tmp_path: Path) -> Iterator[Venue]:
    venue = Venue(tmp_path)
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


@pytest.fixture
def visit(browser: Browser, venue: Venue, errors: list[str]) -> Iterator[Callable[..., Page]]:
    """Opens a phone of its own at an address; it has joined by default, and sits for both."""
    contexts: list[BrowserContext] = []

    def visit(path: str = "/", *, joined: bool = True, seat: PhoneSeat = PhoneSeat.BOTH, **options: Any) -> Page:
        context = browser.new_context(
            **{
                "viewport": PHONE,
                "has_touch": True,
                "base_url": venue.url,
                "reduced_motion": "no-preference",
                **options,
            }
        )
        contexts.append(context)
        context.set_default_timeout(PATIENCE_MS)
        page = context.new_page()
        page.on("pageerror", lambda error: errors.append(str(error)))
        if joined:
            context.add_cookies([{"name": COOKIE, "value": venue.joined(seat), "url": venue.url}])
        page.goto(path)
        return page

    yield visit
    for context in contexts:
        context.close()
