"""The hand on two phones and on the panel's page: heard as the finger comes down."""

from collections.abc import Callable

from playwright.sync_api import Page, expect

from companion.table.opening import New
from companion.table.rule_choices import AgreedChoices
from companion.wartime.choices import CHOICES, Hands, WarTimeChoices
from companion.wartime.match.state import ONE_TOUCH_NS
from tests.browser.conftest import Venue
from tests.companion.wartime import acts as c
from tests.hardware.rig import with_hands
from tests.support import PHONE, entries
from web.http.phones import PhoneSeat

Visit = Callable[..., Page]


def asked(venue: Venue, count: int) -> list[tuple[str, str]]:
    return [(what, control) for what, control, _ in venue.panel.asked(count)]


def with_hands_agreed(venue: Venue) -> None:
    agreed = AgreedChoices(table=venue.table, game="wartime", kind=WarTimeChoices, choices=CHOICES)
    agreed.agree(WarTimeChoices(hands=Hands.ON_PHONES), source=PHONE)
    venue.do(New(), c.Begin())


def test_a_hand_is_heard_as_the_finger_comes_down(visit: Visit, venue: Venue) -> None:
    """Where the page scrolls, too."""
    with_hands_agreed(venue)
    mine, theirs = visit(seat=PhoneSeat.RED), visit(seat=PhoneSeat.GOLD)
    hand = mine.get_by_role("button", name="Firebrand’s hand")
    expect(mine.locator(".hand")).to_have_count(1)
    box = hand.bounding_box()
    assert box is not None
    assert box["height"] >= 88
    assert box["width"] >= 330
    hand.hover()
    mine.mouse.down()
    for page in (mine, theirs):
        expect(page.locator("#last li").last).to_have_text("Firebrand touched its hand")
    mine.mouse.up()
    mine.set_viewport_size({"width": 360, "height": 480})
    hand.scroll_into_view_if_needed()
    # Sooner it would be the same touch.
    mine.evaluate(f"new Promise((rested) => setTimeout(rested, {ONE_TOUCH_NS / 1e6}))")
    hand.hover()
    with mine.expect_response("**/hand"):
        mine.mouse.down()
    mine.mouse.up()
    theirs.get_by_role("button", name="Valyance 30, free, flip").tap()
    expect(mine.locator("[data-timer=gold-30]")).to_contain_class("running")
    texts = [line.text for _, line in entries(venue.table)]
    assert texts[-2:] == ["Firebrand touched its hand", "Valyance 30 flipped"]
    assert texts.count("Firebrand touched its hand") == 2


def test_a_phone_for_both_has_two_halves(visit: Visit, venue: Venue) -> None:
    with_hands_agreed(venue)
    page = visit()
    page.get_by_role("button", name="Valyance’s hand").tap()
    expect(page.locator("#last li").last).to_have_text("Valyance touched its hand")
    page.get_by_role("button", name="Firebrand’s hand").tap()
    expect(page.locator("#last li").last).to_have_text("Firebrand touched its hand")


def test_a_hand_comes_with_the_next_game_and_goes_with_it(visit: Visit, venue: Venue) -> None:
    venue.do(c.Begin())
    page = visit(seat=PhoneSeat.GOLD)
    expect(page.locator("main")).to_have_attribute("data-phase", "running")
    expect(page.locator(".hand")).to_have_count(0)
    with_hands_agreed(venue)
    expect(page.get_by_role("button", name="Valyance’s hand")).to_be_visible()
    venue.do(c.Pause())
    page.get_by_role("button", name="Valyance’s hand").tap()
    expect(page.get_by_role("alert")).to_have_text("Paused. Resume first.")


def test_the_panels_page_has_the_hands_of_its_panel(visit: Visit, venue: Venue) -> None:
    venue.panel.config = with_hands(venue.panel.config)
    page = visit("/panel")
    page.get_by_role("button", name="Press Firebrand's hand, key s").hover()
    page.mouse.down()
    page.mouse.up()
    assert asked(venue, 2) == [("push", "red-hand"), ("let-go", "red-hand")]
    page.keyboard.press("a")
    assert asked(venue, 4)[2:] == [("push", "gold-hand"), ("let-go", "gold-hand")]
