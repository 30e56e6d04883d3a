"""Looking a ruling up with a thumb, in a real browser."""

import re
from collections.abc import Callable
from contextlib import suppress

from playwright.sync_api import Error, Locator, Page, Route, expect

from companion.rulings.history import ID, UNANSWERED, read
from tests.browser.conftest import Venue
from tests.web.moments import MOMENTS

Visit = Callable[..., Page]
LEFTS = "(all) => all.map((each) => each.getBoundingClientRect().left)"
BAR = 68
"""How wide the bar is at the edge of a phone on its side."""


def test_what_was_asked_in_vain_is_kept_when_the_finger_leaves_it_and_not_while_typing(
    visit: Visit, venue: Venue
) -> None:
    page = visit("/rulings")
    box = page.get_by_role("searchbox", name="What is the question?")
    box.press_sequentially("xqz")
    expect(page.locator("#results .empty")).to_be_visible()
    page.route("**/rulings?q=*", lambda route: "x-typing" in route.request.headers or route.continue_())
    box.press_sequentially("zqx")
    assert venue.table.kept("wartime", UNANSWERED) == {}
    with page.expect_response("**/rulings?q=*"):
        box.blur()
    assert [each.question for each in read(venue.table.kept("wartime", UNANSWERED)[ID])] == ["xqzzqx"]


def test_answers_come_while_typing_and_late_ones_are_dropped(visit: Visit, venue: Venue) -> None:
    page = visit("/rulings", joined=False)
    first = page.locator(".answers b").first
    box = page.get_by_role("searchbox", name="What is the question?")
    held: list[Route] = []

    def hold(route: Route) -> None:
        held.append(route)

    page.route("**/rulings?q=river", hold)
    with page.expect_request("**/rulings?q=river"):
        box.press_sequentially("river")
    with page.expect_event("requestfailed"):
        box.fill("thick")
    expect(first).to_have_text("What does a Thicket do?")
    with suppress(Error):
        held[0].continue_()
    expect(first).to_have_text("What does a Thicket do?")
    expect(box).to_be_focused()
    expect(page).to_have_url(re.compile(r"/rulings\?q=thick$"))
    box.fill("xqzzqx")
    expect(page.get_by_text("No ruling fits that in WarTime.")).to_be_visible()
    page.route("**/rulings?q=hills", lambda route: route.abort())
    box.fill("hills")
    expect(page.get_by_text("The table does not answer. Try again in a moment.")).to_be_visible()


def test_the_table_answers_while_its_question_is_typed(visit: Visit, venue: Venue) -> None:
    MOMENTS["battleline"]["cards laid"](venue.phone())
    page = visit("/rulings")
    page.get_by_role("searchbox", name="What is the question?").press_sequentially("can i claim 5")
    answer = page.locator(".now a")
    expect(answer.locator("b")).to_contain_text("wedge of 27")
    expect(page.locator(".answers a").first).to_be_visible()
    answer.tap()
    expect(page).to_have_url(re.compile(r"/\?flag=5$"))


def test_a_stranger_finds_a_ruling_by_its_chapter_and_comes_back_to_it(visit: Visit, venue: Venue) -> None:
    """Two taps to a chapter's questions, four and a word to a ruling, and back to what was left."""
    page = visit("/", joined=False)
    taps: list[Locator] = []

    def tap(what: Locator) -> None:
        what.tap()
        taps.append(what)

    tap(page.get_by_role("link", name="Rulings"))
    chapter = page.locator("summary", has_text="Basic Actions: Attack")
    sight = page.get_by_role("heading", name="Line-of-Sight")
    expect(sight).to_be_hidden()
    tap(chapter)
    expect(sight).to_be_visible()
    assert len(taps) == 2
    field = page.get_by_role("searchbox")
    tap(field)
    page.keyboard.type("river")
    river = page.get_by_role("link", name="What does a River do?")
    expect(river).to_be_in_viewport()
    expect(chapter).to_have_count(0)
    tap(river)
    expect(page.get_by_role("heading", name="What does a River do?")).to_be_visible()
    assert len(taps) == 4
    page.go_back()
    expect(river).to_be_in_viewport()
    expect(field).to_have_value("river")
    assert venue.table.kept("wartime", "asked") == {}


def test_a_chapter_is_open_still_for_who_comes_back(visit: Visit, venue: Venue) -> None:
    page = visit("/rulings/book/warzone-eternal-core-rules", joined=False)
    page.locator("summary", has_text="Movement").tap()
    link = page.locator("details[open] .titles a").last
    question = link.inner_text()
    link.tap()
    expect(page.get_by_role("heading", name=question)).to_be_visible()
    page.go_back()
    expect(page.get_by_role("link", name=question)).to_be_visible()
    expect(page.locator("details[open]")).to_have_count(1)


def test_a_chapter_opens_under_the_finger_and_moves_no_other_column(visit: Visit, venue: Venue) -> None:
    page = visit("/rulings", joined=False, viewport={"width": 1024, "height": 768})
    second = page.locator(".chapters > div").nth(1)
    before = second.bounding_box()
    summary = page.locator("summary").nth(3)
    at = summary.bounding_box()
    summary.tap()
    expect(page.locator("details[open]")).to_have_count(1)
    assert summary.bounding_box() == at
    after = second.bounding_box()
    assert before is not None
    assert after is not None
    assert (after["x"], after["y"], after["width"]) == (before["x"], before["y"], before["width"])


def test_it_fills_a_tablet_and_a_phone_on_its_side(visit: Visit, venue: Venue) -> None:
    page = visit("/rulings")

    def lefts(what: str) -> set[float]:
        return {round(each) for each in page.locator(what).evaluate_all(LEFTS)}

    def has_two_columns(what: str) -> None:
        for width, height in ((768, 1024), (1024, 768), (740, 360)):
            page.set_viewport_size({"width": width, "height": height})
            assert len(lefts(what)) == 2, (what, width)
            bar = BAR if height < width / 2 else 0
            assert page.evaluate("document.querySelector('main').offsetWidth") == width - bar
            assert page.locator("h1").bounding_box()["y"] < height / 2, width  # type: ignore[index]

    has_two_columns("summary")
    page.goto("/rulings?q=charge")
    has_two_columns(".answers li")
    page.locator(".answers a").first.tap()
    page.wait_for_url("**/rulings/*?q=charge")
    has_two_columns("main h1, main h2:not(article h2)")
