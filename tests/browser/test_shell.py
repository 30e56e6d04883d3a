"""What all pages share: the first minute, one tap for one thing, and what holds while the table is away."""

import re
import time
from collections.abc import Callable
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Page, Route, expect

from companion.table.commands import Begin
from companion.table.opening import New
from tests.browser.conftest import Venue
from tests.companion.wartime import acts as c
from tests.support import entries
from tests.web.moments import MOMENTS
from web.http.access import COOKIE
from web.http.phones import PhoneSeat

Visit = Callable[..., Page]


TAP = """(place) => {
    const { left, top, width, height } = place.getBoundingClientRect();
    const at = { bubbles: true, cancelable: true, clientX: left + width / 2, clientY: top + height / 2, detail: 1 };
    document.elementFromPoint(at.clientX, at.clientY).dispatchEvent(new PointerEvent("pointerdown", at));
    document.elementFromPoint(at.clientX, at.clientY).dispatchEvent(new MouseEvent("click", at));
}"""
"""A tap in the middle of a place, on whatever lies there by then."""


def active(venue: Venue, timer: str) -> bool:
    return next(each.state.value == "active" for each in venue.table.view().timers if each.id == timer)


def test_a_stranger_taps_an_act_gives_the_code_in_place_sits_down_and_it_is_done(visit: Visit, venue: Venue) -> None:
    venue.do(Begin())
    page = visit(joined=False)
    dialog = page.get_by_role("dialog")
    page.get_by_role("link", name="Join").tap()
    expect(dialog.get_by_label("Code")).to_be_visible()
    page.keyboard.press("Escape")
    page.locator("[data-timer=gold-30] button").tap()
    expect(dialog.get_by_role("heading", name="Which side are you?")).to_be_visible()
    assert not active(venue, "gold-30")
    dialog.get_by_label("Code").fill("AAAAAA")
    dialog.get_by_role("button", name="Valyance").tap()
    expect(dialog.get_by_role("alert")).to_contain_text("This is not the code")
    dialog.get_by_label("Code").fill(venue.access.code.lower())
    before = time.time() * 1000
    with page.expect_request("**/api/join") as joining:
        dialog.get_by_role("button", name="Valyance").tap()
    told = joining.value.post_data_json["now"]
    assert before - 1 < told < time.time() * 1000 + 1, "what time it is on this phone"
    expect(page.locator("nav .me")).to_have_text("Valyance")
    expect(page.locator("[data-timer=gold-30]")).to_have_class(re.compile("running"))
    expect(page.locator("body")).to_have_attribute("data-seat", "gold")
    assert [line.text for _, line in entries(venue.table)].count("Valyance 30 flipped") == 1


def test_what_a_stranger_tapped_in_a_sheet_is_done_after_the_code_and_enter(visit: Visit, venue: Venue) -> None:
    """Another game from the title: its sheet has given way to the seats by then. A wrong code stays to be mended."""
    page = visit("/table", joined=False)
    dialog = page.get_by_role("dialog")
    page.locator(".title").tap()
    dialog.get_by_role("button", name=re.compile("^Warzone Eternal")).tap()
    expect(dialog).to_contain_text("Warzone Eternal begins as soon as you take a seat")
    code = dialog.get_by_label("Code")
    code.fill("AAAAAA")
    code.press("Enter")
    expect(dialog.get_by_role("alert")).to_contain_text("This is not the code")
    expect(code).to_have_value("AAAAAA")
    code.fill(venue.access.code)
    code.press("Enter")
    expect(code).to_have_count(0)
    dialog.get_by_role("button", name="Valyance").tap()
    expect(page.locator("body")).to_have_attribute("data-game", "warzone")
    assert venue.table.game == "warzone"


def test_who_only_looks_is_asked_for_a_side_and_no_code(visit: Visit, venue: Venue) -> None:
    page = visit(seat=PhoneSeat.LOOK)
    expect(page.locator("nav .me")).to_have_text("View-only")
    page.get_by_role("button", name="Begin").tap()
    dialog = page.get_by_role("dialog")
    expect(dialog.get_by_label("Code")).to_have_count(0)
    dialog.get_by_role("button", name="Both of us").tap()
    expect(page.locator("nav .me")).to_have_text("Both")
    expect(page.locator("main")).to_have_attribute("data-phase", "running")


def test_every_page_says_whose_hand_holds_it_and_lets_it_change(visit: Visit) -> None:
    page = visit(seat=PhoneSeat.RED)
    hand, dialog, nearest = page.locator("nav .me"), page.get_by_role("dialog"), page.locator("section.side").last
    for path in ("/log", "/measure", "/panel", "/report", "/choices", "/warzone/shoot", "/rulings", "/"):
        page.goto(path)
        expect(hand).to_have_accessible_name("You: Firebrand. Change")
        hand.dispatch_event("click")
        expect(dialog.get_by_role("button", name="Valyance")).to_be_visible()
        assert page.evaluate("location.pathname") == path
    expect(nearest).to_have_attribute("data-side", "red")
    dialog.get_by_role("button", name="Valyance").tap()
    expect(hand).to_have_accessible_name("You: Valyance. Change")
    expect(nearest, "what is the phone's own is under the thumb").to_have_attribute("data-side", "gold")
    page.reload()
    expect(nearest).to_have_attribute("data-side", "gold")


def test_what_lay_under_the_finger_a_moment_ago_takes_no_tap(visit: Visit) -> None:
    page = visit("/log")
    for apart_ms, done in ((0, False), (450, True)):
        page.evaluate(
            f"""async () => {{
                const tap = {TAP};
                const made = (id) => Object.assign(document.createElement("button"), {{ id, textContent: id }});
                const [one, other] = ["one", "two"].map(made);
                one.addEventListener("click", () => one.replaceWith(other));
                other.addEventListener("click", () => (document.body.dataset.done = "yes"));
                document.querySelector("main").prepend(one);
                await new Promise((rest) => setTimeout(rest, 450));
                tap(one);
                if ({apart_ms}) await new Promise((rest) => setTimeout(rest, {apart_ms}));
                tap(other);
            }}"""
        )
        assert page.evaluate("document.body.dataset.done === 'yes'") is done


def test_while_the_table_is_away_acts_are_held_back_and_the_page_stays(visit: Visit, venue: Venue) -> None:
    venue.do(Begin())
    page = visit(seat=PhoneSeat.GOLD)
    expect(page.locator("[data-timer=gold-30]")).to_be_visible()
    page.context.set_offline(True)
    page.locator("[data-timer=gold-30] button").tap()
    expect(page.get_by_role("alert")).to_have_text(
        "The table does not answer: this was not done. Try again in a moment."
    )
    expect(page.locator("#lost")).to_be_visible()
    page.get_by_role("link", name="Log").tap()
    expect(page.get_by_role("alert")).to_contain_text("This page stays")
    assert page.evaluate("location.pathname") == "/"
    assert not active(venue, "gold-30")
    venue.do(c.Flip(timer="red-30"))
    page.context.set_offline(False)
    expect(page.locator("[data-timer=red-30]")).to_have_class(re.compile("running"))
    expect(page.locator("#lost")).to_be_hidden()
    page.locator("[data-timer=gold-30] button").tap()
    expect(page.locator("[data-timer=gold-30]")).to_have_class(re.compile("running"))


def test_a_page_that_does_nothing_by_itself_stays_too(visit: Visit, venue: Venue) -> None:
    page = visit("/choices")
    page.context.set_offline(True)
    page.get_by_role("link", name="Table", exact=True).tap()
    expect(page.get_by_role("alert")).to_contain_text("This page stays")
    page.context.set_offline(False)
    page.get_by_role("link", name="Table", exact=True).tap()
    expect(page.locator("main[data-phase]")).to_be_visible()


def test_a_seat_is_kept_where_another_game_has_it(visit: Visit, venue: Venue) -> None:
    page = visit(seat=PhoneSeat.RED)
    venue.do(New(game="battleline"))
    expect(page.locator("#battle")).to_be_visible()
    expect(page.locator("nav .me")).to_have_text("Team Red")


def test_what_scripts_do_by_themselves_has_a_button_where_there_are_none(visit: Visit, venue: Venue) -> None:
    """The style hides it only from whoever has scripts. What each of them sends is tested by forms, in tests/web."""
    MOMENTS["wartime"]["stacks worn down"](venue.phone())
    page = visit("about:blank", java_script_enabled=False)
    for path, opened, button in (
        ("/measure", "Type the hexes", "Show"),
        ("/scenarios/own/edit", "What it is, and who wins", "Keep"),
        ("/warzone/armor", "", "Work it out"),
        ("/replay", "", "Show"),
    ):
        page.goto(path)
        if opened:
            page.locator("summary", has_text=opened).click()
        expect(page.locator("button:visible", has_text=button).first, path).to_be_visible()


SHEETS = [
    ("wartime", "on the map"),
    ("wartime", "sitting ducks"),
    ("wartime", "one put away, one running"),
    ("wartime", "ended"),
    ("warzone", "a Unit of cards acts"),
    ("warzone", "a duel"),
    ("warzone", "ended"),
    ("battleline", "cards laid"),
]
JOINING = re.compile(r"/(join|seat)\b")
ACTS = """() => [...document.querySelectorAll("dialog[open] form")]
    .map((form, n) => [n, form.method, form.getAttribute("action")])
    .filter(([, method, action]) => method === "post" && !/^[/](join|seat)/.test(action))
    .map(([n, , action]) => [n, action])"""
SUBMIT = """(n) => {
    const form = document.querySelectorAll("dialog[open] form")[n];
    for (const field of form.elements) field.required = false;
    form.requestSubmit(form.querySelector("button:not([type=button],[formaction])") ?? undefined);
}"""


@pytest.mark.screens
@pytest.mark.parametrize(("game", "moment"), SHEETS)
@pytest.mark.parametrize("joined", [False, True], ids=["not joined", "watching"])
def test_every_form_of_every_sheet_is_sent_after_a_seat_is_taken(
    visit: Visit, venue: Venue, game: str, moment: str, joined: bool
) -> None:
    """By a phone that has not joined, or has no side yet: what it tapped outlives the seats that come in its place."""
    MOMENTS[game][moment](venue.phone())
    page = visit("/table", joined=False)

    def take(route: Route) -> None:
        if route.request.method == "POST" and not JOINING.search(route.request.url):
            route.fulfill(status=204)
        else:
            route.fallback()

    page.route("**", take)
    tried: set[tuple[str, str]] = set()
    for sheet in page.locator("a[data-sheet]").evaluate_all("all => all.map((link) => link.getAttribute('href'))"):
        if JOINING.match(sheet):
            continue
        for number, action in _forms(page, sheet):
            kind = (urlsplit(sheet).path.split("/")[1], re.sub(r"[^/]*\d[^/]*|[A-Z][^/]*", "…", action))
            if kind in tried:
                continue
            tried.add(kind)
            page.context.clear_cookies()
            if joined:
                page.context.add_cookies([{"name": COOKIE, "value": venue.joined(PhoneSeat.LOOK), "url": venue.url}])
            _open(page, sheet)
            page.evaluate(SUBMIT, number)
            dialog = page.get_by_role("dialog")
            expect(dialog.get_by_role("button", name="Both of us")).to_be_visible()
            if not joined:
                dialog.get_by_label("Code").fill(venue.access.code)
            with page.expect_request(lambda each: each.method == "POST" and not JOINING.search(each.url)) as sending:
                dialog.get_by_role("button", name="Both of us").tap()
            assert urlsplit(sending.value.url).path == urlsplit(action).path, sheet
    assert tried


def _open(page: Page, sheet: str) -> None:
    page.goto("/table")
    page.evaluate(
        "(sheet) => [...document.querySelectorAll('a[data-sheet]')]"
        ".find((link) => link.getAttribute('href') === sheet).click()",
        sheet,
    )
    expect(page.locator("dialog[open] .sheet")).to_be_visible()


def _forms(page: Page, sheet: str) -> list[tuple[int, str]]:
    _open(page, sheet)
    return page.evaluate(ACTS)
