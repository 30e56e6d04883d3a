"""An evening of two phones that have never been here: they sit down, play, put a game away and take it out."""

import re
from collections.abc import Callable

from playwright.sync_api import Locator, Page, expect

from companion.table.view import TimerState
from companion.wartime.match.views import TimerView, WarTimeView
from tests.browser.venue import Venue
from web.http.phones import PhoneSeat

Visit = Callable[..., Page]


def tile(phone: Page, timer: str) -> Locator:
    return phone.locator(f"[data-timer={timer}]")


def timers(venue: Venue) -> dict[str, TimerView]:
    view = venue.table.view()
    assert isinstance(view, WarTimeView)
    return {timer.id: timer for timer in view.timers}


def sheet(phone: Page) -> Locator:
    """The title's, opened."""
    phone.locator("a.title").tap()
    opened = phone.get_by_role("dialog")
    expect(opened.get_by_role("heading", name="Your seat")).to_be_visible()
    return opened


def test_two_phones_from_the_first_minute_to_the_second_game(visit: Visit, venue: Venue) -> None:
    # One has scanned the code, the other types it.
    scanned = visit(f"/j/{venue.access.code}", joined=False)
    scanned.get_by_role("button", name="Valyance").tap()
    typed = visit("/", joined=False)
    typed.get_by_role("link", name="Join", exact=True).tap()
    door = typed.get_by_role("dialog")
    door.get_by_label("Code").fill(venue.access.code)
    door.get_by_label("Your name").fill("Ada")
    expect(door.get_by_text("one phone already")).to_have_count(1)
    door.get_by_role("button", name="Firebrand").tap()
    expect(typed.locator("nav .me")).to_have_text("Firebrand")
    expect(scanned.locator("nav .me")).to_have_text("Valyance")

    # They play: each flips sand of its own with one tap.
    scanned.get_by_role("button", name="Ready").tap()
    typed.get_by_role("button", name="Begin Valyance is ready").tap()
    expect(typed.locator("main")).to_have_attribute("data-phase", "running")
    tile(scanned, "gold-90").get_by_role("button").tap()
    expect(tile(typed, "gold-90")).to_have_class(re.compile("running"))
    tile(typed, "red-30").get_by_role("button").tap()
    expect(tile(scanned, "red-30")).to_have_class(re.compile("running"))
    typed.goto("/log")
    expect(typed.locator(".log")).to_contain_text("Ada")
    typed.goto("/")

    # What is the other side's asks back.
    tile(scanned, "red-60a").get_by_role("button").tap()
    expect(scanned.locator(".armed")).to_have_count(1)
    assert timers(venue)["red-60a"].state is TimerState.AVAILABLE

    # The end is asked for once, and is the same on both.
    opened = sheet(typed)
    opened.get_by_role("link", name="End this game").tap()
    opened.get_by_role("button", name="Firebrand wins").tap()
    for phone in (scanned, typed):
        expect(phone.get_by_role("heading", name="Firebrand wins", exact=True)).to_be_visible()
        expect(phone.locator(".tile:visible")).to_have_count(0)
    scanned.get_by_role("button", name="Again").tap()
    for phone in (scanned, typed):
        expect(phone.get_by_role("button", name="Ready")).to_be_visible()

    # A game that is going on is put away, which is asked for once, and taken out as it was.
    typed.get_by_role("button", name="Ready").tap()
    scanned.get_by_role("button", name="Begin Firebrand is ready").tap()
    expect(typed.locator("main")).to_have_attribute("data-phase", "running")
    tile(typed, "red-90").get_by_role("button").tap()
    expect(tile(scanned, "red-90")).to_have_class(re.compile("running"))
    opened = sheet(scanned)
    opened.locator("summary", has_text="New game").tap()
    expect(opened.get_by_text("WarTime is running, 1 timer")).to_be_visible()
    opened.locator("form:has([value=battleline]) button").tap()
    for phone, name in ((scanned, "Team Gold"), (typed, "Ada")):
        expect(phone.get_by_role("heading", name="Battle Line")).to_be_visible()
        expect(phone.locator("nav .me")).to_have_text(name)
    left = venue.table.unfinished()[0]
    assert left.standing == "1 timer"
    opened = sheet(typed)
    opened.get_by_role("button", name=re.compile("^Resume: WarTime")).tap()
    for phone in (scanned, typed):
        expect(phone.locator("main")).to_have_attribute("data-paused", "yes")
    before = timers(venue)["red-90"].remaining_ms
    assert timers(venue)["red-90"].state is TimerState.ACTIVE
    assert venue.table.unfinished() == []
    scanned.get_by_role("button", name="Resume").first.tap()
    for phone in (scanned, typed):
        expect(phone.locator("main")).to_have_attribute("data-paused", "no")
    assert timers(venue)["red-90"].remaining_ms <= before


def test_a_phone_keeps_its_seat_and_name_when_the_code_is_made_anew(visit: Visit, venue: Venue) -> None:
    phone = visit(seat=PhoneSeat.RED)
    venue.access.renew()
    phone.goto(f"/j/{venue.access.code}")
    expect(phone.locator(".place").last).to_contain_text("Firebrand")
    phone.get_by_role("button", name="Firebrand").tap()
    expect(phone.locator("nav .me")).to_have_text("Firebrand")
