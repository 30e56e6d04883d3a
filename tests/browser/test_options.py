"""What a player sets for one phone: the dock for the left hand, and a reminder of a slow turn."""

from collections.abc import Callable

from playwright.sync_api import Page, expect

from companion.table.commands import Begin
from companion.table.opening import New
from companion.table.seats import Seat
from tests.browser.conftest import Venue, until
from tests.browser.test_voice import LISTENING
from tests.companion.battleline import acts as c
from web.http.phones import PhoneSeat

Visit = Callable[..., Page]


def left_of(page: Page, selector: str) -> float:
    box = page.locator(selector).bounding_box()
    assert box is not None
    return box["x"]


def test_the_dock_is_mirrored_for_the_left_hand_and_stays_so(visit: Visit, venue: Venue) -> None:
    venue.do(Begin())
    page = visit()
    pause, undo = ".dock .hold", ".dock .undo"
    assert left_of(page, undo) < left_of(page, pause)
    page.locator(".title").tap()
    menu = page.get_by_role("dialog")
    expect(menu.get_by_role("button", name="Remind me")).to_have_count(0)
    switch = menu.get_by_role("button", name="Left hand")
    expect(switch).to_have_attribute("aria-pressed", "false")
    switch.tap()
    expect(switch).to_have_attribute("aria-pressed", "true")
    page.reload()
    expect(page.locator("body.mirrored")).to_be_visible()
    until(page, "getComputedStyle(document.querySelector('.dock')).flexDirection === 'row-reverse'")
    assert left_of(page, undo) > left_of(page, pause)
    page.set_viewport_size({"width": 740, "height": 360})
    assert (left_of(page, "nav"), left_of(page, "main") > 60) == (0, True)


def test_a_slow_turn_of_ones_own_is_said_once_the_player_wants_it(visit: Visit, venue: Venue) -> None:
    venue.do(New(game="battleline"), Begin(), c.Lay(side=Seat.GOLD, flag=5, piece="R10"))
    page = visit("/choices", seat=PhoneSeat.RED, own=True)
    page.clock.install()
    page.add_init_script(LISTENING)
    page.goto("/")
    expect(page.locator("#lost")).to_be_hidden()
    page.locator(".title").tap()
    switch = page.get_by_role("dialog").get_by_role("button", name="Remind me")
    row = page.locator("[data-option=remind]")
    expect(row).to_contain_text("off")
    switch.tap()
    expect(row).to_contain_text("after 30 s")
    page.clock.run_for(29_000)
    assert page.evaluate("shaken") == 0
    page.clock.run_for(2_000)
    expect(page.locator("#say")).to_have_text("Team Red, it is your turn.")
    assert page.evaluate("shaken") == 1
    page.clock.run_for(200_000)
    assert page.evaluate("shaken") == 3, "and no oftener"
    switch.tap()
    switch.tap()
    switch.tap()
    expect(row).to_contain_text("off")
