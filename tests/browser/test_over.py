"""The end of a game on phones: who won is read from across the table, and nothing of it is cut."""

from collections.abc import Callable, Sequence

import pytest
from playwright.sync_api import Page, expect

from companion.table.commands import Begin, Command, End, Undo
from companion.table.opening import New
from companion.table.seats import Seat, Side
from companion.warzone.scenarios import DeploymentArea
from tests.browser.conftest import Venue
from tests.browser.venue import PHONE
from tests.companion.battleline import acts as b
from tests.companion.wartime import acts as w
from tests.companion.warzone import acts as z

Visit = Callable[..., Page]
SMALLEST_PX = 48
_ARMIES = (
    z.Muster(side=Side.GOLD, name="Brotherhood", activations=3),
    z.Muster(side=Side.RED, name="The Most Extraordinary 1234567890123456", activations=3),
    z.SelectArea(side=Side.GOLD, area=DeploymentArea.A),
    Begin(),
)
GAMES: dict[str, Sequence[Command]] = {
    "WarTime": (New(game="wartime"), Begin(), w.Flip(timer="gold-90")),
    "WarTime on a map": (New(game="wartime", scenario="example-range"), Begin()),
    "Warzone": (New(game="warzone"), *_ARMIES),
    "Battle Line": (New(game="battleline"), b.Lay(side=Seat.GOLD, flag=5, piece="R10")),
}


DRAWN = """() => {
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
"""How the end is drawn, in pixels."""


def is_read_from_across_the_table(page: Page, name: str, *, widths: Sequence[int]) -> None:
    """That side's victory."""
    expect(page.get_by_role("heading", name=f"{name} wins", exact=True)).to_be_visible()
    expect(page.get_by_role("button", name="Again")).to_be_visible()
    drawn = page.evaluate(DRAWN)
    assert drawn["type"] >= SMALLEST_PX or len(max(name.split(), key=len)) > 13
    assert drawn["low"] >= 44
    for width in widths:
        page.set_viewport_size({"width": width, "height": 740})
        drawn = page.evaluate(DRAWN)
        assert drawn["left"] >= 0, width
        assert drawn["right"] <= width, width
        assert drawn["hidden"] <= 0, width
    page.set_viewport_size(PHONE)


@pytest.mark.parametrize("game", GAMES)
def test_the_winner_is_large_and_gone_once_the_end_is_undone_or_the_next_game_begins(
    visit: Visit, venue: Venue, game: str
) -> None:
    venue.do(*GAMES[game])
    page = visit()
    venue.do(End(winner=Seat.RED))
    names = venue.table.view().names
    is_read_from_across_the_table(page, names["red"], widths=(180, 320, 360, 1280))
    late = visit()
    venue.do(Undo())
    for phone in (page, late):
        expect(phone.get_by_role("button", name="Again")).to_have_count(0)
    venue.do(End(winner=Seat.GOLD))
    expect(late.get_by_role("region", name="The end")).to_contain_text("wins")
    is_read_from_across_the_table(page, names["gold"], widths=(180,))
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
