"""A phone at WarTime's table knows whose hand holds it."""

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from companion.table.events import Source, SourceKind
from companion.table.seats import Side
from tests.browser.conftest import Venue, double_tap
from tests.companion.wartime import acts as c
from tests.support import entries
from web.http.phones import PhoneSeat

Visit = Callable[..., Page]
BAR = "#namer"


def box(page: Page, timer: str) -> dict[str, float]:
    found: dict[str, float] = page.evaluate(
        """(timer) => {
            const button = document.querySelector(`[data-timer=${timer}] button`);
            const { width, height } = button.getBoundingClientRect();
            const seconds = parseFloat(getComputedStyle(button.querySelector(".secs")).fontSize);
            return { width, height, seconds };
        }""",
        timer,
    )
    return found


def flips(venue: Venue) -> list[str]:
    return [line.text for _, line in entries(venue.table) if "takes the seat" not in line.text][1:]


def heard(venue: Venue, *pages: Page) -> None:
    """Until the pages have the table's own view, beside what the server drew."""
    for command, paused in ((c.Pause(), "yes"), (c.Resume(), "no")):
        venue.do(command)
        for page in pages:
            expect(page.locator("main")).to_have_attribute("data-paused", paused)


def press(venue: Venue, timer: str, unit: str | None = None) -> None:
    """On the panel."""
    venue.table.dispatch(c.Flip(timer=timer, unit=unit), source=Source(SourceKind.BUTTON, timer))


@pytest.mark.parametrize(("seat", "near", "far"), [(PhoneSeat.GOLD, "gold", "red"), (PhoneSeat.RED, "red", "gold")])
def test_ones_own_tiles_lie_under_the_thumb_and_the_others_are_smaller(
    visit: Visit, venue: Venue, seat: PhoneSeat, near: str, far: str
) -> None:
    venue.do(c.Begin())
    page = visit(seat=seat)
    expect(page.locator("section.side").last).to_have_attribute("data-side", near)
    own, other = box(page, f"{near}-90"), box(page, f"{far}-90")
    assert own["height"] > other["height"] * 1.4
    assert own["width"] > other["width"]
    assert own["seconds"] > other["seconds"] >= 28
    assert min(other["width"], other["height"]) >= 44


@pytest.mark.parametrize("seat", [PhoneSeat.BOTH, PhoneSeat.LOOK, None])
def test_who_has_no_side_has_both_alike_and_who_only_looks_has_outlines(
    visit: Visit, venue: Venue, seat: PhoneSeat | None
) -> None:
    venue.do(c.Begin(), c.Flip(timer="red-60a"))
    page = visit(joined=seat is not None, seat=seat or PhoneSeat.LOOK)
    assert box(page, "gold-90") == pytest.approx(box(page, "red-90"), abs=1)
    if seat is not PhoneSeat.BOTH:
        for timer in ("gold-30", "red-60a"):
            button = page.locator(f"[data-timer={timer}] button")
            expect(button).to_have_css("background-color", "rgba(0, 0, 0, 0)")
            expect(button).to_have_css("border-top-style", "solid")
            assert box(page, timer)["seconds"] >= 34
        assert page.locator("[data-timer=gold-30] .secs").inner_text() == "30"


def test_the_other_sides_tile_asks_back_until_it_is_flipped_and_both_on_one_phone_do_not(
    visit: Visit, venue: Venue
) -> None:
    venue.do(c.Begin())
    page = visit(seat=PhoneSeat.GOLD)
    theirs = page.get_by_role("button", name=re.compile("(Red|Firebrand) 90, free"))
    theirs.tap()
    expect(theirs).to_have_attribute("data-ask", "for Firebrand?")
    expect(theirs).to_have_class(re.compile("armed"))
    assert flips(venue) == []
    venue.do(c.Flip(timer="gold-30"))
    expect(page.locator("[data-timer=gold-30]")).to_have_class(re.compile("running"))
    expect(theirs, "a new look at the table disarms nothing").to_have_class(re.compile("armed"))
    theirs.tap()
    expect(page.locator("[data-timer=red-90]")).to_have_class(re.compile("running"))
    expect(page.locator("[data-timer=red-90] button")).not_to_have_class(re.compile("armed"))

    button = page.locator("[data-timer=red-60a] button")
    button.tap()
    expect(button).to_have_class(re.compile("armed"))
    venue.do(c.Flip(timer="red-60a"))
    expect(button).not_to_have_class(re.compile("armed"))

    both = visit(seat=PhoneSeat.BOTH)
    both.get_by_role("button", name=re.compile("(Red|Firebrand) 30, free")).tap()
    expect(both.locator("[data-timer=red-30]")).to_have_class(re.compile("running"))


def test_the_acts_of_the_other_sides_sheet_ask_back_each_for_itself(visit: Visit, venue: Venue) -> None:
    venue.do(c.Muster(side=Side.RED, units=("Orc", "Goblin")), c.Begin(), c.Flip(timer="red-90"))
    page = visit(seat=PhoneSeat.GOLD)
    page.locator("[data-timer=red-90] button").tap()
    dialog = page.get_by_role("dialog")
    for name in ("Orc", "Goblin"):
        dialog.get_by_role("button", name=name).tap()
    expect(dialog.get_by_role("button", name="Goblin")).to_have_class(re.compile("armed"))
    expect(dialog.get_by_role("button", name="Orc")).not_to_have_class(re.compile("armed"))
    dialog.get_by_role("button", name="Goblin").tap()
    expect(page.locator("[data-timer=red-90] .who")).to_have_text("Goblin")


def test_a_press_on_the_panel_asks_its_owners_phone_for_whom_and_a_flip_on_a_phone_only_there(
    visit: Visit, venue: Venue
) -> None:
    venue.do(c.Muster(side=Side.GOLD, units=("Knight", "Archer")), c.Begin())
    gold, red, both = visit(seat=PhoneSeat.GOLD), visit(seat=PhoneSeat.RED), visit()
    heard(venue, gold, red, both)
    press(venue, "gold-60a")
    for page in (gold, both):
        expect(page.locator(BAR)).to_be_visible()
        expect(page.locator("#for")).to_have_text(re.compile("60a is for"))
    expect(red.locator("[data-timer=gold-60a]")).to_have_class(re.compile("running"))
    expect(red.locator(BAR)).to_be_hidden()
    gold.locator(BAR).get_by_role("button", name="Knight").tap()
    expect(red.locator("[data-timer=gold-60a] .who")).to_have_text("Knight")
    expect(gold.locator(BAR)).to_be_hidden()

    press(venue, "gold-90", unit="Archer")
    expect(gold.locator("[data-timer=gold-90] .who")).to_have_text("Archer")
    expect(gold.locator(BAR)).to_be_hidden()

    both.locator("[data-timer=gold-30] button").tap()
    expect(both.locator(BAR)).to_be_visible()
    expect(gold.locator("[data-timer=gold-30]")).to_have_class(re.compile("running"))
    expect(gold.locator(BAR)).to_be_hidden()


def test_a_double_tap_flips_once_and_opens_nothing(visit: Visit, venue: Venue) -> None:
    venue.do(c.Begin())
    page = visit(seat=PhoneSeat.GOLD)
    expect(page.locator("main")).to_have_attribute("data-phase", "running")
    double_tap(page, page.locator("[data-timer=gold-90] button"))
    expect(page.locator("[data-timer=gold-90]")).to_have_class(re.compile("running"))
    expect(page.locator(BAR)).to_be_visible()
    expect(page.get_by_role("dialog")).to_be_hidden()
    assert len(flips(venue)) == 1
