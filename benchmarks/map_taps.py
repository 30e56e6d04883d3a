"""From a tap on WarTime's map to the map on two phones, 113 hexes and 24 units.

The service runs in a process of its own. A phone here does what web/wartime/static/board.js does: it holds
the table's stream, and asks for the map anew on every change. A tap that only asks has its answer on its own phone;
Done and Undo have theirs when both phones have the whole new map. The rival is a page that asks for changes five times
a second.
"""

import gzip
import http.client
import itertools
import json
import socket
import threading
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager

from benchmarks.figures import Figure, median_p99
from benchmarks.running import ASKING, PATIENCE_S, RunningService, Seen, polling
from tests.web.wartime.great_board import GREAT

SHORT = {"taps": 3, "acts": 1}
CHOSEN = "/board?unit=gold.Archer"
TARGETS = [f"{row}{column}" for row in "CDEFGH" for column in range(2, 12)]


class Phone:
    """Asks over a connection that it keeps, as a browser does."""

    def __init__(self, service: RunningService) -> None:
        self._wire = http.client.HTTPConnection("127.0.0.1", service.port, timeout=PATIENCE_S)
        self._headers = {"Cookie": service.cookie, "Accept-Encoding": "gzip"}
        self.close = self._wire.close

    def page(self, path: str) -> tuple[bytes, int]:
        """What stands at the address, and how many bytes of it were sent."""
        self._wire.request("GET", path, headers=self._headers)
        answer = self._wire.getresponse()
        body = answer.read()
        assert answer.status == 200, path
        return (gzip.decompress(body) if answer.headers["Content-Encoding"] == "gzip" else body), len(body)


@contextmanager
def drawing(service: RunningService, name: str, seen: Seen) -> Iterator[None]:
    """A phone that draws the map anew whenever the stream says that something has changed."""
    phone, stream = Phone(service), http.client.HTTPConnection("127.0.0.1", service.port)
    stream.connect()
    wire = stream.sock
    stream.request("GET", "/api/events", headers={"Cookie": service.cookie})
    lines = stream.getresponse()

    def draw() -> None:
        while line := lines.readline():
            if line.startswith(b"id:"):
                phone.page(CHOSEN)
                seen.note(name, int(line.removeprefix(b"id:")))

    thread = threading.Thread(target=draw)
    thread.start()
    try:
        yield
    finally:
        wire.shutdown(socket.SHUT_RDWR)
        thread.join()
        lines.close()
        stream.close()
        phone.close()


def measure(service: RunningService, *, taps: int = 300, acts: int = 120) -> Iterator[Figure]:
    service.put(f"/api/scenarios/{GREAT['id']}", GREAT)
    service.post("/api/table/new", {"game": "wartime", "scenario": GREAT["id"]})
    service.post("/api/table/begin")
    with ExitStack() as ends:
        asking, asks = Phone(service), Phone(service)
        ends.callback(asking.close)
        ends.callback(asks.close)
        page, sent = asking.page(CHOSEN)
        late = []
        for target in itertools.islice(itertools.cycle(TARGETS), taps):
            began = time.monotonic()
            asking.page(f"{CHOSEN}&hex={target}")
            late.append(1000 * (time.monotonic() - began))
        yield Figure.of(
            "a tap on WarTime's map of 113 hexes and 24 units to its answer, median / p99",
            median_p99(late),
            "ms",
        )
        yield Figure.of("that map's page, as sent", [sent], "bytes", rival="not compressed", rivals=[len(page)])
        seen = Seen()
        for phone in ("mine", "theirs"):
            ends.enter_context(drawing(service, phone, seen))
        ends.enter_context(
            polling(lambda: json.loads(asks.page("/api/table")[0])["version"], lambda: asks.page(CHOSEN), seen)
        )
        both, rival = [], []
        for number in range(acts):
            for path, body in (
                ("/api/timers/gold-30/act", {"unit": "Archer", "to": "G4" if number % 2 else "F4"}),
                ("/api/table/undo", {}),
            ):
                began = time.monotonic()
                version = service.post(path, body)["version"]
                both.append(1000 * (max(seen.when(phone, version) for phone in ("mine", "theirs")) - began))
                rival.append(1000 * (seen.when("asks", version) - began))
                time.sleep(0.0017 * (number % 60))
    yield Figure.of(
        "Done or Undo on that map to the new map on both phones, median / p99",
        median_p99(both),
        "ms",
        rival=ASKING,
        rivals=median_p99(rival),
    )
