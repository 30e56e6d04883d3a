"""The screens of a panel in one picture."""

import io
from random import Random

import pytest
from msgspec.structs import replace
from PIL import Image

from companion.config import shipped_panel
from companion.table.errors import NotHere
from companion.table.view import Phase, TableView
from tests.cpu import costs_ms
from tests.web.fakes import FakePanel
from web.panel.picture import picture, screens_png, size_of

VIEW = TableView(server_ms=0, game="wartime", phase=Phase.SETUP, paused=False)
LIT, DARK, NOTHING = (178, 226, 255, 255), (4, 7, 10, 255), (0, 0, 0, 0)
DEAREST = 64
"""As many screens as a panel may have."""


def opened(panel: FakePanel) -> Image.Image:
    return Image.open(io.BytesIO(screens_png(panel, VIEW))).convert("RGBA")


def test_each_screen_stands_in_its_place() -> None:
    panel = FakePanel()
    panel.shown["red-30"] = bytes(range(256)) * 4
    seen = opened(panel)
    assert panel.asked_of == [VIEW]
    # Two rows of five, a side each, and what both share.
    assert seen.size == (5 * 128 + 4 * 6, 3 * 64 + 2 * 6)
    at = [screen.id for screen in panel.config.screens].index("red-30")
    left, top = at % 5 * 134, at // 5 * 70
    glass = seen.crop((left, top, left + 128, top + 64))
    lit = picture(panel.shown["red-30"], width=128, height=64)
    assert [pixel == LIT for pixel in pixels(glass)] == [bool(pixel) for pixel in pixels(lit)]
    colours = seen.getcolors()
    assert colours is not None
    assert {colour for _, colour in colours} == {LIT, DARK, NOTHING}


def pixels(image: Image.Image) -> list[object]:
    return [image.getpixel((x, y)) for y in range(image.height) for x in range(image.width)]


@pytest.mark.parametrize("sizes", [((128, 64), (256, 64), (128, 32)), ((64, 128),) * 7, ((96, 64),)])
def test_screens_of_any_size_stand_side_by_side(sizes: tuple[tuple[int, int], ...]) -> None:
    full = shipped_panel("full")
    screens = tuple(
        replace(screen, width=width, height=height)
        for screen, (width, height) in zip(full.screens, sizes, strict=False)
    )
    panel = FakePanel(replace(full, screens=screens))
    panel.shown = {each.id: b"\xff" * (each.width * each.height // 8) for each in screens}
    seen = opened(panel)
    assert seen.size == size_of(panel.describe().screens)
    # None hides another.
    assert sum(pixel == LIT for pixel in pixels(seen)) == sum(width * height for width, height in sizes)


def test_a_panel_without_screens_has_no_picture() -> None:
    with pytest.raises(NotHere):
        screens_png(FakePanel(replace(shipped_panel("full"), screens=())), VIEW)


def test_the_largest_panel_is_drawn_at_once_and_small() -> None:
    full = shipped_panel("full")
    noise = Random(1).randbytes(256 * 128 // 8 * DEAREST)
    screens = tuple(replace(full.screens[0], id=f"s{each}", width=256, height=128) for each in range(DEAREST))
    panel = FakePanel(replace(full, screens=screens))
    panel.shown = {each.id: noise[4096 * at : 4096 * (at + 1)] for at, each in enumerate(screens)}
    drawn, ms = costs_ms(lambda: screens_png(panel, VIEW))
    assert ms < 200
    assert len(drawn) < 1_000_000
