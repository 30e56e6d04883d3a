"""From the page for strangers: everything that needs no joining in two taps, another game on the table in five."""

import re
from collections.abc import Callable
from contextlib import suppress

import pytest
from playwright.sync_api import Page, expect

from companion.table.errors import Refused
from companion.table.opening import Try
from companion.table.seats import Side
from tests.browser.conftest import Venue
from tests.companion.wartime import acts as c
from tests.support import PHONE

Visit = Callable[..., Page]


class Finger:
    """Taps by name and counts."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.taps = 0

    def tap(self, role: str, name: str) -> None:
        self.page.get_by_role(role, name=re.compile(f"^{name}")).first.tap()  # type: ignore[arg-type]
        self.taps += 1


@pytest.fixture
def stranger(visit: Visit) -> Page:
    return visit(joined=False)


def fill(page: Page, name: str, text: str) -> None:
    field = page.locator(f"#{name}")
    if field.evaluate("(field) => field.tagName") == "SELECT":
        field.select_option(text)
    else:
        field.fill(text)


TOOLS = (
    ("Initiative", {"turn": "2", "a_roll": "15", "b_roll": "14"}, "the lower score chooses"),
    ("Armor test", {"dam": "14", "ar": "20"}, "8−"),
    ("Shoot", {"mw": "12", "dam": "14", "ar": "20"}, "12−"),
    ("Range", {"distance": "7", "short": "12"}, "Short"),
    ("Claim a flag", {}, "Lay the cards."),
)


def test_every_tool_and_a_ruling_are_two_taps_and_the_fields_away(stranger: Page, venue: Venue) -> None:
    finger = Finger(stranger)
    for tool, fields, answer in TOOLS:
        stranger.goto("/")
        finger.taps = 0
        if tool in ("Initiative", "Armor test", "Claim a flag"):
            finger.tap("link", tool)
        else:
            finger.tap("link", "Tools")
            stranger.get_by_role("region", name="Warzone Eternal").get_by_role("link", name=tool).tap()
            finger.taps += 1
        for name, text in fields.items():
            fill(stranger, name, text)
        expect(stranger.locator("main")).to_contain_text(answer)
        assert finger.taps <= 2
    stranger.goto("/")
    finger.taps = 0
    stranger.get_by_label("Ask the rulebooks").fill("May I attack my own unit?")
    finger.tap("button", "Look up")
    expect(stranger.locator("#results")).to_contain_text("own units")
    assert finger.taps <= 2
    assert venue.table.game == "wartime"


@pytest.mark.parametrize("acted", [False, True])
def test_another_game_is_on_the_table_in_five_taps_with_the_code(stranger: Page, venue: Venue, acted: bool) -> None:
    if acted:
        venue.do(c.Muster(side=Side.GOLD, units=("Archer",)))
        stranger.reload()
    finger = Finger(stranger)
    if acted:
        stranger.locator("summary", has_text="Battle Line").tap()
        finger.taps += 1
    finger.tap("button", "Save it, play Battle Line" if acted else "Battle Line")
    door = stranger.get_by_role("dialog")
    door.get_by_label("Code").tap()
    finger.taps += 1
    door.get_by_label("Code").fill(venue.access.code)
    door.get_by_role("button", name="Team Red").tap()
    finger.taps += 1
    expect(stranger.get_by_role("heading", name="Battle Line")).to_be_visible()
    assert finger.taps <= 5
    assert venue.table.game == "battleline"
    assert len(venue.table.unfinished()) == acted


def test_a_joined_phone_comes_to_the_game_that_it_chose(visit: Visit, venue: Venue) -> None:
    page = visit("/start")
    for name in ("Battle Line", "WarTime"):
        page.goto("/start")
        page.get_by_role("button", name=name).tap()
        expect(page).to_have_url(f"{venue.url}/")
        expect(page.get_by_role("heading", name=name)).to_be_visible()


def test_a_stranger_sees_the_match_as_it_begins_unless_a_code_is_being_typed(stranger: Page, venue: Venue) -> None:
    stranger.get_by_role("link", name="Join this game").tap()
    door = stranger.get_by_role("dialog")
    door.get_by_label("Code").fill("AB")
    venue.do(c.Begin())
    expect(stranger.locator("main[data-stale]")).to_be_attached()
    expect(door.get_by_label("Code")).to_have_value("AB")
    door.get_by_role("link", name="Close").tap()
    expect(stranger.locator("[data-timer=gold-30]")).to_be_visible()
    venue.do(c.End())
    expect(stranger.get_by_role("link", name="Join this game")).to_be_visible()


def test_pages_without_places_have_a_way_back_that_can_be_seen(visit: Visit, venue: Venue) -> None:
    venue.do(c.Begin(), c.Flip(timer="gold-60a"))
    page = visit("/watch", joined=False)
    for path in ("/watch", "/report", "/replay", "/print/chits", "/scenarios/example-range", "/join", "/nothing"):
        page.goto(path)
        assert page.evaluate(
            "[...document.querySelectorAll('a[href=\"/\"]')].some((each) => each.checkVisibility())"
        ), path


def test_a_demo_plays_on_the_table_until_a_tap_makes_it_the_players(stranger: Page, venue: Venue) -> None:
    stranger.get_by_role("button", name="Try it alone").tap()
    door = stranger.get_by_role("dialog")
    door.get_by_label("Code").fill(venue.access.code)
    door.get_by_role("button", name="Valyance").tap()
    expect(stranger.get_by_text("Demo: join in")).to_be_visible()
    expect(stranger.locator("[data-list=units]").last).to_have_text("Archer, Knight, Man-at-Arms")
    with suppress(Refused):  # a moment later it begins by itself
        venue.do(c.Begin())
    expect(stranger.locator("main")).to_have_attribute("data-phase", "running")
    assert venue.table.demo
    stranger.get_by_role("button", name="Pause").tap()
    expect(stranger.get_by_role("button", name="Resume").first).to_be_visible()
    expect(stranger.get_by_text("Demo: join in")).to_be_hidden()
    assert not venue.table.demo
    assert venue.table.unfinished_now == "WarTime is paused, no timer running"


def test_a_demo_that_is_stopped_leaves_the_table_as_it_was(visit: Visit, venue: Venue) -> None:
    venue.table.exchange(Try(game="battleline"), source=PHONE)
    page = visit()
    page.locator(".title").tap()
    page.get_by_role("link", name="Stop the demo").tap()
    page.get_by_role("button", name="Stop it").tap()
    expect(page.get_by_role("button", name="Begin")).to_be_visible()
    expect(page.get_by_text("Demo: join in")).to_be_hidden()
    assert venue.table.game == "wartime"
