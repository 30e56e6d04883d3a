"""A scenario from the first field to the last token, in a real browser; and the same without JavaScript."""

from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from companion.table.opening import New
from companion.table.sides import Side
from companion.wartime.match import commands as c
from companion.wartime.scenario.file import scenario_of
from companion.wartime.scenario.library import Scenarios
from tests.browser.accessibility import axe
from tests.browser.conftest import Venue

Visit = Callable[..., Page]

CARDS = [{"name": name, "kind": "standard"} for name in ("One", "Two", "Three", "Four", "Five", "Six")]
BATTLE = {
    "id": "battle",
    "name": "Battle",
    "features": [{"hex": "D6", "terrain": "altar", "tokens": 2}],
    "units": [{"side": "red", "name": "Orc", "health": 6}, {"side": "gold", "name": "Archer", "health": 2}],
    "cards": {"gold": {"actions": 3, "dealt": 5, "cards": CARDS}},
}


@pytest.mark.parametrize("script", [True, False])
def test_a_scenario_is_made_on_the_phone_and_played(visit: Visit, venue: Venue, script: bool, tmp_path: Path) -> None:
    page = visit("/game", java_script_enabled=script)
    page.get_by_role("link", name="Make or change scenarios").tap()
    page.get_by_role("link", name="Make a scenario").tap()
    page.get_by_label("Name", exact=True).fill("The Ford")
    page.get_by_role("button", name="Add a Firebrand unit").tap()
    orc = page.get_by_role("group", name="Unit 1")
    orc.get_by_label("Name").fill("Orc")
    orc.get_by_label("Health").fill("6")
    orc.get_by_label("Range 1", exact=True).fill("2")
    page.get_by_label("Solid black lines").fill("E5 E9")
    page.get_by_role("button", name="Save").last.tap()
    expect(page.get_by_role("alert")).to_have_text("lines[0]: E5 and E9 do not touch")
    page.get_by_label("Solid black lines").fill("E5 E6")
    page.get_by_role("button", name="Save").last.tap()
    expect(page.get_by_role("status")).to_have_text("Saved: The Ford.")
    with page.expect_download() as download:
        page.get_by_role("link", name="Export The Ford").tap()
    download.value.save_as(tmp_path / "ford.toml")
    page.locator("summary[aria-label='Delete The Ford']").tap()
    page.get_by_role("button", name="Delete it").press("Enter")
    expect(page.get_by_text("The Ford")).to_have_count(0)
    page.get_by_label("A scenario's file").set_input_files(tmp_path / "ford.toml")
    page.get_by_role("button", name="Import").tap()
    page.get_by_role("button", name="Play The Ford").tap()
    expect(page.locator("#scenario")).to_have_text("The Ford")
    (unit,) = venue.table.view().sides["red"].units  # type: ignore[attr-defined]
    assert (unit.name, unit.left) == ("Orc", 6)


def test_dealt_chosen_played_and_counted_down(visit: Visit, venue: Venue) -> None:
    Scenarios(venue.table).save(scenario_of(BATTLE))
    venue.do(New(scenario="battle"))
    page = visit()
    gold = page.locator("[data-side=gold]")
    gold.get_by_role("link", name="Change").tap()
    page.get_by_role("button", name="Deal 5 cards").tap()
    picks = page.get_by_role("dialog").locator(".picks button")
    expect(picks).to_have_count(5)
    for index in range(3):
        picks.nth(index).tap()
        expect(picks.nth(index)).to_have_attribute("aria-pressed", "true")
    first = picks.first.get_attribute("value")
    page.get_by_role("link", name="Close").tap()
    expect(gold.locator("[data-list=cards]")).to_have_text("in secret")
    assert len(venue.table.match.state.forces[Side.GOLD].cards) == 3

    venue.do(c.Begin(), c.Flip(timer="gold-30", unit="Archer"))
    expect(page.locator("[data-timer=gold-30] .who")).to_have_text("Archer")
    page.locator("[data-timer=gold-30] button").tap()
    page.get_by_role("dialog").get_by_role("button", name=first or "?", exact=True).tap()
    expect(page.get_by_role("dialog")).to_be_hidden()
    gold.get_by_role("link", name="Valyance").tap()
    expect(page.locator("dialog s")).to_have_text(first or "?")
    page.get_by_role("link", name="Close").tap()

    page.locator("[data-side=red]").get_by_role("link", name="Firebrand").tap()
    dialog = page.get_by_role("dialog")
    dialog.get_by_role("button", name="Orc loses 4").tap()
    expect(dialog).to_contain_text("2 of 6")
    dialog.get_by_role("button", name="Orc loses 2").tap()
    expect(dialog).to_contain_text("Orc eliminated")
    expect(page.locator("#last")).to_contain_text("Firebrand's Orc loses 2 tokens: eliminated")


def test_another_scenario_brings_its_own_timers_to_a_page_that_is_open(visit: Visit, venue: Venue) -> None:
    Scenarios(venue.table).save(scenario_of(BATTLE | {"id": "bare", "timers": ["gold-30", "red-30"]}))
    page = visit()
    expect(page.locator(".tile")).to_have_count(12)
    venue.do(New(scenario="bare"))
    expect(page.locator(".tile")).to_have_count(2)


def test_axe_finds_nothing_on_stacks_and_chips(visit: Visit, venue: Venue) -> None:
    Scenarios(venue.table).save(scenario_of(BATTLE))
    venue.do(New(scenario="battle"), c.Deal(side=next(iter(scenario_of(BATTLE).cards)), lot=1))
    page = visit("/sides/gold")
    found = axe(page, "a side")
    venue.do(c.Begin(), c.Flip(timer="red-30", unit="Orc"), c.Damage(unit="Orc", tokens=1))
    for path in ("/sides/red", "/timers/red-30", "/game", "/scenarios/battle"):
        page.goto(path)
        assert page.evaluate("document.documentElement.scrollWidth") <= 360, path
        found += axe(page, path)
    assert found == []
