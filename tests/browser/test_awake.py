"""A phone stays awake while a match runs and somebody has touched it lately."""

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from companion.table.commands import Begin, End
from tests.browser.conftest import Venue, until

Visit = Callable[..., Page]
NO_LOCK = "Object.defineProperty(Navigator.prototype, 'wakeLock', { value: undefined });"
"""As on a page over plain HTTP."""
WEBKIT = "Object.defineProperty(Navigator.prototype, 'vendor', { value: 'Apple Computer, Inc.' });"
LOCKS = """window.locks = window.told = 0;
Object.defineProperty(Navigator.prototype, "wakeLock", { value: {
    async request(kind) {
        if (kind !== "screen") throw new TypeError(kind);
        locks += 1;
        const lock = new EventTarget();
        lock.release = () => {
            locks -= 1;
            setTimeout(() => told += lock.dispatchEvent(new Event("release")), 50); // later than it is done
        };
        return lock;
    },
} });"""

PLAYS = """async (video) => {
    const seen = await new Promise((found) => new IntersectionObserver(([entry]) => found(entry)).observe(video));
    return {
        stream: video.srcObject instanceof MediaStream && video.srcObject.active,
        plays: !video.paused && !video.ended,
        loop: video.loop,
        onScreen: seen.intersectionRatio >= 0.75,
        sound: video.srcObject.getAudioTracks().length > 0 && !video.muted && video.volume > 0,
        muted: video.muted,
    };
}"""


def phone(visit: Visit, *scripts: str) -> Page:
    page = visit(own=True)
    for script in scripts:
        page.add_init_script(script)
    page.reload()
    return page


@pytest.mark.parametrize("engine", ["Blink", "WebKit"])
def test_over_plain_http_a_video_plays_as_each_engine_wants_it(visit: Visit, venue: Venue, engine: str) -> None:
    """Blink: a stream, three quarters of it on the screen. Gecko: a stream. WebKit: sound too, and no loop."""
    page = phone(visit, NO_LOCK, *([WEBKIT] if engine == "WebKit" else []))
    video = page.locator("video.awake")
    venue.do(Begin())
    expect(page.locator("main")).to_have_attribute("data-phase", "running")
    expect(video).to_have_count(0)
    page.locator(".title").tap()
    expect(video).to_have_count(1)
    until(page, "document.querySelector('video.awake').readyState >= 2")
    sound = engine == "WebKit"
    wanted = {"stream": True, "plays": True, "loop": False, "onScreen": True, "sound": sound, "muted": not sound}
    assert video.evaluate(PLAYS) == wanted
    venue.do(End())
    expect(video).to_have_count(0)


def test_where_the_page_is_secure_it_asks_for_a_lock_and_the_menu_switches_it(visit: Visit, venue: Venue) -> None:
    page = phone(visit, LOCKS)
    venue.do(Begin())
    expect(page.locator("main")).to_have_attribute("data-phase", "running")
    page.locator(".title").tap()
    until(page, "locks === 1")
    switch = page.get_by_role("dialog").get_by_role("button", name="Stay awake")
    expect(switch).to_have_attribute("aria-pressed", "true")
    switch.tap()
    until(page, "locks === 0")
    expect(switch).to_have_attribute("aria-pressed", "false")
    switch.tap()
    until(page, "locks === 1")
    until(page, "told === 1")
    venue.do(End())
    until(page, "locks === 0")


def test_a_screen_for_spectators_needs_no_touch(visit: Visit, venue: Venue) -> None:
    page = phone(visit, LOCKS)
    venue.do(Begin())
    page.goto("/watch")
    until(page, "locks === 1")
    venue.do(End())
    until(page, "locks === 0")


def test_a_page_that_shows_something_else_stays_awake_too(visit: Visit, venue: Venue) -> None:
    venue.do(Begin())
    page = phone(visit, NO_LOCK)
    page.goto("/rulings")
    expect(page.locator("[data-phase=running]")).to_have_count(1)
    page.locator("#q").tap()
    expect(page.locator("video.awake")).to_have_count(1)
    venue.do(End())
    expect(page.locator("video.awake")).to_have_count(0)
