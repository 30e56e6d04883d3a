"""Draws every page and state into docs/pictures/all/, and of each game sheets on which they can be looked at together.

Run it from the root: python docs/pictures/make_states.py [part of a state's id]. It needs Chromium. What it draws is
not committed.
"""

import shutil
import sys
import tempfile
from collections.abc import Iterator
from io import BytesIO
from itertools import groupby
from pathlib import Path

from PIL import Image, ImageDraw, ImageFont
from playwright.sync_api import Page, sync_playwright

ROOT = Path(__file__).parent.parent.parent
sys.path.insert(0, str(ROOT))

from tests.browser.fits import LARGE, TELEVISION, write  # noqa: E402 - found by the line above
from tests.browser.states import STATES, WATCH, State, at_fault  # noqa: E402
from tests.browser.venue import ARGUMENTS, CHROMIUM, PHONE, Stage  # noqa: E402
from tests.browser.visits import shown  # noqa: E402

ALL = ROOT / "docs" / "pictures" / "all"
SIZES = {"narrow": (180, 740), "aside": (740, 360), "tablet": (768, 1024), "tablet-aside": (1024, 768)}
WHOLE = 6000
"""How much of a long page is drawn, in points."""
UPRIGHT, LYING = (6, 2, (270, 555)), (2, 3, (820, 615))
"""Of a sheet: how many pictures across, how many down, and how large each at most."""


def draw(page: Page, state: State) -> Iterator[tuple[str, Image.Image]]:
    """The pictures of a state by name: a phone's in both schemes, twice as fine, and in the dark on larger screens."""
    for scheme in ("dark", "light"):
        page.emulate_media(color_scheme=scheme)
        yield f"phone-{scheme}", _picture(page)
    page.emulate_media(color_scheme="dark")
    high = page.evaluate("document.documentElement.scrollHeight")
    if high > PHONE["height"]:
        clip = {"x": 0, "y": 0, "width": PHONE["width"], "height": min(high, WHOLE)}
        yield "phone-whole", _picture(page, full_page=True, clip=clip, scale="css")
    sizes = SIZES | ({"television": TELEVISION} if state.path == WATCH else {})
    for name, (width, height) in sizes.items():
        page.set_viewport_size({"width": width, "height": height})
        yield name, _picture(page, scale="css")
    page.set_viewport_size(PHONE)
    write(page, LARGE)
    yield "large-letters", _picture(page, scale="css")


def draw_fault(page: Page) -> Iterator[tuple[str, Image.Image]]:
    """The same of a table that says what is broken, upright and on its side."""
    for name, (width, height) in (("fault", (PHONE["width"], PHONE["height"])), ("fault-aside", SIZES["aside"])):
        page.set_viewport_size({"width": width, "height": height})
        yield name, _picture(page, scale="css")


def _picture(page: Page, **options: object) -> Image.Image:
    page.evaluate("new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))")
    return Image.open(BytesIO(page.screenshot(**options))).convert("RGB")  # type: ignore[arg-type]


def contact_sheets(folder: Path) -> None:
    """Of each kind of picture in the folder, so many to a sheet."""
    drawn = sorted(folder.glob("*/*.png"), key=lambda path: (path.stem, path.stat().st_mtime_ns))
    for kind, found in groupby(drawn, key=lambda path: path.stem):
        paths = list(found)
        with Image.open(paths[0]) as first:
            across, down, size = LYING if first.width > first.height else UPRIGHT
        for number, start in enumerate(range(0, len(paths), across * down), start=1):
            sheet = _sheet(paths[start : start + across * down], across, down, size)
            sheet.save(folder / f"{kind}-{number}.png")


def _sheet(paths: list[Path], across: int, down: int, size: tuple[int, int]) -> Image.Image:
    wide, high = size
    sheet = Image.new("RGB", (across * (wide + 8), down * (high + 28)), "#444444")
    pen, font = ImageDraw.Draw(sheet), ImageFont.load_default(15)
    for index, path in enumerate(paths):
        left, top = index % across * (wide + 8), index // across * (high + 28)
        thumb = Image.open(path)
        thumb.thumbnail(size)
        sheet.paste(thumb, (left, top + 24))
        pen.text((left + 2, top + 3), path.parent.name[:36], font=font)
    return sheet


def main(part: str) -> None:
    states = [state for state in STATES if part in state.id]
    if not part:
        shutil.rmtree(ALL, ignore_errors=True)
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=ARGUMENTS)
        stage = Stage(Path(folder))
        for state in states:
            into = ALL / state.game / state.id.removeprefix(f"{state.game}-")
            into.mkdir(parents=True, exist_ok=True)
            with shown(browser, stage, state, device_scale_factor=2) as page:
                for name, picture in draw(page, state):
                    picture.save(into / f"{name}.png")
            with shown(browser, stage, at_fault(state), device_scale_factor=1) as page:
                for name, picture in draw_fault(page):
                    picture.save(into / f"{name}.png")
        stage.close()
        browser.close()
    for game in {state.game for state in states}:
        contact_sheets(ALL / game)


if __name__ == "__main__":
    main(sys.argv[1] if len(sys.argv) > 1 else "")
