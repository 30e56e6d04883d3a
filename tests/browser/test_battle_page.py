"""A battle on two phones."""

from collections.abc import Callable

from playwright.sync_api import Page, Route, expect

from companion.battleline.match import commands as c
from companion.table.opening import New
from companion.table.seats import Seat
from tests.browser.accessibility import axe
from tests.browser.conftest import Venue, open_flag
from web.http.seating import PhoneSeat


def test_a_claim_refused_then_granted_on_both_phones(visit: Callable[..., Page], venue: Venue) -> None:
    venue.do(New(game="battleline"))
    gold, red = visit("/"), visit(seat=PhoneSeat.RED)
    open_flag(gold, 5)
    gold.get_by_role("button", name="Red 7").tap()
    expect(red.get_by_text("Gold has played.")).to_be_visible()
    open_flag(red, 5)
    red.get_by_role("button", name="Blue 8").tap()
    expect(gold.get_by_text("Gold’s turn.").or_(gold.get_by_text("Red has played."))).to_be_visible()
    for side, card in ((Seat.GOLD, "R8"), (Seat.RED, "B9"), (Seat.GOLD, "R9")):
        venue.do(c.Lay(side=side, flag=5, piece=card))
    expect(gold.get_by_text("Not yet.")).to_be_visible()
    gold.get_by_role("button", name="Claim flag 5 for Gold").tap()
    expect(gold.get_by_role("alert")).to_contain_text("Blue 10 is still unseen")
    found = axe(gold, "refused")
    open_flag(red, 1)
    red.get_by_role("button", name="Blue 10").tap()
    expect(gold.get_by_text("Claim.", exact=True)).to_be_visible()
    gold.get_by_role("button", name="Claim flag 5 for Gold").tap()
    expect(red.get_by_role("link", name="Flag 5, Gold’s")).to_be_visible()
    found += axe(red, "claimed")
    venue.do(c.Lay(side=Seat.GOLD, flag=9, piece="MUD"))
    expect(red.get_by_text("mud", exact=True)).to_be_visible()
    tops = red.evaluate("[...document.querySelectorAll('.post')].map((each) => each.getBoundingClientRect().top)")
    assert len(set(tops)) == 1, "all flags stand in one line, in the Mud or not"
    assert found == []
    assert gold.evaluate("document.documentElement.scrollWidth") <= 360


def test_a_card_is_never_laid_at_the_flag_before_the_one_that_was_tapped(
    visit: Callable[..., Page], venue: Venue
) -> None:
    venue.do(New(game="battleline"))
    page = visit("/?flag=5")
    held: list[Route] = []

    def hold(route: Route) -> None:
        held.append(route)

    page.route("**/?flag=1", hold)
    card = page.get_by_role("button", name="Blue 10")
    card.scroll_into_view_if_needed()
    box = card.bounding_box()
    assert box is not None
    page.get_by_role("link", name="Flag 1").evaluate("(link) => link.click()")
    page.touchscreen.tap(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    for route in held:
        route.continue_()
    page.unroute("**/?flag=1")
    page.get_by_role("button", name="Blue 9").tap()
    expect(page.get_by_text("has played.")).to_be_visible()
    laid = {flag.flag: {*flag.cards["gold"], *flag.cards["red"]} for flag in venue.table.view().flags}
    assert (laid[5], laid[1]) == (set(), {"B9"})
