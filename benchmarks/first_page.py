"""What the first page costs a phone that has never been here. Run it from the repository's root:
python benchmarks/first_page.py.

A phone's window in Chromium, its processor made four times slower, opens the table while a game is running; once as it
comes, and once with the letters half a second late.
"""

import tempfile
import time
from pathlib import Path
from typing import Any, NamedTuple
from urllib.parse import urlsplit

from playwright.sync_api import Browser, Route, sync_playwright
from running import RunningService

from tests.browser.conftest import ARGUMENTS, CHROMIUM, PHONE

SETTLED_MS = 2000
LATE_S = 0.5
SLOWER = 4

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


def visit(browser: Browser, service: RunningService, *, letters_late: bool) -> Visit:
    context = browser.new_context(viewport=PHONE, has_touch=True)
    page = context.new_page()
    page.add_init_script(WATCH_SHIFTS)
    tools = context.new_cdp_session(page)
    tools.send("Network.enable")
    tools.send("Emulation.setCPUThrottlingRate", {"rate": SLOWER})
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
    page.wait_for_timeout(SETTLED_MS)
    shift = page.evaluate("shifted")
    context.close()
    return Visit(sent, paths, shift)


def measure() -> tuple[Visit, Visit]:
    with tempfile.TemporaryDirectory() as folder, RunningService(Path(folder)) as service, sync_playwright() as play:
        service.join()
        service.post("/api/table/begin")
        browser = play.chromium.launch(executable_path=CHROMIUM, args=ARGUMENTS)
        visits = visit(browser, service, letters_late=False), visit(browser, service, letters_late=True)
        browser.close()
        return visits


if __name__ == "__main__":
    if CHROMIUM is None:
        print("first page: there is no Chromium here to open it")
    else:
        plain, slow = measure()
        print(f"first page, bytes as sent: {sum(plain.sent):.0f} (goal 45000)")
        print(f"first page, requests: {len(plain.paths)} (goal 10), of the table: {plain.paths.count('/api/table')}")
        print(f"first page, layout shift: {plain.shift:.4f}, with letters {LATE_S} s late {slow.shift:.4f} (goal 0.02)")
