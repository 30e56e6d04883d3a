"""Warzone's calculators under a thumb, in a real browser."""

import re
from collections.abc import Callable

from playwright.sync_api import Page, Route, expect

from companion.warzone.cards.library import KeptCards
from tests.browser.conftest import Venue
from tests.browser.states import SHOT
from tests.companion.warzone.cards_strategy import guard


def test_cards_are_chosen_and_switched_with_the_answer_in_sight(visit: Callable[..., Page], venue: Venue) -> None:
    cards = KeptCards(venue.table)
    cards.save(guard())
    cards.save(guard(id="moth", name="Moth", abilities=["Evasive (-2)", "Glow (3)"]))
    page = visit("/warzone/shoot")
    dock = page.locator("#dock")
    expect(dock).to_contain_text("Enter MW, DAM and AR.")
    page.locator("#attacker").select_option("lamp-guard")
    page.locator("#target").select_option("moth")
    expect(page.locator("#numbers-target summary")).to_have_text("AR 22 W 2 DEF −1")
    expect(page.get_by_label("AR", exact=True)).to_be_hidden()
    page.locator("#weapon").select_option("Wick Rifle")
    expect(dock.get_by_role("link")).to_have_count(2)
    dock.get_by_role("link").last.tap()
    expect(dock).to_contain_text("8−")
    page.locator("label:has(#off-Evasive)").tap()
    expect(dock).to_contain_text("10−")
    page.mouse.wheel(0, 2000)
    expect(dock).to_be_in_viewport(ratio=1)
    expect(page.get_by_role("link", name="Glow (3)")).to_have_attribute("href", re.compile("moth/edit.bind=Glow"))
    expect(page).to_have_url(re.compile("band=long.*off=Evasive|off=Evasive.*band=long"))
    page.locator("#numbers-target summary").tap()
    page.get_by_label("AR", exact=True).fill("18")
    expect(page.locator("#numbers-target summary")).to_be_visible()
    expect(page.get_by_label("AR", exact=True)).to_be_focused()
    expect(dock).to_contain_text("6−")


def test_a_band_stays_chosen_when_the_next_tap_comes_before_its_answer(
    visit: Callable[..., Page], venue: Venue
) -> None:
    cards = KeptCards(venue.table)
    cards.save(guard())
    cards.save(guard(id="moth", name="Moth"))
    page = visit("/warzone/shoot?attacker=lamp-guard&weapon=Wick+Rifle&target=moth")
    held: list[Route] = []

    def hold(route: Route) -> None:
        held.append(route)

    page.route(re.compile("band=long"), hold, times=1)
    page.locator("#dock").get_by_role("link").last.tap()
    page.get_by_text("heavy", exact=True).tap()
    expect(page).to_have_url(re.compile("band=long.*obstruction=heavy|obstruction=heavy.*band=long"))
    held[0].abort()


def test_a_shot_is_worked_out_by_thumb(visit: Callable[..., Page]) -> None:
    page = visit(SHOT, joined=False)
    roll = page.locator(".sum td").first
    expect(roll).to_have_text("9−")
    page.evaluate("window.here = true")
    page.get_by_text("heavy", exact=True).tap()
    expect(roll).to_have_text("5−")
    page.get_by_text("cover", exact=True).tap()
    expect(page.locator(".sum td").nth(1)).to_have_text("10−")
    page.get_by_label("MW").fill("99")
    expect(page.locator("#wrong-mw")).to_have_text("must be 1 to 20, got 99")
    expect(page.get_by_label("MW")).to_be_focused()
    page.get_by_label("MW").fill("13")
    expect(roll).to_have_text("6−")
    expect(page.locator("#wrong-mw")).to_have_text("")
    assert page.evaluate("window.here")
    expect(page).to_have_url(re.compile("mw=13.*obstruction=heavy|obstruction=heavy.*mw=13"))
    asked = page.url
    page.get_by_role("link", name="What should I do?").tap()
    expect(page.locator(".plan.best")).to_have_count(1)
    page.go_back()
    expect(roll).to_have_text("6−")
    expect(page).to_have_url(asked)


def test_small_numbers_are_stepped_and_groups_told_in_rows(visit: Callable[..., Page]) -> None:
    page = visit("/warzone/initiative?turn=2&a=4", joined=False)

    def step(name: str, within: str = "#ask") -> None:
        page.locator(within).get_by_role("button", name=name, exact=True).first.tap()

    step("VPs: one more")
    expect(page).to_have_url(re.compile("a_vp=1"))
    step("VPs: one less")
    expect(page).to_have_url(re.compile("turn=2&a=4$"))
    step("Activations: one more", ".panel:has(#b_vp)")
    expect(page).to_have_url(re.compile("&b=1$"))
    page.locator("#groups-b summary").tap()
    rows = page.locator("#field-b_groups .row")
    rows.first.get_by_label("Units", exact=True).fill("5")
    expect(page.locator("#wrong-b_groups")).to_contain_text("take a number of Units and a size")
    expect(rows).to_have_count(2)
    expect(rows.first.get_by_label("Units", exact=True)).to_be_focused()
    for size in range(1, 4):
        step("Group of: one more", "#b_groups-1-row")
        expect(page).to_have_url(re.compile(f"b_groups=Group\\+1:5:{size}$"))
    expect(page.locator("#more-b_groups-1-size")).to_be_focused()
    expect(page.locator("#answer")).to_contain_text("3 Activations against 4")
