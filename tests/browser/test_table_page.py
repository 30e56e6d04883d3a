"""Two phones at one table, in a real browser."""

import re
from collections.abc import Callable

from playwright.sync_api import Page, Route, expect

from companion.table.seats import Side
from tests.browser.conftest import Venue, until
from tests.companion.wartime import acts as c
from tests.support import entries
from web.http.phones import PhoneSeat

Visit = Callable[..., Page]


def test_a_flip_on_one_phone_is_seen_on_the_other(visit: Visit, venue: Venue) -> None:
    venue.do(c.Begin())
    mine, theirs = visit(), visit(seat=PhoneSeat.RED)
    mine.get_by_role("button", name="Valyance 60a, free, flip").tap()
    expect(mine.get_by_text("Valyance 60a is for")).to_be_visible()
    expect(mine.get_by_role("dialog")).to_be_hidden()
    for page in (mine, theirs):
        expect(page.get_by_role("button", name=re.compile("Valyance 60a, .* seconds left"))).to_be_visible()
    theirs.get_by_role("button", name="Firebrand spell, free, flip").tap()
    expect(mine.locator("[data-timer=red-spell]")).to_have_class(re.compile("running"))
    # Last, when what a tap might send a second time has been answered too.
    assert [line.text for _, line in entries(venue.table)][1:3] == ["Valyance 60a flipped", "Firebrand spell flipped"]


def test_a_stream_that_begins_late_shows_nothing_older_than_an_acts_answer(visit: Visit, venue: Venue) -> None:
    venue.do(c.Begin())
    older = venue.phone().get("/api/table").get_data(as_text=True)
    page = visit("about:blank", own=True)
    page.add_init_script("window.seen = []; addEventListener('table', ({ detail }) => seen.push(detail.view.version))")
    streams: list[Route] = []

    def hold(route: Route) -> None:
        streams.append(route)

    page.route("**/api/events", hold)
    with page.expect_request("**/api/events"):
        page.goto("/")
    page.get_by_role("button", name="Valyance 60a, free, flip").tap()
    expect(page.locator("[data-timer=gold-60a]")).to_have_class(re.compile("running"))
    with page.expect_response("**/api/table"):
        streams[0].fulfill(content_type="text/event-stream", body=f"event: table\ndata: {older}\n\n")
    seen = page.evaluate("seen")
    assert len(seen) >= 2
    assert seen == sorted(seen)


def test_naming_by_chip_and_by_typing(visit: Visit, venue: Venue) -> None:
    venue.do(c.Muster(side=Side.GOLD, units=("Archer", "Knight")), c.Begin())
    page = visit()
    page.get_by_role("button", name="Valyance 60a, free, flip").tap()
    page.get_by_role("button", name="Knight", exact=True).tap()
    expect(page.locator("[data-timer=gold-60a] .who")).to_have_text("Knight")
    page.get_by_role("button", name="Firebrand 90, free, flip").tap()
    page.get_by_role("textbox", name="Firebrand 90 is for").fill("Wolf Rider")
    page.keyboard.press("Enter")
    expect(page.get_by_role("button", name=re.compile("Firebrand 90, .* seconds left, Wolf Rider"))).to_be_visible()


def test_a_running_timers_sheet(visit: Visit, venue: Venue) -> None:
    venue.do(c.Begin(), c.Flip(timer="gold-60a"), c.Flip(timer="gold-90", unit="Half Orc/Troll"))
    page = visit()
    page.get_by_role("button", name=re.compile("Valyance 60a, ")).tap()
    dialog = page.get_by_role("dialog")
    expect(dialog.get_by_label("A unit")).to_be_visible()
    assert page.evaluate("document.activeElement.matches('.sheet')"), "it opens without the keyboard"
    page.keyboard.press("Escape")
    page.get_by_role("button", name=re.compile("Valyance 90, ")).tap()
    dialog.get_by_role("button", name="Half Orc/Troll is eliminated").tap()
    expect(dialog).to_be_hidden()
    expect(page.locator("[data-timer=gold-90] .who")).to_have_text("off board")
    page.get_by_role("button", name=re.compile("Valyance 90, ")).tap()
    dialog.get_by_role("button", name="Take it back").tap()
    expect(page.get_by_role("button", name="Valyance 90, free, flip")).to_be_visible()


def test_pause_resume_and_undo(visit: Visit, venue: Venue) -> None:
    venue.do(c.Begin(), c.Flip(timer="gold-30"))
    page = visit()
    page.get_by_role("button", name="Pause").tap()
    expect(page.get_by_text("Paused. The sand has stopped.")).to_be_visible()
    expect(page.locator("[data-timer=gold-30]")).to_have_class(re.compile("still"))
    page.locator(".strip").get_by_role("button", name="Resume").tap()
    expect(page.get_by_text("Paused. The sand has stopped.")).to_be_hidden()
    page.get_by_role("button", name="Undo: Resumed").tap()
    expect(page.get_by_role("button", name="Undo: Paused")).to_be_attached()


def test_setting_up_beginning_and_ending(visit: Visit, venue: Venue) -> None:
    page = visit()
    page.locator("[data-side=red] .force").tap()
    dialog = page.get_by_role("dialog")
    dialog.get_by_label("Units on the board, one a line").fill("Orc\n Wolf  Rider\n\n")
    dialog.get_by_role("button", name="Keep").tap()
    expect(page.locator("[data-side=red] [data-list=units]")).to_have_text("Orc, Wolf Rider")
    page.get_by_role("link", name="WarTime").tap()
    dialog.locator("summary", has_text="New game").press("Enter")
    dialog.get_by_role("button", name="Ten minutes").press("Enter")
    expect(page.locator("#scenario")).to_have_text("Ten minutes")
    page.get_by_role("button", name="Begin").tap()
    expect(page.locator("[data-timer=neutral-600]")).to_have_class(re.compile("running"))
    expect(page.locator("[data-timer=neutral-600] .secs")).to_have_text(re.compile(r"10:00|\d:\d\d"))
    page.get_by_role("button", name="Pause").tap()
    page.get_by_role("link", name="End game").press("Enter")
    dialog.get_by_role("button", name="Firebrand wins").press("Enter")
    expect(page.get_by_role("heading", name="Firebrand wins")).to_be_visible()
    page.get_by_role("link", name="WarTime").tap()
    dialog.get_by_role("button", name="Open game").tap()
    expect(page.get_by_role("button", name="Begin")).to_be_visible()


def test_the_sand_stands_where_the_time_is(visit: Visit, venue: Venue) -> None:
    venue.do(c.Begin(), c.Flip(timer="gold-60a"), c.Turn(timer="gold-60a"), c.Flip(timer="gold-90"))
    page = visit(reduced_motion="no-preference")
    expect(page.locator("[data-timer=gold-90]")).to_have_class(re.compile("running"))
    page.evaluate(
        """async () => {
            const script = document.querySelector("script[type=module]").src;
            const { now } = (await import(script)).modules["clock.js"];
            const view = await (await fetch("/api/table")).json();
            const timer = view.timers.find((each) => each.id === "gold-90");
            window.left = () => timer.ends_ms - now();
            // Not currentTime, which stands still between two frames.
            window.elapsed = () => {
                const falls = document.querySelector("[data-timer=gold-90] .top i").getAnimations();
                return falls.length === 1 ? performance.now() - falls[0].startTime : NaN;
            };
        }"""
    )
    until(page, "elapsed()")
    # The first fall takes its place with a frame, however late that is drawn; the next view puts it exactly there.
    venue.do(c.Flip(timer="red-90"))
    expect(page.locator("[data-timer=red-90]")).to_have_class(re.compile("running"))
    until(page, "Math.abs(elapsed() + left() - 90000) < 1")


def test_sand_that_does_not_fall_by_itself_moves_only_with_its_own_seconds(visit: Visit, venue: Venue) -> None:
    """A second of one timer had the browser work out all styles once for each of the others."""
    timers = [f"{side}-{name}" for side in ("gold", "red") for name in ("30", "60a", "60b", "90")]
    venue.do(c.Begin(), *(c.Flip(timer=timer) for timer in timers))
    page = visit()
    expect(page.locator(".tile.running")).to_have_count(len(timers))
    tools = page.context.new_cdp_session(page)
    tools.send("Performance.enable")

    def styled() -> float:
        metrics = tools.send("Performance.getMetrics")["metrics"]
        return next(float(each["value"]) for each in metrics if each["name"] == "RecalcStyleCount")

    page.evaluate(
        """() => {
            window.counted = 0;
            const seconds = new MutationObserver((changes) => { counted += changes.length; });
            for (const each of document.querySelectorAll(".secs")) seconds.observe(each, { childList: true });
        }"""
    )
    before = styled()
    until(page, f"counted >= {2 * len(timers)}")
    made = styled() - before
    tools.detach()
    assert made <= 10 * page.evaluate("counted")


def test_the_last_seconds_warm_and_a_drained_timer_is_free_again(visit: Visit, venue: Venue) -> None:
    venue.do(c.Begin(), c.Flip(timer="gold-30"))
    page = visit()
    tile = page.locator("[data-timer=gold-30]")
    expect(tile).to_have_class(re.compile("running"))
    venue.do(c.Turn(timer="gold-30"))
    expect(tile).to_have_class(re.compile("warm|free"))
    expect(page.get_by_role("button", name="Valyance 30, free, flip")).to_be_visible()


def test_by_keyboard(visit: Visit, venue: Venue) -> None:
    venue.do(c.Begin())
    page = visit()
    page.get_by_role("button", name="Valyance 90, free, flip").focus()
    page.keyboard.press("Enter")
    expect(page.locator("[data-timer=gold-90]")).to_have_class(re.compile("running"))
    page.keyboard.press("Enter")
    dialog = page.get_by_role("dialog")
    expect(dialog.get_by_role("heading", name="Valyance 90")).to_be_visible()
    page.keyboard.press("Escape")
    expect(dialog).to_be_hidden()


def test_without_a_place_for_a_stream_the_page_polls(visit: Visit, venue: Venue) -> None:
    page = visit(joined=False, path="/join")
    page.route("**/api/events", lambda route: route.fulfill(status=503, headers={"Retry-After": "5"}, body=""))
    page.goto("/")
    venue.do(c.Begin(), c.Flip(timer="red-90", unit="Orc"))
    expect(page.locator("[data-timer=red-90] .who")).to_have_text("Orc")


def test_the_log_grows_while_it_is_open(visit: Visit, venue: Venue) -> None:
    page = visit("/log", joined=False)
    expect(page.get_by_text("The log is empty so far.")).to_be_visible()
    venue.do(c.Begin(), c.Flip(timer="red-90", unit="Orc"))
    expect(page.get_by_role("listitem").first).to_contain_text("Orc flipped Firebrand 90")
    page.route("**/log", lambda route: route.abort(), times=1)
    venue.do(c.Pause())
    expect(page.get_by_role("listitem").first, "asked for once more").to_contain_text("Paused")


def test_a_tap_flips_before_the_page_has_heard_of_the_table(visit: Visit, venue: Venue) -> None:
    venue.do(c.Begin())
    page = visit("about:blank")
    held: list[Route] = []

    def hold(route: Route) -> None:
        held.append(route)

    page.route("**/api/table", hold)
    page.route("**/api/events", hold)
    page.goto(venue.url)
    page.get_by_role("button", name="Valyance 30, free, flip").tap()
    expect(page.get_by_text("Valyance 30 is for")).to_be_visible()
    page.get_by_role("button", name="Valyance 90, free, flip").focus()
    page.keyboard.press("Enter")
    expect(page.get_by_text("Valyance 90 is for")).to_be_visible()
    assert {timer.id for timer in venue.table.view().timers if timer.ends_ms} >= {"gold-30", "gold-90"}


def test_the_log_has_what_happened_before_its_script_was_there(visit: Visit, venue: Venue) -> None:
    page = visit("about:blank", joined=False)
    held: list[Route] = []

    def hold(route: Route) -> None:
        held.append(route)

    page.route("**/log.js", hold)
    with page.expect_request("**/log.js"):
        page.goto(f"{venue.url}/log", wait_until="commit")
    expect(page.get_by_text("The log is empty so far.")).to_be_visible()
    venue.do(c.Begin(), c.Flip(timer="red-90", unit="Orc"))
    assert len(held) == 1
    held[0].continue_()
    expect(page.get_by_role("listitem").first).to_contain_text("Orc flipped Firebrand 90")
