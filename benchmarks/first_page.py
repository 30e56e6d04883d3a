"""What the first page costs a phone that has never been here.

A phone's window in Chromium, its processor made four times slower, opens the table while a game is running; once as it
comes, and once with the letters half a second late.
"""

import time
from collections.abc import Iterator
from typing import Any, NamedTuple
from urllib.parse import urlsplit

from playwright.sync_api import Browser, Route

from benchmarks.figures import Figure
from benchmarks.running import RunningService
from tests.browser.venue import PHONE

SHORT = {"settled_ms": 600, "slower": 1}
LATE_S = 0.5

WATCH_SHIFTS = """
    window.shifted = 0;
    new PerformanceObserver((list) => {
        for (const entry of list.getEntries()) shifted += entry.value;
    }).observe({ type: "layout-shift", buffered: true });
"""


class Visit(NamedTuple):
    """`sent`: bytes with their heads, by request; `paths`: what was asked for; `shift`: how far the page moved, in
    Chromium's measure."""

    sent: list[float]
    paths: list[str]
    shift: float


def late(route: Route) -> None:
    time.sleep(LATE_S)
    route.continue_()


def visit(browser: Browser, service: RunningService, settled_ms: int, *, slower: int, letters_late: bool) -> Visit:
    context = browser.new_context(viewport=PHONE, has_touch=True)
    page = context.new_page()
    page.add_init_script(WATCH_SHIFTS)
    tools = context.new_cdp_session(page)
    tools.send("Network.enable")
    tools.send("Emulation.setCPUThrottlingRate", {"rate": slower})
    paths: list[str] = []
    sent: list[float] = []

    def asked(event: Any) -> None:
        paths.append(urlsplit(event["request"]["url"]).path)

    def came(event: Any) -> None:
        sent.append(event["encodedDataLength"])

    tools.on("Network.requestWillBeSent", asked)
    tools.on("Network.loadingFinished", came)
    if letters_late:
        page.route("**/*.woff2", late)
    page.goto(f"http://127.0.0.1:{service.port}/")
    page.wait_for_timeout(settled_ms)
    shift = page.evaluate("shifted")
    context.close()
    return Visit(sent, paths, shift)


def measure(service: RunningService, browser: Browser, *, settled_ms: int = 2000, slower: int = 4) -> Iterator[Figure]:
    service.post("/api/table/begin")
    plain = visit(browser, service, settled_ms, slower=slower, letters_late=False)
    late = visit(browser, service, settled_ms, slower=slower, letters_late=True)
    yield Figure.of("the first page on a new phone, as sent", [round(sum(plain.sent))], "bytes")
    yield Figure.of("the first page's requests", [len(plain.paths)])
    yield Figure.of("the first page's layout shift", [plain.shift])
    yield Figure.of("the first page's layout shift with letters half a second late", [late.shift])
