"""The end of a game on phones: who won is read from across the table, and nothing of it is cut."""

from collections.abc import Callable, Sequence

import pytest
from playwright.sync_api import Page, expect

from companion.battleline.match import commands as b
from companion.table.commands import Begin, Command, End, Undo
from companion.table.opening import New
from companion.table.seats import Seat
from companion.table.sides import Side
from companion.wartime.match import commands as w
from companion.warzone.match import commands as z
from companion.warzone.scenario.deployment import Area
from tests.browser.accessibility import axe
from tests.browser.conftest import Venue, rested

Visit = Callable[..., Page]
SMALLEST_PX = 48
_ARMIES = (
    z.Muster(side=Side.GOLD, name="Brotherhood", activations=3),
    z.Muster(side=Side.RED, name="The Most Extraordinary 1234567890123456", activations=3),
    z.SelectArea(side=Side.GOLD, area=Area.A),
    Begin(),
)
GAMES: dict[str, Sequence[Command]] = {
    "WarTime": (New(game="wartime"), Begin(), w.Flip(timer="gold-90")),
    "WarTime on a map": (New(game="wartime", scenario="example-range"), Begin()),
    "Warzone": (New(game="warzone"), *_ARMIES),
    "Battle Line": (New(game="battleline"), b.Lay(side=Seat.GOLD, flag=5, piece="R10")),
}


def panel(page: Page) -> dict[str, float]:
    """How the end is drawn, in pixels."""
    found: dict[str, float] = page.evaluate(
        """() => {
            const won = document.querySelector(".won");
            const parts = [...document.querySelectorAll("#over, #over *")];
            const boxes = parts.map((each) => each.getBoundingClientRect());
            const targets = [...document.querySelectorAll("#over :is(button, a)")];
            return {
                type: parseFloat(getComputedStyle(won).fontSize),
                left: Math.min(...boxes.map((box) => box.left)),
                right: Math.max(...boxes.map((box) => box.right)),
                hidden: Math.max(...parts.map((each) => each.scrollWidth - each.offsetWidth)),
                low: Math.min(...targets.map((each) => each.offsetHeight)),
            };
        }"""
    )
    return found


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("winner", [Seat.GOLD, Seat.RED])
def test_the_winner_is_large_on_every_phone_and_cut_on_none(
    visit: Visit, venue: Venue, game: str, winner: Seat
) -> None:
    venue.do(*GAMES[game])
    page = visit()
    venue.do(End(winner=winner))
    name = venue.table.view().names[winner.value]
    expect(page.get_by_role("heading", name=f"{name} wins", exact=True)).to_be_visible()
    expect(page.get_by_role("button", name="Again")).to_be_visible()
    drawn = panel(page)
    assert drawn["type"] >= SMALLEST_PX or len(max(name.split(), key=len)) > 13
    assert drawn["low"] >= 44
    found = axe(page, game, part="#over")
    for width in (180, 320, 360, 1280):
        page.set_viewport_size({"width": width, "height": 740})
        drawn = panel(page)
        assert drawn["left"] >= 0
        assert drawn["right"] <= width
        assert drawn["hidden"] <= 0
    assert found == []


@pytest.mark.parametrize("game", GAMES)
def test_the_end_that_was_undone_is_gone_and_the_next_game_goes_on(visit: Visit, venue: Venue, game: str) -> None:
    venue.do(*GAMES[game])
    page, late = visit(), None
    venue.do(End(winner=Seat.RED))
    expect(page.get_by_role("button", name="Again")).to_be_visible()
    late = visit()
    venue.do(Undo())
    for phone in (page, late):
        expect(phone.get_by_role("button", name="Again")).to_have_count(0)
    venue.do(End(winner=Seat.GOLD))
    for phone in (page, late):
        expect(phone.get_by_role("region", name="The end")).to_contain_text("wins")
    rested(page)
    page.get_by_role("button", name="Again").tap()
    for phone in (page, late):
        expect(phone.get_by_role("region", name="The end")).to_have_count(0)
    assert venue.table.view().over is None


def test_no_tile_of_a_game_that_is_over_can_be_tapped(visit: Visit, venue: Venue) -> None:
    venue.do(*GAMES["WarTime"])
    page = visit()
    expect(page.locator("[data-timer=gold-30] button")).to_be_visible()
    venue.do(End())
    expect(page.get_by_role("heading", name="The game has ended")).to_be_visible()
    assert page.locator(".tile button:visible").count() == 0
    expect(page.get_by_role("button", name="Pause")).to_be_hidden()
