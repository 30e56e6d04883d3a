"""Whose hand holds a phone in a battle: what needs one tap, what asks back, and what a second tap does not do."""

import re
from collections.abc import Callable

import msgspec
from playwright.sync_api import Page, expect

from companion.battleline.choices import BattleLineChoices, Players
from companion.table.events import SERVICE, Named
from companion.table.opening import CHOICES
from companion.table.seats import Seat
from tests.browser.battles import FLAG_1_AND_6, battle, cards
from tests.browser.conftest import Venue, count_taps, double_tap, open_flag, until
from tests.companion.battleline import acts as c
from tests.companion.battleline.match.seats import state
from tests.support import entries
from web.http.phones import PhoneSeat

Visit = Callable[..., Page]
SLOW_S = 0.5
"""Between a double tap's two, and longer than a finger's rest."""


def passes(venue: Venue) -> list[str]:
    return [line.text for _, line in entries(venue.table) if "passes" in line.text]


def test_a_card_of_ones_own_needs_one_tap_and_one_of_the_other_sides_two(visit: Visit, venue: Venue) -> None:
    battle(venue)
    page = visit(seat=PhoneSeat.GOLD)
    open_flag(page, 5)
    page.get_by_role("button", name="Red 7").tap()
    expect(page.get_by_text("You have played.")).to_be_visible()
    assert cards(venue, 5) == {"gold": ["R7"], "red": []}

    page.get_by_role("link", name="For Team Red", exact=True).tap()
    blue = page.get_by_role("button", name="Blue 8")
    blue.tap()
    expect(blue).to_have_attribute("data-ask", "for Team Red?")
    other = page.get_by_role("button", name="Green 2")
    other.tap()
    expect(other).to_have_attribute("data-ask", "for Team Red?")
    assert cards(venue, 5) == {"gold": ["R7"], "red": []}, "two taps on two cards lay neither"
    other.tap()
    expect(page.get_by_text("Team Red has played.")).to_be_visible()
    assert cards(venue, 5) == {"gold": ["R7"], "red": ["G2"]}
    expect(page.get_by_role("link", name="For Team Gold", exact=True)).to_have_attribute("aria-current", "true")


_COVERED = """() => {
    const armed = document.querySelector(".armed");
    const style = getComputedStyle(armed, "::after");
    const origin = (getComputedStyle(armed).position === "static" ? armed.offsetParent : armed).getBoundingClientRect();
    const [left, top] = [origin.left + parseFloat(style.left), origin.top + parseFloat(style.top)];
    const [right, bottom] = [left + parseFloat(style.width), top + parseFloat(style.height)];
    const tiles = [...document.querySelectorAll("#battle a, #battle button")].filter((each) => each !== armed);
    return tiles.filter((tile) => {
        const box = tile.getBoundingClientRect();
        return box.width && left < box.right && box.left < right && top < box.bottom && box.top < bottom;
    }).map((tile) => tile.getAttribute("aria-label") ?? tile.textContent);
}"""
"""What the strip that asks whose act it is lies over, beside the button itself."""


def test_the_strip_that_asks_for_whom_a_card_is_covers_nothing_else(visit: Visit, venue: Venue) -> None:
    for players, laid in ((Players.TWO, ""), (Players.TWO, FLAG_1_AND_6), (Players.THREE, "")):
        venue.table.keep("battleline", CHOICES, CHOICES, msgspec.json.encode(BattleLineChoices(players=players)))
        battle(venue, laid)
        if laid:
            venue.do(c.Pass(side=Seat.GOLD))
        venue.table.note(Named(seat="red", name="Maximilian-Bartholomew W"), source=SERVICE)
        for fault in (None, "Not saving: No space left on device. The game goes on."):
            venue.table.fault("sync", fault)
            page = visit("/?flag=2&for=red", seat=PhoneSeat.GOLD, viewport={"width": 360, "height": 640})
            for card in ("Red 3", "Purple 3", "Orange 6"):
                key = page.get_by_role("button", name=card, exact=True)
                expect(key).to_be_in_viewport(ratio=1)
                key.tap()
                expect(key).to_have_attribute("data-ask", "for Maximilian-Bartholomew W?")
                assert page.evaluate(_COVERED) == [], (players, laid, fault, card)
        venue.table.fault("sync", None)


def test_what_the_other_side_claims_passes_or_puts_right_asks_back(visit: Visit, venue: Venue) -> None:
    battle(venue, FLAG_1_AND_6)
    page = visit("/?flag=6", seat=PhoneSeat.GOLD)
    claim = page.get_by_role("button", name="Claim flag 6 for Team Red")
    claim.tap()
    expect(claim).to_have_attribute("data-ask", "for Team Red?")
    page.get_by_role("link", name="Green 4: change").tap()
    back = page.get_by_role("button", name="Mis-tap: take it back")
    back.tap()
    expect(back).to_have_attribute("data-ask", "for Team Red?")
    venue.do(c.Pass(side=Seat.GOLD))
    expect(page.get_by_text("Team Gold has played.").or_(page.get_by_text("You have played."))).to_be_visible()
    page.get_by_role("link", name="Tactics").tap()
    page.get_by_role("link", name="For Team Red", exact=True).tap()
    page.get_by_role("link", name="Tactics").tap()
    away = page.get_by_role("button", name="Team Red passes")
    away.tap()
    expect(away).to_have_attribute("data-ask", "for Team Red?")
    assert venue.table.view().flags[5].holder is None
    assert cards(venue, 6)["red"] == ["G4", "G6", "G5"]
    assert passes(venue) == ["Team Gold passes"]


def test_the_next_claim_of_ones_own_is_one_tap_under_the_thumb(visit: Visit, venue: Venue) -> None:
    battle(venue, FLAG_1_AND_6)
    gold, red, shared = visit(seat=PhoneSeat.GOLD), visit(seat=PhoneSeat.RED), visit()
    expect(red.locator(".claims .main")).to_have_accessible_name("Claim flag 6")
    expect(shared.locator(".claims .main")).to_have_accessible_name("Claim flag 6 for Team Red")
    open_flag(shared, 1)
    expect(shared.locator(".claims .main")).to_have_accessible_name("Claim flag 1 for Team Gold")
    gold.get_by_role("button", name="Claim flag 1").tap()
    expect(gold.get_by_role("link", name="Flag 1, Team Gold’s")).to_be_visible()
    expect(gold.get_by_text("Your turn.")).to_be_visible()
    red.get_by_role("button", name="Agree").tap()
    expect(red.get_by_text("Team Gold’s turn.")).to_be_visible()


def test_what_comes_to_lie_where_one_side_acted_does_not_act_for_the_other(visit: Visit, venue: Venue) -> None:
    """On a phone that both share: twice in one place, and slowly."""
    page = visit("about:blank", own=True)
    count_taps(page)
    undo = page.locator(".undo button")
    for act, path in {
        "Team Gold passes": "/?flag=2&for=gold&tray=tactics",
        "Scout": "/?flag=2&for=gold&tray=tactics",
        "Purple 1": "/?flag=2",
        "Claim flag 1 for Team Gold": "/?flag=1",
    }.items():
        battle(venue, FLAG_1_AND_6)
        page.goto(path)
        before = state(venue)
        double_tap(
            page,
            page.get_by_role("button", name=act, exact=True),
            apart_s=SLOW_S,
            meanwhile=lambda: expect(undo).not_to_have_attribute("aria-label", "Undo: Team Red lays Red 2 at flag 9"),
        )
        until(page, "clicks === 2")
        assert page.evaluate("posts") == 1, act
        after = state(venue)
        assert (after.turn, after.acted) == (Seat.GOLD, "Claim" not in act), act
        assert len(after.lying) + len(after.claimed) <= len(before.lying) + 1, act
        assert page.get_by_text("Mis-tap").count() == 0, act


def test_a_double_tap_passes_once(visit: Visit, venue: Venue) -> None:
    for seat in (PhoneSeat.GOLD, PhoneSeat.BOTH):
        battle(venue, FLAG_1_AND_6)
        page = visit("about:blank", seat=seat, own=True)
        count_taps(page)
        page.goto("/?tray=tactics")
        double_tap(page, page.get_by_role("button", name=re.compile("^(Pass|Team Gold passes)$")))
        expect(page.get_by_text("Team Red is next.")).to_be_visible()
        until(page, "clicks === 2")
        assert page.evaluate("posts") == 1, seat
        assert passes(venue) == ["Team Gold passes"], seat


def test_a_side_without_room_for_a_card_finds_its_pass_under_its_thumb(visit: Visit, venue: Venue) -> None:
    """Three cards lie on Gold's side of each flag, against better ones; it is a Tactics card ahead."""
    low, high = (
        [f"{colour}{value}" for value in values for colour in "ROYGBP"]
        for values in ((1, 2, 3, 4, 5), (6, 7, 8, 9, 10))
    )
    pairs = zip(["LA", *low], high[:27], strict=False)
    laid = " ".join(f"{at // 3 + 1}:{gold} {at // 3 + 1}:{red}" for at, (gold, red) in enumerate(pairs))
    battle(venue, laid)
    page = visit(seat=PhoneSeat.GOLD)
    expect(page.get_by_role("region", name="What can be claimed")).to_contain_text("You have no room for a card.")
    page.locator(".claims .main", has_text="Pass").tap()
    expect(page.get_by_text("Team Red is next.")).to_be_visible()


def test_who_has_not_sat_down_taps_a_card_gives_the_code_and_has_laid_it(visit: Visit, venue: Venue) -> None:
    battle(venue)
    page = visit("/?flag=5", joined=False)
    page.get_by_role("button", name="Red 7").tap()
    dialog = page.get_by_role("dialog")
    dialog.get_by_label("Code").fill(venue.access.code)
    dialog.get_by_role("button", name="Gold", exact=False).first.tap()
    expect(page.get_by_text("You have played.")).to_be_visible()
    assert cards(venue, 5) == {"gold": ["R7"], "red": []}
