"""From a press on the mock pin to its event on 50 phones.

The service runs in a process of its own. This one holds the streams and reads the same monotonic clock. The instant of
the press is the one in the journal. The rival is a page that asks five times a second.
"""

import selectors
import socket
import threading
import time
from collections.abc import Iterator
from types import TracebackType
from typing import Self

from benchmarks.figures import Figure, median_p99
from benchmarks.running import ASKING, RunningService, Seen, polling

SHORT = {"presses": 3}
STREAMS = 50


class Streams:
    """Joined phones that hold the table's stream, each from an address of its own: few places go to one household. Each
    version is noted when it has arrived in full."""

    def __init__(self, service: RunningService, count: int) -> None:
        self.seen = Seen()
        self._selector = selectors.DefaultSelector()
        self._over = threading.Event()
        for phone in range(count):
            stream = socket.create_connection(("127.0.0.1", service.port), source_address=(f"127.0.2.{phone + 1}", 0))
            head = f"GET /api/events HTTP/1.1\r\nHost: 127.0.0.1:{service.port}\r\nCookie: {service.cookie}\r\n\r\n"
            stream.sendall(head.encode())
            self._selector.register(stream, selectors.EVENT_READ, (phone, bytearray()))
        self._thread = threading.Thread(target=self._read)
        self._thread.start()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: type[BaseException] | BaseException | TracebackType | None) -> None:
        self._over.set()
        self._thread.join()
        for key in list(self._selector.get_map().values()):
            key.fileobj.close()  # type: ignore[union-attr]
        self._selector.close()

    def _read(self) -> None:
        while not self._over.is_set():
            for key, _ in self._selector.select(timeout=0.1):
                phone, received = key.data
                received.extend(key.fileobj.recv(65536))  # type: ignore[union-attr]
                while (end := received.find(b"\n\n")) >= 0:
                    event, received[: end + 2] = bytes(received[:end]), b""
                    if (start := event.find(b"id:")) >= 0:
                        self.seen.note(phone, int(event[start + 3 : event.find(b"\n", start)]))


def measure(service: RunningService, *, presses: int = 60) -> Iterator[Figure]:
    service.post("/api/table/begin")
    late, asked = [], []
    with Streams(service, STREAMS) as streams:
        seen = streams.seen
        with polling(lambda: service.get("/api/table")["version"], lambda: None, seen):
            for number in range(presses):
                before = service.post("/api/timers/red-30/free") or service.get("/api/table")
                flipped = before["version"] + 1
                time.sleep(0.05)
                service.post("/api/panel/controls/red-30/press", {"ms": 60})
                time.sleep(0.25 + 0.0017 * number)
                arrived = [seen.when(phone, flipped) for phone in range(STREAMS)]
                polled = seen.when("asks", flipped)
                pressed = service.get("/api/log")["events"][-1]["mono_ms"] / 1000
                late += [1000 * (at - pressed) for at in arrived]
                asked.append(1000 * (polled - pressed))
    yield Figure.of(
        "press to its event on 50 phones, median / p99", median_p99(late), "ms", rival=ASKING, rivals=median_p99(asked)
    )
