"""From a press on the mock pin to its event on 50 phones. Run it from the repository's root:
python benchmarks/press_to_streams.py.

The service runs in a process of its own; this one holds the streams and reads the same monotonic clock. The instant of
the press is the one in the journal. The rival is a page that asks five times a second.
"""

import selectors
import socket
import statistics
import tempfile
import threading
import time
from pathlib import Path

from running import RunningService

STREAMS = 50
PRESSES = 60
POLL_S = 0.2


class Streams:
    """The phones: notes for each version of the table when it has arrived in full on each stream."""

    def __init__(self, service: RunningService) -> None:
        self._selector = selectors.DefaultSelector()
        self.arrivals: dict[int, list[float]] = {}
        for _ in range(STREAMS):
            phone = socket.create_connection(("127.0.0.1", service.port))
            request = f"GET /api/events HTTP/1.1\r\nHost: 127.0.0.1:{service.port}\r\n\r\n"
            phone.sendall(request.encode())
            self._selector.register(phone, selectors.EVENT_READ, bytearray())
        self._thread = threading.Thread(target=self._read, daemon=True)
        self._thread.start()

    def _read(self) -> None:
        while True:
            for key, _ in self._selector.select():
                data = key.fileobj.recv(65536)  # type: ignore[union-attr]
                if not data:
                    return
                now = time.monotonic()
                key.data.extend(data)
                while (end := key.data.find(b"\n\n")) >= 0:
                    event, key.data[: end + 2] = bytes(key.data[:end]), b""
                    start = event.find(b"id:")
                    if start >= 0:
                        version = int(event[start + 3 : event.find(b"\n", start)])
                        self.arrivals.setdefault(version, []).append(now)


def poll(service: RunningService, seen: dict[int, float], stop: threading.Event) -> None:
    while not stop.wait(POLL_S):
        version = service.get("/api/table")["version"]
        seen.setdefault(version, time.monotonic())


if __name__ == "__main__":
    with tempfile.TemporaryDirectory() as folder, RunningService(Path(folder)) as service:
        service.join()
        service.post("/api/table/begin")
        streams = Streams(service)
        polled: dict[int, float] = {}
        stop = threading.Event()
        poller = threading.Thread(target=poll, args=(service, polled, stop))
        poller.start()
        time.sleep(1)
        pressed: dict[int, float] = {}
        for number in range(PRESSES):
            service.post("/api/panel/controls/red-30/press", {"ms": 60})
            time.sleep(0.25 + 0.0017 * number)
            view = service.get("/api/table")
            flip = service.get("/api/log")["events"][-1]
            pressed[view["version"]] = flip["mono_ms"] / 1000
            service.post("/api/timers/red-30/free")
            time.sleep(0.05)
        stop.set()
        poller.join()
    late = [1000 * (at - instant) for version, instant in pressed.items() for at in streams.arrivals[version]]
    asked = [1000 * (polled[version] - instant) for version, instant in pressed.items() if version in polled]
    assert len(late) == STREAMS * PRESSES, f"{len(late)} events arrived"
    for name, at in (("median", 49), ("p99", 98)):
        own, rival = statistics.quantiles(late, n=100)[at], statistics.quantiles(asked, n=100)[at]
        rated = f"asking {1 / POLL_S:.0f} times a second {rival:.0f}, ratio {rival / own:.1f}"
        print(f"press to event on {STREAMS} streams, {name}: {own:.1f} ms ({rated})")
