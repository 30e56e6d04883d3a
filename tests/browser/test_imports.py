"""Files chosen on a phone: a bar while they are read, then their cards; or a sentence where that is too much."""

import os
import signal
from collections.abc import Callable
from pathlib import Path

from playwright.sync_api import Page, expect

from companion.warzone.cards.library import KeptCards
from tests.browser.venue import Venue
from tests.companion.warzone.test_battlescribe_bounds import INVENTED, links_to_every_profile
from tests.web.workers import HALF_DONE, instead_of_workers

Visit = Callable[..., Page]
IMPORT = "/warzone/units/import"


def test_a_phone_sees_how_far_its_files_are_and_stops_them(visit: Visit) -> None:
    """And the bar gives way where the process is ended from outside, as by a machine without memory."""
    page = visit(IMPORT)
    with instead_of_workers(HALF_DONE):
        page.get_by_label("Choose them together").set_input_files(INVENTED / "Lamps.cat")
        page.get_by_role("button", name="Read them").tap()
        expect(page.get_by_role("progressbar", name="Reading your files")).to_have_attribute("value", "40")
    page.get_by_role("button", name="Stop").tap()
    expect(page.get_by_role("button", name="Read them")).to_be_visible()
    with instead_of_workers(HALF_DONE) as pids:
        page.get_by_label("Choose them together").set_input_files(INVENTED / "Lamps.cat")
        page.get_by_role("button", name="Read them").tap()
        expect(page.get_by_role("progressbar")).to_have_attribute("value", "40")
        os.kill(int(pids.read_text(encoding="ascii")), signal.SIGKILL)
    expect(page.get_by_role("alert").filter(has_text="more time or memory than the table can spare")).to_be_visible()


def test_one_faction_is_kept_by_three_taps_and_too_much_becomes_a_sentence(visit: Visit, venue: Venue) -> None:
    page = visit(IMPORT)
    lamps = [INVENTED / name for name in ("Lamps.cat", "Lamps_Eternal.gst")]
    page.get_by_label("Choose them together").set_input_files(lamps)
    page.get_by_role("button", name="Read them").tap()
    for within, what, left in (("Everything", "None", 0), ("Brotherhood", "All", 1)):
        page.get_by_role("group", name=within).get_by_role("button", name=what).tap()
        expect(page.locator("[name=card]:checked")).to_have_count(left)
    page.get_by_role("button", name="Keep what is ticked 1 of 8").tap()
    expect(page.get_by_role("status").filter(has_text="Kept: Candle Nun.")).to_be_visible()
    assert [card.name for card in KeptCards(venue.table).all()] == ["Candle Nun"]

    page.goto(IMPORT)
    ((name, data),) = links_to_every_profile().items()
    page.get_by_label("Choose them together").set_input_files({"name": name, "mimeType": "text/xml", "buffer": data})
    page.get_by_role("button", name="Read them").tap()
    expect(page.get_by_role("alert").filter(has_text="has more than 500 units")).to_be_visible()


def test_a_file_that_is_too_large_is_not_sent(visit: Visit, tmp_path: Path) -> None:
    """A photo, chosen by mistake."""
    photo = tmp_path / "photo.jpg"
    photo.write_bytes(b"x" * 3_000_000)
    page = visit("about:blank")
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.method))
    for where in ("/shelf", "/shelf/import", IMPORT, "/scenarios"):
        page.goto(where)
        form = page.locator("form[data-largest]")
        form.locator("[type=file]").set_input_files(photo)
        form.locator("button").tap()
        expect(page.get_by_role("alert").filter(has_text="That file is too large: 2.9 MB")).to_be_visible()
    assert "POST" not in asked
