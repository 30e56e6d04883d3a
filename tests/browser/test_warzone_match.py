"""A match of Warzone on two phones: what one of them types, and the end of the game."""

import re
from collections.abc import Callable

from playwright.sync_api import Page, expect

from companion.table.opening import New
from companion.table.seats import Side
from companion.warzone.force.force import ForceEntry
from tests.browser.conftest import Venue, double_tap
from tests.companion.warzone import acts as c
from tests.web.moments import last_turn
from web.http.phones import PhoneSeat

Visit = Callable[..., Page]


def test_the_last_turn_is_answered_on_one_phone_and_the_game_ended_on_the_other(visit: Visit, venue: Venue) -> None:
    last_turn(venue.phone())
    gold, red = visit(seat=PhoneSeat.GOLD), visit(seat=PhoneSeat.RED)
    assert 500 < gold.locator("#act").bounding_box()["y"] < 740, "under the thumb"  # type: ignore[index]
    red.get_by_role("button", name="Reveal Primary Objectives").first.tap()
    asking = red.locator("form.ask.part:has(button):not(:has(.has))")
    expect(asking).not_to_have_count(0)
    while asking.count():
        first = asking.first
        found = first.get_attribute("id")
        first.get_by_role("button").first.tap()
        expect(red.locator(f"#{found} .has")).to_be_visible()
    for page in (gold, red):
        page.evaluate("scrollTo(0, document.body.scrollHeight)")
    gold.get_by_role("button", name="End the game").first.tap()
    for page in (gold, red):
        expect(page.get_by_role("region", name="The end")).to_contain_text(re.compile(r"wins\s+\d+ to \d"))
        expect(page.get_by_role("region", name="The end"), "wherever the page was").to_be_in_viewport(ratio=1)
    assert red.locator(".band").first.get_attribute("id") == "band-gold"
    assert gold.locator(".band").first.get_attribute("id") == "band-red"


def test_what_one_types_outlives_what_the_other_does(visit: Visit, venue: Venue) -> None:
    venue.do(New(game="warzone"))
    page = visit(seat=PhoneSeat.RED)
    force = page.locator(".force.red")
    force.get_by_text("Type the Units in").tap()
    first = force.get_by_role("group", name="Card 1")
    first.get_by_label("Units", exact=True).fill("Hounds")
    double_tap(page, first.get_by_role("button", name="How many: one more"))
    force.locator("[name=faction]").select_option("Bauhaus")
    page.locator("#size").fill("75")
    page.evaluate("document.activeElement.blur()")
    venue.do(c.Muster(side=Side.GOLD, entries=(ForceEntry(name="Knight", count=1, wounds=2),)))
    expect(page.locator("#step-forces")).to_contain_text("1 against 0")
    expect(first.get_by_label("Units", exact=True)).to_have_value("Hounds")
    expect(first.get_by_label("How many", exact=True)).to_have_value("3")
    expect(force.locator("[name=faction]")).to_have_value("Bauhaus")
    expect(page.locator("#size")).to_have_value("75")
    force.get_by_role("button", name="Keep").tap()
    expect(page.locator("#step-forces")).to_contain_text("1 against 3")
    expect(page.locator("#size")).to_have_value("75")
