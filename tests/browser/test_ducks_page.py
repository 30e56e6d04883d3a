"""Sitting ducks on two phones: the same for both, and true without anybody opening it again."""

from collections.abc import Callable

from playwright.sync_api import Page, expect

from tests.browser.conftest import Venue
from tests.companion.wartime import acts as c
from tests.web.moments import ducks
from web.http.phones import PhoneSeat


def test_the_seconds_go_and_what_happens_is_seen_on_both_phones(visit: Callable[..., Page], venue: Venue) -> None:
    ducks(venue.phone())
    phones = [visit("/ducks", seat=seat) for seat in (PhoneSeat.GOLD, PhoneSeat.RED)]
    for phone, first in zip(phones, ("Firebrand stands still", "Valyance stands still"), strict=True):
        expect(phone.get_by_role("heading", level=2).first).to_have_text(first)
        goblin = phone.locator(".duck", has=phone.get_by_role("heading", name="Goblin"))
        seconds = goblin.locator("h3 b")
        said = seconds.text_content()
        expect(seconds).not_to_have_text(said or "")
        expect(goblin.get_by_text("Archer, in")).to_be_visible()
    venue.do(c.Free(timer="gold-30"), c.Flip(timer="red-60b", unit="Abomination"))
    for phone in phones:
        expect(phone.get_by_role("heading", name="Abomination")).to_be_visible()
        expect(phone.get_by_text("Archer attacks for 3: eliminated").first).to_be_visible()
        expect(phone.get_by_role("heading", name="Archer")).to_have_count(0)
    venue.do(c.Pause())
    for phone in phones:
        expect(phone.get_by_text("Paused", exact=True)).to_be_visible()
        expect(phone.locator("[data-at]")).to_have_count(0)
