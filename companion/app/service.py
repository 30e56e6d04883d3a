"""Opens the panel that the service plays on: the machine's own, or a simulated one."""

import contextlib
import os
import signal
import sys
import threading
from collections.abc import Callable
from pathlib import Path
from types import FrameType
from typing import TYPE_CHECKING

from companion.app.table_hall import TableHall
from companion.clock import Clock, SystemClock
from companion.config import Config
from companion.errors import WarglassError
from companion.games import FIRST, all_games
from companion.hall.port import HallPort
from companion.hotspot.wifi import open_network
from companion.journal.journal import Journal
from companion.panel.config import PanelConfig
from companion.people import Invite
from companion.system.addresses import typed_address
from companion.system.listening import open_port
from companion.system.state import claim, scratch_directory
from companion.system.watchdog import Watchdog, feeding_ns, notify
from companion.table.commands import Pause
from companion.table.errors import Refused
from companion.table.events import SERVICE, ClockSet, Source
from companion.table.loop import TableLoop
from companion.table.table import Table
from hardware.games.registry import PANEL_GAMES
from hardware.panel import Panel

if TYPE_CHECKING:
    from companion.app.site import TableSite


def open_panel(
    config: PanelConfig,
    *,
    simulate: bool,
    scratch: Path,
    table: Table,
    clock: Clock,
    invite: Callable[[], Invite | None],
    judge: str | None = None,
    hall: Callable[[], HallPort | None] = lambda: None,
) -> Panel:
    """Returns a panel with those pins that are available. It does not draw or hear before its start.

    `judge` is the button that, held, calls a judge of the `hall` that the table is in, if it is in one.
    """
    # Neither at the top: the screens do not wait for the other one to be imported.
    if simulate or not (config.screens or config.controls):
        from hardware.simulated.simulator import SimulatedPanel, Simulator  # noqa: PLC0415

        simulator = Simulator(config, clock=clock)
        return SimulatedPanel(
            config=config, simulator=simulator, table=table, clock=clock, invite=invite, judge=judge, hall=hall
        )
    from hardware.backend import PiBackend  # noqa: PLC0415

    backend = PiBackend(scratch=scratch)
    return Panel(config=config, backend=backend, table=table, clock=clock, invite=invite, judge=judge, hall=hall)


# Composes the service: the only module that knows the table, the panel and the pages.

STATUS_EVERY_S = 1.0
SWITCH_S = 0.0002
"""Is how long a thread keeps the interpreter where others want it. A tap goes through three threads, and each may have
to wait so long for every page that is being made. The thread that takes connections waits so long for each of them.
Under a crowd of strangers a new phone waited 0.4 s with a millisecond, and 0.2 s with this."""

Ready = Callable[[tuple[str, int], str], None]
"""Receives where the pages are, as host and port, and the join code."""


class NoPages(WarglassError):
    """Says that the server has ended while the table keeps running."""


class Service:
    """Runs one Warglass, once made, until it is stopped.

    The panel comes first, because players look at the table. The pages are imported beside it, in a thread of their
    own, so that a stop does not wait for them.
    """

    def __init__(self, *, config: Config, state: Path, simulate: bool) -> None:
        """Takes the state directory, the port and the journal. Raises StateError, CannotListen, JournalError."""
        self._config = config
        self._state = state
        self._simulate = simulate
        self._clock: Clock = SystemClock()
        self._lock = claim(state)
        self._listening = open_port(config.web.host, config.web.port)
        # Kept, because screens are drawn until the end, and the socket is closed before them.
        self._address: tuple[str, int] = self._listening.getsockname()[:2]
        self._table = Table(
            clock=self._clock,
            journal=Journal(state / "table.sqlite"),
            games=all_games(),
            game=FIRST,
        )
        self._hall = TableHall(
            table=self._table,
            clock=self._clock,
            state=state,
            config=config.hall,
            shelf=lambda: None if self._site is None else self._site.shelf,
        )
        self._site: TableSite | None = None
        self._broken: BaseException | None = None

    def run(self, ready: Ready) -> None:
        """Plays until SIGTERM or SIGINT, in the main thread. It calls `ready`, in another thread, once all of it is
        there. Raises NoPages, and what keeps the pages from being made."""
        for number in (signal.SIGTERM, signal.SIGINT):
            signal.signal(number, self._interrupted)
        sys.setswitchinterval(SWITCH_S)
        panel = open_panel(
            self._config.panel,
            judge=self._config.hall.judge,
            hall=lambda: self._hall if self._hall.held else None,
            simulate=self._simulate,
            scratch=scratch_directory(self._state),
            table=self._table,
            clock=self._clock,
            invite=self._invite,
        )
        panel.start()
        fed_ns = feeding_ns(os.environ, pid=os.getpid())
        watchdog = Watchdog(every_ns=fed_ns, clock=self._clock, vitals=panel.vitals)
        loop = TableLoop(table=self._table, clock=self._clock, watchdog=watchdog)
        loop.start()
        threading.Thread(target=self._open_site, args=(panel, ready), name="site", daemon=True).start()
        try:
            self._report(panel)
        finally:
            self._close(panel, loop)
        if self._broken is not None:
            raise self._broken

    def _open_site(self, panel: "Panel", ready: Ready) -> None:
        """Opens all pages, the first one first. An error in them ends the service, unless it is ending anyway."""
        try:
            # Not at the top: the panel draws and hears meanwhile, and needs none of it.
            from companion.app.site import TableSite  # noqa: PLC0415

            site = TableSite(
                table=self._table,
                listening=self._listening,
                state=self._state,
                clock=self._clock,
                names=self._config.web.names,
            )
            site.serve()
            self._site = site
            # Now there is something to invite phones to.
            self._table.look_again()
            site.open(panel, self._hall)
            if not self._table.stopped:
                notify("READY=1")
                ready(self._address, site.access.code)
                # The other games' faces are needed as soon as one is opened.
                tuple(PANEL_GAMES.values())
                self._hall.start()
        except BaseException as error:  # noqa: BLE001 - raised again where the service ends
            if not self._table.stopped:
                self._broken = error
                self._table.stop()

    def _invite(self) -> Invite | None:
        """Returns how phones get here as of now: a network may come up later, or the code change."""
        if self._site is None:
            return None
        access = self._site.access
        return Invite(
            address=typed_address(*self._address),
            code=access.code,
            token=access.token,
            phones=access.phones,
            guesser=access.guesser,
            hotspot=open_network(),
        )

    def _report(self, panel: "Panel") -> None:
        """Keeps systemd's status line true until the table stops. It reports at the table who is guessing codes, and
        what the disk does with the joined phones. Raises NoPages."""
        said = ""
        while not self._table.stopped:
            if said != panel.status:
                said = panel.status
                notify(f"STATUS={said}")
            if self._site is not None:
                if not self._site.answers:
                    raise NoPages("The server no longer answers phones, and only a restart helps.")
                access = self._site.access
                guesser, trouble = access.guesser, access.trouble
                self._table.fault("codes", guesser and f"Somebody is guessing codes: {guesser}.")
                self._table.fault("secrets", trouble and f"Joined phones are not being saved: {trouble}.")
                clock_set = access.phone_time.came()
                if clock_set is not None:
                    who, by_ns = clock_set
                    self._table.note(ClockSet(by_ns=by_ns), source=Source.read(who))
            self._table.wait_behind(self._table.version, STATUS_EVERY_S)

    def _interrupted(self, number: int, frame: FrameType | None) -> None:  # noqa: ARG002
        # Stopping takes the table's lock, which the thread that a signal handler interrupts may have.
        threading.Thread(target=self._stop, name="stop", daemon=True).start()

    def _stop(self) -> None:
        """Stops all parts, the screens first: drawing a pause before going dark would delay them."""
        notify("STOPPING=1")
        self._table.stop()

    def _close(self, panel: "Panel", loop: TableLoop) -> None:
        """Stops the sand where it is, hangs up the server, and closes all that is held."""
        self._table.stop()
        with contextlib.suppress(Refused):
            self._table.dispatch(Pause(), source=SERVICE)
        self._hall.stop()
        if self._site is not None:
            self._site.close()
        panel.stop()
        loop.join()
        self._table.close()
        self._listening.close()
        os.close(self._lock)
