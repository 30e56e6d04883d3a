"""What holds on every page of the organiser's, as on every page of a table: steady, open to everyone, and it fits."""

from collections.abc import Callable, Iterator

import pytest
from playwright.sync_api import Browser, Page

from companion.clock import ManualClock
from tests.browser.accessibility import axe
from tests.browser.fits import SIZES, TELEVISION, misfits
from tests.browser.hall_venue import HallVenue
from tests.browser.shifts import SLOW, settle, slowed, unsteady, watch
from tests.browser.venue import open_phone
from web.http.access import COOKIE

Act = Callable[[Page], None]


def opened(page: Page) -> None:
    """Everything that can be unfolded is, as by hand."""
    page.keyboard.press("Shift")
    page.evaluate("document.querySelectorAll('details').forEach((each) => (each.open = true))")


def sheet(page: Page) -> None:
    page.locator("[data-table='4']").first.tap()
    page.locator("dialog[open] .sheet").wait_for()


STATES: dict[str, tuple[str, Act | None]] = {
    "tables": ("/", None),
    "a table's sheet": ("/", sheet),
    "a table": ("/tables/4", opened),
    "a silent table": ("/tables/3", None),
    "a call": ("/calls", opened),
    "the round": ("/round", opened),
    "the event": ("/event", opened),
    "players": ("/event/players", opened),
    "standings": ("/event/standings", None),
    "a player's sums": ("/event/standings?player=Cem", opened),
    "pairings to print": ("/event/print", None),
    "slips to print": ("/event/print?list=slips", None),
    "standings to print": ("/event/print?list=standings", None),
    "the event's choices": ("/event/setup", None),
    "joining": ("/join", None),
    "nothing": ("/nothing", None),
    "the wall": ("/wall", None),
}
EVERYDAY = ("tables", "a call", "the wall")
"""What is looked at with every change, by a phone as fast as this machine."""


@pytest.fixture(scope="module")
def hall(tmp_path_factory: pytest.TempPathFactory) -> Iterator[HallVenue]:
    venue = HallVenue(tmp_path_factory.mktemp("hall"), clock=ManualClock())
    venue.busy()
    yield venue
    venue.close()


@pytest.mark.parametrize(
    ("name", "slower"),
    [
        *((each, 1) for each in EVERYDAY),
        *(pytest.param(each, SLOW, marks=pytest.mark.screens) for each in STATES),
    ],
)
def test_it_is_steady_and_open_and_fits(
    browser: Browser, hall: HallVenue, errors: list[str], name: str, slower: int
) -> None:
    path, act = STATES[name]
    context = open_phone(browser, base_url=hall.url, color_scheme="dark", reduced_motion="reduce")
    try:
        watch(context)
        if name != "joining":
            context.add_cookies([{"name": COOKIE, "value": hall.cookie, "url": hall.url}])
        page = context.new_page()
        page.on("pageerror", lambda error: errors.append(str(error)))
        with slowed(page, slower):
            page.goto(path)
            settle(page)
            if act is not None:
                act(page)
                settle(page)
        assert unsteady(page, name) + axe(page, name) == []
        sizes = ((1280, 720), TELEVISION) if path == "/wall" else (*SIZES, TELEVISION)
        assert misfits(page, name, sizes=sizes) == []
    finally:
        context.close()
