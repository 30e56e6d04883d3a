"""A Force put together by taps, brought into the match, and an asset seen on the Unit that has it."""

from collections.abc import Callable

from playwright.sync_api import Page, expect

from companion.table.opening import New
from companion.warzone.cards.library import KeptCards
from tests.browser.conftest import Venue
from tests.companion.warzone.cards_strategy import guard
from web.http.phones import PhoneSeat

Visit = Callable[..., Page]


def test_a_force_by_plus_and_minus_is_brought_with_its_asset(visit: Visit, venue: Venue) -> None:
    for card in (guard(), guard(id="captain", name="Captain", designations=["Leader (1 : Lamp Guards)"], dp=5)):
        KeptCards(venue.table).save(card)
    venue.do(New(game="warzone"))
    page = visit(seat=PhoneSeat.GOLD)
    page.locator(".force.gold").get_by_role("link", name="Build one").tap()
    page.get_by_label("Faction", exact=True).select_option("Capitol")
    verdict, why = page.locator("#verdict"), page.locator("#why")
    page.get_by_role("button", name="Captain: one more").tap()
    expect(verdict).to_contain_text("DP 5 of 40")
    expect(why).to_contain_text("Captain must have 1 more Lamp Guards Trooper")
    more, less = (page.get_by_role("button", name=f"Lamp Guard: one {way}") for way in ("more", "less"))
    for _ in range(3):
        more.tap()
    expect(page.get_by_label("Lamp Guard", exact=True)).to_have_value("3")
    less.tap()
    expect(verdict).to_contain_text("Legal.")
    expect(verdict).to_contain_text("DP 13 of 40")

    page.get_by_role("link", name="Captain").tap()
    expect(page.locator("#sheet")).to_contain_text("Wick Rifle")
    page.keyboard.press("Escape")
    expect(page.locator("#sheet")).to_be_hidden()
    page.get_by_label("Extra Kit").check()
    expect(verdict).to_contain_text("Legal, not finished.")
    page.get_by_label("Extra Kit is for").select_option("Lamp Guard")
    expect(verdict).to_contain_text("Legal.")
    page.get_by_role("button", name="Bring it for Gold").tap()

    force = page.locator(".force.gold")
    page.locator("#step-forces").evaluate("each => each.open = true")
    expect(force).to_contain_text("14 of 40 DP: legal")
    expect(force.get_by_label("Extra Kit is for")).to_have_value("2")
    force.get_by_label("Extra Kit is for").select_option("Captain")
    force.get_by_role("button", name="Give").tap()
    expect(page.locator("#strip")).to_contain_text("Captain got Extra Kit")
    page.goto("/warzone/match/sides/gold/units/1")
    expect(page.get_by_role("main")).to_contain_text("Leader · 5 DP · Extra Kit")
