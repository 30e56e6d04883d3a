"""A state as a browser shows it."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from playwright.sync_api import Browser, Page

from tests.browser.shifts import settle, slowed, watch
from tests.browser.states import State
from tests.browser.venue import PATIENCE_MS, PHONE, Stage
from web.http.access import COOKIE

LATER_MS = 1500
"""What a page means to do that much later or more never happens: what it has said stays there to be looked at."""
_NOTHING_LATER = f"""
    const soon = window.setTimeout;
    window.setTimeout = (then, wait = 0, ...rest) => (wait < {LATER_MS} ? soon(then, wait, ...rest) : 0);
"""
_STAND = "const stood = performance.now(); performance.now = () => stood;"


@contextmanager
def shown(
    browser: Browser, stage: Stage, state: State, *, errors: list[str] | None = None, **options: Any
) -> Iterator[Page]:
    """The page in that state, come to by a slow phone, and where it stays: its clock stands as the table's does. What
    its scripts break on is put into `errors`; `options` are the browser context's."""
    stage.clear()
    state.play(stage)
    context = browser.new_context(
        **{"viewport": PHONE, "has_touch": True, "base_url": stage.url, "color_scheme": "dark", **options}
    )
    try:
        context.set_default_timeout(PATIENCE_MS)
        context.add_init_script(_NOTHING_LATER)
        watch(context)
        if state.seat:
            context.add_cookies([{"name": COOKIE, "value": stage.joined(state.seat), "url": stage.url}])
        page = context.new_page()
        if errors is not None:
            page.on("pageerror", lambda error: errors.append(str(error)))
        with slowed(page):
            page.goto(state.path)
            settle(page)
            state.act(page)
            settle(page)
        page.evaluate(_STAND)
        yield page
    finally:
        context.close()
