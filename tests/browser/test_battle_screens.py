"""The battle on every screen: what lies above the fold, what is large enough, and that nothing moves."""

from collections.abc import Callable

from playwright.sync_api import Page, expect

from tests.browser.battles import FLAG_1_AND_6, battle, box
from tests.browser.conftest import Venue, open_flag
from tests.browser.shifts import slowed, unsteady, watch
from web.http.seating import PhoneSeat

Visit = Callable[..., Page]
SIZES = ((360, 740), (180, 740), (740, 360), (768, 1024), (1024, 768))


def test_turn_line_verdict_and_claim_are_above_the_fold(visit: Visit, venue: Venue) -> None:
    battle(venue, FLAG_1_AND_6)
    page = visit(seat=PhoneSeat.GOLD)
    for width, height in SIZES:
        page.set_viewport_size({"width": width, "height": height})
        page.goto("/?flag=5")
        dock, nav = box(page, ".dock"), box(page, "nav")
        for part in (".turn", ".flags [aria-current]", ".headline", ".opened .claiming button", ".dock .main", ".undo"):
            at = box(page, part)
            right, low = at["x"] + at["width"], at["y"] + at["height"]
            assert 0 <= at["x"] <= right <= width, part
            assert 0 <= at["y"] <= low <= nav["y"] + 1, part
            assert part in (".dock .main", ".undo") or right <= dock["x"] + 1 or low <= dock["y"] + 1, part
        assert abs(dock["y"] + dock["height"] - nav["y"]) < 1
        for state in ("/", "/?flag=1", "/?flag=5&card=R7"):
            page.goto(state)
            assert page.evaluate("document.documentElement.scrollWidth") <= width, state


def test_flags_are_as_large_as_nine_can_be_and_grow_with_the_screen(visit: Visit, venue: Venue) -> None:
    battle(venue, FLAG_1_AND_6)
    page = visit("/")
    flag = box(page, ".flags a")
    assert flag["height"] >= 44
    assert flag["width"] >= 35
    card = box(page, ".half b")["height"]
    for width, height in ((768, 1024), (1024, 768)):
        page.set_viewport_size({"width": width, "height": height})
        assert box(page, ".half b")["height"] > 1.8 * card


def test_on_its_side_a_phone_has_the_line_beside_the_opened_flag(visit: Visit, venue: Venue) -> None:
    battle(venue, FLAG_1_AND_6)
    page = visit("/?flag=5", viewport={"width": 740, "height": 360})
    line, opened = box(page, ".flags"), box(page, ".opened")
    assert line["x"] + line["width"] <= opened["x"]
    assert line["y"] + line["height"] <= box(page, "nav")["y"] + 1


def test_nothing_moves_while_a_flag_is_opened_a_card_laid_a_flag_claimed_and_all_undone(
    visit: Visit, venue: Venue
) -> None:
    battle(venue, FLAG_1_AND_6)
    page = visit("about:blank", seat=PhoneSeat.GOLD)
    watch(page.context)
    page.goto(venue.url)
    expect(page.locator(".dock .main")).to_have_text("Claim flag 1")
    places = [(part, box(page, part)) for part in (".flags", ".dock", ".undo", "header .title")]

    def stands_still(after: str) -> None:
        for part, before in places:
            assert box(page, part) == before, (after, part)

    with slowed(page):
        open_flag(page, 2)
        stands_still("opening")
        page.locator(".dock .main").tap()
        expect(page.get_by_role("link", name="Flag 1, Gold’s")).to_be_visible()
        stands_still("claiming")
        page.get_by_role("button", name="Purple 1", exact=True).tap()
        expect(page.get_by_text("You have played.")).to_be_visible()
        page.evaluate("scrollTo(0, 0)")
        stands_still("laying")
        for _ in range(2):
            before = page.locator(".undo small").inner_text()
            page.wait_for_timeout(450)
            page.locator(".undo button").tap()
            expect(page.locator(".undo small")).not_to_have_text(before)
            stands_still("undoing")
    assert unsteady(page, "what was touched aside") == []
