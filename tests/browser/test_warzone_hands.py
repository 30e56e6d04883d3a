"""Whose hand is at Warzone's table: the next act under the thumb, the other side's asked back."""

import re
from collections.abc import Callable

from playwright.sync_api import Locator, Page, Route, expect

from companion.table.commands import Begin
from companion.table.opening import New
from companion.table.seats import Side
from companion.warzone.force.force import ForceEntry
from companion.warzone.match.views import WarzoneView
from companion.warzone.scenarios import DeploymentArea
from tests.browser.conftest import count_taps, double_tap, until
from tests.browser.venue import Venue
from tests.companion.warzone import acts as c
from tests.web.moments import MATCH, change, dueling
from web.http.phones import PhoneSeat

Visit = Callable[..., Page]
REST_S = 0.5
"""Past the guard's moment, so that a second tap would be meant."""
LATER = "new Promise((rested) => setTimeout(rested, 401))"


def view(venue: Venue) -> WarzoneView:
    seen = venue.table.view()
    assert isinstance(seen, WarzoneView)
    return seen


def counted(venue: Venue) -> None:
    """Three Units a side that are only counted; Gold is the Active Player, and the dock ends its Activation."""
    venue.do(New(game="warzone"), *(c.Muster(side=side, activations=3) for side in Side))
    gold_begins(venue)


def gold_begins(venue: Venue) -> None:
    venue.do(c.SelectArea(side=Side.RED, area=DeploymentArea.B), Begin(), c.KeepInitiative(side=Side.GOLD))


def named(venue: Venue) -> None:
    venue.do(
        New(game="warzone"),
        c.Muster(side=Side.GOLD, entries=(ForceEntry(name="Knight", count=6, wounds=2),)),
        c.Muster(side=Side.RED, name="Low Halls", entries=(ForceEntry(name="Legionnaires", count=7),)),
    )
    gold_begins(venue)


def middle(found: Locator) -> tuple[float, float]:
    box = found.bounding_box()
    assert box is not None
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def unhurried(page: Page, found: Locator, *, after: str) -> None:
    """One finger, twice in the same place, the second time once the page says whose turn it is then."""
    x, y = middle(found)
    page.touchscreen.tap(x, y)
    expect(page.locator("#next")).to_contain_text(after)
    page.touchscreen.tap(x, y)


def left(venue: Venue) -> list[int]:
    return [view(venue).sides[side].activations for side in ("gold", "red")]


def test_two_quick_taps_end_one_activation(visit: Visit, venue: Venue) -> None:
    counted(venue)
    page = visit("about:blank", seat=PhoneSeat.BOTH, own=True)
    count_taps(page)
    page.goto("/")
    double_tap(page, page.locator("#dock .main"))
    expect(page.locator("#next")).to_contain_text("Red")
    until(page, "clicks === 2")
    assert page.evaluate("posts") == 1
    assert left(venue) == [2, 3]
    unhurried(page, page.locator("#dock .main"), after="Gold")
    expect(page.locator("#next")).to_contain_text("Red")
    assert left(venue) == [1, 2]


def test_an_answer_that_comes_late_puts_nothing_else_under_the_finger(visit: Visit, venue: Venue) -> None:
    counted(venue)
    page = visit("about:blank", seat=PhoneSeat.BOTH, own=True)
    count_taps(page)
    page.goto("/")
    page.route(re.compile("/done$"), lambda route: (page.evaluate(LATER), route.continue_()))
    next_act = expect(page.locator("#next"))
    double_tap(page, page.locator("#dock .main"), apart_s=REST_S, meanwhile=lambda: next_act.to_contain_text("Red"))
    until(page, "clicks === 2")
    assert page.evaluate("posts") == 1
    assert left(venue) == [2, 3]


def test_a_second_tap_asks_before_it_acts_for_the_other_side_until_something_else_happens(
    visit: Visit, venue: Venue
) -> None:
    counted(venue)
    page = visit(seat=PhoneSeat.GOLD)
    unhurried(page, page.locator("#dock .main"), after="Red")
    button = page.locator("#dock .next button")
    expect(button).to_have_class(re.compile("armed"))
    expect(button).to_have_attribute("data-ask", "for Red?")
    assert left(venue) == [2, 3]
    venue.do(c.EndActivation(side=Side.RED), c.EndActivation(side=Side.GOLD))
    expect(page.locator(".armed")).to_have_count(0)
    button.tap()
    expect(page.locator(".armed")).to_have_count(1)
    assert left(venue) == [1, 2]
    button.tap()
    expect(page.locator("#next")).to_contain_text("Gold")
    assert left(venue) == [1, 1]


def test_the_other_side_s_units_are_smaller_and_activated_from_their_own_page(visit: Visit, venue: Venue) -> None:
    named(venue)
    venue.do(c.Activate(side=Side.GOLD, units=("1",)), c.EndActivation(side=Side.GOLD))
    page = visit(seat=PhoneSeat.GOLD)
    own, other = (page.locator(f"#roster-{side} li").first.bounding_box() for side in ("gold", "red"))
    assert own is not None
    assert other is not None
    assert other["width"] < own["width"]
    page.get_by_role("link", name="Legionnaires 3").tap()
    activate = page.get_by_role("button", name="Yes: activate Legionnaires 3")
    expect(activate).to_be_hidden()
    page.get_by_text("Activate it for Low Halls").tap()
    assert not view(venue).acting
    activate.tap()
    expect(page.locator("#next")).to_have_text("Low Halls: Legionnaires 3.")


def test_a_stranger_taps_an_act_sits_down_and_it_is_done_however_late_the_answer(visit: Visit, venue: Venue) -> None:
    counted(venue)
    page = visit(joined=False)
    page.get_by_role("button", name="End Activation").tap()
    dialog = page.get_by_role("dialog")
    dialog.get_by_label("Code").fill(venue.access.code)

    def late(route: Route) -> None:
        answer = route.fetch()
        until(page, "performance.getEntriesByName(`${location.origin}/`, 'resource').length")
        route.fulfill(response=answer)

    page.route(re.compile("/api/join$"), late)
    assert left(venue) == [3, 3]
    dialog.get_by_role("button", name="Gold").tap()
    expect(page.locator("#next")).to_contain_text("Red")
    assert left(venue) == [2, 3]


def test_while_the_table_is_away_nothing_is_done_and_then_all_is_right(visit: Visit, venue: Venue) -> None:
    counted(venue)
    page = visit(seat=PhoneSeat.GOLD)
    page.context.set_offline(True)
    expect(page.locator("#lost")).to_be_visible()
    page.locator("#dock .main").tap()
    expect(page.get_by_role("alert")).to_contain_text("this was not done")
    assert left(venue) == [3, 3]
    venue.do(c.EndActivation(side=Side.GOLD), c.EndActivation(side=Side.RED))
    page.context.set_offline(False)
    expect(page.locator("#band-red")).to_contain_text("2")
    expect(page.locator("#lost")).to_be_hidden()


SEEN = """(selector) => [...document.querySelectorAll(selector)].every((each) => {
    const { left, top, width, height } = each.getBoundingClientRect();
    const hit = document.elementFromPoint(left + width / 2, top + height / 2);
    return each.contains(hit);
})"""


def test_both_armies_and_the_next_act_are_on_one_screen(visit: Visit, venue: Venue) -> None:
    named(venue)
    page = visit(seat=PhoneSeat.RED)
    for width, height in ((360, 740), (740, 360), (768, 1024), (1024, 768)):
        page.set_viewport_size({"width": width, "height": height})
        for selector in ("#band-gold h2", "#band-red h2", "#next", "#dock button", "#roster-gold li:first-child"):
            assert page.evaluate(SEEN, selector), (width, selector)
        assert page.evaluate(SEEN, "#roster-red li:nth-child(-n+4)"), width
        gold, red = middle(page.locator("#band-gold")), middle(page.locator("#band-red"))
        if width >= 640:
            assert red[0] - gold[0] > width / 3
            assert page.evaluate("document.body.offsetWidth") == width
        else:
            assert red[1] > gold[1]
            assert middle(page.locator("#act"))[1] > 500


def test_setting_up_leads_from_step_to_step(visit: Visit, venue: Venue) -> None:
    venue.do(New(game="warzone"))
    page = visit(seat=PhoneSeat.GOLD)
    page.locator("#step-allegiance summary").first.tap()
    expect(page.locator("#step-allegiance")).not_to_have_attribute("open", "")
    page.get_by_role("link", name="Factions and Allegiance").tap()
    expect(page.locator("#step-allegiance")).to_have_attribute("open", "")
    venue.do(c.ChooseAllegiance(light=Side.GOLD))
    expect(page.get_by_role("link", name="Forces next step")).to_be_visible()
    expect(page.locator("#step-forces")).to_have_attribute("open", "")


def test_what_must_be_answered_is_one_tap_away(visit: Visit, venue: Venue) -> None:
    named(venue)
    venue.do(c.EndActivations(), c.EndTurn(), c.GoFirst(side=Side.RED))
    venue.do(c.PlaceCloud(name="Smoke"), c.EndActivations())
    page = visit(seat=PhoneSeat.GOLD, own=True)
    for question in [each for each in view(venue).questions if each.answer is None]:
        venue.do(c.Answer(turn=question.turn, question=question.id, option=question.options[0].id))
    page.get_by_role("link", name="Roll for Smoke").tap()
    assert page.evaluate(SEEN, ".cloud button")
    assert page.evaluate("history.length") == 2


def test_who_sits_down_at_the_other_side_activates_nothing_by_the_tap_that_asked(visit: Visit, venue: Venue) -> None:
    named(venue)
    page = visit(joined=False)
    page.get_by_role("button", name="Activate Knight 2").tap()
    dialog = page.get_by_role("dialog")
    dialog.get_by_label("Code").fill(venue.access.code)
    dialog.get_by_role("button", name="Low Halls").tap()
    expect(page.locator("body")).to_have_attribute("data-seat", "red")
    expect(page.locator("#roster-gold form")).to_have_count(0)
    assert not view(venue).acting


def test_who_only_looks_does_nothing_by_the_tap_that_asked(visit: Visit, venue: Venue) -> None:
    counted(venue)
    page = visit(seat=PhoneSeat.LOOK)
    page.get_by_role("button", name="End Activation").tap()
    page.get_by_role("dialog").get_by_role("button", name="View only").tap()
    expect(page.get_by_role("dialog")).to_be_hidden()
    expect(page.locator("#next"), "no page says that this was not done").to_contain_text("Gold")
    assert left(venue) == [3, 3]


def test_a_seat_taken_elsewhere_holds_from_the_next_look_at_the_table(visit: Visit, venue: Venue) -> None:
    """Else the page would still take the other side's acts for its own, unasked."""
    counted(venue)
    page = visit(seat=PhoneSeat.BOTH)
    assert page.evaluate(
        """() => fetch("/api/seat", {
            method: "POST",
            headers: { "Content-Type": "application/json", "X-Warglass": "1" },
            body: JSON.stringify({ seat: "red" }),
        }).then((answer) => answer.ok)"""
    )
    venue.do(c.Activate(side=Side.GOLD))
    expect(page.locator("body")).to_have_attribute("data-seat", "red")
    page.get_by_role("button", name="End Gold’s Activation").tap()
    expect(page.locator("#dock .next button")).to_have_class(re.compile("armed"))
    assert view(venue).acting


def test_what_a_key_is_about_to_press_stays_where_the_sheet_is_drawn_anew(visit: Visit, venue: Venue) -> None:
    dueling(venue.phone())
    gold = visit(seat=PhoneSeat.GOLD)
    gold.locator("#roster-red a", has_text="Captain").tap()
    best = gold.locator("dialog#sheet .ways .best a")
    best.focus()
    best.evaluate("each => (each.old = true)")
    change(venue.phone(), f"{MATCH}/sides/red/units/2/mark", counter="pinned")
    until(gold, "document.querySelector('dialog#sheet .ways .best a')?.old === undefined")
    expect(best).to_be_focused()
