"""The map under a thumb, under arrow keys and under two fingers, in a real browser."""

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Locator, Page, Route, expect

from tests.browser.conftest import FRAME, Venue
from tests.support import repeat

Visit = Callable[..., Page]


def hex(page: Page, name: str) -> Locator:
    return page.locator(f"#board #{name}")


def headline(page: Page) -> Locator:
    return page.locator(".headline")


def test_tap_the_attacker_then_the_target(visit: Visit, venue: Venue) -> None:
    page = visit("/measure?terrain=C5:woods", joined=False)
    expect(headline(page)).to_have_text("Tap the attacker.")
    hex(page, "C4").tap()
    expect(headline(page)).to_have_text("Tap the target.")
    hex(page, "C6").tap()
    expect(headline(page)).to_have_text("Range 3")
    expect(page).to_have_url(re.compile(r"/measure\?from=C4&to=C6&terrain=C5:woods$"))
    expect(page.locator(".step text")).to_have_text(["1", "2", "3"])
    expect(hex(page, "C5")).to_have_attribute("aria-label", "C5, woods, in the way")
    hex(page, "D5").tap()
    expect(headline(page)).to_have_text("Range 2")
    page.reload()
    expect(headline(page)).to_have_text("Range 2")


def test_the_damage_is_picked_from_the_token(visit: Visit, venue: Venue) -> None:
    page = visit("/measure?from=C4&to=C5&terrain=C5:hills&units=C4:valyance:Archer_1,C5:firebrand:Orc")
    page.get_by_role("link", name="Attack", exact=True).tap()
    expect(headline(page)).to_have_text("Archer 1 to Orc: range 1")
    page.get_by_label("Range 1").focus()
    page.get_by_label("Range 1").select_option("4 melee")
    expect(headline(page)).to_have_text("Archer 1 attacks Orc for 3 damage")
    expect(page).to_have_url(re.compile("mode=attack&from=C4&to=C5&d1=melee:4"))
    expect(page.locator(".ledger td")).to_have_text(["+4", "−1", "3"])
    expect(page.get_by_label("Range 1")).to_be_focused()


def test_a_card_that_ignores_what_terrain_costs_is_ticked(visit: Visit, venue: Venue) -> None:
    page = visit("/measure?mode=move&from=C4&to=C6&speed=2&terrain=C5:woods,B5:hills,D5:hills,B4:hills,D4:hills")
    expect(headline(page)).to_have_text("Not there.")
    page.get_by_label("A card ignores terrain’s cost").check()
    expect(headline(page)).to_have_text("Costs 2 of 2")
    expect(page).to_have_url(re.compile("ignores_cost=1"))
    page.get_by_label("A card ignores terrain’s cost").uncheck()
    expect(headline(page)).to_have_text("Not there.")


def test_the_board_is_built_by_tapping(visit: Visit, venue: Venue) -> None:
    page = visit("/measure?from=C4&to=C6")
    page.get_by_role("link", name="Edit", exact=True).tap()
    hex(page, "D5").tap()
    expect(hex(page, "D5")).to_have_attribute("aria-label", "D5, plains, unit")
    page.get_by_role("link", name="Woods", exact=True).tap()
    expect(page.get_by_role("link", name="Woods", exact=True)).to_have_attribute("aria-current", "true")
    hex(page, "C5").tap()
    expect(hex(page, "C5")).to_have_class(re.compile("woods"))
    page.get_by_role("link", name="Range", exact=True).tap()
    expect(headline(page)).to_have_text("Range 3")
    expect(page).to_have_url(re.compile("terrain=C5:woods&units=D5"))


def test_taps_that_come_before_the_answer_to_the_first_all_count(visit: Visit, venue: Venue) -> None:
    page = visit("/measure?from=C4")
    page.evaluate(
        """["mode-edit", "D5", "D6", "D7"].forEach((id) =>
            document.getElementById(id).dispatchEvent(new MouseEvent("click", { bubbles: true, cancelable: true })))"""
    )
    expect(page).to_have_url(re.compile("mode=edit&from=C4&units=D5,D6,D7$"))


def test_everything_by_keyboard(visit: Visit, venue: Venue) -> None:
    page = visit("/measure", viewport={"width": 1280, "height": 800}, has_touch=False)
    page.get_by_role("link", name="Edit", exact=True).focus()
    page.keyboard.press("Tab")
    expect(hex(page, "E7")).to_be_focused()
    for key in ("ArrowLeft", "ArrowLeft", "ArrowUp", "ArrowUp", "Enter"):
        page.keyboard.press(key)
    expect(hex(page, "C5")).to_be_focused()
    expect(page.locator("#say")).to_have_text(re.compile("Tap the target"))
    for key in ("ArrowRight", "ArrowDown", "Space"):
        page.keyboard.press(key)
    expect(headline(page)).to_have_text("Range 2")
    expect(page.locator("#say")).to_have_text(re.compile("Range 2 Count C6, D6"))
    expect(hex(page, "D6")).to_be_focused()
    page.keyboard.press("Home")
    expect(hex(page, "D1")).to_be_focused()
    page.keyboard.press("End")
    expect(hex(page, "D12")).to_be_focused()
    page.keyboard.press("ArrowRight")
    expect(hex(page, "D12")).to_be_focused()
    page.keyboard.press("Tab")
    assert page.evaluate("document.activeElement.closest('#board')") is None


def test_the_board_is_a_grid_of_named_hexes(visit: Visit, venue: Venue) -> None:
    page = visit("/measure?terrain=E9:open_drawbridge&units=F4")
    grid = page.get_by_role("grid", name="The board")
    assert [grid.get_by_role("row").nth(n).get_by_role("gridcell").count() for n in range(9)] == [13, 12] * 4 + [13]
    expect(grid.get_by_role("link", name="E9, open drawbridge", exact=True)).to_be_visible()
    expect(grid.get_by_role("link", name="F4, plains, unit", exact=True)).to_be_visible()


def test_zoom_by_button_and_by_two_fingers(visit: Visit, venue: Venue) -> None:
    page = visit("/measure")
    wide = "Math.round(board.getBoundingClientRect().width)"
    natural = page.evaluate(wide)
    assert natural > page.evaluate("frame.clientWidth"), "the map scrolls in its own frame"
    page.get_by_role("button", name="Zoom in").tap()
    larger = page.evaluate(wide)
    assert larger > natural
    for _ in range(4):
        page.get_by_role("button", name="Zoom out").tap()
    assert page.evaluate(wide) == page.evaluate("frame.clientWidth")
    devtools = page.context.new_cdp_session(page)
    for kind, apart in (("touchStart", 40), ("touchMove", 60), ("touchMove", 80)):
        fingers = [{"x": 180 - apart, "y": 250}, {"x": 180 + apart, "y": 250}]
        devtools.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": fingers})
    devtools.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
    assert page.evaluate(wide) == pytest.approx(2 * page.evaluate("frame.clientWidth"), rel=0.02)
    assert page.evaluate("visualViewport.scale") == 1


def test_a_lost_table_is_told(visit: Visit, venue: Venue) -> None:
    page = visit("/measure")
    page.route("**/measure?*", lambda route: route.abort())
    hex(page, "C4").tap()
    expect(page.get_by_text("The table does not answer. Try again in a moment.")).to_be_visible()


def test_a_table_that_hangs_is_told_and_the_next_tap_answered(visit: Visit, venue: Venue) -> None:
    page = visit("/measure", own=True)
    page.clock.install()
    page.reload()
    held: list[Route] = []

    def hold(route: Route) -> None:
        held.append(route)

    page.route("**/measure?*", hold)
    hex(page, "C4").tap()
    repeat(lambda: page.evaluate(FRAME), until=lambda: held)
    page.clock.fast_forward(5000)
    expect(page.get_by_text("The table does not answer. Try again in a moment.")).to_be_visible()
    page.unroute("**/measure?*")
    hex(page, "C6").tap()
    expect(headline(page)).to_have_text("Tap the target.")
