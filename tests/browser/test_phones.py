"""A phone is asked to leave, and a new join code made, by thumb: counted in taps."""

import re
from collections.abc import Callable

from playwright.sync_api import Locator, Page, expect

from tests.browser.conftest import Venue
from web.http.phones import PhoneSeat

Visit = Callable[..., Page]


class Thumb:
    """Taps, and counts them."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.taps = 0

    def tap(self, found: Locator) -> None:
        found.tap()
        self.taps += 1


def to_phones(phone: Page) -> Thumb:
    thumb = Thumb(phone)
    thumb.tap(phone.locator("nav .me"))
    thumb.tap(phone.get_by_role("link", name="Phones at this table"))
    expect(phone.get_by_role("heading", name="Phones at this table")).to_be_visible()
    return thumb


def test_two_phones_and_a_third_that_has_to_go(visit: Visit, venue: Venue) -> None:
    anna, other = visit(seat=PhoneSeat.GOLD), visit(seat=PhoneSeat.RED)
    with anna.expect_response("**/api/seat"):
        anna.locator("nav .me").tap()
        anna.get_by_role("textbox", name="Your name").fill("Anna")
        anna.get_by_role("button", name="Valyance").tap()
    expect(anna.locator("dialog")).not_to_be_visible()

    # Four taps ask a phone to leave, the third only asks.
    thumb = to_phones(anna)
    row = anna.get_by_role("listitem").filter(has_text="phone 2")
    expect(row).to_contain_text("Firebrand")
    thumb.tap(row.locator("summary"))
    thumb.tap(row.get_by_role("button", name="Ask phone 2 to leave", exact=True))
    expect(anna.get_by_role("listitem")).to_have_count(2)
    expect(anna.get_by_role("main")).to_contain_text("No other phone has been here lately.")
    assert thumb.taps == 4

    # Its next act is none, and it is told by whom.
    other.get_by_role("button", name="Ready").tap()
    expect(other.get_by_role("alert").filter(has_text="asked")).to_have_text(re.compile(r"asked to leave by Anna"))
    expect(other.get_by_label("Code")).to_be_visible()
    other.get_by_label("Code").fill(venue.access.code)
    other.get_by_role("button", name="Firebrand").tap()
    expect(other.locator("nav .me")).to_have_text("Firebrand")

    # A new code in four taps, which the one that made it reads out.
    old = venue.access.code
    anna.goto("/")
    thumb = to_phones(anna)
    thumb.tap(anna.locator("summary", has_text="New join code"))
    thumb.tap(anna.get_by_role("button", name="Make a new code"))
    expect(anna.locator("b.code")).not_to_have_text(old)
    expect(anna.locator("b.code")).to_have_text(venue.access.code)
    assert thumb.taps == 4
    other.get_by_role("button", name="Ready").tap()
    expect(other.get_by_label("Code")).to_be_visible()
    expect(other.get_by_role("main")).not_to_contain_text("asked to leave")
    other.goto(f"/j/{venue.access.code}")
    other.get_by_role("button", name="Firebrand").tap()
    other.get_by_role("button", name="Ready").tap()
    expect(other.get_by_role("button", name="Begin Valyance is not ready")).to_be_visible()

    anna.goto("/log")
    for told in ("Anna made a new join code", "Anna asked phone 2 (Firebrand) to leave"):
        expect(anna.get_by_role("listitem").filter(has_text=told)).to_have_count(1)
