"""What a thumb has to hit and an eye to read, measured on every page in every moment."""

from collections.abc import Callable, Iterator, Sequence

import pytest
from flask import Flask
from playwright.sync_api import Page

from companion.clock import SystemClock
from companion.rulings.shelf import Shelf
from tests.browser.conftest import Venue
from tests.browser.thumbs import too_small
from tests.web.conftest import Phone
from tests.web.crawl import Crawl, Patience
from tests.web.moments import MOMENTS
from web.app import create_app

Visit = Callable[..., Page]

ANSWERS = (
    "/measure?mode=attack&from=C4&to=C5&d1=melee:4&terrain=C5:hills",
    "/measure?mode=charge&from=C4&to=C7&speed=4&charge=2",
    "/measure?mode=move&from=C4&speed=4",
    "/warzone/shoot?mw=14&dam=13&cf=20&range=0&def=2&obstruction=light&ar=12&cover=1",
    "/warzone/initiative?turn=2&a_vp=1&b_vp=2&a_pinned=0&b_pinned=0",
    "/battleline/claim?mine=R8.R9.R10&theirs=B4",
    "/rulings?q=attack&game=all",
    "/rulings?q=xqzzqx",
    "/join",
    "/no",
)
"""What a walk by links does not come to."""
ONCE = Patience(asks=(1, 2), acts=(0, 0))
"""Every page once."""


@pytest.fixture
def site(venue: Venue) -> tuple[Flask, Phone]:
    """The venue's table for a phone that plays without a browser."""
    clock = SystemClock()
    access = venue.access
    app = create_app(table=venue.table, shelf=Shelf(venue.table), panel=venue.panel, access=access, clock=clock)
    phone = Phone(app.test_client())
    assert phone.post("/api/join", {"code": access.code}).status_code == 200
    return app, phone


def wrong(page: Page, addresses: Sequence[str], moment: str) -> Iterator[str]:
    for address in addresses:
        page.goto(address)
        page.evaluate("document.querySelectorAll('details').forEach((each) => (each.open = true))")
        for each in too_small(page):
            yield f"{moment}, {address}: {each}"


@pytest.mark.screens
@pytest.mark.parametrize("game", MOMENTS)
def test_all_can_be_hit_and_read(visit: Visit, site: tuple[Flask, Phone], game: str) -> None:
    """Every page in one moment of each game, and its table in all of them."""
    app, phone = site
    page = visit(reduced_motion="reduce")
    found: list[str] = []
    for moment, play in MOMENTS[game].items():
        page.goto("about:blank")
        play(phone)
        found += wrong(page, ["/"], moment)
    found += wrong(page, Crawl(app, phone, patience=ONCE).walk().pages, game)
    found += wrong(page, ANSWERS, game)
    assert found == []
