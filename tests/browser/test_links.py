"""Every link of the rooms around a game leads where it says, whatever the page's scripts do with taps."""

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from companion.clock import ManualClock
from companion.table.commands import End
from companion.table.events import SERVICE, Named
from companion.table.seats import Seat
from tests.browser.conftest import until
from tests.browser.venue import PATIENCE_MS, Venue
from tests.companion.story.matches import play

Visit = Callable[..., Page]
# Taps are not carried out: only where they would have led is noted. One link to each place is enough.
TAPPED = """(patience) => {
    window.led = new Map();
    const links = [...document.querySelectorAll("a[href]")].filter((each) => each.checkVisibility());
    let tapped = null;
    navigation.addEventListener("navigate", (event) => {
        led.set(tapped, event.destination.url);
        if (event.cancelable) event.preventDefault();
    });
    window.says = new Map();
    const once = new Map(links.map((each) => [each.href, each]));
    window.all = (async () => {
        for (const [href, link] of once) {
            tapped = href;
            link.click();
            const late = performance.now() + patience;
            const sheet = document.querySelector("#sheet");
            while (!led.has(href) && performance.now() < late) {
                if (sheet.open) led.set(href, href); // a place that comes as a sheet, without leaving the page
                await new Promise(requestAnimationFrame);
            }
            sheet.close();
            says.set(href, link.textContent.trim());
        }
        window.done = true;
    })();
    return once.size;
}"""
WRONG = "() => [...says].filter(([href]) => led.get(href) !== href).map(([href, name]) => [name, href, led.get(href)])"


@pytest.fixture
def venue(tmp_path: Path) -> Iterator[Venue]:
    """Anna has won a game of WarTime against Ben."""
    clock = ManualClock(now=1_000_000_000, wall=1_790_000_000_000_000_000)
    venue = Venue(tmp_path, clock)
    play(venue.table, clock, rows=60)
    for seat, name in (("gold", "Anna"), ("red", "Ben")):
        venue.table.note(Named(seat=seat, name=name), source=SERVICE)
    venue.do(End(winner=Seat.GOLD))
    yield venue
    venue.close()


def test_every_link_leads_where_it_says(visit: Visit) -> None:
    page = visit("about:blank")
    wrong = {}
    for path in (
        "/replay/2?at=30",
        "/replay/2?at=30&find=flipped",
        "/report",
        "/report?match=2",
        "/shelf",
        "/shelf/players",
        "/shelf/players/anna",
        "/shelf/import",
        "/log",
    ):
        page.goto(path)
        expect(page.get_by_role("heading", name="Not here")).to_have_count(0)
        if path.startswith("/replay"):
            until(page, "document.body.dataset.loaded")
        assert page.evaluate(TAPPED, PATIENCE_MS / 2) > 4, path
        until(page, "window.done")
        wrong[path] = page.evaluate(WRONG)
    assert {path: found for path, found in wrong.items() if found} == {}
