"""From a tap on WarTime's map to the map on two phones, 113 hexes and 24 units. Run it from the repository's root:
python benchmarks/map_taps.py.

The service runs in a process of its own. A phone here does what web/static/board.js does: it holds the table's stream,
and asks for the map anew on every change. A tap that only asks has its answer on its own phone; Done and Undo have
theirs when both phones have the whole new map. The rival is a page that asks five times a second for changes.
"""

import gzip
import http.client
import itertools
import json
import statistics
import tempfile
import threading
import time
from pathlib import Path
from typing import Any

from running import RunningService

from tests.web.wartime.great_board import GREAT

ACTS = 120
ASKED = 300
POLL_S = 0.2
PATIENCE_S = 20
CHOSEN = "/board?unit=gold.Archer"
TARGETS = [f"{row}{column}" for row in "CDEFGH" for column in range(2, 12)]


class Waiting:
    """Which version of the table each phone has drawn last, and when."""

    def __init__(self) -> None:
        self._changed = threading.Condition()
        self._drawn: dict[str, dict[int, float]] = {}

    def drew(self, phone: str, version: int) -> None:
        with self._changed:
            self._drawn.setdefault(phone, {})[version] = time.monotonic()
            self._changed.notify_all()

    def when(self, phone: str, version: int) -> float:
        """When it had drawn that version, or a later one."""
        with self._changed:
            assert self._changed.wait_for(lambda: self._first(phone, version) is not None, PATIENCE_S), phone
            found = self._first(phone, version)
            assert found is not None
            return found

    def _first(self, phone: str, version: int) -> float | None:
        return min((at for seen, at in self._drawn.get(phone, {}).items() if seen >= version), default=None)


class Phone:
    """Asks over a connection that it keeps, as a browser does."""

    def __init__(self, service: RunningService) -> None:
        self._wire = http.client.HTTPConnection("127.0.0.1", service.port, timeout=PATIENCE_S)
        self._headers = {"Cookie": service.cookie, "Accept-Encoding": "gzip"}

    def page(self, path: str) -> tuple[bytes, int]:
        """What stands at the address, and how many bytes of it were sent."""
        self._wire.request("GET", path, headers=self._headers)
        answer = self._wire.getresponse()
        body = answer.read()
        assert answer.status == 200, path
        return (gzip.decompress(body) if answer.headers["Content-Encoding"] == "gzip" else body), len(body)


def live(service: RunningService, name: str, waiting: Waiting) -> None:
    """Draws the map anew whenever the stream says that something has changed."""
    phone, stream = Phone(service), http.client.HTTPConnection("127.0.0.1", service.port, timeout=None)
    stream.request("GET", "/api/events", headers={"Cookie": service.cookie})
    lines = stream.getresponse()
    while line := lines.readline():
        if line.startswith(b"id:"):
            version = int(line.removeprefix(b"id:"))
            phone.page(CHOSEN)
            waiting.drew(name, version)


def poll(service: RunningService, waiting: Waiting) -> None:
    phone, known = Phone(service), 0
    while True:
        time.sleep(POLL_S)
        version = json.loads(phone.page("/api/table")[0])["version"]
        if version != known:
            phone.page(CHOSEN)
            waiting.drew("rival", known := version)


def act(service: RunningService, path: str, body: dict[str, Any]) -> tuple[float, int]:
    """When the thumb came down, and the version that came of it."""
    began = time.monotonic()
    view = service.post(path, body)
    assert view is not None, path
    return began, view["version"]


def told(name: str, late: list[float], beside: list[float] | None = None) -> None:
    for word, at in (("median", 49), ("p99", 98)):
        own = statistics.quantiles(late, n=100)[at]
        rival = statistics.quantiles(beside, n=100)[at] if beside else None
        rated = (
            "" if rival is None else f" (asking {1 / POLL_S:.0f} times a second {rival:.0f}, ratio {rival / own:.1f})"
        )
        print(f"{name}, {word}: {own:.1f} ms{rated}")


if __name__ == "__main__":
    with tempfile.TemporaryDirectory() as folder, RunningService(Path(folder)) as service:
        service.join()
        service.put(f"/api/scenarios/{GREAT['id']}", GREAT)
        service.post("/api/table/new", {"game": "wartime", "scenario": GREAT["id"]})
        service.post("/api/table/begin")
        page, sent = Phone(service).page(CHOSEN)
        print(f"the map's page: {sent} bytes as sent, {len(page)} before that")
        asking, late = Phone(service), []
        for target in itertools.islice(itertools.cycle(TARGETS), ASKED):
            began = time.monotonic()
            asking.page(f"{CHOSEN}&hex={target}")
            late.append(1000 * (time.monotonic() - began))
        told("a tap that asks to its answer", late)
        waiting = Waiting()
        for watch in ("mine", "theirs"):
            threading.Thread(target=live, args=(service, watch, waiting), daemon=True).start()
        threading.Thread(target=poll, args=(service, waiting), daemon=True).start()
        time.sleep(1)
        both: list[float] = []
        rival: list[float] = []
        for number in range(ACTS):
            for path, body in (
                ("/api/timers/gold-30/act", {"unit": "Archer", "to": "G4" if number % 2 else "F4"}),
                ("/api/table/undo", {}),
            ):
                began, version = act(service, path, body)
                both.append(1000 * (max(waiting.when(phone, version) for phone in ("mine", "theirs")) - began))
                rival.append(1000 * (waiting.when("rival", version) - began))
                time.sleep(0.0017 * (number % 60))
        told("Done or Undo to the new map on both phones", both, rival)
