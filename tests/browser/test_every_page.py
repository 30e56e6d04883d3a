"""What holds of WarTime's table at rest."""

from collections.abc import Callable

from playwright.sync_api import Page

from companion.table.seats import Side
from tests.browser.conftest import Venue, until
from tests.browser.thumbs import too_small
from tests.companion.wartime import acts as c
from web.http.access import COOKIE
from web.http.phones import PhoneSeat

Visit = Callable[..., Page]


def set_up(venue: Venue) -> None:
    venue.do(c.Muster(side=Side.GOLD, units=("Archer", "Knight"), cards=("Bless",)))


def in_play(venue: Venue) -> None:
    set_up(venue)
    venue.do(c.Begin(), c.Flip(timer="gold-60a", unit="Archer"), c.Flip(timer="red-30"), c.Turn(timer="red-30"))


def test_the_whole_table_is_on_one_screen_and_its_sand_stops_for_those_who_want_no_motion(
    visit: Visit, venue: Venue
) -> None:
    in_play(venue)
    page = visit(joined=False)
    assert page.evaluate("document.documentElement.scrollHeight") <= 740
    assert too_small(page) == []
    page.context.add_cookies([{"name": COOKIE, "value": venue.joined(PhoneSeat.BOTH), "url": venue.url}])
    page.reload()
    assert page.evaluate("document.documentElement.scrollHeight") <= 740
    until(page, "document.getAnimations().length > 0")
    # What has just run out is outlined for a moment, which moves nothing either.
    moving = "document.getAnimations().filter(({ animationName }) => animationName !== 'stay')"
    assert set(page.evaluate(f"{moving}.map((each) => each.playState)")) == {"paused"}
