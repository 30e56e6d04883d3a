"""Two phones argue: from two flips to the verdict, and to the correction that both agree on."""

import re
from collections.abc import Callable

from playwright.sync_api import Page, expect

from companion.table.events import Source, SourceKind
from companion.table.seats import Side
from tests.browser.conftest import Venue
from tests.companion.wartime import acts as c
from tests.support import entries
from web.http.phones import PhoneSeat

Visit = Callable[..., Page]
GOLD, RED = Source(SourceKind.PHONE, "1", "gold"), Source(SourceKind.PHONE, "2", "red")


def option(page: Page, group: str, name: str) -> None:
    """Taps a chip of the hearing, and waits for the page that it leads to."""
    address = page.url
    page.locator("#hearing").get_by_role("group", name=group).get_by_role("link", name=name).tap()
    page.wait_for_function("(address) => location.href !== address", arg=address)


def flipped(venue: Venue) -> None:
    """Both flip, and each says whom for: nothing tells who began."""
    venue.do(c.Muster(side=Side.GOLD, units=("Man-at-Arms",)), c.Muster(side=Side.RED, units=("Goblin",)), c.Begin())
    venue.table.dispatch(c.Flip(timer="gold-60a", unit="Man-at-Arms"), source=GOLD)
    venue.table.dispatch(c.Flip(timer="red-30", unit="Goblin"), source=RED)


def test_two_flips_a_verdict_and_what_both_agree_on(visit: Visit, venue: Venue) -> None:
    flipped(venue)
    gold, red = visit(seat=PhoneSeat.GOLD), visit("/disputes", seat=PhoneSeat.RED)
    expect(red.get_by_role("heading", name="What did each side do?")).to_be_visible()
    option(red, "Valyance", "Attack")
    option(red, "Firebrand", "Move")
    option(red, "Whom did Man-at-Arms attack?", "Goblin")
    option(red, "What came first?", "Goblin was lifted")
    expect(red.locator(".verdict")).to_have_text(re.compile(r"Firebrand keeps .* Valyance takes"))
    red.get_by_role("button", name="Propose it").tap()

    said = "Firebrand proposes: Valyance 60a taken back."
    expect(red.locator("#proposal")).to_contain_text(said)
    expect(red.get_by_role("button", name="Take back")).to_be_visible()
    expect(red.get_by_role("button", name="Agree")).to_have_count(0)
    expect(gold.locator("#proposal")).to_contain_text(said)
    gold.get_by_role("button", name="Agree").tap()
    for page in (gold, red):
        expect(page.locator("[data-timer=gold-60a]")).to_contain_class("free")
        expect(page.locator("[data-timer=red-30]")).to_contain_class("running")
        expect(page.locator("#proposal")).to_be_hidden()
    assert entries(venue.table)[-1][1].text == "Agreed: Valyance 60a taken back"

    gold.get_by_role("button", name="Undo: Agreed: Valyance 60a taken back").tap()
    expect(red.locator("[data-timer=gold-60a]")).to_contain_class("running")
    expect(red.locator("#proposal")).to_contain_text(said)
    red.get_by_role("button", name="Take back").tap()
    expect(gold.locator("#proposal")).to_be_hidden()


def test_seconds_are_proposed_from_the_table_and_refused_there(visit: Visit, venue: Venue) -> None:
    flipped(venue)
    gold, red = visit(seat=PhoneSeat.GOLD), visit(seat=PhoneSeat.RED)
    gold.locator(".title").tap()
    gold.get_by_role("dialog").get_by_role("link", name="Correct something").tap()
    gold.get_by_role("dialog").locator("a[href='/putright?timer=red-30']").tap()
    gold.get_by_role("dialog").get_by_role("button", name="−10 s").tap()
    expect(gold.get_by_role("dialog")).to_be_hidden()
    expect(red.locator("#proposal")).to_contain_text("Valyance proposes: 10 s taken from Firebrand 30.")
    red.get_by_role("button", name="No", exact=True).tap()
    expect(gold.locator("#proposal")).to_be_hidden()
    expect(gold.locator("#last")).to_contain_text("Not agreed: 10 s taken from Firebrand 30")
    assert venue.table.view().timers[0].state.value == "available"
