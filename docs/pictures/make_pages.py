"""Draws the pages that the README and the guides show, as a phone has them, and hall.png: an organiser's phone with the
wall beside it.

Run it from the repository's root: python docs/pictures/make_pages.py. It needs Chromium.
"""

import sys
import tempfile
from io import BytesIO
from pathlib import Path

from PIL import Image
from playwright.sync_api import Browser, sync_playwright

ROOT = Path(__file__).parent.parent.parent
sys.path.insert(0, str(ROOT))

from tests.browser.hall_venue import HallVenue  # noqa: E402 - found by the line above
from tests.browser.states import STATES  # noqa: E402 - likewise
from tests.browser.venue import ARGUMENTS, CHROMIUM, Stage  # noqa: E402
from tests.browser.visits import shown  # noqa: E402
from web.http.access import COOKIE  # noqa: E402

PAGES = {
    "wartime": "wartime-an-attack-on-the-map",
    "warzone": "warzone-the-duel-sheet",
    "battleline": "battleline-a-flag-that-can-be-claimed",
    "first-page": "wartime-a-stranger-s-first-page",
    "replay": "wartime-a-replay-paused",
    "backup": "wartime-backup",
    "phones": "all-phones-all-opened",
}
"""Each picture's name, and the state of tests/browser/states.py that it shows."""
GAP = 24
COLOURS = 64


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


def hall(browser: Browser, folder: Path) -> Image.Image:
    venue = HallVenue(folder)
    venue.busy()
    cookie = f"{COOKIE}={venue.cookie}"
    phone = picture(browser, venue.url, cookie, width=360, height=740)
    wall = picture(browser, f"{venue.url}/wall", cookie, width=1180, height=664)
    venue.close()
    sheet = Image.new("RGB", (phone.width + GAP + wall.width, phone.height), "#000000")
    sheet.paste(phone, (0, 0))
    sheet.paste(wall, (phone.width + GAP, (phone.height - wall.height) // 2))
    return sheet


def save(name: str, drawn: Image.Image) -> None:
    drawn.convert("RGB").quantize(COLOURS).save(ROOT / "docs" / "pictures" / f"{name}.png", optimize=True)


def main() -> None:
    states = {state.id: state for state in STATES}
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=ARGUMENTS)
        stage = Stage(Path(folder))
        for name, state in PAGES.items():
            with shown(browser, stage, states[state]) as page:
                save(name, Image.open(BytesIO(page.screenshot())))
        stage.close()
        save("hall", hall(browser, Path(folder, "hall")))
        browser.close()


if __name__ == "__main__":
    main()
