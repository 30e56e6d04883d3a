"""Style, script and fonts as they are sent."""

import gzip
import re
from pathlib import Path

import pytest

from tests.web.conftest import Phone
from web.site.assets import Assets, files

GZIP = {"Accept-Encoding": "gzip, deflate"}
KEPT = "public, max-age=31536000, immutable"


def test_a_script_comes_small_to_who_can_read_it_so_and_plain_to_others(onlooker: Phone) -> None:
    url = Assets().url("table.js")
    small, plain = onlooker.get(url, headers=GZIP), onlooker.get(url)
    assert small.headers["Content-Encoding"] == "gzip"
    assert "Content-Encoding" not in plain.headers
    assert gzip.decompress(small.data) == plain.data
    assert small.headers["ETag"] != plain.headers["ETag"]
    for answer in (small, plain):
        assert answer.headers["Vary"] == "Accept-Encoding"
        assert answer.headers["Cache-Control"] == KEPT
        assert answer.content_type == "text/javascript; charset=utf-8"
        assert answer.content_length == len(answer.data)


def test_who_wants_no_gzip_gets_none(onlooker: Phone) -> None:
    answer = onlooker.get(Assets().url("table.js"), headers={"Accept-Encoding": "gzip;q=0, br"})
    assert "Content-Encoding" not in answer.headers


def test_what_a_phone_has_is_not_sent_again(onlooker: Phone) -> None:
    url = Assets().url("table.css")
    tag = onlooker.get(url, headers=GZIP).headers["ETag"]
    again = onlooker.get(url, headers={**GZIP, "If-None-Match": tag})
    assert (again.status_code, again.data) == (304, b"")
    assert again.headers["Cache-Control"] == KEPT


def test_a_font_is_sent_as_it_is(onlooker: Phone) -> None:
    answer = onlooker.get(Assets().url("fonts/barlow-500.woff2"), headers=GZIP)
    assert answer.data.startswith(b"wOF2")
    assert "Content-Encoding" not in answer.headers
    assert answer.content_type == "font/woff2"


def test_nothing_else_is_there(onlooker: Phone) -> None:
    assets = Assets()
    for url in (assets.url("nothing.css"), assets.url("../app.py"), assets.url("fonts"), "/static/0123/look.css"):
        assert onlooker.get(url).status_code == 404, url


def test_pages_and_answers_come_small_too(onlooker: Phone) -> None:
    for path in ("/", "/api/table", "/nothing"):
        small, plain = onlooker.get(path, headers=GZIP), onlooker.get(path)
        assert plain.headers["Vary"].split(", ").count("Accept-Encoding") == 1
        if path != "/nothing":
            assert small.headers["Content-Encoding"] == "gzip"
            assert len(small.data) < len(plain.data) / 2
        assert small.headers["Cache-Control"] == "no-store"


def test_a_stream_is_not_held_back_to_be_compressed(onlooker: Phone) -> None:
    with onlooker.client.get("/api/events", base_url="http://localhost", headers=GZIP, buffered=False) as answer:
        assert "Content-Encoding" not in answer.headers
        assert next(iter(answer.response)).startswith(b"event: table")


SCREENS = {"watch.css", "wartime_watch.css", "warzone_watch.css", "battleline_watch.css", "hall_wall.css", "print.css"}
"""A spectators' screen fits its words to its own size, and paper has no other."""
DRAWN = re.compile(r"\btext\b|\.cost|\.chit")
"""Letters of a drawing, which are as large as the drawing is."""
RULE = re.compile(r"([^{}]*)\{([^{}]*)\}")


@pytest.mark.parametrize(
    "path", [path for path in files().values() if path.suffix == ".css"], ids=lambda path: path.name
)
def test_letters_and_the_widths_they_are_laid_out_by_follow_the_browsers_own(path: Path) -> None:
    if path.name in SCREENS:
        return
    style = path.read_text()
    assert re.findall(r"@(?:media|container)[^{]*\dpx[^{]*", style) == []
    letters = [
        f"{selector.strip()}: {size}"
        for selector, body in RULE.findall(style)
        if not DRAWN.search(selector)
        for size in re.findall(r"(?<![\w-])(?:font|font-size):[^;]*\dpx[^;]*", body)
    ]
    assert letters == []
