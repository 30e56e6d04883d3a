"""Two phones: one moves and shoots, the other ambushes, dives and strikes back, each once."""

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from companion.table.sides import Side
from companion.warzone.match.state import State, UnitState
from tests.browser.conftest import Venue, rested, until
from tests.web.moments import MATCH, change, dueling
from web.http.seating import PhoneSeat

Visit = Callable[..., Page]


@pytest.fixture
def phones(visit: Visit, venue: Venue) -> tuple[Page, Page]:
    """Gold's Captain is being Activated."""
    dueling(venue.phone())
    return visit(seat=PhoneSeat.GOLD), visit(seat=PhoneSeat.RED)


def captain(venue: Venue, side: Side) -> UnitState:
    state = venue.table.match.state
    assert isinstance(state, State)
    return state.forces[side].units["1"]


def type_dice(page: Page, rolls: str) -> None:
    """In the sheet that is open: its best line, dice that lie on the table, and Apply."""
    sheet = page.locator("dialog#sheet")
    expect(sheet.locator(".ways .best a")).to_be_visible()
    rested(page)
    sheet.locator(".ways .best a").tap()
    sheet.locator("#rolls").fill(rolls)
    sheet.get_by_role("button", name="Read them").press("Enter")
    sheet.get_by_role("button", name="Apply").press("Enter")
    expect(sheet).not_to_be_visible()


def test_each_enemy_action_is_answered_once(phones: tuple[Page, Page], venue: Venue) -> None:
    gold, red = phones
    gold.locator("#act").get_by_role("button", name="Move", exact=True).tap()
    offers = red.locator("#react")
    expect(offers).to_contain_text("Captain moves: react?")
    expect(gold.locator("#react")).to_contain_text("may react")
    offers.get_by_role("button", name="Captain: Ambush").tap()
    type_dice(red, "18 17")
    expect(offers).to_have_count(0)
    expect(gold.locator("#react")).to_have_count(0)
    ambusher = captain(venue, Side.RED)
    assert (ambusher.reactions, ambusher.activated) == (1, True)

    # What an Ambush cost, put back by hand, so that the same Unit can answer more.
    red.goto("/warzone/match/sides/red/units/1")
    red.get_by_role("button", name="Take Reaction off").tap()
    expect(red.locator("#next")).to_be_visible()
    rested(gold)
    gold.locator("#roster-red a", has_text="Captain").tap()
    expect(gold.locator("dialog#sheet .ways .best a")).to_be_visible()
    rested(gold)
    gold.locator("dialog#sheet .ways .best a").tap()
    rested(gold)
    gold.locator("dialog#sheet").get_by_role("button", name="Shoot", exact=True).press("Enter")
    expect(offers).to_contain_text("shoots at Captain: react?")
    offers.get_by_role("button", name="Captain: Dive for Cover").tap()
    expect(offers).to_have_count(0)
    assert captain(venue, Side.RED).reactions == 1
    gold.locator("dialog#sheet .close").last.tap()
    expect(gold.locator("dialog#sheet")).not_to_be_visible()
    rested(gold)
    gold.locator("#roster-red a", has_text="Captain").tap()
    expect(gold.locator("dialog#sheet")).to_contain_text("dives for cover")
    type_dice(gold, "18 17")
    expect(red.locator("#strip")).to_contain_text("it dived for cover")
    expect(offers).to_have_count(0)
    assert captain(venue, Side.RED).reactions == 1

    # Another shot, and no dive from it.
    red.goto("/warzone/match/sides/red/units/1")
    red.get_by_role("button", name="Take Reaction off").tap()
    expect(red.locator("#next")).to_be_visible()
    rested(gold)
    gold.locator("#roster-red a", has_text="Captain").tap()
    type_dice(gold, "18 17")
    offers.get_by_role("button", name="Captain: Counterattack").tap()
    type_dice(red, "18 17")
    expect(offers).to_have_count(0)
    struck_back = captain(venue, Side.RED)
    assert (struck_back.reactions, struck_back.reacting) == (1, None)


def test_what_a_key_is_about_to_press_stays_where_the_sheet_is_drawn_anew(
    phones: tuple[Page, Page], venue: Venue
) -> None:
    gold, _ = phones
    gold.locator("#roster-red a", has_text="Captain").tap()
    best = gold.locator("dialog#sheet .ways .best a")
    best.focus()
    best.evaluate("each => (each.old = true)")
    change(venue.phone(), f"{MATCH}/sides/red/units/2/mark", counter="pinned")
    until(gold, "document.querySelector('dialog#sheet .ways .best a')?.old === undefined")
    expect(best).to_be_focused()
