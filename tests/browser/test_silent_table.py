"""A table that does not answer, in real life: the box is off, or the phone too far away."""

import re
from collections.abc import Callable
from itertools import pairwise

import pytest
from playwright.sync_api import Page, expect

from companion.table.opening import New
from tests.browser.conftest import Venue, until
from tests.companion.wartime import acts as c
from tests.support import entries, repeat
from web.http.phones import PhoneSeat

Visit = Callable[..., Page]


def test_times_run_on_and_acts_and_tabs_wait_until_it_answers_again(visit: Visit, venue: Venue) -> None:
    venue.do(c.Begin(), c.Flip(timer="gold-90"))
    page = visit(seat=PhoneSeat.GOLD)
    running = page.locator("[data-timer=gold-90]")
    expect(running).to_have_class(re.compile("running"))
    before = page.locator("[data-timer=gold-90]").bounding_box()
    venue.fall_silent()
    expect(page.locator("#lost")).to_contain_text("does not answer")
    assert running.bounding_box() == before, "what says so moves nothing"
    left = int(running.locator(".secs").inner_text())
    until(page, f"Number(document.querySelector('[data-timer=gold-90] .secs').textContent) < {left}")

    page.locator("[data-timer=gold-60a] button").tap()
    expect(page.locator("#refusal")).to_contain_text("this was not done")
    page.get_by_role("link", name="Log").tap()
    expect(page.locator("#refusal")).to_have_text("The table does not answer. This page stays until it does.")
    assert page.url == f"{venue.url}/"

    venue.do(c.Flip(timer="gold-30"))
    venue.answer_again()
    expect(page.locator("#lost")).to_be_hidden()
    assert page.locator("#refusal").inner_text() == "", "nothing still says that it does not answer"
    expect(page.locator("[data-timer=gold-30]")).to_have_class(re.compile("running"))
    page.locator("[data-timer=gold-60a] button").tap()
    expect(page.locator("[data-timer=gold-60a]")).to_have_class(re.compile("running"))
    assert [line.text for _, line in entries(venue.table)].count("Valyance 60a flipped") == 1


def test_what_says_so_moves_nothing_on_the_other_tables(visit: Visit, venue: Venue) -> None:
    venue.do(New(game="battleline"))
    page = visit(seat=PhoneSeat.GOLD)
    flag, tab = page.locator(".flags a").first, page.get_by_role("link", name="Log")
    before = flag.bounding_box(), tab.bounding_box()
    venue.fall_silent()
    expect(page.locator("#lost")).to_contain_text("does not answer")
    assert (flag.bounding_box(), tab.bounding_box()) == before
    venue.answer_again()


LIVE = [
    ("wartime", "/"),
    ("wartime", "/log"),
    ("wartime", "/watch"),
    ("wartime", "/panel"),
    ("warzone", "/"),
    ("battleline", "/"),
    ("battleline", "/watch"),
]
AWAY_S = 120
APART_S = 5


@pytest.mark.parametrize(("game", "path"), LIVE)
def test_a_page_calls_an_absent_table_once_in_five_seconds_and_has_it_at_a_touch(
    visit: Visit, venue: Venue, game: str, path: str
) -> None:
    venue.do(New(game=game))
    page = visit("about:blank", own=True)
    page.clock.install()
    with page.expect_request("**/api/events"):
        page.goto(path)
    page.clock.pause_at(page.evaluate("Date.now()") + 1000)
    asked: list[tuple[int, str]] = []
    done: list[str] = []
    second = 0
    page.on("request", lambda request: asked.append((second, request.url)))
    page.on("requestfailed", lambda request: done.append(request.url))
    venue.fall_silent()
    # The first call may hang for a while.
    repeat(lambda: page.clock.run_for(500), until=page.locator("#lost").is_visible)
    asked, done = asked[-1:], ["the call that was in vain"]
    while second < AWAY_S:
        second += 1
        page.clock.run_for(1000)
        repeat(lambda: page.wait_for_event("requestfailed"), until=lambda: len(done) >= len(asked))
    assert len(asked) > 3
    close = [(before, after) for before, after in pairwise(asked) if after[0] - before[0] < APART_S]
    assert close == []
    venue.answer_again()
    page.locator("body").tap(position={"x": 5, "y": 5})
    expect(page.locator("#lost")).to_be_hidden()
