"""What a phone says aloud, once its player has let it."""

import re
from collections.abc import Callable

from playwright.sync_api import Page, expect

from tests.browser.conftest import Venue
from tests.companion.wartime import acts as c
from web.http.phones import PhoneSeat

Visit = Callable[..., Page]

LISTENING = """
window.shaken = 0;
const heard = [];
const hear = (text) => text && heard.push(text) && (document.documentElement.dataset.heard = heard.join());
const speech = { speak: ({ text }) => hear(text), cancel: () => hear("(hush)") };
Object.defineProperty(window, "speechSynthesis", { value: speech });
navigator.vibrate = () => (shaken += 1) > 0;
"""
DEAF = """
delete window.speechSynthesis;
delete Window.prototype.speechSynthesis;
delete window.SpeechSynthesisUtterance;
delete Navigator.prototype.vibrate;
"""


def open_sheet(page: Page) -> None:
    page.get_by_role("link", name="WarTime").tap()
    expect(page.get_by_role("heading", name="Your seat")).to_be_visible()


def hears(page: Page, *texts: str) -> None:
    expect(page.locator("html")).to_have_attribute("data-heard", ",".join(texts))


def run_out(page: Page, venue: Venue, timer: str, unit: str = "") -> None:
    """Turned right after the flip, next to nothing is left to run."""
    venue.do(c.Flip(timer=timer, unit=unit or None))
    expect(page.locator(f"[data-timer={timer}]")).to_have_class(re.compile("running"))
    venue.do(c.Turn(timer=timer))


def test_a_unit_is_said_to_be_ready_once_on_its_own_sides_phone_while_sound_is_on(visit: Visit, venue: Venue) -> None:
    venue.do(c.Begin())
    page = visit("/choices", seat=PhoneSeat.GOLD, own=True)
    page.context.add_init_script(LISTENING)
    page.goto("/")
    expect(page.locator("#lost")).to_be_hidden()
    run_out(page, venue, "gold-30", "Knight")
    expect(page.locator("#say")).to_have_text("Valyance 30 ran out")
    assert page.evaluate("[document.documentElement.dataset.heard, shaken]") == [None, 0], "not yet allowed"

    open_sheet(page)
    switch = page.get_by_role("button", name="Sound")
    expect(switch).to_have_attribute("aria-pressed", "false")
    box = switch.bounding_box()
    assert box is not None
    assert min(box["width"], box["height"]) >= 44
    switch.tap()
    expect(switch).to_have_attribute("aria-pressed", "true")
    hears(page, "Sound on")
    page.keyboard.press("Escape")

    run_out(page, venue, "red-90", "Goblin")
    expect(page.locator("#say")).to_have_text("Firebrand 90 ran out")
    run_out(page, venue, "gold-60a", "Archer")
    hears(page, "Sound on", "Archer ready")
    venue.do(c.Pause(), c.Resume())
    run_out(page, venue, "gold-90")
    hears(page, "Sound on", "Archer ready", "Valyance 90 ready")
    assert page.evaluate("shaken") == 3

    venue.do(c.Flip(timer="gold-spell"))
    page.reload()
    expect(page.locator("[data-timer=gold-spell]")).to_have_class(re.compile("running"))
    venue.do(c.Flip(timer="red-30"))
    expect(page.locator("[data-timer=red-30]")).to_have_class(re.compile("running"))
    venue.do(c.Turn(timer="gold-spell"))
    hears(page, "Valyance spell ready")
    open_sheet(page)
    switch.tap()
    expect(switch).to_have_attribute("aria-pressed", "false")
    hears(page, "Valyance spell ready", "(hush)")
    assert page.evaluate("localStorage.sound") == "off"


def test_a_phone_that_can_do_neither_has_no_switch(visit: Visit, venue: Venue) -> None:
    venue.do(c.Begin())
    page = visit("/join", own=True)
    page.context.add_init_script(DEAF)
    page.goto("/")
    page.evaluate("localStorage.sound = 'on'")
    page.reload()
    open_sheet(page)
    expect(page.locator("[data-voice]")).to_be_hidden()
    page.keyboard.press("Escape")
    run_out(page, venue, "gold-30")
    expect(page.locator("#say")).to_have_text("Valyance 30 ran out")
