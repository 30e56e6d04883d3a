"""A keyboard at the table: keys press what lies there, and show only once one was used."""

import re
from collections.abc import Callable

from playwright.sync_api import Page, expect

from companion.table.commands import Begin
from companion.table.opening import New
from tests.browser.conftest import Venue
from tests.web.moments import MOMENTS

Visit = Callable[..., Page]


def test_keys_flip_pause_and_undo_and_not_while_typing(visit: Visit, venue: Venue) -> None:
    venue.do(Begin())
    page = visit()
    marked = page.locator("[aria-keyshortcuts]")
    expect(marked).to_have_count(0)
    page.keyboard.press("1")
    first = page.locator("[data-side=gold] .tile").first
    expect(first).to_have_class(re.compile("running"))
    expect(first.locator("button")).to_have_attribute("aria-keyshortcuts", "1")
    name = page.locator("#namer input")
    name.press("2")
    expect(name).to_have_value("2")
    name.evaluate("(field) => field.blur()")
    page.keyboard.press("Control+2")
    page.keyboard.press("w")
    second = page.locator("[data-side=red] .tile").nth(1)
    expect(second).to_have_class(re.compile("running"))
    page.keyboard.press("z")
    expect(second).to_have_class(re.compile("free"))
    page.keyboard.press(" ")
    expect(page.locator("main")).to_have_attribute("data-paused", "yes")
    page.keyboard.press(" ")
    expect(page.locator("main")).to_have_attribute("data-paused", "no")
    expect(page.locator("[data-side=gold] .tile").nth(1)).to_have_class(re.compile("free"))
    page.keyboard.press("?")
    expect(page.get_by_role("dialog")).to_contain_text("1 to 5Valyance’s timers")
    expect(page.get_by_role("dialog")).to_contain_text("spacethe large button")
    page.keyboard.press("1")
    page.keyboard.press("Escape")
    expect(page.get_by_role("dialog")).to_have_count(0)


def test_keys_open_flags_and_units_in_the_other_games(visit: Visit, venue: Venue) -> None:
    MOMENTS["warzone"]["nobody acts"](venue.phone())
    page = visit()
    side, key = ("gold", "1") if venue.table.view().active == "gold" else ("red", "q")
    page.keyboard.press(key)
    unit = page.locator(f".roster.{side} li").first
    expect(unit).to_have_class(re.compile("acting"))
    expect(unit.locator(f"[aria-keyshortcuts='{key}']")).to_be_visible()
    # From a page that would load itself anew, a browser may lose its way.
    page.goto("/help")
    venue.do(New(game="battleline"), Begin())
    page.goto("/")
    for flag in ("4", "6"):
        page.keyboard.press(flag)
        expect(page.get_by_role("region", name=f"Flag {flag}", exact=True)).to_be_visible()
