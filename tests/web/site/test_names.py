"""Every side goes by one name on every page: none calls it by its colour where it has another."""

import re
from functools import lru_cache
from html.parser import HTMLParser
from typing import Any

import pytest
from flask import Flask
from werkzeug.test import TestResponse

from tests.web.conftest import Phone
from tests.web.crawl import Crawl, Patience
from tests.web.moments import MOMENTS

ONCE = Patience(asks=(1, 2), acts=(1, 1))
MORE = Patience(asks=(1, 6), acts=(1, 1))
COLOURS = re.compile(r"\b(gold|red)\b", re.IGNORECASE)
SAID = ("alt", "aria-label", "placeholder", "title")
"""The attributes that are read to somebody."""
ELSEWHERE = {
    "/rulings": "the books call tokens, timers and cards by their colours",
    "/battleline": "cards have colours",
    "/replay/": "a moment before they had said what they are called",
}
"""Where colours are what is meant, and why."""
MEANT = {
    r"a gold and a red button|the (gold|red) buttons": "the panel's buttons have colours",
    r"button (gold|red)-\w+": "a button is told by what the panel's file calls it",
    r"Screen (gold|red)[-\w]*": "so is a screen",
}
"""What is said of colours that are meant, on whichever page, and why."""
NAMED = {"wartime": {"gold": "Valyance", "red": "Firebrand"}, "warzone": {"gold": "Legion", "red": "Brotherhood"}}
MEANING = re.compile("|".join(MEANT))
NAMELESS = ("nothing set up", "cards and a Force kept", "a house ruling", "one put away")
"""The moments before anybody has brought a Force."""


class Text(HTMLParser):
    """All that a page says, in sight or aloud."""

    def __init__(self, markup: str) -> None:
        super().__init__()
        self.said: list[str] = []
        self._silent = False
        self.feed(markup)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self._silent = tag in ("script", "style")
        self.said += [value for name, value in attrs if name in SAID and value]

    def handle_endtag(self, tag: str) -> None:
        self._silent = False

    def handle_data(self, data: str) -> None:
        if not self._silent:
            self.said.append(data)


@lru_cache(512)
def by_colour(markup: str) -> tuple[str, ...]:
    """What a page says where it calls a side by its colour. Most pages are the same at many moments."""
    return tuple(" ".join(each.split()) for each in Text(markup).said if COLOURS.search(MEANING.sub("", each)))


class Reader(Phone):
    """Brings Forces that have names, and reads every page that it gets."""

    def __init__(self, phone: Phone) -> None:
        super().__init__(phone.client, address=phone.address)
        self.by_colour: list[str] = []

    def post(self, path: str, json: Any = None, **more: Any) -> TestResponse:
        match = re.fullmatch(r"/api/warzone/match/sides/(\w+)/muster", path)
        if match:
            units = {"units": ["Captain, W 3, DP 9, Leader", "5 Guards, W 2, DP 4"]} if "force" in json else json
            json = units | {"name": NAMED["warzone"][match[1]]}
        return super().post(path, json, **more)

    def get(self, path: str, **more: Any) -> TestResponse:
        answer = super().get(path, **more)
        if answer.mimetype == "text/html" and not path.startswith(tuple(ELSEWHERE)):
            self.by_colour += [f"{path}: {each}" for each in by_colour(answer.text)]
        return answer


@pytest.mark.parametrize(
    "patience", [pytest.param(ONCE, id="drawn"), pytest.param(MORE, id="more", marks=pytest.mark.deep)]
)
@pytest.mark.parametrize(
    ("game", "moment"),
    [(game, each) for game in NAMED for each in MOMENTS[game] if game == "wartime" or each not in NAMELESS],
)
def test_no_page_calls_a_side_by_its_colour_where_it_has_another_name(
    app: Flask, phone: Phone, game: str, moment: str, patience: Patience
) -> None:
    reader = Reader(phone)
    MOMENTS[game][moment](reader)
    assert reader.get("/api/table").get_json()["names"] == NAMED[game]
    reader.by_colour.clear()
    crawl = Crawl(app, reader, patience=patience, seed=moment).walk()
    assert {"table_page", "log_page", "report_page"} <= crawl.endpoints
    assert reader.by_colour == []
