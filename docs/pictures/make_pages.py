"""Draws docs/pictures/table.png, the pages of a running table as a phone and a laptop show them, and hall.png: an
organiser's phone, and the wall beside it.

Run it from the repository's root: python docs/pictures/make_pages.py. It needs Chromium.
"""

import shutil
import sys
import tempfile
from collections.abc import Sequence
from io import BytesIO
from pathlib import Path

from PIL import Image
from playwright.sync_api import Browser, sync_playwright

ROOT = Path(__file__).parent.parent.parent
sys.path[:0] = [str(ROOT), str(ROOT / "benchmarks")]

from running import RunningService  # noqa: E402 - found by the line above

from tests.browser.hall_venue import HallVenue  # noqa: E402 - likewise
from web.http.access import COOKIE  # noqa: E402 - likewise

FLIPS = [("red-60a", "Wolf Rider"), ("red-90", "Orc"), ("gold-60a", "Archer"), ("gold-90", "Knight")]
GAP = 24


def picture(browser: Browser, address: str, cookie: str, *, width: int, height: int) -> Image.Image:
    context = browser.new_context(
        viewport={"width": width, "height": height}, color_scheme="dark", extra_http_headers={"Cookie": cookie}
    )
    page = context.new_page()
    page.goto(address)
    page.wait_for_timeout(700)
    taken = Image.open(BytesIO(page.screenshot()))
    context.close()
    return taken


def table() -> Sequence[Image.Image]:
    with tempfile.TemporaryDirectory() as folder, RunningService(Path(folder)) as service, sync_playwright() as p:
        browser = p.chromium.launch(executable_path=shutil.which("chromium"), args=["--no-sandbox"])
        service.join()
        service.post("/api/table/begin")
        service.post("/api/timers/neutral-600/flip")
        service.post("/api/timers/red-30/flip", {"unit": "Goblin"})
        browser.new_page().wait_for_timeout(22_000)
        for timer, unit in FLIPS:
            service.post(f"/api/timers/{timer}/flip", {"unit": unit})
        service.post("/api/timers/gold-spell/flip", {"card": "Fireball"})
        browser.new_page().wait_for_timeout(4_000)
        address = f"http://127.0.0.1:{service.port}"
        phone = picture(browser, f"{address}/", service.cookie, width=360, height=740)
        panel = picture(browser, f"{address}/panel", service.cookie, width=1180, height=740)
        browser.close()
    return phone, panel


def hall() -> Sequence[Image.Image]:
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as p:
        browser = p.chromium.launch(executable_path=shutil.which("chromium"), args=["--no-sandbox"])
        venue = HallVenue(Path(folder))
        venue.busy()
        cookie = f"{COOKIE}={venue.cookie}"
        phone = picture(browser, venue.url, cookie, width=360, height=740)
        wall = picture(browser, f"{venue.url}/wall", cookie, width=1180, height=664)
        browser.close()
        venue.close()
    return phone, wall


def main() -> None:
    for name, (phone, beside) in (("table", table()), ("hall", hall())):
        sheet = Image.new("RGB", (phone.width + GAP + beside.width, phone.height), "#000000")
        sheet.paste(phone, (0, 0))
        sheet.paste(beside, (phone.width + GAP, (phone.height - beside.height) // 2))
        sheet.quantize(64).save(ROOT / "docs" / "pictures" / f"{name}.png", optimize=True)


if __name__ == "__main__":
    main()
