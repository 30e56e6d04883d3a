"""A unit and its timer under a finger: naming, the unit's own sheet, and what only a card allows."""

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, Route, expect

from companion.table.opening import New
from companion.wartime.scenario.library import Scenarios, scenario_of
from tests.browser.conftest import FRAME, Venue
from tests.companion.wartime import acts as c
from tests.support import repeat
from web.http.phones import PhoneSeat

Visit = Callable[..., Page]
NAMES = (
    "Man-at-Arms 1", "Man-at-Arms 2", "Archer", "Crossbowman", "Knight", "Pikeman", "Wizard", "Abomination",
)  # fmt: skip
UNREAD = """() => {
    const box = document.querySelector("#namer .chips").getBoundingClientRect();
    return [...document.querySelectorAll("#namer .chips button")].filter((button) => {
        button.scrollIntoView({ block: "center" });
        const part = button.getBoundingClientRect();
        const range = document.createRange();
        range.selectNodeContents(button);
        const text = range.getBoundingClientRect();
        const hit = document.elementFromPoint(part.x + part.width / 2, part.y + part.height / 2);
        const wide = text.left >= part.left && text.right <= part.right;
        const high = text.top >= part.top && text.bottom <= part.bottom;
        return hit !== button || !wide || !high || part.left < box.left - 1 || part.right > box.right + 1;
    }).map((button) => button.textContent);
}"""
"""Names of which something is cut off or covered once they are scrolled to."""
SCROLLED = """() => {
    const chips = document.querySelector("#namer .chips");
    return [chips.scrollWidth - chips.clientWidth, chips.scrollHeight - chips.clientHeight];
}"""


@pytest.fixture
def battle(venue: Venue) -> Venue:
    units = [{"side": "gold", "name": name, "health": 4} for name in NAMES]
    Scenarios(venue.table).save(scenario_of({"id": "own", "name": "Own", "units": units}))
    venue.do(New(scenario="own"), c.Begin())
    return venue


def test_every_name_can_be_read_and_a_flip_with_its_unit_is_two_taps(visit: Visit, battle: Venue) -> None:
    page = visit(seat=PhoneSeat.GOLD)
    page.evaluate("window.taps = 0; addEventListener('click', () => (taps += 1), true)")
    for number, (width, height) in enumerate(((360, 740), (180, 740), (740, 360), (768, 1024)), start=1):
        page.set_viewport_size({"width": width, "height": height})
        page.locator("[data-timer=gold-60a] button").tap()
        expect(page.locator("#namer")).to_be_visible()
        expect(page.locator("#namer .chips button")).to_have_count(len(NAMES))
        assert page.evaluate(UNREAD) == [], width
        sideways, down = page.evaluate(SCROLLED)
        assert down == 0, width
        assert sideways == 0 or height < width, "on its side they are in one line, which covers no timer"
        expect(page.locator("#namer input")).to_be_hidden()
        expect(page.locator("#namer .main")).to_be_hidden()
        page.locator("#namer").get_by_role("button", name="Crossbowman").tap()
        expect(page.locator("[data-timer=gold-60a] .who")).to_have_text("Crossbowman")
        assert page.evaluate("taps") == 2 * number, width
        battle.do(c.Free(timer="gold-60a"))
        expect(page.get_by_role("button", name="Valyance 60a, free, flip")).to_be_visible()


def test_many_names_scroll_down_and_never_sideways(visit: Visit, venue: Venue) -> None:
    units = [{"side": "gold", "name": f"Man-at-Arms {number}"} for number in range(1, 21)]
    Scenarios(venue.table).save(scenario_of({"id": "own", "name": "Own", "units": units}))
    venue.do(New(scenario="own"), c.Begin())
    page = visit(seat=PhoneSeat.GOLD)
    page.locator("[data-timer=gold-60a] button").tap()
    expect(page.locator("#namer .chips button")).to_have_count(20)
    assert page.evaluate(UNREAD) == []
    sideways, down = page.evaluate(SCROLLED)
    assert sideways == 0
    assert down > 0


def test_a_timers_sheet_asks_for_no_name_that_would_be_refused_and_folds_away_what_only_a_card_allows(
    visit: Visit, battle: Venue
) -> None:
    battle.do(c.Flip(timer="gold-60a"))
    page = visit(seat=PhoneSeat.GOLD)
    page.locator("[data-timer=gold-60a] button").tap()
    dialog = page.get_by_role("dialog")
    expect(dialog.get_by_role("heading", name="It is for")).to_be_visible()
    expect(dialog.get_by_role("textbox")).to_have_count(0)
    dialog.get_by_role("button", name="Knight").tap()
    expect(page.locator("[data-timer=gold-60a] .who")).to_have_text("Knight")

    page.locator("[data-timer=gold-60a] button").tap()
    expect(dialog.get_by_role("button", name=re.compile("^Take it back"))).to_be_visible()
    for name in ("Turn it over", "Archer"):
        expect(dialog.get_by_role("button", name=re.compile(f"^{name}"))).to_be_hidden()
    dialog.locator("summary", has_text="If a card says so").tap()
    expect(dialog.get_by_role("button", name=re.compile("^Turn it over"))).to_be_visible()
    dialog.get_by_role("button", name="Archer", exact=True).tap()
    expect(page.locator("[data-timer=gold-60a] .who")).to_have_text("Archer")


def test_a_units_own_sheet_in_the_dialog(visit: Visit, battle: Venue) -> None:
    page, other = visit(seat=PhoneSeat.GOLD), visit(seat=PhoneSeat.RED)
    page.locator("#army-gold a").tap()
    dialog = page.get_by_role("dialog")
    dialog.get_by_role("link", name="Knight").tap()
    expect(dialog.get_by_role("heading", name="Knight", level=1)).to_be_visible()
    dialog.get_by_role("button", name="Knight loses 2").tap()
    expect(dialog).to_contain_text("2 of 4")
    dialog.get_by_role("button", name="Knight gains 1").tap()
    expect(dialog).to_contain_text("3 of 4")
    dialog.get_by_role("button", name="Knight is eliminated").tap()
    expect(dialog).to_contain_text("Eliminated.")
    dialog.get_by_role("button", name="Knight is back with 4").tap()
    expect(dialog).to_contain_text("4 of 4")

    other.locator("#army-gold a").tap()
    sheet = other.get_by_role("dialog")
    sheet.get_by_role("link", name="Knight").tap()
    sheet.get_by_role("button", name="Knight is eliminated").tap()
    expect(sheet.get_by_role("button", name="Knight is eliminated")).to_have_attribute("data-ask", "for Valyance?")


def test_a_sheet_that_was_closed_does_not_come_back_with_its_answer(visit: Visit, battle: Venue) -> None:
    page = visit(seat=PhoneSeat.GOLD)
    page.locator("#army-gold a").tap()
    dialog = page.get_by_role("dialog")
    dialog.get_by_role("link", name="Knight").tap()
    lose = dialog.get_by_role("button", name="Knight loses 2")
    expect(lose).to_be_visible()
    held: list[Route] = []

    def hold(route: Route) -> None:
        held.append(route)

    page.route("**/units/gold/Knight", hold)
    lose.tap()
    repeat(lambda: page.evaluate(FRAME), until=lambda: held)
    dialog.get_by_role("link", name="Close").tap()
    expect(dialog).to_be_hidden()
    with page.expect_request_finished():
        held[0].continue_()
    page.evaluate(FRAME)
    page.evaluate(FRAME)
    expect(dialog).to_be_hidden()
