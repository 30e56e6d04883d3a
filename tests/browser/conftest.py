import re
import shutil
import threading
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect, sync_playwright

from companion.clock import SystemClock
from companion.games import FIRST, all_games
from companion.rulings.shelf import Shelf
from companion.table.history import SERVICE
from companion.table.journal import Journal
from companion.table.table import Table
from tests.support import PATIENCE_S
from tests.web.fakes import FakePanel
from web.app import create_app
from web.http.access import COOKIE, Access
from web.http.seating import PhoneSeat
from web.http.server import Server

CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")
ARGUMENTS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    # The address bar nobody sees draws its suggestions as a page of its own: a second of processor time a phone.
    # The last list counts, so those of Playwright's that matter here are in it again.
    "--disable-features=WebUIOmniboxPopup,WebUIOmniboxAimPopup,WebUIOmniboxFullPopup,PreloadTopChromeWebUI,"
    "HttpsUpgrades,HttpsFirstBalancedModeAutoEnable,MediaRouter,LensOverlay,AimEnabled,OptimizationHints,Translate,"
    "PaintHolding,ThirdPartyStoragePartitioning,AvoidUnnecessaryBeforeUnloadCheckSync,DestroyProfileOnBrowserClose",
]
PHONE = {"width": 360, "height": 740}
PATIENCE_MS = 30_000
"""A machine under load is slow, not wrong."""


def until(page: Page, condition: str) -> None:
    """Waits in the page for a condition. Playwright's own wait evaluates text again and again, which pages forbid."""
    page.evaluate(
        f"""async () => {{
            const late = performance.now() + {PATIENCE_MS};
            while (!({condition})) {{
                if (performance.now() > late) throw new Error("waited in vain");
                await new Promise(requestAnimationFrame);
            }}
        }}"""
    )


def open_flag(phone: Page, number: int) -> None:
    """Opens a flag of Battle Line, and waits until it is."""
    phone.get_by_role("link", name=re.compile(rf"^Flag {number}\b")).tap()
    expect(phone.get_by_role("region", name=f"Flag {number}", exact=True)).to_be_visible()


class Venue:
    """A served table and what stands around it."""

    def __init__(self, state: Path) -> None:
        clock = SystemClock()
        self.table = Table(clock=clock, journal=Journal(state / "journal.db"), games=all_games(), game=FIRST)
        self.access = Access(state, clock)
        self.panel = FakePanel()
        app = create_app(table=self.table, shelf=Shelf(self.table), panel=self.panel, access=self.access, clock=clock)
        self._server = Server(app=app, host="127.0.0.1", port=0)
        self._thread = threading.Thread(target=self._server.serve)
        self._thread.start()
        self._over = threading.Event()
        self._sand = threading.Thread(target=self._settle)
        self._sand.start()
        self.url = "http://{}:{}".format(*self._server.address)

    def do(self, *commands: object) -> None:
        for command in commands:
            self.table.dispatch(command, source=SERVICE)

    def _settle(self) -> None:
        while not self._over.wait(0.02):
            self.table.settle()

    def close(self) -> None:
        self._over.set()
        self._sand.join(PATIENCE_S)
        self.table.close()
        self._server.close()
        self._thread.join(PATIENCE_S)


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    if CHROMIUM is None:
        pytest.skip("there is no Chromium here: install it (apt install chromium) to run the browser tests")
    expect.set_options(timeout=PATIENCE_MS)
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=ARGUMENTS)
        yield browser
        browser.close()


@pytest.fixture
def venue(tmp_path: Path) -> Iterator[Venue]:
    venue = Venue(tmp_path)
    yield venue
    venue.close()


@pytest.fixture
def errors() -> Iterator[list[str]]:
    """What the pages' scripts broke on; a test that leaves anything here has failed."""
    errors: list[str] = []
    yield errors
    assert errors == []


@pytest.fixture
def visit(browser: Browser, venue: Venue, errors: list[str]) -> Iterator[Callable[..., Page]]:
    """Opens a phone of its own at an address; it has joined by default, and sits for both."""
    contexts: list[BrowserContext] = []

    def visit(path: str = "/", *, joined: bool = True, seat: PhoneSeat = PhoneSeat.BOTH, **options: Any) -> Page:
        context = browser.new_context(
            **{
                "viewport": PHONE,
                "has_touch": True,
                "base_url": venue.url,
                "reduced_motion": "no-preference",
                **options,
            }
        )
        contexts.append(context)
        context.set_default_timeout(PATIENCE_MS)
        page = context.new_page()
        page.on("pageerror", lambda error: errors.append(str(error)))
        if joined:
            cookie = venue.access.join(venue.access.code, address="127.0.0.1", seat=seat)
            assert cookie is not None
            context.add_cookies([{"name": COOKIE, "value": cookie, "url": venue.url}])
        page.goto(path)
        return page

    yield visit
    for context in contexts:
        context.close()
