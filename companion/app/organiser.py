"""Runs the organiser of a hall: its archive, its connection to the broker, its site."""

import contextlib
import logging
import os
import signal
import ssl
import sys
import threading
from collections.abc import Callable
from queue import Empty, SimpleQueue
from types import FrameType

from companion.clock import SystemClock
from companion.errors import WarglassError
from companion.hall.enrol.folder import HallFolder
from companion.hall.event import store
from companion.hall.event.store import EventRow, EventStore
from companion.hall.organiser.broker_client import Account, BrokerClient
from companion.hall.organiser.hall import Hall
from companion.system.listening import open_port
from companion.system.state import claim, started
from companion.system.watchdog import notify

LOOK_S = 1.0
NO_PAGES = "The organiser's pages are down, and only a restart helps. Its log says why."
_logger = logging.getLogger(__name__)

Ready = Callable[[tuple[str, int], str], None]
"""Receives where the pages are, as host and port, and the organiser's own join code."""


class NoOrganiserPages(WarglassError):
    """Says that the server has ended by itself."""


class Organiser:
    """Runs one hall's organiser, once made, until it is stopped."""

    def __init__(self, folder: HallFolder, *, host: str, port: int, home_assistant: bool) -> None:
        """Takes the folder and the port. Raises StateError, CannotListen, HallError, NewerArchive."""
        # Not at the top: `warglass hall enrol` starts without pages.
        from web.hall.app import create_hall_app  # noqa: PLC0415
        from web.http.access import Access  # noqa: PLC0415
        from web.http.server import Server  # noqa: PLC0415

        clock = SystemClock()
        self._folder = folder
        self._lock = claim(folder.place)
        self._listening = open_port(host, port)
        self._address: tuple[str, int] = self._listening.getsockname()[:2]
        register, login = folder.register, folder.organiser()
        account = Account(
            host=login.host,
            port=login.port,
            user=login.user,
            password=login.password,
            ca=ssl.DER_cert_to_PEM_cert(login.ca),
        )
        self._hall = Hall(
            folder.place,
            hall=register.hall,
            name=register.hall.replace("-", " ").capitalize(),
            clock=clock,
            client=lambda inbox: BrokerClient(inbox, hall=register.hall, account=account),
            tables=register.called,
            machine=started(),
            discovery=home_assistant or register.home_assistant,
        )
        self._access = Access(folder.place, clock, port=self._address[1])
        event = EventStore(EventRow(folder.place / store.FILE))
        app = create_hall_app(hall=self._hall, event=event, access=self._access, clock=clock)
        self._server = Server(app=app, listening=self._listening, joined=self._access.lets_in, clock=clock)
        self._serving = threading.Thread(target=self._serve, name="server", daemon=True)
        self._broken: BaseException | None = None
        self._stops: SimpleQueue[int] = SimpleQueue()
        """Signals to stop. Its `put` is reentrant, unlike an Event's `set`, which waits for ever for the lock of the
        very `wait` that its signal interrupts."""

    def run(self, ready: Ready) -> None:
        """Runs until SIGTERM or SIGINT, in the main thread. It calls `ready` once pages are served. Raises NoPages, and
        what keeps a part of it from being closed, once all others are."""
        for number in (signal.SIGTERM, signal.SIGINT):
            signal.signal(number, self._interrupted)
        with contextlib.ExitStack() as closing:
            # The last one closes first, and each closes whatever becomes of the others.
            closing.callback(os.close, self._lock)
            closing.callback(self._listening.close)
            closing.callback(self._serving_ends)
            closing.callback(self._hall.close)
            closing.callback(notify, "STOPPING=1")
            self._hall.start()
            self._serving.start()
            notify("READY=1")
            ready(self._address, self._access.code)
            while not self._is_told_to_stop():
                if not self._serving.is_alive():
                    raise NoOrganiserPages(NO_PAGES) from self._broken
                if self._folder.changed():
                    self._hall.enrolled(self._folder.register.called)
        sys.stdout.flush()

    def _serve(self) -> None:
        try:
            self._server.serve()
        except BaseException as error:
            _logger.exception("the server of the organiser's pages")
            self._broken = error

    def _serving_ends(self) -> None:
        if self._serving.ident is not None:
            self._server.close()
            self._serving.join()

    def _interrupted(self, number: int, frame: FrameType | None) -> None:  # noqa: ARG002
        self._stops.put(number)

    def _is_told_to_stop(self) -> bool:
        """Waits up to LOOK_S seconds for a signal to stop."""
        try:
            self._stops.get(timeout=LOOK_S)
        except Empty:
            return False
        return True
