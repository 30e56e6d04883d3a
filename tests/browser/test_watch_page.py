"""The page for spectators on televisions and tablets."""

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from companion.table.opening import New
from tests.browser.conftest import Venue, until
from tests.companion.wartime import acts as c
from tests.web.moments import MOMENTS

Visit = Callable[..., Page]
TELEVISION = {"width": 1920, "height": 1080}
SCREENS = [*({"width": w, "height": h} for w, h in ((360, 740), (768, 1024), (1024, 768), (1280, 720))), TELEVISION]
SEEN = {
    "wartime": ("units named", "running", "paused", "ended"),
    "warzone": ("Units counted", "ready", "a Unit acts", "the Initiative to choose", "ended"),
    "battleline": ("nothing laid", "cards laid", "ended", "three lines", "three, ended"),
}

CUT = """() => [...document.querySelectorAll("body > main, body > main *")]
    .filter((each) => each.checkVisibility() && !each.closest("svg, .glass"))
    .filter((each) => getComputedStyle(each).display !== "inline")
    .filter((each) => {
        const box = each.getBoundingClientRect(), around = each.parentElement.getBoundingClientRect();
        const fonts = [each, ...each.querySelectorAll("*")].map((one) => parseFloat(getComputedStyle(one).fontSize));
        const slack = 2 + 0.2 * Math.max(...fonts); // of a line that is lower than its letters' box
        return box.left < around.left - 2 || box.right > around.right + 2
            || box.top < around.top - 2 || box.bottom > around.bottom + 2
            || each.scrollWidth > each.clientWidth + 2 || each.scrollHeight > each.clientHeight + slack;
    })
    .map((each) => `${each.tagName}.${each.className} ${each.textContent.trim().slice(0, 40)}`)"""
"""What does not fit into what it stands in, or is wider or higher inside than outside."""

SIZES = """(what) => [...document.querySelectorAll(what)].filter((each) => each.checkVisibility())
    .map((each) => parseFloat(getComputedStyle(each).fontSize))"""
STREAMS = """
    const Native = EventSource;
    window.streams = [];
    window.EventSource = class extends Native {
        constructor(...asked) {
            super(...asked);
            streams.push(this);
        }
    };
"""
"""Keeps hold of the page's streams, which a browser that is told to be offline leaves open."""
ESSENTIAL = ".who, .word, .last, .whose, .vp dd, .side dd, .turn b, .post b, .half b:not(.wild), .flags dd"


@pytest.mark.parametrize("game", SEEN)
def test_it_fits_every_screen_and_is_read_from_the_sofa(visit: Visit, venue: Venue, game: str) -> None:
    page = visit("about:blank", joined=False)
    for moment in SEEN[game]:
        MOMENTS[game][moment](venue.phone())
        page.goto("/watch")
        for screen in SCREENS:
            where = moment, screen
            page.set_viewport_size(screen)
            page.evaluate("document.fonts.ready.then(() => new Promise(requestAnimationFrame)).then(() => 0)")
            assert page.evaluate(CUT) == [], where
            assert page.evaluate("document.scrollingElement.scrollHeight") <= screen["height"], where
            assert page.evaluate("document.scrollingElement.scrollWidth") <= screen["width"], where
            assert min(page.evaluate(SIZES, "main *")) >= 11, where
        # The last is the television, which is read from the sofa.
        assert min(page.evaluate(SIZES, ESSENTIAL)) >= 48, moment
        assert min(page.evaluate(SIZES, ".secs"), default=90) >= 90, moment
        page.goto("about:blank")


def test_a_flip_is_seen_and_the_seconds_go(visit: Visit, venue: Venue) -> None:
    page = visit("/watch", joined=False)
    expect(page.get_by_text("Setting up")).to_be_visible()
    venue.do(c.Begin(), c.Flip(timer="gold-60a", unit="Archer"))
    tile = page.locator("[data-timer=gold-60a]")
    expect(tile).to_have_class(re.compile("running"))
    expect(tile).to_contain_text("Archer")
    expect(tile.locator(".secs")).to_have_text(re.compile("5[0-9]"))
    venue.do(c.Pause())
    expect(page.get_by_text("Paused", exact=True)).to_be_visible()
    expect(tile).to_have_class(re.compile("still"))


def test_the_last_five_seconds_are_inverted(visit: Visit, venue: Venue) -> None:
    venue.do(c.Begin(), c.Flip(timer="gold-30"))
    page = visit("/watch", joined=False)
    tile = page.locator("[data-timer=gold-30]")
    expect(tile.locator(".secs")).to_have_text("27")
    before = tile.evaluate("(each) => getComputedStyle(each).backgroundColor")
    venue.do(c.Turn(timer="gold-30"))
    expect(tile).to_have_class(re.compile("warm"))
    army = tile.evaluate("(each) => getComputedStyle(each.querySelector('.secs')).color")
    assert tile.evaluate("(each) => getComputedStyle(each).backgroundColor") not in (before, army)
    assert army == page.evaluate("getComputedStyle(document.documentElement).backgroundColor")


def test_a_lost_connection_is_said_and_the_time_goes_on(visit: Visit, venue: Venue) -> None:
    venue.do(c.Begin(), c.Flip(timer="gold-60a"))
    page = visit("about:blank", joined=False, viewport=TELEVISION, own=True)
    page.add_init_script(STREAMS)
    page.goto(venue.url + "/watch")
    seconds = page.locator("[data-timer=gold-60a] .secs")
    expect(seconds).not_to_have_text("60")
    until(page, "streams.length")
    page.context.set_offline(True)
    page.evaluate("streams.at(-1).dispatchEvent(new Event('error'))")
    expect(page.get_by_text("The table does not answer.")).to_be_visible()
    said = seconds.text_content()
    expect(seconds).not_to_have_text(said or "")
    assert page.evaluate("document.scrollingElement.scrollHeight") <= TELEVISION["height"]
    assert page.evaluate(CUT) == []
    page.context.set_offline(False)
    venue.do(c.Flip(timer="red-90"))
    expect(page.locator("[data-timer=red-90]")).to_have_class(re.compile("running"))
    expect(page.get_by_text("The table does not answer.")).to_be_hidden()


def test_another_game_is_another_page(visit: Visit, venue: Venue) -> None:
    page = visit("/watch", joined=False)
    expect(page.get_by_text("Setting up")).to_be_visible()
    for game, there in (("battleline", "Battle Line"), ("warzone", "Warzone Eternal"), ("wartime", "WarTime")):
        venue.do(New(game=game))
        expect(page.get_by_role("heading", name=there)).to_be_visible()


def test_a_page_that_could_not_be_had_is_asked_for_again(visit: Visit, venue: Venue) -> None:
    page = visit("/watch", joined=False)
    expect(page.get_by_text("Setting up")).to_be_visible()
    page.route("**/watch", lambda route: route.abort(), times=2)
    venue.do(c.Begin())
    expect(page.locator("[data-timer=gold-30]")).to_be_visible()


def test_a_clock_that_drifts_is_put_right(visit: Visit, venue: Venue) -> None:
    """Hours unattended, with no change that would make the page ask."""
    page = visit("about:blank", joined=False, own=True)
    page.clock.install()
    page.goto(venue.url + "/watch")
    venue.do(c.Begin())
    expect(page.locator("[data-timer=gold-30]")).to_be_visible()
    with page.expect_response("**/api/table"):
        page.clock.fast_forward("06:00")
    venue.do(c.Flip(timer="gold-90"))
    expect(page.locator("[data-timer=gold-90] .secs")).to_have_text(re.compile("8[5-9]|90"))


def test_a_day_of_changes_leaves_nothing_behind(visit: Visit, venue: Venue) -> None:
    venue.do(c.Begin())
    page = visit("/watch", joined=False)
    count = "document.querySelectorAll('*').length + document.getAnimations().length"

    def flipped(times: int) -> int:
        for _ in range(times):
            venue.do(c.Flip(timer="gold-60a"), c.Free(timer="gold-60a"))
        until(page, f"document.querySelector('main').dataset.version === '{venue.table.version}'")
        return int(page.evaluate(count))

    assert flipped(30) == flipped(3)
