"""Draws docs/pictures/press.gif: a press on the simulated panel, the sand on its screen, and the phone that follows.

Run it from the repository's root: python docs/pictures/make_moving.py. It needs Chromium.
"""

import sys
import tempfile
from collections.abc import Iterator
from io import BytesIO
from pathlib import Path

from PIL import Image, ImageDraw
from playwright.sync_api import Browser, Locator, Page, sync_playwright

ROOT = Path(__file__).parent.parent.parent
sys.path.insert(0, str(ROOT))

from benchmarks.running import RunningService  # noqa: E402 - found by the line above
from tests.browser.venue import ARGUMENTS, CHROMIUM  # noqa: E402 - likewise

TARGET = ROOT / "docs" / "pictures" / "press.gif"
PHONE = (360, 740)
PANEL = (480, 740)
GAP = 16
FRAME_MS = 250
STILL_FRAMES = 3
"""Frames before the first press, and while a finger stays on a button."""
PRESSES = (("gold-60a", 7), ("gold-90", 7), ("gold-30", 9))
"""Each button, and how many frames follow its press."""
COLOURS = 48
FINGER_RADIUS = 34
FINGER = (240, 231, 211)


def opened(browser: Browser, service: RunningService, path: str, size: tuple[int, int]) -> Page:
    """Opens a page as a joined phone of this size, in the dark scheme."""
    context = browser.new_context(
        viewport={"width": size[0], "height": size[1]},
        color_scheme="dark",
        extra_http_headers={"Cookie": service.cookie},
    )
    page = context.new_page()
    page.goto(f"http://127.0.0.1:{service.port}{path}")
    return page


def frame(panel: Page, phone: Page, finger: Locator | None = None) -> Image.Image:
    """Returns both pages side by side, with a finger's outline on a button where one is pressed."""
    sheet = Image.new("RGB", (PANEL[0] + GAP + PHONE[0], PANEL[1]))
    sheet.paste(Image.open(BytesIO(panel.screenshot())), (0, 0))
    sheet.paste(Image.open(BytesIO(phone.screenshot())), (PANEL[0] + GAP, 0))
    if finger is not None and (box := finger.bounding_box()):
        x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
        around = (x - FINGER_RADIUS, y - FINGER_RADIUS, x + FINGER_RADIUS, y + FINGER_RADIUS)
        ImageDraw.Draw(sheet).ellipse(around, outline=FINGER, width=5)
    return sheet


def scene(panel: Page, phone: Page) -> Iterator[Image.Image]:
    """Yields the frames, a quarter of a second apart."""
    for _ in range(STILL_FRAMES):
        yield frame(panel, phone)
        phone.wait_for_timeout(FRAME_MS / 2)
    for control, frames in PRESSES:
        button = panel.locator(f"[data-control={control}] button")
        button.hover()
        yield frame(panel, phone, button)
        panel.mouse.down()
        yield frame(panel, phone, button)
        panel.mouse.up()
        for _ in range(frames):
            yield frame(panel, phone)
            phone.wait_for_timeout(FRAME_MS / 2)


def main() -> None:
    with tempfile.TemporaryDirectory() as folder, RunningService(Path(folder)) as service, sync_playwright() as p:
        browser = p.chromium.launch(executable_path=CHROMIUM, args=ARGUMENTS)
        service.join()
        service.post("/api/table/begin")
        service.post("/api/timers/neutral-600/flip")
        panel = opened(browser, service, "/panel", PANEL)
        phone = opened(browser, service, "/", PHONE)
        for page in (panel, phone):
            page.wait_for_timeout(1_500)
        frames = list(scene(panel, phone))
        browser.close()
    # One palette for all: colours of its own in each frame would make every pixel change.
    palette = frames[-1].quantize(COLOURS)
    drawn = [each.quantize(palette=palette, dither=Image.Dither.NONE) for each in frames]
    drawn[0].save(TARGET, save_all=True, append_images=drawn[1:], duration=FRAME_MS, loop=0, optimize=True)


if __name__ == "__main__":
    main()
