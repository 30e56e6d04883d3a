"""The site on a phone's home screen: a manifest with an icon for every use, and a way back on every page.

That every page has one is held on the walks of test_every_way.py.
"""

import io
import re

import pytest
from PIL import Image

from tests.web.conftest import Phone


def picture(phone: Phone, path: str) -> Image.Image:
    with phone.get(path) as answer:
        assert (answer.status_code, answer.mimetype) == (200, "image/png")
        return Image.open(io.BytesIO(answer.data))


def test_every_page_names_a_manifest_that_opens_the_table_by_itself(passer_by: Phone) -> None:
    for path in ("/", "/watch", "/warzone/shoot", "/print/chits"):
        page = passer_by.get(path).text
        assert '<link rel="manifest" href="/manifest.webmanifest">' in page
        assert re.findall(r'<meta name="theme-color" content="(#\w+)" media="\(prefers-color-scheme: (\w+)', page) == [
            ("#10201d", "dark"),
            ("#f4efe3", "light"),
        ]
    with passer_by.get("/manifest.webmanifest") as answer:
        assert answer.mimetype == "application/manifest+json"
        manifest = answer.get_json(force=True)
    wanted = {"name": "Warglass", "start_url": "/", "scope": "/", "display": "standalone", "theme_color": "#10201d"}
    assert manifest.items() >= wanted.items()


def test_icons_have_the_sizes_that_they_say_and_the_maskable_one_survives_a_round_cut(passer_by: Phone) -> None:
    icons = passer_by.get("/manifest.webmanifest").get_json(force=True)["icons"]
    drawn = [each for each in icons if each["type"] == "image/png"]
    assert {(each["sizes"], each["purpose"]) for each in drawn} == {
        ("192x192", "any"), ("512x512", "any"), ("512x512", "maskable"),
    }  # fmt: skip
    for each in drawn:
        found = picture(passer_by, each["src"])
        assert f"{found.width}x{found.height}" == each["sizes"]
    cut = picture(passer_by, next(each["src"] for each in drawn if each["purpose"] == "maskable")).convert("RGBA")
    ground = cut.getpixel((0, 0))
    assert ground == (16, 32, 29, 255)
    outside = [(x, y) for x in range(0, 512, 8) for y in range(0, 512, 8) if (x - 256) ** 2 + (y - 256) ** 2 > 205**2]
    assert {cut.getpixel(at) for at in outside} == {ground}


@pytest.mark.parametrize(("path", "size"), [("/apple-touch-icon.png", 180), ("/favicon.ico", 48)])
def test_icons_that_browsers_ask_for_by_themselves(passer_by: Phone, path: str, size: int) -> None:
    assert picture(passer_by, path).size == (size, size)
