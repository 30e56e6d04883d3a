"""The organiser of a hall, running: its archive, its way to the broker, its site."""

import os
import signal
import ssl
import sys
import threading
from collections.abc import Callable
from types import FrameType

from companion.clock import SystemClock
from companion.hall.enrol.folder import HallFolder
from companion.hall.event.store import EventRow, EventStore
from companion.hall.organiser.broker_client import Account, BrokerClient
from companion.hall.organiser.hall import FILE, Hall
from companion.system.listening import open_port
from companion.system.notify import notify
from companion.system.state import claim

LOOK_S = 1.0

Ready = Callable[[tuple[str, int], str], None]
"""Told where the pages are, as host and port, and the organiser's own join code."""


class Organiser:
    """One hall's: made, then run until it is told to stop."""

    def __init__(self, folder: HallFolder, *, host: str, port: int, home_assistant: bool) -> None:
        """Takes the folder and the port. Raises StateError, CannotListen, HallError, NewerArchive; Invalid where the
        event that was kept is none."""
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
            discovery=home_assistant,
        )
        self._access = Access(folder.place, clock)
        event = EventStore(EventRow(folder.place / FILE))
        app = create_hall_app(hall=self._hall, event=event, access=self._access, clock=clock)
        self._server = Server(app=app, listening=self._listening, joined=self._access.lets_in, clock=clock)
        self._serving = threading.Thread(target=self._server.serve, name="server", daemon=True)
        self._told_to_stop = threading.Event()

    def run(self, ready: Ready) -> None:
        """Until SIGTERM or SIGINT, in the main thread. `ready` is called once pages are served."""
        for number in (signal.SIGTERM, signal.SIGINT):
            signal.signal(number, self._interrupted)
        self._hall.start()
        self._serving.start()
        notify("READY=1")
        ready(self._address, self._access.code)
        try:
            while not self._told_to_stop.wait(LOOK_S) and self._serving.is_alive():
                if self._folder.changed():
                    self._hall.enrolled(self._folder.register.called)
        finally:
            notify("STOPPING=1")
            self._hall.close()
            self._server.close()
            self._serving.join()
            self._listening.close()
            os.close(self._lock)
        sys.stdout.flush()

    def _interrupted(self, number: int, frame: FrameType | None) -> None:  # noqa: ARG002
        self._told_to_stop.set()
