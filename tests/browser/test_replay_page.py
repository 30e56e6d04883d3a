"""A replay under thumbs and on keys: what a browser plays from one file is what the server draws step by step."""

import re
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Page, Route, expect

from companion.clock import ManualClock
from tests.browser.conftest import until
from tests.browser.venue import Venue
from tests.companion.story.matches import play

Visit = Callable[..., Page]
READY = "document.body.dataset.loaded"
DRAWN = """() => [...document.querySelectorAll("#stage .tile, #stage .strip .told")]
    .map((each) => each.innerText.replace(/\\s+/g, " ").trim())"""
SAND = """() => [...document.querySelectorAll("#stage .running .top i")]
    .flatMap((each) => each.getAnimations().map((fall) => [fall.playState, Math.round(fall.currentTime)]))"""


@pytest.fixture
def venue(tmp_path: Path) -> Iterator[Venue]:
    """A table whose match is played already, and whose clock stands."""
    clock = ManualClock(now=1_000_000_000, wall=1_790_000_000_000_000_000)
    venue = Venue(tmp_path, clock)
    play(venue.table, clock, rows=120)
    yield venue
    venue.close()


def replay(visit: Visit, at: int, **options: object) -> Page:
    page = visit(f"/replay/2?at={at}", joined=False, **options)
    if options.get("java_script_enabled", True):
        until(page, READY)
    return page


def test_a_browser_draws_what_the_server_does(visit: Visit) -> None:
    """At a handful of moments, reached there by address and here by a line of the list or a key."""
    live, still = replay(visit, 1), replay(visit, 1, java_script_enabled=False)
    for at in (5, 40, 41, 77, 119):
        live.evaluate(f"history.replaceState(null, '', '?at={at}')")
        live.reload()
        until(live, READY)
        still.goto(f"/replay/2?at={at}")
        assert live.evaluate(DRAWN) == still.evaluate(DRAWN)
        step = still.locator("#on").get_attribute("href")
        if step:
            live.keyboard.press("ArrowRight")
            still.goto(step)
            expect(live).to_have_url(re.compile(re.escape(step)))
            assert live.evaluate(DRAWN) == still.evaluate(DRAWN)


def test_keys_step_through_what_happened(visit: Visit) -> None:
    page = replay(visit, 60)
    before = page.evaluate(DRAWN)
    page.keyboard.press("ArrowRight")
    page.keyboard.press("ArrowLeft")
    assert page.evaluate(DRAWN) == before
    page.keyboard.press("Home")
    expect(page).to_have_url(re.compile(r"at=0$"))
    expect(page.locator("#back")).not_to_have_attribute("href", re.compile("."))
    page.keyboard.press("End")
    expect(page).to_have_url(re.compile(r"at=120$"))


def test_quick_thumbs_step_as_often_as_they_tap(visit: Visit) -> None:
    page = replay(visit, 60)
    seqs = [60]
    for id, taps in (("#on", 6), ("#back", 4)):
        box = page.locator(id).bounding_box()
        assert box is not None
        for _ in range(taps):
            step = page.locator(id).get_attribute("href") or ""
            seqs.append(int(step.partition("at=")[2]))
            page.touchscreen.tap(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    assert len(set(seqs[:7])) == 7
    assert seqs[-1] == seqs[2]
    expect(page).to_have_url(re.compile(rf"at={seqs[2]}$"))


def test_a_line_of_the_list_is_a_way_to_its_moment(visit: Visit) -> None:
    page = replay(visit, 0)
    page.locator("#find").fill("ran out")
    line = page.locator("#found a").first
    said = line.locator("span").inner_text()
    line.tap()
    expect(page.locator("#around [aria-current] span")).to_have_text(said)
    expect(page.locator("#stage .last")).to_contain_text(said)
    page.locator("#find").fill("dragons")
    expect(page.locator("#found")).to_have_text("Nothing in this match says so.")


def test_it_plays_and_its_sand_falls_faster_at_a_faster_pace(visit: Visit) -> None:
    page = replay(visit, 30)
    expect(page.locator("#go")).to_have_text("Play")
    page.locator("[data-pace='16']").tap()
    page.locator("#go").tap()
    began = page.evaluate("[performance.now(), Number(document.querySelector('#scrub').value)]")
    until(page, f"Number(document.querySelector('#scrub').value) > {began[1]} + 8000")
    now = page.evaluate("[performance.now(), Number(document.querySelector('#scrub').value)]")
    # Sixteen times, less the frames that a busy machine left out just before the second question.
    assert now[1] - began[1] > 2 * (now[0] - began[0])
    page.locator("#go").tap()
    expect(page.locator("#go")).to_have_text("Play")
    stopped = page.evaluate(SAND)
    assert {state for state, _ in stopped} <= {"paused"}
    assert page.evaluate(SAND) == stopped


def test_a_thumb_on_the_scrubber_shows_each_instant(visit: Visit) -> None:
    page = replay(visit, 0)
    most = int(page.locator("#scrub").get_attribute("max") or 0)
    for part in (0.2, 0.9, 0.5):
        at = int(most * part)
        page.locator("#scrub").evaluate(
            "(field, at) => { field.value = at; field.dispatchEvent(new Event('input', {bubbles: true})); }", at
        )
        until(page, f"document.querySelector('#told').textContent.startsWith('{at // 60000}:{at // 1000 % 60:02}')")
        seq = page.evaluate("fetch('/api/replay/2').then((answer) => answer.json()).then((reel) => reel.frames)")
        shown = max(frame["seq"] for frame in seq if frame["at_ms"] <= at)
        now = page.locator("#around [aria-current] a").get_attribute("data-at") or page.locator(
            "#around [aria-current] a"
        ).get_attribute("href")
        assert str(shown) in str(now)


def test_keys_stay_where_they_are(visit: Visit) -> None:
    page = replay(visit, 60)
    expect(page.locator("#told")).not_to_have_role("status")
    page.locator("#around a").first.focus()
    page.keyboard.press("Enter")
    expect(page.locator("#around [aria-current] a")).to_be_focused()
    page.locator("#back").focus()
    while page.locator("#back").get_attribute("href"):
        page.keyboard.press("Enter")
    expect(page.locator("#back")).to_be_focused()
    expect(page.locator("#back")).to_have_attribute("aria-disabled", "true")
    page.keyboard.press("ArrowRight")
    expect(page.locator("#back")).not_to_have_attribute("aria-disabled", "true")


def test_a_replay_that_does_not_load_says_so_and_tries_again(visit: Visit) -> None:
    """Meanwhile the thumb is the server's to follow, and where it was moved to is where the replay begins."""
    page = visit("about:blank", joined=False)
    held: list[Route] = []

    def hold(route: Route) -> None:
        held.append(route)

    page.route("**/api/replay/**", hold)
    page.goto("/replay/2?at=10")
    expect(page.locator("#loads")).to_have_text("Loading…")
    expect(page.get_by_role("button", name="Show")).to_be_visible()
    until(page, "true")
    held.pop(0).abort()
    expect(
        page.get_by_role("alert").filter(has_text="The table does not answer. Until this can be played")
    ).to_be_visible()
    page.locator("#scrub").evaluate("field => { field.value = 300000; field.dispatchEvent(new Event('input')); }")
    page.unroute("**/api/replay/**")
    for route in held:
        route.continue_()
    until(page, READY)
    expect(page.locator("#told")).to_have_text(re.compile("^5:00 of "))
    expect(page.get_by_role("button", name="Show")).to_be_hidden()
    expect(page.get_by_role("button", name="Play")).to_be_visible()
    expect(page.locator("#loads")).to_be_hidden()


def test_show_goes_where_the_thumb_is(visit: Visit) -> None:
    for scripts in (True, False):
        page = visit("about:blank", joined=False, java_script_enabled=scripts)
        page.route("**/api/replay/**", lambda route: route.abort())
        page.goto("/replay/2?at=10")
        page.locator("#scrub").press("End")
        page.get_by_role("button", name="Show").tap()
        page.wait_for_url(re.compile(r"\?ms=\d{5,}$"))
        expect(page.locator("#told")).to_have_text(re.compile(r"^(\d+:\d\d) of \1$"))


def test_it_is_played_without_asking_the_table_again(visit: Visit, venue: Venue) -> None:
    page = replay(visit, 10)
    venue.fall_silent()
    page.keyboard.press("ArrowRight")
    page.keyboard.press("End")
    expect(page.locator("#around [aria-current] time")).to_have_text(re.compile(r"\d+:\d\d"))
    page.locator("#scrub").evaluate("(field) => { field.value = 1000; field.dispatchEvent(new Event('input')); }")
    until(page, "document.querySelector('#told').textContent.startsWith('0:01')")
    venue.answer_again()
