"""A table that is served to real browsers, and the browser."""

import shutil
import threading
from functools import cache
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, BrowserContext

from companion.clock import Clock, ManualClock, SystemClock
from companion.games import FIRST, all_games
from companion.journal.journal import Journal
from companion.panel.port import PanelPort
from companion.rulings.shelf import Shelf
from companion.system.listening import listen
from companion.table.events import SERVICE
from companion.table.opening import ThrowAway
from companion.table.table import Table
from tests.support import PATIENCE_S, ask_table
from tests.web.conftest import HOST, Phone, site_of
from tests.web.fakes import FakeCards, FakeHall, FakePanel
from web.http.access import Access
from web.http.phones import PhoneSeat
from web.http.problems import RequestPace
from web.http.server import Server

# The shell without an address bar costs half the processor time of the whole browser, and draws the same.
_BROWSERS = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome")
CHROMIUM = next((found for name in _BROWSERS if (found := shutil.which(name))), None)
ARGUMENTS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--font-render-hinting=none",  # as phones draw letters
    # The address bar nobody sees draws its suggestions as a page of its own: a second of processor time a phone.
    # The last list counts, so those of Playwright's that matter here are in it again.
    "--disable-features=WebUIOmniboxPopup,WebUIOmniboxAimPopup,WebUIOmniboxFullPopup,PreloadTopChromeWebUI,"
    "HttpsUpgrades,HttpsFirstBalancedModeAutoEnable,MediaRouter,LensOverlay,AimEnabled,OptimizationHints,Translate,"
    "PaintHolding,ThirdPartyStoragePartitioning,AvoidUnnecessaryBeforeUnloadCheckSync,DestroyProfileOnBrowserClose",
]
PHONE = {"width": 360, "height": 740}
PATIENCE_MS = 30_000
"""A machine under load is slow, not wrong."""

_UNHURRIED = """(() => {
    const REST_MS = 500;
    let [hasty, ahead, last] = [0, 0, -REST_MS];
    for (const kind of ["pointerdown", "pointerup", "click"]) addEventListener(kind, (event) => {
        if (!event.isTrusted) return;
        const { timeStamp: at } = event;
        if (kind === "pointerdown") {
            ahead = hasty ? 0 : Math.max(REST_MS, last + REST_MS - at);
            last = at + ahead;
            hasty = Math.max(0, hasty - 1);
        }
        Object.defineProperty(event, "timeStamp", { value: at + ahead });
    }, true);
    window.hasten = (taps) => {
        hasty = taps;
        return new Promise((rested) => setTimeout(rested, last + REST_MS - performance.now()));
    };
})()"""
"""What is tapped is meant: each tap says that it came half a second after the one before, and after all that was drawn
until then, or pages take it for a slip (web/static/guard.js). The next taps after `hasten(taps)` say when they came."""


def open_phone(browser: Browser, **options: Any) -> BrowserContext:
    """A phone's browser; `options` are the context's."""
    context = browser.new_context(**{"viewport": PHONE, "has_touch": True, **options})
    context.set_default_timeout(PATIENCE_MS)
    context.add_init_script(_UNHURRIED)
    return context


class Venue:
    """A served table and what stands around it."""

    def __init__(self, state: Path, clock: Clock | None = None, *, port: int = 0) -> None:
        clock = clock or SystemClock()
        self.table = Table(clock=clock, journal=Journal(state / "journal.db"), games=all_games(), game=FIRST)
        self.access = Access(state, clock, hostnames=[HOST.partition(".")[0]])
        # States are set up by one phone, faster than anybody plays.
        self.access.pace = RequestPace(clock, at_once=10**9, a_second=1, too_many="")
        self.panel = FakePanel()
        self.hall = FakeHall(self.table)
        self.cards = FakeCards()
        self._app = site_of(
            table=self.table,
            shelf=Shelf(self.table),
            panel=self._wired(clock),
            access=self.access,
            clock=clock,
            hall=self.hall,
            cards=self.cards,
        )
        self._serve(port)
        self._over = threading.Event()
        self._sand = threading.Thread(target=self._settle)
        self._sand.start()
        self.url = "http://{}:{}".format(*self._server.address)

    def _wired(self, clock: Clock) -> PanelPort:
        """The panel that the pages see."""
        return self.panel

    def _serve(self, port: int) -> None:
        self._server = Server(app=self._app, listening=listen("127.0.0.1", port), joined=self.access.lets_in)
        self._thread = threading.Thread(target=self._server.serve)
        self._thread.start()

    def fall_silent(self) -> None:
        """As if the box were switched off: nobody is answered, and the table goes on."""
        self._server.close()
        self._thread.join(PATIENCE_S)

    def answer_again(self) -> None:
        """At the same address."""
        self._serve(self._server.address[1])

    def do(self, *commands: object) -> None:
        for command in commands:
            ask_table(self.table, command, source=SERVICE)

    def phone(self) -> Phone:
        """A phone without a browser, which has joined."""
        phone = Phone(self._app.test_client())
        assert phone.post("/api/join", {"code": self.access.code}).status_code == 200
        return phone

    def joined(self, seat: PhoneSeat) -> str:
        """The cookie of a phone that has joined and sits there."""
        cookie = self.access.join(self.access.code, address="127.0.0.1", seat=seat)
        assert cookie is not None
        return cookie

    def _settle(self) -> None:
        while not self._over.wait(0.02):
            self.table.settle()

    def close(self) -> None:
        self._over.set()
        self._sand.join(PATIENCE_S)
        self.table.close()
        self._server.close()
        self._thread.join(PATIENCE_S)


class Stage(Venue):
    """A venue where time stands until somebody lets it pass, and where in each seat there is one phone."""

    def __init__(self, state: Path) -> None:
        self._clock = ManualClock()
        super().__init__(state, self._clock)
        self.joined = cache(super().joined)  # type: ignore[method-assign]
        self.phone = cache(super().phone)  # type: ignore[method-assign]

    def clear(self) -> None:
        """Nothing is put away, every part works, the table stands in no hall, and time enough has passed for another
        game."""
        self.hall.close()
        self.cards.held, self.cards.stuck = None, ""
        self.panel.simulated, self.panel.broken = True, {}
        for part in tuple(self.table._faults):
            self.table.fault(part, None)
        for each in self.table.unfinished():
            self.table.exchange(ThrowAway(match=each.match), source=SERVICE)
        self.wait(600)

    def wait(self, seconds: float) -> None:
        self._clock.advance(seconds=seconds)
        self.table.settle()
