"""A battle on two phones."""

from collections.abc import Callable

from playwright.sync_api import Page, expect

from companion.battleline.match import commands as c
from companion.table.opening import New
from companion.table.seats import Seat
from tests.browser.accessibility import axe
from tests.browser.conftest import Venue, open_flag


def test_a_claim_refused_then_granted_on_both_phones(visit: Callable[..., Page], venue: Venue) -> None:
    venue.do(New(game="battleline"))
    gold, red = visit("/"), visit("/?side=red")
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
