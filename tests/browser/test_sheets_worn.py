"""A sheet brings its own style over the table's: what one class means on the one page it must not mean on the other."""

import re
from collections.abc import Callable

from playwright.sync_api import Page, Route, expect

from tests.browser.conftest import Venue
from tests.web.moments import MOMENTS
from web.http.phones import PhoneSeat

Visit = Callable[..., Page]
_SHEETS = (
    "/warzone/duel?side=gold&unit=1",
    "/warzone/duel?side=gold&unit=1&target=2&aim=1",
    "/warzone/duel?side=gold&unit=1&target=2&action=shoot&weapon=Wick+Rifle&band=short",
    "/warzone/match/sides/gold/units/1",
    "/warzone/match/objectives/center?ld=12",
    "/warzone/units/lamp-guard",
    "/seat",
)
_LOOKS = """(sheet) => [...sheet.querySelectorAll("*")].filter((each) => each.checkVisibility()).map((each) => {
  const { color, backgroundColor, fontSize, lineHeight, textDecorationLine, display } = getComputedStyle(each);
  const says = `${each.tagName}.${each.getAttribute("class")} ${each.textContent.trim().slice(0, 40)}`;
  return [says, color, backgroundColor, fontSize, lineHeight, textDecorationLine, display].join(" | ");
})"""
_ITS_END = re.compile(r"Close|Back to the table")


def looks(page: Page, sheet: str) -> list[str]:
    found: list[str] = page.locator(sheet).evaluate(_LOOKS)
    return [each for each in found if not _ITS_END.search(each)]


def tap(page: Page, path: str) -> None:
    """As on a link to that sheet."""
    page.evaluate(
        """(path) => { const link = document.createElement("a"); link.href = path; link.dataset.sheet = "";
        document.body.append(link); link.click(); }""",
        path,
    )


def test_it_looks_over_the_table_as_it_does_by_itself(visit: Visit, venue: Venue) -> None:
    """However many were opened before it."""
    MOMENTS["warzone"]["a duel"](venue.phone())
    page = visit("about:blank", seat=PhoneSeat.GOLD)
    alone = {}
    for path in _SHEETS:
        page.goto(path)
        alone[path] = looks(page, "main .sheet")
    page.goto("/")
    for path in _SHEETS:
        with page.expect_response(f"**{path}"):
            tap(page, path)
        expect(page.locator("dialog[open] .sheet")).to_be_visible()
        page.wait_for_function("[...document.querySelectorAll('link[rel=stylesheet]')].every((each) => each.sheet)")
        assert looks(page, "dialog .sheet") == alone[path], path
        page.keyboard.press("Escape")
        expect(page.locator("dialog")).to_be_hidden()


def test_the_sheet_that_was_tapped_last_stays_open(visit: Visit, venue: Venue) -> None:
    MOMENTS["warzone"]["a duel"](venue.phone())
    page = visit(seat=PhoneSeat.GOLD)
    held: list[Route] = []

    def hold(route: Route) -> None:
        held.append(route)

    page.route("**/warzone/units/captain", hold)
    tap(page, "/warzone/units/captain")
    tap(page, "/warzone/units/lamp-guard")
    title = page.locator("dialog[open] h1")
    expect(title).to_have_text("Lamp Guard")
    with page.expect_response("**/warzone/units/captain") as late:
        held[0].continue_()
    late.value.finished()
    page.evaluate("() => fetch('/seat').then((answer) => answer.text())")
    expect(title).to_have_text("Lamp Guard")
