"""From a press on the mock pin to its event on 50 phones, and on one while a new service prepares its pages.

The service runs in a process of its own. This one holds the streams and reads the same monotonic clock. The instant of
the press is the one in the journal. The rival is a page that asks five times a second, or the same press later.
"""

import selectors
import socket
import threading
import time
from collections.abc import Iterator
from pathlib import Path
from types import TracebackType
from typing import Self

from benchmarks.figures import Figure, median_p99
from benchmarks.running import ASKING, RunningService, Seen, at_rest, polling, wait_until

SHORT = {"presses": 3, "starts": 1, "early": 2}
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


class Press:
    """The same button, pressed again and again."""

    def __init__(self, service: RunningService, seen: Seen, *, phones: int) -> None:
        self._service, self._seen, self._phones = service, seen, phones
        self._count = 0
        service.post("/api/table/begin")

    def late_ms(self, *more: str) -> list[float]:
        """Returns how long after the press its event was on each phone, and on `more` of those that note it."""
        before = self._service.post("/api/timers/red-30/free") or self._service.get("/api/table")
        flipped = before["version"] + 1
        time.sleep(0.05)
        self._service.post("/api/panel/controls/red-30/press", {"ms": 60})
        time.sleep(0.25 + 0.0017 * self._count)
        self._count += 1
        arrived = [self._seen.when(phone, flipped) for phone in (*range(self._phones), *more)]
        pressed = self._service.get("/api/log")["events"][-1]["mono_ms"] / 1000
        return [1000 * (at - pressed) for at in arrived]


def measure(
    service: RunningService, folder: Path, *, presses: int = 60, starts: int = 10, early: int = 6
) -> Iterator[Figure]:
    late, asked = [], []
    with Streams(service, STREAMS) as streams:
        press = Press(service, streams.seen, phones=STREAMS)
        with polling(lambda: service.get("/api/table")["version"], lambda: None, streams.seen):
            for _ in range(presses):
                *arrived, polled = press.late_ms("asks")
                late += arrived
                asked.append(polled)
    yield Figure.of(
        "press to its event on 50 phones, median / p99", median_p99(late), "ms", rival=ASKING, rivals=median_p99(asked)
    )
    first = []
    for number in range(starts):
        with RunningService(folder / f"start-{number}") as begun:
            begun.join()
            with Streams(begun, 1) as streams:
                press = Press(begun, streams.seen, phones=1)
                first += [each for _ in range(early) for each in press.late_ms()]
    service.post("/api/timers/red-30/free")
    with Streams(service, 1) as streams:
        wait_until(lambda: at_rest(service))
        press = Press(service, streams.seen, phones=1)
        later = [each for _ in range(starts * early) for each in press.late_ms()]
    yield Figure.of(
        "press to its event on a phone while a new service prepares its pages, median / p99",
        median_p99(first),
        "ms",
        rival="once they are prepared",
        rivals=median_p99(later),
    )
