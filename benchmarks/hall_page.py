"""The organiser's page in a real browser, and when it had drawn each press. See hall_load.py."""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager

from playwright.sync_api import Page, sync_playwright

from tests.browser.venue import ARGUMENTS, CHROMIUM, PHONE
from web.http.access import COOKIE

LONG_MS = 50
"""Frames that took longer are what the browser itself reports: its long animation frames."""
WATCH = """
    window.seen = [];
    window.long = [];
    const fresh = new Set();
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = ({ data }) => {
        const at = (performance.timeOrigin + performance.now()) / 1000;
        for (const [table, score] of data) seen.push([table, score, at]);
    };
    new MutationObserver((records) => {
        if (!fresh.size) requestAnimationFrame(() => {
            port2.postMessage([...fresh].map((spot) =>
                [spot.dataset.table, Number(spot.querySelector(".sides b").textContent)]));
            fresh.clear();
        });
        for (const { target } of records) {
            const spot = (target.closest ? target : target.parentElement)?.closest("[data-table]");
            if (spot) fresh.add(spot);
        }
    }).observe(document.querySelector("#grid"), { subtree: true, childList: true, characterData: true });
    new PerformanceObserver((list) => {
        for (const { duration } of list.getEntries()) long.push(duration);
    }).observe({ type: "long-animation-frame" });
"""
"""Notes each tile's score once the page has styled, laid out and painted the frame that shows it: a message that is
sent while a frame is made comes after that. What the screen needs to show it then is not in it."""
Note = tuple[str, int, float]
"""A table, the number of a press there, when."""


class Grid:
    """The organiser's grid on a phone, all tables on it."""

    def __init__(self, page: Page) -> None:
        self._page = page
        self._tools = page.context.new_cdp_session(page)
        self._tools.send("Performance.enable")

    def seen(self) -> list[Note]:
        return [(table, number, at) for table, number, at in self._page.evaluate("seen")]

    def long_ms(self) -> list[float]:
        """How long each frame took that took longer than LONG_MS."""
        return [float(each) for each in self._page.evaluate("long")]

    def forget(self) -> None:
        self._page.evaluate("seen.length = long.length = 0")

    def busy_s(self) -> dict[str, float]:
        """What the page's own thread has done since it began, seconds of each kind: "Task" is all of it."""
        found = {each["name"]: each["value"] for each in self._tools.send("Performance.getMetrics")["metrics"]}
        return {kind: float(found[f"{kind}Duration"]) for kind in ("Task", "Script", "RecalcStyle", "Layout")}


@contextmanager
def opened(url: str, cookie: str, *, tables: int, beside: Sequence[str] = ()) -> Iterator[Grid]:
    """Once so many tables are on it; the pages `beside` it are each in a tab of its own."""
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=ARGUMENTS)
        context = browser.new_context(viewport=PHONE, has_touch=True)
        context.add_cookies([{"name": COOKIE, "value": cookie, "url": url}])
        for path in beside:
            context.new_page().goto(url + path)
        page = context.new_page()
        page.goto(url)
        page.wait_for_function(f"document.querySelectorAll('#grid [data-table] .sides b').length >= {tables}")
        page.evaluate(WATCH)
        yield Grid(page)
        browser.close()
