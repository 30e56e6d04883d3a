"""The live board under thumbs: how many taps an act takes, what both phones see of it, and the sand round a unit."""

from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, Route, expect

from companion.table.commands import End
from companion.table.opening import New
from companion.table.seats import Seat, Side
from companion.wartime.match.views import UnitView, WarTimeView
from companion.wartime.scenario.library import Scenarios, scenario_of
from tests.browser.conftest import FRAME, Venue, until
from tests.companion.wartime import acts as c
from tests.support import repeat
from tests.web.wartime.great_board import GREAT
from web.http.phones import PhoneSeat

Visit = Callable[..., Page]
ROUND = "#marks .ring.gold use"


class Finger:
    """One that counts its taps."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.taps = 0

    def tap(self, found: Locator | str) -> None:
        (self.page.locator(found) if isinstance(found, str) else found).tap()
        self.taps += 1


@pytest.fixture
def great(venue: Venue) -> Venue:
    """A scenario in play, with an archer among the enemies and a timer of its side's on somebody else."""
    Scenarios(venue.table).save(scenario_of(GREAT))
    venue.do(New(game="wartime", scenario="great"), c.Begin())
    for unit, hex in (("Archer", "E8"), ("Knight", "F9"), ("Goblin", "E10"), ("Wolf Rider", "F11")):
        venue.do(c.PlaceUnit(unit=unit, hex=hex))
    venue.do(c.Flip(timer="gold-30", unit="Man-at-Arms 1"))
    return venue


def unit(venue: Venue, side: str, name: str) -> UnitView:
    view = venue.table.view()
    assert isinstance(view, WarTimeView)
    return next(each for each in view.sides[side].units if each.name == name)


def hex(page: Page, name: str) -> Locator:
    return page.locator(f"#board #{name}")


def done(page: Page) -> Locator:
    return page.locator(".done button")


def test_an_attack_in_full_is_four_taps_with_the_timer_changed(visit: Visit, great: Venue) -> None:
    finger = Finger(visit(seat=PhoneSeat.GOLD))
    finger.tap(hex(finger.page, "E8"))
    expect(hex(finger.page, "E10")).to_have_class("hex open")
    finger.tap(hex(finger.page, "E10"))
    expect(finger.page.locator(".headline")).to_have_text("Archer attacks Goblin for 2 damage.")
    expect(done(finger.page)).to_have_text("Doneflips 60a")
    for seen in (".headline", ".done button", "#near .strip", "#near .timers", "#board #E8", "#board #E10"):
        expect(finger.page.locator(seen)).to_be_in_viewport(ratio=0.9)
    finger.tap("#gold-90")
    expect(done(finger.page)).to_have_text("Doneflips 90")
    finger.tap(done(finger.page))
    expect(finger.page.locator("#gold-90")).to_contain_text("Arc")
    assert finger.taps == 4
    assert unit(great, "red", "Goblin").left == 1
    assert unit(great, "gold", "Archer").timer == "gold-90"


def test_a_move_is_three_taps_and_a_flip_with_its_unit_two(visit: Visit, great: Venue) -> None:
    finger = Finger(visit(seat=PhoneSeat.GOLD))
    finger.tap(hex(finger.page, "E8"))
    finger.tap(hex(finger.page, "F8"))
    expect(finger.page.locator("#answer")).to_contain_text("Rune Stone")
    finger.tap(done(finger.page))
    expect(finger.page.locator("#gold-60a")).to_contain_text("Arc")
    expect(finger.page.locator("#answer")).to_contain_text("Its bearer has one damage more.")
    assert finger.taps == 3
    assert (unit(great, "gold", "Archer").hex, unit(great, "gold", "Archer").timer) == ("F8", "gold-60a")
    finger.taps = 0
    finger.tap(finger.page.get_by_role("link", name="Knight 2,"))
    expect(hex(finger.page, "I6")).to_be_in_viewport()
    finger.tap("#gold-90")
    expect(finger.page.locator("#gold-90")).to_contain_text("Kn2")
    assert finger.taps == 2
    assert unit(great, "gold", "Knight 2").timer == "gold-90"


def test_the_whole_board_is_there_at_first_and_a_tap_makes_it_a_thumbs_size(visit: Visit, great: Venue) -> None:
    finger = Finger(visit(seat=PhoneSeat.GOLD))
    page = finger.page
    for corner in ("A1", "A13", "I1", "I13"):
        expect(hex(page, corner)).to_be_in_viewport(ratio=0.99)
    for strip in ("#near", "#far"):
        assert page.locator(f"{strip} .timers .glass").count() == 5
        assert page.locator(f"{strip} .timers .secs").evaluate_all(
            "(all) => all.every((each) => parseFloat(getComputedStyle(each).fontSize) >= 22)"
        )
    finger.tap(hex(page, "E8"))
    expect(page.locator(".headline")).to_have_text("Archer")
    box = hex(page, "E8").bounding_box()
    assert box is not None
    assert box["width"] >= 43.99
    for target in ("#unit-red-2", "#unit-red-11"):
        finger.tap(target)
        expect(page.locator(".headline")).to_contain_text("your token has no number for it")
        for seen in (".hex.chosen", ".hex.aimed"):
            expect(page.locator(f"#board {seen}")).to_be_in_viewport(ratio=0.99)
    expect(page.locator("#frame.zoomed")).to_have_count(1)
    finger.tap("#unit-gold-1")
    expect(page.locator(".headline")).to_have_text("Man-at-Arms 2")
    finger.tap("#unit-red-11")
    for seen in (".hex.chosen", ".hex.aimed"):
        expect(page.locator(f"#board {seen}")).to_be_in_viewport(ratio=0.99)
    expect(page.locator("#frame.zoomed")).to_have_count(0)
    finger.tap("#unit-gold-1")
    finger.tap("#unit-gold-1")
    expect(page.locator(".hex.chosen")).to_have_count(0)
    expect(page.locator("#frame.zoomed")).to_have_count(0)
    page.get_by_role("link", name="Map").tap()
    expect(page.locator("#frame.zoomed")).to_have_count(1)
    page.get_by_role("link", name="Map").tap()
    expect(hex(page, "I13")).to_be_in_viewport(ratio=0.99)


def test_what_one_phone_does_both_see_and_the_other_keeps_what_it_has_chosen(visit: Visit, great: Venue) -> None:
    gold, red = (visit(seat=seat) for seat in (PhoneSeat.GOLD, PhoneSeat.RED))
    hex(red, "F11").tap()
    expect(red.locator(".headline")).to_have_text("Wolf Rider")
    for name in ("E8", "E10"):
        hex(gold, name).tap()
    done(gold).tap()
    for page in (gold, red):
        expect(hex(page, "E10")).to_have_attribute("aria-label", "E10, plains, Goblin of Firebrand, 1 token")
        expect(page.locator("#marks .ring.gold")).to_have_count(2)
    expect(red.locator(".headline")).to_have_text("Wolf Rider")
    expect(hex(red, "F11")).to_have_class("hex chosen")
    great.do(c.Eliminate(unit="Wolf Rider", side=Side.RED))
    expect(red.locator(".headline")).to_have_text("Wolf Rider is eliminated.")
    expect(red.locator("#near .chip").last).to_have_attribute("aria-label", "Wolf Rider, eliminated")


def test_what_the_other_phone_changes_under_the_thumb_is_not_tapped(visit: Visit, great: Venue) -> None:
    page = visit(seat=PhoneSeat.GOLD)
    for name in ("E8", "E10"):
        hex(page, name).tap()
    expect(done(page)).to_be_visible()
    page.evaluate(
        """new MutationObserver(() => document.querySelector('.done button')?.dispatchEvent(
            new MouseEvent('click', { bubbles: true, cancelable: true, detail: 1 })
        )).observe(document.body, { childList: true })"""
    )
    great.do(c.Damage(unit="Goblin", side=Side.RED, tokens=1))
    expect(page.locator("#answer")).to_contain_text("Its last token")
    assert unit(great, "red", "Goblin").left == 2
    done(page).tap()
    expect(page.locator("#far .chip").last).to_have_attribute("aria-label", "Goblin, eliminated")


def test_many_changes_at_once_cost_a_phone_no_more_than_two_requests(visit: Visit, great: Venue) -> None:
    page = visit(seat=PhoneSeat.RED)
    hex(page, "F11").tap()
    expect(page.locator(".headline")).to_have_text("Wolf Rider")
    held: list[Route] = []

    def hold(route: Route) -> None:
        held.append(route)

    page.route("**/board?*", hold)
    for name in ("F4", "F8", "D8", "E8"):
        great.do(c.PlaceUnit(unit="Archer", hex=name))
    great.do(c.PlaceUnit(unit="Archer", hex="G2"))
    repeat(lambda: page.evaluate(FRAME), until=lambda: held)
    page.unroute("**/board?*")  # which lets go of what is held
    expect(hex(page, "G2")).to_have_attribute("aria-label", "G2, plains, Archer of Valyance, 5 tokens")
    assert len(held) == 1
    expect(page.locator(".headline")).to_have_text("Wolf Rider")


def test_done_is_held_back_until_what_it_does_is_drawn(visit: Visit, great: Venue) -> None:
    page = visit(seat=PhoneSeat.GOLD)
    hex(page, "F9").tap()
    hex(page, "F8").tap()
    expect(page.locator(".headline")).to_have_text("Knight moves 1 space.")
    held: list[Route] = []

    def hold(route: Route) -> None:
        held.append(route)

    page.route("**/board?*", hold)
    hex(page, "F7").tap()
    repeat(lambda: page.evaluate(FRAME), until=lambda: held)
    done(page).tap()
    page.unroute("**/board?*")
    expect(page.locator(".headline")).to_have_text("Knight moves 2 spaces.")
    assert unit(great, "gold", "Knight").hex == "F9"


def test_the_sand_round_a_unit_falls_at_the_true_rate_and_stands_in_a_pause(visit: Visit, great: Venue) -> None:
    page = visit(seat=PhoneSeat.GOLD, reduced_motion="no-preference")
    until(page, f"document.querySelector('{ROUND}').getAnimations().length")
    fall: dict[str, Any] = page.evaluate(
        f"""(() => {{
            const [fall] = document.querySelector('{ROUND}').getAnimations();
            const {{ duration }} = fall.effect.getTiming();
            const from = parseFloat(fall.effect.getKeyframes()[0].strokeDasharray);
            return {{ duration, from }};
        }})()"""
    )
    assert fall["from"] / 100 * 30_000 == pytest.approx(fall["duration"], abs=1)
    great.do(c.Pause())
    expect(page.locator(".headline")).to_have_text("Paused")
    expect(page.get_by_role("button", name="Resume")).to_be_visible()
    assert page.evaluate(f"document.querySelector('{ROUND}').getAnimations().length") == 0
    expect(page.locator("[data-ends]")).to_have_count(0)


def test_who_wants_less_motion_sees_the_sand_with_each_second_alone_and_a_refusal_without_shaking(
    visit: Visit, great: Venue
) -> None:
    page = visit()
    before = page.locator(ROUND).get_attribute("stroke-dasharray")
    until(page, f"document.querySelector('{ROUND}').getAttribute('stroke-dasharray') !== '{before}'")
    assert page.evaluate(f"document.querySelector('{ROUND}').getAnimations().length") == 0
    page.evaluate("document.querySelector('#gold-60a').closest('.small').classList.add('refused')")
    still = "document.getAnimations().filter(({ animationName }) => animationName === 'stay').length"
    shaken = "document.getAnimations().some(({ animationName }) => ['shake', 'flash'].includes(animationName))"
    assert page.evaluate(f"{still} && !({shaken})")


def test_units_are_placed_by_two_taps_each_before_the_game(visit: Visit, venue: Venue) -> None:
    Scenarios(venue.table).save(scenario_of(GREAT))
    venue.do(New(game="wartime", scenario="great"))
    finger = Finger(visit(seat=PhoneSeat.GOLD))
    finger.tap("#unit-gold-2")
    expect(finger.page.locator(".headline")).to_have_text("Archer")
    finger.tap(hex(finger.page, "F4"))
    expect(hex(finger.page, "F4")).to_have_attribute("aria-label", "F4, plains, Archer of Valyance, 5 tokens")
    assert finger.taps == 2
    assert unit(venue, "gold", "Archer").hex == "F4"


def test_acting_for_the_other_side_asks_back(visit: Visit, great: Venue) -> None:
    page = visit(seat=PhoneSeat.GOLD)
    hex(page, "F11").tap()
    expect(page.locator(".headline")).to_have_text("Wolf Rider")
    hex(page, "F12").tap()
    done(page).tap()
    expect(page.locator(".armed")).to_have_attribute("data-ask", "for Firebrand?")
    assert unit(great, "red", "Wolf Rider").hex == "F11"
    done(page).tap()
    expect(hex(page, "F12")).to_have_attribute("aria-label", "F12, plains, Wolf Rider of Firebrand, 4 tokens, active")


def test_a_scenario_opens_as_its_map_on_every_phone(visit: Visit, venue: Venue) -> None:
    page = visit()
    expect(page.locator("[data-timer=neutral-120]")).to_be_visible()
    Scenarios(venue.table).save(scenario_of(GREAT))
    venue.do(New(game="wartime", scenario="great"))
    expect(page.locator("#board")).to_be_visible()
    page.get_by_role("link", name="Sand", exact=True).tap()
    expect(page.locator("[data-timer=neutral-120] .glass")).to_be_visible()
    page.get_by_role("link", name="Map", exact=True).tap()
    expect(page.locator("#board")).to_be_visible()


def test_a_spell_stays_within_its_tile_and_who_wins_is_the_largest_that_the_map_says(
    visit: Visit, great: Venue
) -> None:
    great.do(c.Flip(timer="gold-spell", card="Shadow Strike"))
    page = visit("/board")
    expect(page.locator("#gold-spell")).to_contain_text("30")
    assert page.evaluate("""() => {
        const tile = document.querySelector("#gold-spell").getBoundingClientRect();
        const parts = [...document.querySelectorAll("#gold-spell > *")].map((each) => each.getBoundingClientRect());
        return parts.every(({ left, right }) => left >= tile.left && right <= tile.right);
    }""")
    great.do(End(winner=Seat.GOLD))
    size = "(one) => parseFloat(getComputedStyle(one).fontSize)"
    won, telling = (page.locator(f"#answer .{each}").evaluate(size) for each in ("won", "telling"))
    assert won > telling


def test_what_is_wrong_with_a_field_names_it(visit: Visit, great: Venue) -> None:
    page = visit("/board?hex=F8")
    page.locator("#more summary").tap()
    page.get_by_label("Altar, tokens", exact=True).fill("0")
    page.get_by_label("Altar, tokens", exact=True).press("Enter")
    expect(page.locator("#refusal")).to_have_text("tokens: must be 1 to 40, got 0")


def test_what_is_changed_by_hand_has_the_room_of_the_map(visit: Visit, great: Venue) -> None:
    page = visit("/board?hex=F8")
    field, answer = page.get_by_label("A unit is here"), page.locator("#answer")
    at = "[frame.clientHeight, frame.scrollLeft, frame.scrollTop]"
    for width in (360, 180):
        page.set_viewport_size({"width": width, "height": 740})
        before = page.evaluate(at)
        page.locator("#more summary").tap()
        field.scroll_into_view_if_needed()
        expect(field).to_be_in_viewport(ratio=0.99)
        room = answer.bounding_box()
        assert room is not None
        assert room["height"] >= 300, width
        assert answer.evaluate("(part) => part.scrollWidth <= part.clientWidth"), width
        page.locator("#more summary").tap()
        assert page.evaluate(at) == before, "closed, the map is where it was"


def test_a_question_to_the_other_side_can_be_read_on_a_narrow_button(visit: Visit, great: Venue) -> None:
    page = visit("/board?unit=red.Goblin", seat=PhoneSeat.GOLD)
    page.get_by_role("link", name="Sheet").tap()
    page.get_by_label("Goblin loses 2").tap()
    wide, asks = page.locator(".armed").evaluate(
        """(button) => {
            const pen = document.createElement("canvas").getContext("2d");
            const { font, width } = getComputedStyle(button, "::after");
            pen.font = font;
            return [parseFloat(width), pen.measureText("Firebrand?").width];
        }"""
    )
    assert wide >= asks


def test_a_second_tap_waits_until_the_first_is_answered(visit: Visit, great: Venue) -> None:
    page = visit(seat=PhoneSeat.GOLD)
    held: list[Route] = []

    def hold(route: Route) -> None:
        held.append(route)

    page.route("**/board?*", hold)
    page.locator(".chip[aria-label^='Knight 2,']").tap()
    page.locator("#gold-90").tap()
    repeat(lambda: page.evaluate(FRAME), until=lambda: held)
    page.unroute("**/board?*")  # which lets go of what is held
    expect(page.locator("#gold-90")).to_contain_text("Kn2")
    assert unit(great, "gold", "Knight 2").timer == "gold-90"
