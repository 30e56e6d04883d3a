"""The virtual panel in a real browser."""

import re
from collections.abc import Callable

from playwright.sync_api import Page, expect

from companion.panel.port import PanelView
from tests.browser.conftest import Venue, until

Visit = Callable[..., Page]
READ = """id => {
    const canvas = document.querySelector(`[data-screen="${id}"] canvas`);
    const { data } = canvas.getContext("2d").getImageData(0, 0, canvas.width, canvas.height);
    return Array.from({ length: canvas.width * canvas.height }, (_, n) => Number(data[n * 4] > 100)).join("");
}"""


def pixels(ram: bytes) -> str:
    """The RAM's pixels row by row, by the chip's datasheet: byte = page * 128 + column, bit 0 on top."""
    return "".join(str(ram[y // 8 * 128 + x] >> y % 8 & 1) for y in range(64) for x in range(128))


def calls(venue: Venue, count: int) -> list[tuple[str, str]]:
    """What the panel was asked, once that is so much."""
    return [(what, control) for what, control, _ in venue.panel.asked(count)]


def test_screens_show_their_ram_and_change_with_it(visit: Visit, venue: Venue) -> None:
    venue.panel.shown["gold-60a"] = bytes(range(256)) * 4
    page = visit("/panel")
    for ram in (venue.panel.shown["gold-60a"], bytes(reversed(range(256))) * 4):
        venue.panel.shown["gold-60a"] = ram
        until(page, f"({READ})('gold-60a') === '{pixels(ram)}'")


def test_a_button_is_down_as_long_as_the_finger(visit: Visit, venue: Venue) -> None:
    page = visit("/panel")
    page.get_by_role("button", name="Press Valyance 30, key 1").hover()
    page.mouse.down()
    assert calls(venue, 1) == [("push", "gold-30")]
    page.mouse.move(2, 2)
    page.mouse.up()
    assert calls(venue, 2) == [("push", "gold-30"), ("let-go", "gold-30")]


def test_two_keys_held_together(visit: Visit, venue: Venue) -> None:
    page = visit("/panel")
    page.keyboard.down("1")
    page.keyboard.down("q")
    assert sorted(calls(venue, 2)) == [("push", "gold-30"), ("push", "red-30")]
    page.keyboard.up("q")
    page.keyboard.up("1")
    assert sorted(calls(venue, 4)[2:]) == [("let-go", "gold-30"), ("let-go", "red-30")]
    page.keyboard.press("Space")
    assert calls(venue, 6)[4:] == [("push", "pause"), ("let-go", "pause")]


def test_a_screen_that_is_offline_says_so(visit: Visit, venue: Venue) -> None:
    venue.panel.offline = {"red-30"}
    page = visit("/panel", joined=False)
    expect(page.locator("[data-screen=red-30] figcaption")).to_be_visible()
    expect(page.locator("[data-screen=red-60a] figcaption")).to_be_hidden()


def test_a_real_panel_cannot_be_pressed_from_here(visit: Visit, venue: Venue) -> None:
    venue.panel.simulated = False
    page = visit("/panel")
    expect(page.locator("canvas")).to_have_count(12)
    expect(page.get_by_role("button", name="Press")).to_have_count(0)
    page.get_by_role("button", name="Mute the sounder").tap()
    expect(page.get_by_role("button", name="Unmute the sounder")).to_be_visible()
    assert venue.panel.muted is True


def test_without_javascript(visit: Visit, venue: Venue) -> None:
    page = visit("/panel", java_script_enabled=False)
    loaded = page.locator("[data-screen=gold-30] img")
    expect(loaded).to_be_visible()
    page.get_by_role("button", name=re.compile("Press Firebrand 30")).click()
    assert venue.panel.asked(1) == [("press", "red-30", 80)]
    assert isinstance(venue.panel.describe(), PanelView)
