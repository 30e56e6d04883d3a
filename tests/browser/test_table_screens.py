"""WarTime's table on screens of every size."""

from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from companion.table.opening import New
from companion.table.seats import Side
from tests.browser.conftest import Venue
from tests.companion.wartime import acts as c
from web.http.phones import PhoneSeat

Visit = Callable[..., Page]

DRAWN = """() => {
    const box = (selector) => document.querySelector(selector).getBoundingClientRect().toJSON();
    const size = (each) => parseFloat(getComputedStyle(each).fontSize);
    const tiles = [...document.querySelectorAll(".rack .tile button")].map((each) => each.getBoundingClientRect());
    return {
        racks: ["gold", "red"].map((side) => box(`[data-side=${side}] .rack`)),
        seconds: [...document.querySelectorAll(".rack .secs")].map(size),
        narrowest: Math.min(...tiles.map(({ width }) => width)),
        lowest: Math.min(...tiles.map(({ height }) => height)),
        filled: tiles.reduce((sum, { width, height }) => sum + width * height, 0) / (innerWidth * innerHeight),
        wide: document.documentElement.scrollWidth,
        high: document.documentElement.scrollHeight,
    };
}"""


PARTS = ("#scenario", "[data-side=red] .force", "[data-side=gold] .force", ".deploy .tile", ".begin button")


def drawn(page: Page, width: int, height: int) -> dict[str, Any]:
    page.set_viewport_size({"width": width, "height": height})
    page.evaluate("document.fonts.ready.then(() => 0)")
    found: dict[str, Any] = page.evaluate(DRAWN)
    return found


@pytest.mark.parametrize("seat", [PhoneSeat.GOLD, PhoneSeat.BOTH])
def test_it_fills_a_screen_of_any_size_and_clips_nothing(visit: Visit, venue: Venue, seat: PhoneSeat) -> None:
    venue.do(c.Begin(), c.Flip(timer="gold-60a", unit="Knight"), c.Flip(timer="red-90"))
    page = visit(seat=seat)
    for width, height, figure in (768, 1024, 75), (1024, 768, 70), (1280, 800, 75):
        tablet = drawn(page, width, height)
        assert (tablet["wide"], tablet["high"]) == (width, height)
        assert tablet["filled"] > 0.42, width
        assert max(tablet["seconds"]) >= figure, width
        assert min(tablet["seconds"]) >= 44, width
    on_its_side = drawn(page, 740, 360)
    gold, red = on_its_side["racks"]
    assert red["right"] < gold["left"], "both armies side by side"
    assert gold["top"] == pytest.approx(red["top"], abs=1)
    assert (on_its_side["wide"], on_its_side["high"]) == (740, 360)
    assert min(on_its_side["narrowest"], on_its_side["lowest"]) >= 44
    assert min(on_its_side["seconds"]) >= 28
    if seat is PhoneSeat.GOLD:
        at_200_per_cent = drawn(page, 180, 740)
        assert at_200_per_cent["wide"] == 180
        assert min(at_200_per_cent["narrowest"], at_200_per_cent["lowest"]) >= 44


def test_setting_up_has_nothing_that_matters_under_the_fold(visit: Visit, venue: Venue) -> None:
    page = visit("about:blank", seat=PhoneSeat.GOLD)
    for scenario in ("open", "ten-minutes", "example-cards"):
        venue.do(New(game="wartime", scenario=scenario))
        if scenario != "example-cards":
            venue.do(c.Muster(side=Side.GOLD, units=("Archer", "Knight", "Half Orc/Troll"), cards=("Bless", "Curse")))
        page.goto("/")
        for part in PARTS:
            expect(page.locator(part), scenario).to_be_in_viewport(ratio=1)
        assert page.evaluate("document.documentElement.scrollHeight") == 740, scenario
        neutral = page.locator(".deploy .tile:visible").bounding_box()
        assert neutral is not None
        assert neutral["height"] > 240, "as large as its room"
        covered = page.evaluate(
            """() => document.querySelector("[data-side=gold] .force").getBoundingClientRect().bottom
                > document.querySelector(".dock").getBoundingClientRect().top"""
        )
        assert not covered, scenario
        page.goto("about:blank")
