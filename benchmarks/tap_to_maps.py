"""From a tap on the map to both phones having its next drawing, 24 units on it and one chosen on each. Run it from the
repository's root: python benchmarks/tap_to_maps.py.

The service runs in a process of its own; each phone here holds its stream and fetches its page when that says so, as
web/static/board.js does. What a browser then needs to put it in place is not in it.
"""

import http.client
import statistics
import sys
import tempfile
import threading
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1]))
from running import RunningService

from tests.web.wartime.great_board import GREAT

TAPS = 200
REST_S = 0.1
CHOSEN = ("gold.Archer", "red.Goblin")
TARGET_MS = 50


class Phone:
    """Notes when it has had the drawing of each version."""

    def __init__(self, port: int, unit: str) -> None:
        self._port = port
        self._path = f"/board?unit={unit}"
        self.drawn: dict[int, float] = {}
        threading.Thread(target=self._follow, daemon=True).start()

    def _follow(self) -> None:
        stream, pages = (http.client.HTTPConnection("127.0.0.1", self._port) for _ in range(2))
        stream.request("GET", "/api/events")
        for line in stream.getresponse():
            if line.startswith(b"id:"):
                pages.request("GET", self._path, headers={"Accept-Encoding": "gzip, identity;q=0"})
                page = pages.getresponse().read()
                self.drawn[int(line[3:])] = time.monotonic()
                assert page


def main(service: RunningService) -> list[float]:
    """Milliseconds from each tap to the later of both drawings."""
    service.join()
    service.put("/api/scenarios/great", GREAT)
    service.post("/api/table/new", {"game": "wartime", "scenario": "great"})
    service.post("/api/table/begin")
    phones = [Phone(service.port, unit) for unit in CHOSEN]
    took = []
    for number in range(TAPS):
        time.sleep(REST_S)
        began = time.monotonic()
        view = service.post("/api/units/Archer/place", {"hex": ("E8", "F8")[number % 2]})
        while not all(view["version"] in phone.drawn for phone in phones):
            time.sleep(0.0005)
        took.append(1000 * (max(phone.drawn[view["version"]] for phone in phones) - began))
    return took


if __name__ == "__main__":
    with tempfile.TemporaryDirectory() as folder, RunningService(Path(folder)) as running:
        late = main(running)
    median, p99 = (statistics.quantiles(late, n=100)[at] for at in (49, 98))
    print(f"tap to both phones' maps: median {median:.1f} ms, p99 {p99:.1f} ms, target {TARGET_MS}")
