"""Draws docs/pictures/table.png: the pages of a running table, as a phone and a laptop show them.

Run it from the repository's root: python docs/pictures/make_pages.py. It needs Chromium.
"""

import shutil
import sys
import tempfile
from io import BytesIO
from pathlib import Path

from PIL import Image
from playwright.sync_api import Browser, sync_playwright

ROOT = Path(__file__).parent.parent.parent
sys.path.insert(0, str(ROOT / "benchmarks"))

from running import RunningService  # noqa: E402 - found by the line above

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


def main() -> None:
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
    sheet = Image.new("RGB", (phone.width + GAP + panel.width, phone.height), "#000000")
    sheet.paste(phone, (0, 0))
    sheet.paste(panel, (phone.width + GAP, 0))
    sheet.quantize(64).save(ROOT / "docs" / "pictures" / "table.png", optimize=True)


if __name__ == "__main__":
    main()
