"""WarTime's table on screens of every size."""

from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from companion.table.opening import New
from companion.table.sides import Side
from companion.wartime.match import commands as c
from tests.browser.conftest import Venue
from web.http.seating import PhoneSeat

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


def drawn(visit: Visit, width: int, height: int, **options: Any) -> dict[str, Any]:
    page = visit(viewport={"width": width, "height": height}, **options)
    page.evaluate("document.fonts.ready.then(() => 0)")
    found: dict[str, Any] = page.evaluate(DRAWN)
    return found


@pytest.fixture
def begun(venue: Venue) -> None:
    venue.do(c.Begin(), c.Flip(timer="gold-60a", unit="Knight"), c.Flip(timer="red-90"))


@pytest.mark.usefixtures("begun")
@pytest.mark.parametrize(("width", "height", "figure"), [(768, 1024, 75), (1024, 768, 70), (1280, 800, 75)])
@pytest.mark.parametrize("seat", [PhoneSeat.GOLD, PhoneSeat.BOTH])
def test_a_tablet_fills_itself(visit: Visit, seat: PhoneSeat, width: int, height: int, figure: int) -> None:
    page = drawn(visit, width, height, seat=seat)
    assert (page["wide"], page["high"]) == (width, height)
    assert page["filled"] > 0.42
    assert max(page["seconds"]) >= figure
    assert min(page["seconds"]) >= 44


@pytest.mark.usefixtures("begun")
@pytest.mark.parametrize("seat", [PhoneSeat.GOLD, PhoneSeat.BOTH])
def test_a_phone_on_its_side_has_both_armies_side_by_side(visit: Visit, seat: PhoneSeat) -> None:
    page = drawn(visit, 740, 360, seat=seat)
    gold, red = page["racks"]
    assert red["right"] < gold["left"]
    assert gold["top"] == pytest.approx(red["top"], abs=1)
    assert (page["wide"], page["high"]) == (740, 360)
    assert min(page["narrowest"], page["lowest"]) >= 44
    assert min(page["seconds"]) >= 28


@pytest.mark.usefixtures("begun")
def test_a_phone_at_200_per_cent_clips_nothing(visit: Visit) -> None:
    page = drawn(visit, 180, 740, seat=PhoneSeat.GOLD)
    assert page["wide"] == 180
    assert min(page["narrowest"], page["lowest"]) >= 44


@pytest.mark.parametrize("scenario", ["open", "ten-minutes", "example-cards"])
def test_setting_up_has_nothing_that_matters_under_the_fold(visit: Visit, venue: Venue, scenario: str) -> None:
    venue.do(New(game="wartime", scenario=scenario))
    if scenario != "example-cards":
        venue.do(c.Muster(side=Side.GOLD, units=("Archer", "Knight", "Half Orc/Troll"), cards=("Bless", "Curse")))
    page = visit(seat=PhoneSeat.GOLD)
    for part in ("#scenario", "[data-side=red] .force", "[data-side=gold] .force", ".deploy .tile", ".begin button"):
        expect(page.locator(part)).to_be_in_viewport(ratio=1)
    assert page.evaluate("document.documentElement.scrollHeight") == 740
    covered = page.evaluate(
        """() => document.querySelector("[data-side=gold] .force").getBoundingClientRect().bottom
            > document.querySelector(".dock").getBoundingClientRect().top"""
    )
    assert not covered
