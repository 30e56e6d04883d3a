"""The pages that are made for paper too, on a phone and in print."""

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Page

from companion.table.events import Source, SourceKind
from companion.table.seats import Seat
from companion.wartime.referee.board import Feature, Terrain
from companion.wartime.scenario.library import Scenarios, scenario_of
from tests.browser.conftest import Venue
from tests.companion.wartime import acts as c
from tests.support import ask_table

Visit = Callable[..., Page]
LONG = "Crossbowmen of Tall Hill"
PHONE = Source(SourceKind.PHONE, "2")


@pytest.fixture
def played(venue: Venue) -> Venue:
    """A game of two presses that has ended."""
    for command in (
        c.Begin(),
        c.Flip(timer="gold-60a", unit=LONG),
        c.Flip(timer="red-30"),
        c.Eliminate(unit=LONG),
        c.End(winner=Seat.RED),
    ):
        ask_table(venue.table, command, source=PHONE)
    return venue


def pages_of(pdf: bytes) -> int:
    return len(re.findall(rb"/Type\s*/Page\b", pdf))


@pytest.mark.usefixtures("played")
def test_a_report_has_its_lanes_below_each_other_and_is_one_sheet(visit: Visit) -> None:
    page = visit("/report")
    edges = page.locator(".sand").evaluate_all(
        "(lanes) => lanes.map((each) => [each.getBoundingClientRect().left, each.getBoundingClientRect().right])"
    )
    assert len(edges) == 11
    assert len({tuple(each) for each in edges}) == 1
    left, right = edges[0]
    assert right - left > 120
    assert pages_of(page.pdf(format="A4")) == 1


@pytest.mark.usefixtures("played")
def test_on_paper_there_is_ink_and_no_furniture(visit: Visit) -> None:
    page = visit("about:blank")
    for path in ("/report", "/disputes", "/print/chits", "/scenario"):
        page.emulate_media(media="screen")
        page.goto(path)
        page.emulate_media(media="print", color_scheme="dark")
        assert page.evaluate("getComputedStyle(document.documentElement).backgroundColor") == "rgb(255, 255, 255)", path
        assert page.evaluate("getComputedStyle(document.body).color") == "rgb(29, 38, 34)", path
        furniture = page.locator("nav, .joinbar, .button")
        assert furniture.evaluate_all("(all) => all.filter((each) => each.checkVisibility()).length") == 0, path


@pytest.mark.usefixtures("played")
def test_the_chits_fit_one_sheet_in_their_true_size(visit: Visit) -> None:
    page = visit("/print/chits")
    assert [pages_of(page.pdf(format=paper)) for paper in ("A4", "Letter")] == [1, 1]
    page.emulate_media(media="print")
    boxes = page.locator(".sheetful li").evaluate_all(
        "(all) => all.map((each) => each.getBoundingClientRect()).map((box) => [box.width, box.height])"
    )
    assert len(boxes) == 24
    millimetre = 96 / 25.4
    assert all(34 < width / millimetre < 37 and 34 < height / millimetre < 42 for width, height in boxes)


def test_a_scenario_is_two_sheets_at_most_and_tells_the_sides_without_colour(visit: Visit, venue: Venue) -> None:
    units = [
        {
            "side": side, "name": f"Crossbow {n}", "type": "Crossbowman", "hex": f"{row}{n}", "speed": 3, "health": 12,
            "keywords": ["ranged", "infantry"], "damage": {"1": {"kind": "melee", "value": 2}},
        }
        for side, row in (("gold", "H"), ("red", "B")) for n in range(1, 13)
    ]  # fmt: skip
    cards = [{"name": f"Card {n}", "kind": "standard"} for n in range(10)]
    full = {
        "id": "full", "name": "A long battle", "text": "It is long. " * 40, "victory": "Hold the altar. " * 10,
        "units": units, "cards": {side: {"actions": 3, "cards": cards} for side in ("gold", "red")},
        "terrain": {f"D{n}": tile.value for n, tile in enumerate(Terrain, start=1) if tile is not Terrain.PLAINS},
        "features": [{"hex": f"F{n}", "terrain": each.value, "tokens": 6} for n, each in enumerate(Feature, start=1)],
        "lines": [["D9", "E9"]], "items": [{"name": "Rune Stone", "hex": "G7", "text": "It helps. " * 20}],
        "time_spaces": [{"hex": f"A{n}", "text": "Take 10 seconds back."} for n in range(1, 7)],
    }  # fmt: skip
    Scenarios(venue.table).save(scenario_of(full))
    page = visit("/scenarios/open", joined=False)
    assert pages_of(page.pdf(format="A4")) == 1
    page.goto("/scenarios/full")
    assert pages_of(page.pdf(format="A4")) <= 2
    assert pages_of(page.pdf(format="Letter")) <= 2
    page.emulate_media(media="print", color_scheme="dark")
    paper, ink = (
        page.locator(f"#board .unit.{side}").first.evaluate(
            "(unit) => getComputedStyle(unit).getPropertyValue('--token')"
        )
        for side in ("gold", "red")
    )
    assert (paper, ink) == ("#fff", "#000")
    assert page.locator("#board .unit").all_text_contents()[:2] == ["Cr1", "Cr2"]
