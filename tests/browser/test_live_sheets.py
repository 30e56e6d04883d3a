"""A sheet over a live game: it follows what the other phone does, and leaves nothing behind when it is closed."""

import json
import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import Venue, until
from tests.web.moments import dueling
from web.http.phones import PhoneSeat

Visit = Callable[..., Page]
HEIGHTS = """() => [...document.querySelectorAll("#fresh .part")].map((part) => [part.id, part.offsetHeight])"""
"""A sheet lies over the page: as long as it is closed, every part is as high as it was."""


@pytest.fixture
def phones(visit: Visit, venue: Venue) -> tuple[Page, Page]:
    """Gold's Captain is being Activated."""
    dueling(venue.phone())
    return visit(seat=PhoneSeat.GOLD), visit(seat=PhoneSeat.RED)


def aim_at_the_captain(gold: Page) -> None:
    gold.locator("#roster-red a", has_text="Captain").tap()
    gold.locator("dialog#sheet .ways .best a").tap()
    expect(gold.get_by_role("button", name="Roll for me")).to_be_visible()


def test_a_closed_sheet_leaves_the_table_as_it_was(visit: Visit, venue: Venue) -> None:
    dueling(venue.phone())
    gold = visit(seat=PhoneSeat.GOLD)
    before = gold.evaluate(HEIGHTS)
    for _ in range(2):
        aim_at_the_captain(gold)
        gold.locator("dialog#sheet .close").last.tap()
        expect(gold.locator("dialog#sheet")).not_to_be_visible()
        until(gold, f"JSON.stringify(({HEIGHTS})()) === {json.dumps(json.dumps(before, separators=(',', ':')))}")


def test_an_open_duel_says_that_its_target_dives_and_keeps_what_is_typed_or_rolled(phones: tuple[Page, Page]) -> None:
    gold, red = phones
    aim_at_the_captain(gold)
    sheet = gold.locator("dialog#sheet")
    sheet.get_by_role("button", name="Shoot", exact=True).press("Enter")
    red.locator("#react").get_by_role("button", name="Captain: Dive for Cover").tap()
    expect(sheet).to_contain_text("dives for cover")
    sheet.locator("#rolls").fill("18")
    red.get_by_role("button", name="Undo").tap()
    expect(gold.locator("#act")).to_contain_text("Captain")
    expect(gold.locator("#react")).to_have_count(1)
    expect(sheet.locator("#rolls")).to_have_value("18")
    sheet.get_by_role("button", name="Roll for me").tap()
    expect(red.locator("#react")).to_contain_text("The dice wait")
    red.get_by_role("button", name="No Reaction").tap()
    rolled = re.findall(r"^\d+", sheet.locator(".faces").inner_text(), re.MULTILINE)
    # Dice that lie are too late to dive from, and stay what they are.
    expect(red.get_by_role("button", name="Captain: Dive for Cover")).to_have_count(0)
    assert re.findall(r"^\d+", sheet.locator(".faces").inner_text(), re.MULTILINE) == rolled != []


def test_what_was_rolled_and_apply_are_both_in_sight(visit: Visit, venue: Venue) -> None:
    dueling(venue.phone())
    gold, red = visit(seat=PhoneSeat.GOLD, viewport={"width": 360, "height": 600}), visit(seat=PhoneSeat.RED)
    aim_at_the_captain(gold)
    sheet = gold.locator("dialog#sheet")
    sheet.get_by_role("button", name="Roll for me").tap()
    red.get_by_role("button", name="No Reaction").tap()
    apply = sheet.get_by_role("button", name="Apply")
    expect(apply).to_be_visible()
    close = sheet.locator(".close").last.bounding_box()
    box = apply.bounding_box()
    assert box is not None
    assert close is not None
    assert box["y"] + box["height"] <= close["y"]


def test_a_phone_that_may_react_is_led_there(phones: tuple[Page, Page]) -> None:
    gold, red = phones
    red.evaluate("scrollTo(0, document.body.scrollHeight)")
    gold.locator("#act").get_by_role("button", name="Move", exact=True).tap()
    red.locator("#dock").get_by_role("link", name="React?").tap()
    expect(red.locator("#react").get_by_role("button", name="Captain: Ambush")).to_be_in_viewport()
    expect(gold.locator("#dock")).not_to_contain_text("React?")
    red.locator("#react").get_by_role("button", name="No Reaction").tap()
    expect(red.locator("#dock")).not_to_contain_text("React?")
