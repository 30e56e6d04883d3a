"""A state as a browser shows it."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from playwright.sync_api import Browser, BrowserContext, Error, Page

from tests.browser.shifts import settle, slowed, watch
from tests.browser.states import State
from tests.browser.venue import PHONE, Stage, open_phone
from web.http.access import COOKIE

LATER_MS = 1500
"""What a page means to do that much later or more never happens: what it has said stays there to be looked at."""
_NOTHING_LATER = f"""
    const soon = window.setTimeout;
    window.setTimeout = (then, wait = 0, ...rest) => (wait < {LATER_MS} ? soon(then, wait, ...rest) : 0);
"""
_STAND = "const stood = performance.now(); performance.now = () => stood;"


def phone_at(browser: Browser, stage: Stage, **options: Any) -> BrowserContext:
    """A phone beside the stage on which pages stay as they are; `options` are the browser context's."""
    context = open_phone(browser, **{"base_url": stage.url, "color_scheme": "dark", **options})
    context.add_init_script(_NOTHING_LATER)
    watch(context)
    return context


def bring(page: Page, stage: Stage, state: State) -> None:
    """Brings the table and then the page to that state, where it stays: its clock stands as the table's does."""
    stage.clear()
    state.play(stage)
    page.context.clear_cookies()
    if state.seat:
        page.context.add_cookies([{"name": COOKIE, "value": stage.joined(state.seat), "url": stage.url}])
    page.goto(state.path)
    settle(page)
    state.act(page)
    settle(page)
    page.evaluate(_STAND)


@contextmanager
def shown(
    browser: Browser, stage: Stage, state: State, *, errors: list[str] | None = None, **options: Any
) -> Iterator[Page]:
    """A page of its own in that state, come to by a slow phone. What its scripts break on is put into `errors`."""
    context = phone_at(browser, stage, **options)
    try:
        page = context.new_page()
        if errors is not None:
            page.on("pageerror", lambda error: errors.append(str(error)))
        with slowed(page):
            bring(page, stage, state)
        yield page
    finally:
        context.close()


@contextmanager
def shown_on(page: Page, stage: Stage, state: State, *, errors: list[str]) -> Iterator[Page]:
    """The same on a page that shows other states before and after it: each finds it empty and as large as a phone."""

    def hear(error: Error) -> None:
        errors.append(str(error))

    page.on("pageerror", hear)
    try:
        bring(page, stage, state)
        yield page
    finally:
        page.remove_listener("pageerror", hear)
        page.evaluate("localStorage.clear(); sessionStorage.clear()")
        page.goto("about:blank")
        page.set_viewport_size(PHONE)
        page.emulate_media(color_scheme="dark")
