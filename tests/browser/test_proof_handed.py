"""A claim on one phone, its proof on the other."""

from collections.abc import Callable

from playwright.sync_api import Page, expect

from companion.table.commands import Undo
from companion.table.seats import Seat
from tests.browser.battles import battle
from tests.browser.conftest import Venue
from tests.companion.battleline import acts as c
from web.http.phones import PhoneSeat

LAID = "5:R10 5:B8 5:R9 5:B9 5:R8 2:B10 6:Y10 1:G1 6:Y9 1:G2 6:Y8 1:G5"
"""Gold is next and can claim the flags 5 and 6."""


def still(page: Page) -> bool:
    """Whether nothing scrolls."""
    return bool(page.evaluate("document.documentElement.scrollHeight <= innerHeight"))


def test_a_claim_on_one_phone_is_proven_on_the_other(visit: Callable[..., Page], venue: Venue) -> None:
    battle(venue, LAID)
    gold, red = visit(seat=PhoneSeat.GOLD), visit("/?flag=3", seat=PhoneSeat.RED)
    expect(red.locator(".flags")).to_be_visible()
    gold.get_by_role("button", name="Claim flag 5").first.tap()
    proof, steps = red.get_by_role("region", name="The proof of flag 5"), red.get_by_label("What to do now")
    expect(proof.get_by_role("heading", level=1)).to_have_text("Flag 5Claimed.")
    expect(gold.get_by_role("region", name="The proof of flag 5")).to_have_count(0)
    expect(red.locator("#battle:not([inert])")).to_be_visible()
    assert still(red)
    steps.get_by_role("link", name="Show me").tap()
    expect(proof).to_contain_text("Blue 7 makes a wedge of 24: 27 beats it.")
    for said in ("a battalion order of 23", "a skirmish line of 27", "a host of 26"):
        steps.get_by_role("link", name="Next").tap()
        expect(proof).to_contain_text(said)
        assert still(red)
    steps.get_by_role("link", name="Back").tap()
    expect(proof).to_contain_text("a skirmish line of 27")
    red.goto("/?flag=3")
    steps.get_by_role("button", name="Agree").tap()
    expect(red.locator(".flags")).to_be_visible()
    assert red.evaluate("location.search") == "?flag=3", "the flag that was open is open again"
    assert venue.table.view().handed == ()


def test_several_claims_lie_one_upon_the_other_and_go_with_what_is_undone(
    visit: Callable[..., Page], venue: Venue
) -> None:
    """The first one comes under a finger, which agrees to nothing by that."""
    battle(venue, LAID)
    red = visit(seat=PhoneSeat.RED)
    expect(red.locator(".flags")).to_be_visible()
    red.evaluate(
        """() => {
            window.inert = [];
            const look = () => document.querySelector(".proof") && inert.push(document.querySelector("#battle").inert);
            new MutationObserver(look).observe(document.body, { childList: true });
        }"""
    )
    venue.do(c.Claim(side=Seat.GOLD, flag=5))
    expect(red.get_by_role("region", name="The proof of flag 5")).to_be_visible()
    assert red.evaluate("inert[0]")
    venue.do(c.Claim(side=Seat.GOLD, flag=6))
    expect(red.get_by_role("region", name="The proof of flag 6")).to_be_visible()
    venue.do(Undo())
    expect(red.get_by_role("region", name="The proof of flag 5")).to_be_visible()
    red.get_by_role("button", name="Agree").tap()
    expect(red.locator(".flags")).to_be_visible()
    venue.do(c.Claim(side=Seat.GOLD, flag=6))
    expect(red.get_by_role("region", name="The proof of flag 6")).to_be_visible()
    red.get_by_role("button", name="Undo").tap()
    expect(red.locator(".flags")).to_be_visible()
    assert venue.table.view().flags[5].holder is None
