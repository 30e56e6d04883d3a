"""The battle on every screen: all of it in sight at once, large enough, and nothing moves."""

from collections.abc import Callable

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser.battles import FLAG_1_AND_6, battle, box, cards
from tests.browser.conftest import Venue, open_flag
from tests.browser.shifts import PACES, slowed, unsteady, watch
from tests.browser.states import STATES
from tests.browser.venue import Stage, open_phone
from web.http.access import COOKIE
from web.http.phones import PhoneSeat

Visit = Callable[..., Page]
IN_PLAY = (
    "nothing laid", "a flag open", "late in the Mud", "Tactics in the tray", "Traitor chosen", "a card to change",
    "three players late in the Mud", "three lines", "names of 24 letters, Tactics", "by claims ended",
    "a proof before its side", "a proof, a kind that is out", "a proof in the Mud",
    "a proof between names of 24 letters", "the reply that beats a claim", "a card beside the deck",
    "a card that a Deserter took", "names of 24 letters", "three players",
)  # fmt: skip
PHONES = ((360, 740), (360, 640), (740, 360), (640, 360))
"""Upright and on their sides."""
FAULT = "Not saving: No space left on device. The game goes on. The buzzer or the lamp does not work."
SCROLLED = "[document.documentElement.scrollHeight - innerHeight, document.documentElement.scrollWidth - innerWidth]"


def test_nothing_scrolls(browser: Browser, stage: Stage) -> None:
    """With all in order, and with a fault."""
    context = open_phone(browser, base_url=stage.url, reduced_motion="reduce")
    page = context.new_page()
    found = {}
    at_table = None
    for each in STATES:
        if each.game == "battleline" and each.name in IN_PLAY and each.seat:
            if each.play is not at_table:
                page.goto("about:blank")
                stage.clear()
                each.play(stage)
                at_table = each.play
            context.add_cookies([{"name": COOKIE, "value": stage.joined(each.seat), "url": stage.url}])
            for fault in (None, FAULT):
                stage.table.fault("sync", fault)
                page.goto(each.path)
                page.evaluate("document.fonts.ready.then(() => 0)")
                for width, height in PHONES:
                    page.set_viewport_size({"width": width, "height": height})
                    found[each.name, width, height, fault] = page.evaluate(SCROLLED)
            stage.table.fault("sync", None)
            page.evaluate("sessionStorage.clear()")
    context.close()
    assert {at: by for at, by in found.items() if by != [0, 0]} == {}
    assert {name for name, *_ in found} == {*IN_PLAY}


def test_the_cards_that_still_save_a_flag_are_lit_in_the_tray(visit: Visit, venue: Venue) -> None:
    battle(venue, FLAG_1_AND_6)
    page = visit("/?flag=6", seat=PhoneSeat.GOLD)
    open_flag(page, 5)
    expect(page.get_by_role("link", name="Flag 5, 1 can still save it for Team Red")).to_be_visible()
    page.get_by_role("link", name="What stops it: Blue 10.").tap()
    expect(page.locator(".deck .lights")).to_have_accessible_name("Blue 10")


def test_a_traitor_is_offered_only_what_he_may_take_and_a_place_that_is_free(visit: Visit, venue: Venue) -> None:
    battle(venue, FLAG_1_AND_6)
    page = visit("/?flag=2", seat=PhoneSeat.GOLD)
    page.get_by_role("link", name="Tactics").tap()
    page.get_by_role("link", name="Traitor").tap()
    expect(page.get_by_role("link", name="Orange 7", exact=True)).to_have_count(0)
    page.get_by_role("link", name="Orange 3", exact=True).tap()
    expect(page.get_by_role("button", name="Flag 5", exact=True)).to_be_disabled()
    page.get_by_role("button", name="Flag 9", exact=True).tap()
    expect(page.get_by_text("Team Red is next.")).to_be_visible()
    assert cards(venue, 9) == {"gold": ["O3"], "red": ["R2"]}


def test_a_discard_is_put_right_from_the_tray(visit: Visit, venue: Venue) -> None:
    battle(venue, FLAG_1_AND_6)
    page = visit("/?flag=2&play=DESERTER", seat=PhoneSeat.GOLD)
    page.get_by_role("button", name="Red 2", exact=True).tap()
    expect(page.get_by_text("Team Red is next.")).to_be_visible()
    page.get_by_role("link", name="Red 2: change").tap()
    expect(page.get_by_text("beside the deck")).to_be_visible()
    red = page.get_by_role("button", name="Mis-tap: take it back")
    red.tap()
    expect(red).to_have_attribute("data-ask", "for Team Red?")
    page.get_by_role("link", name="Mis-tap: Deserter took another card").tap()
    page.get_by_role("button", name="Green 4", exact=True).tap()
    expect(page.get_by_role("link", name="Green 4: change")).to_be_visible()
    assert (cards(venue, 9)["red"], cards(venue, 6)["red"]) == (["R2"], ["G6", "G5"])


def test_flags_are_large_and_grow_with_the_screen_and_lie_beside_the_tray_of_a_phone_on_its_side(
    visit: Visit, venue: Venue
) -> None:
    battle(venue, FLAG_1_AND_6)
    page = visit("/?flag=5")
    flag = box(page, ".flags a")
    assert flag["height"] >= 44
    assert flag["width"] >= 35
    card = box(page, ".half b")["height"]
    for width, height in ((768, 1024), (1024, 768)):
        page.set_viewport_size({"width": width, "height": height})
        assert box(page, ".half b")["height"] > 1.8 * card
    page.set_viewport_size({"width": 740, "height": 360})
    line, tray = box(page, ".flags"), box(page, ".tray")
    assert line["x"] + line["width"] <= tray["x"]


@pytest.mark.parametrize("slower", PACES)
def test_nothing_moves_while_a_flag_is_opened_a_card_laid_a_flag_claimed_and_all_undone(
    visit: Visit, venue: Venue, slower: int
) -> None:
    battle(venue, FLAG_1_AND_6)
    page = visit("about:blank", seat=PhoneSeat.GOLD, own=True)
    watch(page.context)
    page.goto(venue.url)
    expect(page.get_by_role("button", name="Claim flag 1")).to_be_visible()
    places = [(part, box(page, part)) for part in (".flags", ".tray", ".undo", "header .title")]

    def stands_still(after: str) -> None:
        for part, before in places:
            assert box(page, part) == before, (after, part)

    with slowed(page, slower):
        open_flag(page, 2)
        stands_still("opening")
        page.get_by_role("button", name="Claim flag 1").tap()
        expect(page.get_by_role("link", name="Flag 1, Team Gold’s")).to_be_visible()
        stands_still("claiming")
        page.get_by_role("button", name="Purple 1", exact=True).tap()
        expect(page.get_by_text("You have played.")).to_be_visible()
        stands_still("laying")
        for _ in range(2):
            undo = page.locator(".undo button")
            before = undo.get_attribute("aria-label")
            assert before is not None
            undo.tap()
            expect(undo).not_to_have_attribute("aria-label", before)
            stands_still("undoing")
    assert unsteady(page, "what was touched aside") == []
