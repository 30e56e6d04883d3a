"""A replay under thumbs and on keys: what a browser plays from one file is what the server draws step by step."""

import re
from collections.abc import Callable, Iterator

import pytest
from playwright.sync_api import Page, Route, expect

from companion.clock import ManualClock
from tests.browser.conftest import PORT, until
from tests.browser.venue import Venue
from tests.companion.story.matches import play
from tests.support import repeat

Visit = Callable[..., Page]
READY = "document.body.dataset.loaded"
DRAWN = """(page) => [...page.querySelectorAll("#stage .tile, #stage .strip .told")]
    .map((each) => each.textContent.replace(/\\s+/g, " ").trim())"""
SHOWN = f"({DRAWN})(document)"
SENT = f"""(path) => fetch(path).then((answer) => answer.text())
    .then((page) => ({DRAWN})(new DOMParser().parseFromString(page, "text/html")))"""
"""What the server sends to whoever has no scripts."""
SAND = """() => [...document.querySelectorAll("#stage .running .top i")]
    .flatMap((each) => each.getAnimations().map((fall) => [fall.playState, Math.round(fall.currentTime)]))"""


@pytest.fixture(scope="module")
def venue(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Venue]:
    """A table whose match is played already, and whose clock stands."""
    clock = ManualClock(now=1_000_000_000, wall=1_790_000_000_000_000_000)
    venue = Venue(tmp_path_factory.mktemp("replay"), clock, port=PORT)
    play(venue.table, clock, rows=120)
    yield venue
    venue.close()


def replay(visit: Visit, at: int) -> Page:
    page = visit(f"/replay/2?at={at}", joined=False)
    until(page, READY)
    return page


def test_a_browser_draws_what_the_server_does(visit: Visit) -> None:
    """At a handful of moments, reached there by address and here by a line of the list or a key."""
    page = replay(visit, 1)
    for at in (5, 40, 77, 119):
        page.goto(f"/replay/2?at={at}")
        until(page, READY)
        drawn = page.evaluate(SHOWN)
        assert len(drawn) > 10
        assert drawn == page.evaluate(SENT, f"/replay/2?at={at}")
        step = page.locator("#on").get_attribute("href")
        if step:
            page.keyboard.press("ArrowRight")
            expect(page).to_have_url(re.compile(re.escape(step)))
            assert page.evaluate(SHOWN) == page.evaluate(SENT, step)


def test_keys_step_through_what_happened(visit: Visit) -> None:
    page = replay(visit, 60)
    before = page.evaluate(SHOWN)
    page.keyboard.press("ArrowRight")
    page.keyboard.press("ArrowLeft")
    assert page.evaluate(SHOWN) == before
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
    expect(page.locator("#found")).to_have_text("No line of this match has these words.")


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
        frames = page.evaluate("fetch('/api/replay/2').then((answer) => answer.json()).then((reel) => reel.frames)")
        shown = max(frame["seq"] for frame in frames if frame["at_ms"] <= at)
        begun, following = (frames[seq].get("played_ms", 0) for seq in (shown, shown + 1))
        played = max(begun, min(begun + at - frames[shown]["at_ms"], following))
        told = f"{played // 60000}:{played // 1000 % 60:02} of "
        until(page, f"document.querySelector('#told').textContent.startsWith('{told}')")
        now = page.locator("#around [aria-current] a").get_attribute("data-at") or page.locator(
            "#around [aria-current] a"
        ).get_attribute("href")
        assert str(shown) in str(now)


def test_keys_stay_where_they_are(visit: Visit) -> None:
    page = replay(visit, 6)
    expect(page.locator("#told")).not_to_have_role("status")
    page.locator("#around a").first.focus()
    page.keyboard.press("Enter")
    expect(page.locator("#around [aria-current] a")).to_be_focused()
    page.locator("#back").focus()
    back = page.locator("#back")
    repeat(lambda: page.keyboard.press("Enter"), until=lambda: back.get_attribute("href") is None)
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
    expect(page.locator("#scrub")).to_have_js_property("value", "300000")
    seq = page.locator("#around [aria-current] a").get_attribute("href") or ""
    expect(page.locator("#told")).not_to_have_text(re.compile("^0:00 of "))
    assert int(seq.partition("at=")[2]) > 10
    expect(page.get_by_role("button", name="Show")).to_be_hidden()
    expect(page.get_by_role("button", name="Play")).to_be_visible()
    expect(page.locator("#loads")).to_be_hidden()


def test_show_goes_where_the_thumb_is(visit: Visit) -> None:
    page = visit("about:blank", joined=False)
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


def test_the_panels_screens_are_those_of_the_moment_that_is_shown(visit: Visit) -> None:
    """What cannot be had leaves what is there. The page says of which moment it is, and asks again."""
    is_seen = "(image => image.complete && image.naturalWidth > 0)(document.querySelector('#screens'))"
    page = replay(visit, 60)
    screens = page.get_by_role("img", name="What the panel’s screens showed")
    until(page, is_seen)
    before = screens.get_attribute("src") or ""
    said = page.locator("#screens-at").inner_text()
    assert re.fullmatch(r"Screens as at \d+:\d\d", said)
    page.evaluate("window.stayed = true")
    page.route("**/screens.png**", lambda route: route.abort())
    page.get_by_role("link", name="One act back").click()
    expect(page.locator("#screens-at")).to_have_text(f"{said}: newer ones do not come")
    expect(screens).to_have_attribute("src", before)
    page.unroute("**/screens.png**")
    expect(screens).to_have_attribute("src", "/replay/2/screens.png?at=59&later=0")
    expect(page.locator("#screens-at")).to_have_text(re.compile(r"^Screens as at \d+:\d\d$"))
    until(page, is_seen)
    assert page.evaluate("window.stayed")
    assert screens.count() == 1
