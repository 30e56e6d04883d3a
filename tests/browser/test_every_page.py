"""What holds of WarTime's table at rest."""

from collections.abc import Callable

import pytest
from playwright.sync_api import Page

from companion.table.sides import Side
from companion.wartime.match import commands as c
from tests.browser.conftest import Venue, until

Visit = Callable[..., Page]


def set_up(venue: Venue) -> None:
    venue.do(c.Muster(side=Side.GOLD, units=("Archer", "Knight"), cards=("Bless",)))


def in_play(venue: Venue) -> None:
    set_up(venue)
    venue.do(c.Begin(), c.Flip(timer="gold-60a", unit="Archer"), c.Flip(timer="red-30"), c.Turn(timer="red-30"))


@pytest.mark.parametrize("joined", [True, False])
def test_the_whole_table_is_on_one_screen_in_thumb_size(visit: Visit, venue: Venue, joined: bool) -> None:
    in_play(venue)
    page = visit(joined=joined)
    assert page.evaluate("document.documentElement.scrollHeight") <= 740
    targets = page.evaluate(
        """[...document.querySelectorAll("button, a, input")].filter((each) => each.checkVisibility())
            .map((each) => [each.getAttribute("aria-label") ?? each.textContent, each.getBoundingClientRect()])
            .map(([name, box]) => [name, box.width, box.height])"""
    )
    assert len(targets) > 14
    assert [each for each in targets if each[1] < 44 or each[2] < 44] == []


def test_sand_stops_for_those_who_want_no_motion(visit: Visit, venue: Venue) -> None:
    in_play(venue)
    page = visit(reduced_motion="reduce")
    until(page, "document.getAnimations().length > 0")
    # What has just run out is outlined for a moment, which moves nothing either.
    moving = "document.getAnimations().filter(({ animationName }) => animationName !== 'stay')"
    assert set(page.evaluate(f"{moving}.map((each) => each.playState)")) == {"paused"}
