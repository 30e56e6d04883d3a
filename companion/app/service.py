"""The composition root: the only module that knows the table, the panel and the pages."""

import contextlib
import gc
import os
import signal
import sys
import threading
import time
from collections.abc import Callable
from pathlib import Path
from types import FrameType
from typing import TYPE_CHECKING

from companion.clock import Clock, SystemClock
from companion.config import Config
from companion.errors import WarglassError
from companion.games import FIRST, all_games
from companion.hotspot.opened import opened
from companion.invite import Invite
from companion.journal.journal import Journal
from companion.journal.store import in_words
from companion.system.addresses import typed_address
from companion.system.notify import notify
from companion.system.state import StateError, claim, scratch_directory
from companion.system.watchdog import Watchdog, feeding_ns
from companion.table.commands import Pause
from companion.table.errors import Refused
from companion.table.events import ClockSet
from companion.table.history import SERVICE, Source
from companion.table.loop import TableLoop
from companion.table.table import Table
from web.first import create_first
from web.front import Front
from web.http.access import Access
from web.http.secrets import read_code, renew_code
from web.http.server import Server
from web.site.assets import Assets

if TYPE_CHECKING:
    from flask import Flask

    from companion.rulings.shelf import Shelf
    from hardware.panel import Panel

STATUS_EVERY_S = 1.0
BREATH_S = 0.03
SWITCH_S = 0.001
"""So long a thread keeps the interpreter where others want it. A tap's way leads through three threads, and each may
have to wait so long for every page that is being made."""


class CannotStart(WarglassError):
    """Something that Warglass needs is missing. The message says what, and what to do."""


def open_service(*, config: Config, state: Path, simulate: bool) -> "Service":
    """A service that has its state directory and its port. Raises StateError and JournalError; CannotStart for what is
    not ours."""
    try:
        return Service(config=config, state=state, simulate=simulate)
    except OSError as error:
        place = f"{config.web.host} port {config.web.port}"
        raise CannotStart(
            f"Cannot serve on {place} ({error.strerror}): choose others with --host, --port, or [web] in warglass.toml."
        ) from error


def join_code(state: Path, *, renew: bool) -> str | None:
    """The code that phones join with, made anew if asked; None where no table was ever opened with this state.
    Raises StateError."""
    try:
        return renew_code(state, SystemClock()) if renew else read_code(state)
    except OSError as error:
        raise StateError(f"{state} does not work: {in_words(error)}.") from error


class Service:
    """One running Warglass: made, started, waited for, stopped."""

    def __init__(self, *, config: Config, state: Path, simulate: bool) -> None:
        """Raises StateError, JournalError, OSError (the port)."""
        self._config = config
        self._state = state
        self._simulate = simulate
        self._clock: Clock = SystemClock()
        self._lock = claim(state)
        self.access = Access(state, self._clock)
        self._table = Table(
            clock=self._clock,
            journal=Journal(state / "table.sqlite"),
            games=all_games(),
            game=FIRST,
        )
        self._assets = Assets()
        self._front = Front(create_first(table=self._table, access=self.access, assets=self._assets))
        self._server = Server(
            app=self._front,
            host=config.web.host,
            port=config.web.port,
            joined=self.access.lets_in,
            clock=self._clock,
        )

    @property
    def address(self) -> tuple[str, int]:
        """Host and port that the pages are served on."""
        return self._server.address

    def run(self, ready: Callable[[], None]) -> None:
        """Serves until SIGTERM or SIGINT, in the main thread; calls `ready` once all of it is there: the first page is
        before."""
        for number in (signal.SIGTERM, signal.SIGINT):
            signal.signal(number, self._interrupted)
        sys.setswitchinterval(SWITCH_S)
        serving = threading.Thread(target=self._server.serve, name="server", daemon=True)
        serving.start()
        panel = self._open_rest()
        fed_ns = feeding_ns(os.environ, pid=os.getpid())
        watchdog = Watchdog(every_ns=fed_ns, clock=self._clock, vitals=panel.vitals)
        loop = TableLoop(table=self._table, clock=self._clock, watchdog=watchdog)
        loop.start()
        status = threading.Thread(target=self._report, args=(panel,), name="status", daemon=True)
        status.start()
        notify("READY=1", f"STATUS={panel.status}")
        ready()
        serving.join()
        panel.stop()
        loop.join()
        status.join(timeout=1)
        self._table.close()
        os.close(self._lock)

    def _open_rest(self) -> "Panel":
        """The panel, started, and all pages."""
        # Not at the top: meanwhile the first page is answered already. It needs none of the hardware and one game.
        from companion.app.panel import open_panel  # noqa: PLC0415
        from companion.rulings.shelf import Shelf  # noqa: PLC0415
        from web.app import create_app  # noqa: PLC0415

        panel = open_panel(
            self._config.panel,
            simulate=self._simulate,
            scratch=scratch_directory(self._state),
            table=self._table,
            clock=self._clock,
            invite=self._invite,
        )
        shelf = Shelf(self._table)
        whole = create_app(
            table=self._table, shelf=shelf, panel=panel, access=self.access, clock=self._clock, assets=self._assets
        )
        self._front.open(whole)
        panel.start()
        threading.Thread(target=_warm, args=(whole, shelf), name="warm", daemon=True).start()
        return panel

    def _invite(self) -> Invite:
        """How phones get here as of now: a network may come up later, a code be made anew."""
        hotspot = opened()
        return Invite(
            address=typed_address(*self.address),
            code=self.access.code,
            token=self.access.token,
            phones=self.access.phones,
            guesser=self.access.guesser,
            hotspot=hotspot,
        )

    def _interrupted(self, number: int, frame: FrameType | None) -> None:  # noqa: ARG002
        # Stopping waits for threads, which a signal handler must not.
        threading.Thread(target=self._stop, name="stop", daemon=True).start()

    def _report(self, panel: "Panel") -> None:
        """Keeps systemd's status line true, and says at the table who is guessing codes, and what the disk does with
        who has joined."""
        said = ""
        while not self._table.stopped:
            guesser = self.access.guesser
            self._table.fault("codes", guesser and f"Somebody is guessing codes: {guesser}.")
            if said != panel.status:
                said = panel.status
                notify(f"STATUS={said}")
            clock_set = self.access.phone_time.came()
            if clock_set is not None:
                who, by_ns = clock_set
                self._table.note(ClockSet(by_ns=by_ns), source=Source.read(who))
            trouble = self.access.trouble
            self._table.fault("secrets", trouble and f"Who has joined is not being saved: {trouble}.")
            self._table.wait(self._table.version, STATUS_EVERY_S)

    def _stop(self) -> None:
        """All are let go, the screens first: drawing a pause only to go dark would keep them. Then the sand stops where
        it is, and the server hangs up."""
        notify("STOPPING=1")
        self._table.stop()
        with contextlib.suppress(Refused):
            self._table.dispatch(Pause(), source=SERVICE)
        self._server.close()


def _warm(site: "Flask", shelf: "Shelf") -> None:
    """The rulings' index, their words and the templates take seconds of a small Pi's time: rather now than when someone
    asks."""
    from companion.answers.lexicon import written  # noqa: PLC0415

    shelf.ready()
    written()
    for name in site.jinja_env.list_templates():
        # Presses come first.
        time.sleep(BREATH_S)
        site.jinja_env.get_template(name)
    # All of that stays too: see `companion.app.cli`.
    gc.freeze()
