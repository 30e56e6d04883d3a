"""The site in this process, with every answer's processor time measured."""

import gc
import itertools
import tempfile
import time
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

from flask import Flask

from companion.rulings.shelf import Shelf
from tests.attack.found import Found
from tests.support import MEMORY
from tests.web.conftest import Phone, Seat, empty_seats, wire
from tests.web.night import Night

if TYPE_CHECKING:
    from _typeshed.wsgi import StartResponse, WSGIApplication, WSGIEnvironment

MOST_CPU_S = 0.25
"""What no answer may take of one core."""
STRANGERS = "172.16.0.1"
"""Whose wrong codes are no other household's."""
CHUNKS = 50
"""So much of a stream is read: its listener is gone by then."""


class Meter:
    """A WSGI application that remembers what the last answer took of the thread that made it, in seconds."""

    def __init__(self, app: "WSGIApplication") -> None:
        self._app = app
        self.cpu_s = 0.0

    def __call__(self, environ: "WSGIEnvironment", start_response: "StartResponse") -> Iterable[bytes]:
        environ.setdefault("REMOTE_ADDR", STRANGERS)
        environ["waitress.client_disconnected"] = lambda: True
        begun = time.thread_time()
        body = self._app(environ, start_response)
        chunks = list(itertools.islice(body, CHUNKS))
        if hasattr(body, "close"):
            body.close()
        self.cpu_s = time.thread_time() - begun
        return chunks

    def judge(self, found: Found, what: str, way: str) -> None:
        """Whether the last answer came within what it may take."""
        found.most("ms of CPU at most", self.cpu_s * 1000)
        if self.cpu_s > MOST_CPU_S:
            found.wrong(f"{what} took {self.cpu_s * 1000:.0f} ms of CPU", way)


class Siege(Night):
    """A night of which every answer is measured. Nobody waits for news, as nobody else is there to make any, and what
    a service makes once, such as the rulings' index, is made before it."""

    def __init__(self, app: Flask, seats: dict[str, Seat], folder: Path) -> None:
        self._came = 0
        self._shelf = Shelf(seats["table"])  # type: ignore[arg-type]
        super().__init__(app, seats, folder)
        self.meter = Meter(app.wsgi_app)
        app.wsgi_app = self.meter  # type: ignore[method-assign]
        assert self.stranger().get("/api/rulings?q=shoot").status_code == 200

    def newcomer(self) -> Phone:
        """Somebody who has not joined, from a household where nobody has."""
        self._came += 1
        return Phone(self.app.test_client(), address=f"10.{self._came // 250}.{self._came % 250}.5")

    def phone(self) -> Phone:
        phone = self.newcomer()
        assert phone.post("/api/join", {"code": self.access.code}).status_code == 200
        return phone

    def _take(self) -> None:
        super()._take()
        self._seats["shelf"].taken_by = self._shelf
        self.table.wait = lambda version, timeout: None  # type: ignore[method-assign]


@contextmanager
def besieged() -> Iterator[Siege]:
    with tempfile.TemporaryDirectory(dir=MEMORY) as folder:
        seats = empty_seats()
        wired = Path(folder, "wired")
        wired.mkdir()
        siege = Siege(wire(seats, wired), seats, Path(folder))
        yield siege
        siege.table.close()


def sweep() -> None:
    """Takes what is there by now out of the collector's rounds: they would be counted to whoever answers next."""
    gc.collect()
    gc.freeze()
